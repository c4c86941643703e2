// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline sweep QUANTITY SYSTEM --scheme S --step H ... --over NAME=FIRST:LAST:COUNT ...`: one row for each case, in the
// order of the axes. A case that fails is a row with its reason. Each case is computed by itself, so that the table is the
// same for any number of workers.
#include "commands/command.hpp"
#include "commands/sweep_grid.hpp"
#include "commands/sweep_lanes.hpp"
#include "commands/sweep_picture.hpp"
#include "commands/sweep_quantities.hpp"
#include "shared/cluster.hpp"
#include "shared/digits.hpp"
#include "shared/exact_motion.hpp"
#include "shared/meta.hpp"
#include "shared/nearest.hpp"
#include "shared/norm.hpp"
#include "shared/progress.hpp"
#include "shared/scheme_file.hpp"
#include "shared/stop.hpp"
#include "shared/table_output.hpp"
#include "shared/work_watch.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/text.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <set>

namespace plumbline::cli {

namespace {

struct sweep_options : shared_options {
  measure_request request;
  std::vector<std::string> over;
  bool zip = false;
  std::string cases;
  std::string norm;  ///< max without it
  std::string plot;
  std::string lanes;  ///< exact without it
  checkpoint_options checkpoint;
};

/// "lobatto" of "lobatto:degree=3".
std::string without_settings(const std::string& scheme) {
  return scheme.substr(0, scheme.find(':'));
}

/// What a case leaves: its row, and what its errors were measured against.
struct case_result {
  bool done = false;
  std::vector<std::string> axes;
  std::vector<std::string> names;
  std::vector<std::string> values;
  std::string failure;
  std::string reference;

  template <class Archive>
  void transfer(Archive& archive) {
    archive(done, axes, names, values, failure, reference);
  }
};

/// The options of one case.
struct case_options {
  shared_options shared;
  measure_request request;
};

class sweep {
 public:
  explicit sweep(const sweep_options& o)
      : o_(&o),
        wanted_(&find_quantity(sweep_quantities(), o.request.quantity)),
        grid_(o.cases.empty() ? grid_of(o) : file_of(o)),
        norm_(parse_norm(o.norm.empty() ? "max" : o.norm)),
        lanes_(parse_lanes(o.lanes.empty() ? "exact" : o.lanes)) {
    if (!o.norm.empty() && !is_error()) {
      throw invalid_input(fmt::format("{} takes no --norm: it belongs to error", wanted_->name));
    }
    if (!o.lanes.empty() && wanted_->measure != &measure_end) {
      throw invalid_input(fmt::format("{} takes no --lanes: they belong to end", wanted_->name));
    }
    read_schemes();
    read_roles();
    read_first_cases();
  }

  const sweep_grid& grid() const { return grid_; }
  const quantity& wanted() const { return *wanted_; }
  /// Without rows and values.
  drawn_sweep drawn() const {
    drawn_sweep d;
    d.quantity = wanted_->name;
    d.side_by_side = o_->zip || !o_->cases.empty();
    for (std::size_t k = 0; k < roles_.size(); ++k) {
      const std::string& name = grid_.axes()[k].name;
      d.axes.push_back(name);
      const std::string bare = name.substr(name.find('.') + 1);
      bool word = roles_[k] == role::scheme;
      for (const auto& scheme : schemes_) {
        for (const auto& p : scheme->parameters) {
          word =
              word || (roles_[k] == role::set && p.name == bare && p.kind == parameter_kind::text);
        }
      }
      d.is_word.push_back(word);
    }
    return d;
  }

  /// The number of neighbouring cases that are computed together: in lanes where they may run so, otherwise one.
  std::size_t bundle() const {
    const bool one_scheme = schemes_.size() == 1 && has_lanes(schemes_.front()->info.name);
    const bool in_lanes = lanes_ != lane_choice::none && wanted_->measure == &measure_end &&
                          one_scheme && !has_axis("digits") &&
                          parse_digits(o_->digits) <= most_digits_of_double;
    constexpr std::size_t few = 32;
    constexpr std::size_t many = 256;
    return !in_lanes ? 1 : grid_.size() < 8 * many ? few : many;
  }

  /// The results of a bundle, in the order of the cases.
  std::vector<case_result> compute_bundle(std::size_t number) {
    const std::size_t first = number * bundle();
    const std::size_t end = std::min(first + bundle(), grid_.size());
    std::vector<case_result> results(end - first);
    if (bundle() > 1) {
      compute_in_lanes(first, results);
    }
    for (std::size_t k = 0; k < results.size(); ++k) {
      if (!results[k].done) {
        results[k] = compute(first + k);
      }
    }
    return results;
  }

  /// Never throws for a case that fails, only when the user stops the program or a file cannot be read.
  case_result compute(std::size_t index) {
    case_result r;
    r.done = true;
    const std::vector<std::string> texts = grid_.at(index);
    const case_options c = options_of(texts);
    r.axes = shown(texts, c.shared.digits, {});
    try {
      measurement m = read_measurement(*wanted_, c.request, c.shared);
      r.axes = shown(texts, c.shared.digits, m.p.names);
      checkpoint_keeper nothing({}, {}, {});
      m.keeper = &nothing;
      m.norm = norm_;
      m.truths = &truths_;
      m.reference = &r.reference;
      for (const auto& value : wanted_->measure(m)) {
        r.names.push_back(value.name);
        r.values.push_back(value.re);
      }
    } catch (const interrupted&) {
      throw;
    } catch (const io_error&) {
      throw;
    } catch (const std::bad_alloc&) {
      r.failure = "not enough memory";
    } catch (const std::exception& error) {
      throw_if_stopped();
      r.failure = error.what();
    }
    if (!r.failure.empty()) {
      r.names.clear();
      r.values.clear();
    }
    return r;
  }

  /// Sorts cases by what they are likely to cost: the last one to be begun should be short.
  void put_long_ones_first(std::vector<std::size_t>& cases) const {
    std::vector<std::pair<double, std::size_t>> costs;
    costs.reserve(cases.size());
    for (const std::size_t i : cases) {
      costs.emplace_back(likely_cost(i), i);
    }
    std::stable_sort(costs.begin(), costs.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (std::size_t k = 0; k < cases.size(); ++k) {
      cases[k] = costs[k].second;
    }
  }

  /// What is the same for all cases.
  metadata facts() const {
    metadata meta = {{"quantity", wanted_->name}, {"system", o_->request.system}};
    const auto named = [&](const char* key, const std::vector<std::string>& texts) {
      metadata_entry::named_values list;
      for (const auto& text : texts) {
        if (text.rfind('@', 0) == 0) {  // a file of start values
          list.emplace_back("file", text.substr(1));
        } else {
          const named_text one = parse_named(fmt::format("--{}", key), text);
          list.emplace_back(one.name, one.value);
        }
      }
      if (!list.empty()) {
        meta.push_back({key, list});
      }
    };
    named("set", o_->set);
    named("start", o_->start);
    const auto& r = o_->request;
    for (const auto& [key, text] : {std::pair{"matrices", &o_->matrices},
                                    {"events", &o_->events},
                                    {"scheme", &r.scheme},
                                    {"step", &r.step},
                                    {"steps", &r.steps},
                                    {"until", &r.until},
                                    {"average", &r.events.average},
                                    {"count", &r.events.count},
                                    {"coordinate", &r.events.coordinate}}) {
      if (!text->empty() && !has_axis(key)) {
        meta.push_back({key, *text});
      }
    }
    if (is_error()) {
      meta.push_back({"norm", o_->norm.empty() ? "max" : o_->norm});
    }
    if (!has_axis("digits")) {
      meta.push_back({"digits", parse_digits(o_->digits)});
    }
    std::vector<std::string> axes;
    for (const auto& axis : grid_.axes()) {
      axes.push_back(axis.name);
    }
    meta.push_back(
        {"over", fmt::format("{}", fmt::join(o_->cases.empty() ? o_->over : axes, " "))});
    if (o_->zip) {
      meta.push_back({"zip", "true"});
    }
    if (lanes_ == lane_choice::vector) {
      meta.push_back({"lanes", "vector"});
    }
    meta.push_back({"cases", static_cast<std::int64_t>(grid_.size())});
    return meta;
  }

 private:
  /// Fills the results of the cases that run in lanes. What goes wrong is left to the case alone, which says it.
  void compute_in_lanes(std::size_t first, std::vector<case_result>& results) {
    lane_cases lanes(lanes_ == lane_choice::vector ? lane_functions::vector
                                                   : lane_functions::exact);
    try {
      for (std::size_t k = 0; k < results.size(); ++k) {
        const std::vector<std::string> texts = grid_.at(first + k);
        const case_options c = options_of(texts);
        try {
          const measurement m = read_measurement(*wanted_, c.request, c.shared);
          if (lanes.take(k, m)) {
            results[k].axes = shown(texts, c.shared.digits, m.p.names);
          }
        } catch (const interrupted&) {
          throw;
        } catch (const std::exception&) {
          continue;
        }
      }
      lanes.run([&](std::size_t k, const std::vector<named_value>& values) {
        case_result& r = results[k];
        r.done = true;
        for (const auto& value : values) {
          r.names.push_back(value.name);
          r.values.push_back(value.re);
        }
      });
    } catch (const interrupted&) {
      throw;
    } catch (const std::exception&) {
      throw_if_stopped();
    }
  }

  enum class role { step, scheme, digits, set, start };

  static sweep_grid grid_of(const sweep_options& o) { return {parse_axes(o.over, o.zip), o.zip}; }
  static sweep_grid file_of(const sweep_options& o) {
    if (!o.over.empty() || o.zip) {
      throw invalid_input("give either --cases FILE or --over NAME=..., not both");
    }
    return sweep_grid::read(o.cases);
  }

  bool is_error() const { return wanted_->measure == &measure_error; }
  bool has_axis(const std::string& name) const {
    return std::any_of(grid_.axes().begin(), grid_.axes().end(),
                       [&](const sweep_axis& axis) { return axis.name == name; });
  }

  void read_schemes() {
    std::vector<std::string> names;
    for (const auto& axis : grid_.axes()) {
      if (axis.name == "scheme") {
        names = axis.values;
      }
    }
    if (names.empty()) {
      names = {required("--scheme", o_->request.scheme)};
      if (without_settings(names.front()).find(',') != std::string::npos) {
        throw invalid_input(
            fmt::format("--scheme of a sweep is one scheme; several are an axis: --over scheme={}",
                        names.front()));
      }
    }
    for (const auto& name : std::set<std::string>(names.begin(), names.end())) {
      schemes_.push_back(scheme_of(without_settings(name)));
    }
  }

  /// Which option an axis stands for.
  void read_roles() {
    shared_options defaults = *o_;
    defaults.set.clear();
    defaults.start.clear();
    const problem base = read_problem(o_->request.system, defaults);
    const auto has = [](const std::vector<parameter_info>& list, const std::string& name) {
      return std::any_of(list.begin(), list.end(),
                         [&](const parameter_info& p) { return p.name == name; });
    };
    system_parameters_ = base.system->parameters;
    system_name_ = base.system->name();
    std::vector<std::string> known = {"step", "scheme", "digits"};
    for (const auto& p : system_parameters_) {
      known.push_back(p.name);
    }
    for (const auto& scheme : schemes_) {
      for (const auto& p : scheme->parameters) {
        known.push_back(p.name);
      }
    }
    for (const auto& name : start_names(base)) {
      known.push_back(name);
    }
    for (const auto& axis : grid_.axes()) {
      const std::string& name = axis.name;
      const auto dot = name.find('.');
      const std::string owner = name.substr(0, dot);
      const std::string rest = dot == std::string::npos ? name : name.substr(dot + 1);
      bool parameter =
          (dot == std::string::npos || owner == system_name_) && has(system_parameters_, rest);
      for (const auto& scheme : schemes_) {
        parameter = parameter || ((dot == std::string::npos || owner == scheme->info.name) &&
                                  has(scheme->parameters, rest));
      }
      if (name == "step" || name == "scheme" || name == "digits") {
        roles_.push_back(name == "step"     ? role::step
                         : name == "scheme" ? role::scheme
                                            : role::digits);
      } else if (parameter && dot == std::string::npos && names_start(base, name)) {
        throw invalid_input(
            fmt::format("--over {0}: '{0}' is a parameter and an initial value; write {1}.{0} for "
                        "the parameter "
                        "of the system, or the name of the coordinate for the initial value",
                        name, system_name_));
      } else if (parameter) {
        refuse_twice("--set", o_->set, name);
        roles_.push_back(role::set);
      } else if (names_start(base, name)) {
        refuse_twice("--start", o_->start, name);
        roles_.push_back(role::start);
      } else {
        throw invalid_input(unknown_name("axis of the sweep", name, known));
      }
    }
  }

  static void refuse_twice(const std::string& option, const std::vector<std::string>& texts,
                           const std::string& name) {
    for (const auto& text : texts) {
      if (text.rfind('@', 0) != 0 && parse_named(option, text).name == name) {
        throw invalid_input(fmt::format("'{}' is given by {} and is an axis", name, option));
      }
    }
  }

  /// A mistake that all cases share ends the sweep before the work.
  void read_first_cases() {
    std::exception_ptr first;
    bool good = false;
    for (std::size_t i = 0; i < grid_.size() && (!good || shares_truths_); ++i) {
      try {
        const case_options c = options_of(grid_.at(i));
        const measurement m = read_measurement(*wanted_, c.request, c.shared);
        good = true;
        shares_truths_ = is_error() && !has_exact_solution(m.p);
        if (shares_truths_) {
          truths_.announce(m);
        }
      } catch (const invalid_input&) {
        first = first ? first : std::current_exception();
      }
    }
    if (!good) {
      std::rethrow_exception(first);
    }
  }

  /// In steps in double; 0 where the case is wrong.
  double likely_cost(std::size_t index) const {
    try {
      const case_options c = options_of(grid_.at(index));
      const measurement m = read_measurement(*wanted_, c.request, c.shared);
      const double steps = m.has_end && m.steps > 0 ? static_cast<double>(m.steps)
                           : m.step                 ? 1 / evaluate<double>(*m.step, m.p.names)
                                                    : 1;
      constexpr double cost_of_quad = 10;
      constexpr double cost_of_a_digit = 0.5;
      return steps * (m.digits <= most_digits_of_double ? 1
                      : m.digits <= most_digits_of_quad ? cost_of_quad
                                                        : cost_of_a_digit * m.digits);
    } catch (const std::exception&) {
      return 0;
    }
  }

  /// The settings of --set that concern the system or this scheme.
  std::vector<std::string> settings_for(const std::string& name_of_scheme) const {
    const auto scheme = scheme_of(without_settings(name_of_scheme));
    const auto has = [](const std::vector<parameter_info>& list, const std::string& name) {
      return std::any_of(list.begin(), list.end(),
                         [&](const parameter_info& p) { return p.name == name; });
    };
    std::vector<std::string> kept;
    for (const auto& text : o_->set) {
      const std::string name = parse_named("--set", text).name;
      const std::string owner = name.substr(0, name.find('.'));
      bool mine = name == owner ? has(system_parameters_, name) : owner == system_name_;
      bool others = false;
      for (const auto& entry : schemes_) {
        const bool owns = name == owner ? has(entry->parameters, name) : owner == entry->info.name;
        (entry == scheme ? mine : others) |= owns;
      }
      if (mine || !others) {  // what nobody owns is refused where the problem is read
        kept.push_back(text);
      }
    }
    return kept;
  }

  case_options options_of(const std::vector<std::string>& texts) const {
    case_options c{*o_, o_->request};
    c.shared.quiet = true;  // one bar for all cases
    c.shared.progress = false;
    for (std::size_t k = 0; k < texts.size(); ++k) {
      if (roles_[k] == role::scheme) {
        c.request.scheme = texts[k];
      }
    }
    c.shared.set = settings_for(c.request.scheme);
    for (std::size_t k = 0; k < texts.size(); ++k) {
      const std::string setting = fmt::format("{}={}", grid_.axes()[k].name, texts[k]);
      switch (roles_[k]) {
        case role::step:
          c.request.step = texts[k];
          break;
        case role::digits:
          c.shared.digits = texts[k];
          break;
        case role::set:
          c.shared.set.push_back(setting);
          break;
        case role::start:
          c.shared.start.push_back(setting);
          break;
        case role::scheme:
          break;
      }
    }
    return c;
  }

  /// The values of the axes in the digits of the case; a word, the name of a scheme say, as it is.
  std::vector<std::string> shown(std::vector<std::string> texts, const std::string& digits,
                                 const variables& names) const {
    for (std::size_t k = 0; k < texts.size(); ++k) {
      if (roles_[k] == role::scheme || roles_[k] == role::digits) {
        continue;
      }
      try {
        texts[k] = with_scalar(parse_digits(digits), [&]<class T>(std::type_identity<T>) {
          return to_text(evaluate<T>(expression(texts[k]), names));
        });
      } catch (const invalid_input&) {
        // a word, or digits that are none
      }
    }
    return texts;
  }

  const sweep_options* o_;
  const quantity* wanted_;
  sweep_grid grid_;
  error_norm norm_;
  lane_choice lanes_;
  std::vector<std::shared_ptr<const scheme_entry>> schemes_;
  std::vector<parameter_info> system_parameters_;
  std::string system_name_;
  std::vector<role> roles_;
  bool shares_truths_ = false;
  truth_cache truths_;
};

/// The names of the values, in the order in which the cases bring them.
std::vector<std::string> value_names(const std::vector<case_result>& results,
                                     const quantity& wanted) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const auto& r : results) {
    for (const auto& name : r.names) {
      if (seen.insert(name).second) {
        names.push_back(name);
      }
    }
  }
  return names.empty() ? std::vector<std::string>{wanted.name} : names;
}

metadata metadata_of(const sweep& work, const call& how, const std::vector<case_result>& results) {
  metadata meta = metadata_of(how);
  for (auto& fact : work.facts()) {
    meta.push_back(std::move(fact));
  }
  std::int64_t failures = 0;
  std::set<std::string> references;
  for (const auto& r : results) {
    failures += r.failure.empty() ? 0 : 1;
    if (!r.reference.empty()) {
      references.insert(r.reference);
    }
  }
  if (!references.empty()) {
    meta.push_back({"reference", fmt::format("{}", fmt::join(references, "; "))});
  }
  meta.push_back({"failures", failures});
  return meta;
}

/// The cells of a row: axes, values, failure.
std::vector<std::string> cells_of(const case_result& r, const std::vector<std::string>& values) {
  std::vector<std::string> cells = r.axes;
  for (const auto& name : values) {
    const auto place = std::find(r.names.begin(), r.names.end(), name);
    cells.push_back(place == r.names.end()
                        ? std::string()
                        : r.values[static_cast<std::size_t>(place - r.names.begin())]);
  }
  cells.push_back(r.failure);
  return cells;
}

/// Rows of the cases that are done; the table says so when these are not all.
void write_table(table_output& out, const sweep& work, const call& how,
                 const std::vector<case_result>& results) {
  const auto values = value_names(results, work.wanted());
  std::vector<table_column> columns;
  std::set<std::string> taken;
  for (const auto& axis : work.grid().axes()) {
    columns.push_back({axis.name, axis.name == "scheme"   ? column_kind::text
                                  : axis.name == "digits" ? column_kind::count
                                                          : column_kind::number});
    taken.insert(axis.name);
  }
  for (const auto& name : values) {
    columns.push_back(
        {taken.contains(name) ? fmt::format("{}_{}", name, work.wanted().name) : name});
  }
  columns.push_back({"failure", column_kind::text});
  bool all = true;
  std::vector<std::vector<std::string>> rows;
  for (const auto& r : results) {
    if (r.done) {
      rows.push_back(cells_of(r, values));
    } else {
      all = false;
    }
  }
  out.write(metadata_of(work, how, results), columns, rows, all);
}

void draw(const picture& file, const sweep& work, const std::vector<case_result>& results) {
  drawn_sweep d = work.drawn();
  d.values = value_names(results, work.wanted());
  for (const auto& r : results) {
    d.rows.push_back(cells_of(r, d.values));
  }
  draw_sweep(file, d);
}

int run_sweep(const sweep_options& o, const call& how) {
  const int jobs = parse_jobs(o.jobs);
  sweep work(o);
  const stops_politely polite;
  const auto compute = [&work](std::size_t i) { return work.compute_bundle(i); };
  if (!cluster::leads()) {
    deal_out({}, jobs, compute, [](std::size_t, const std::vector<case_result>&) {});
    return 0;
  }
  const picture drawing(o.plot);
  if (drawing.wanted()) {
    require_picture(work.drawn());
  }
  checkpoint_keeper keeper(o.checkpoint, how, work.facts());
  table_output out(o);
  std::vector<case_result> results;
  if (!keeper.restore(kept_run, results)) {
    results.resize(work.grid().size());
  }
  if (results.size() != work.grid().size()) {
    throw invalid_input("the checkpoint's number of cases is not this sweep's");
  }
  std::vector<std::size_t> missing;  // bundles
  std::int64_t missing_cases = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i].done) {
      ++missing_cases;
      if (missing.empty() || missing.back() != i / work.bundle()) {
        missing.push_back(i / work.bundle());
      }
    }
  }
  if ((jobs > 1 || cluster::size() > 1) && work.bundle() == 1) {
    work.put_long_ones_first(missing);
  }
  progress_bar bar(o, missing_cases);
  work_watch watched(o, missing_cases, "cases", "", work_parts::uneven);
  try {
    deal_out(missing, jobs, compute, [&](std::size_t bundle, std::vector<case_result> done) {
      throw_if_stopped();
      for (std::size_t k = 0; k < done.size(); ++k) {
        case_result& place = results[bundle * work.bundle() + k];
        if (!place.done) {
          bar.advance();
          watched.advance();
        }
        place = std::move(done[k]);
      }
      if (keeper.wanted() && keeper.due(kept_run)) {
        keeper.keep(kept_run, results);
      }
    });
  } catch (const interrupted&) {
    keeper.keep(kept_run, results);
    write_table(out, work, how, results);
    out.keep_partial();
    throw;
  }
  keeper.keep(kept_run, results);
  write_table(out, work, how, results);
  if (drawing.wanted()) {
    draw(drawing, work, results);
  }
  out.commit();
  return 0;
}

}  // namespace

runner define_sweep(CLI::App& app) {
  const auto o = std::make_shared<sweep_options>();
  add_measure_request(app, o->request, sweep_quantities());
  app.add_option(
         "--over", o->over,
         "an axis: NAME=FIRST:LAST:COUNT or NAME=A,B,C, where NAME is a parameter, an initial "
         "value, step, scheme or digits (in the place of that option); may repeat: all "
         "combinations")
      ->allow_extra_args(false);
  app.add_flag("--zip", o->zip, "the axes side by side instead of all combinations");
  app.add_option("--cases", o->cases,
                 "instead of --over: a CSV file, names in its first row, a case in each other");
  add_norm(app, o->norm);
  app.add_option(
      "--lanes", o->lanes,
      "`sweep end` in double by leapfrog, symplectic-euler-a, -b, rk4, simpson or midpoint "
      "computes neighbouring cases together: exact (the digits of each case alone, the default), "
      "vector (sine, cosine, "
      "exponential and logarithm by the vector functions of glibc: faster, other last "
      "digits), none");
  add_jobs(app, *o);
  add_digits(app, *o);
  add_system(app, *o);
  add_output(app, *o, "csv");
  add_plot(app, o->plot);
  add_progress(app, *o);
  add_checkpoint(app, o->checkpoint);
  app.footer(
      "Examples:\n"
      "  plumbline sweep period pendulum --scheme midpoint --step 0.01 --over q1=0.1:3:30 --jobs "
      "2\n"
      "  plumbline sweep error double-pendulum --scheme simpson --until 1 --over "
      "step=1/10,1/20,1/40 --over digits=16,34,64\n"
      "  plumbline sweep end pendulum --scheme leapfrog --step 0.01 --steps 1000 --cases "
      "starts.csv "
      "-o ends.csv\n"
      "The file of -o may end in .h5: HDF5, with every column as doubles and as text.");
  return [o](const call& how) { return run_sweep(*o, how); };
}

}  // namespace plumbline::cli
