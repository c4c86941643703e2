// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "studies.hpp"

#include "call.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/data/dataset_digits.hpp>
#include <plumbline/data/dataset_plan.hpp>
#include <plumbline/data/dataset_sharing.hpp>
#include <plumbline/data/judged_table.hpp>
#include <plumbline/data/paper.hpp>
#include <plumbline/data/table_output.hpp>
#include <plumbline/io/picture.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/audit_table.hpp>
#include <plumbline/study/convergence_table.hpp>
#include <plumbline/study/exact_table.hpp>
#include <plumbline/study/explanation.hpp>
#include <plumbline/study/formula_values.hpp>
#include <plumbline/study/orbit_table.hpp>
#include <plumbline/study/sweep_table.hpp>
#include <plumbline/study/texts.hpp>
#include <plumbline/study/trajectory_table.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>
#include <utility>

namespace plumbline::python {

namespace {

problem_texts problem_of(const study_call& c) {
  return {c.set,
          c.start,
          c.option("matrices"),
          c.option("events"),
          c.option("functions", "own"),
          c.has("project_start")};
}

int digits_of(const study_call& c) {
  return parse_digits(c.option("digits", std::to_string(default_digits)));
}

/// A thread of oneTBB does not exist in a child of fork; the result does not depend on the number of threads.
int jobs_of(const study_call& c) {
  const int jobs = parse_jobs(c.option("jobs"));
  if (lost_workers()) {
    return 1;
  }
  if (jobs > 1) {
    note_parallel_work();
  }
  return jobs;
}

kept_call kept_by(const study_call& c) {
  kept_call kept{c.option("checkpoint"), c.option("checkpoint_every"), c.option("resume")};
  const auto without = [&c](const std::vector<std::string>& options) {
    std::vector<std::string> words = c.arguments;
    std::erase_if(words, [&](const std::string& word) {
      return std::ranges::find(options, word.substr(0, word.find('='))) != options.end();
    });
    return words;
  };
  kept.arguments = without({"--checkpoint", "--checkpoint-every", "--resume"});
  kept.words =
      without({"--checkpoint", "--checkpoint-every", "--resume", "--output", "--jobs", "--plot"});
  kept.output = c.option("output");
  kept.digits = c.study == "integrate" ? digits_of(c) : 0;
  return kept;
}

measure_request measured_by(const study_call& c) {
  const auto arguments = c.lists.find("with");
  return {c.name,
          c.second_name,
          c.option("scheme"),
          c.option("step"),
          c.option("steps"),
          c.option("until"),
          {c.option("average"), c.option("count"), c.option("coordinate"), c.option("rule")},
          arguments != c.lists.end() ? arguments->second : std::vector<std::string>{}};
}

table_value table_of(metadata facts, const std::vector<named_value>& values) {
  table_value table{std::move(facts), {{"name", column_kind::text}, {"value"}}, {}};
  for (const auto& v : values) {
    table.rows.push_back({v.name, v.re});
  }
  return table;
}

integration_request integration_by(const study_call& c) {
  integration_request r;
  r.system = c.name;
  r.problem = problem_of(c);
  r.scheme = c.option("scheme");
  r.step = c.option("step");
  r.steps = c.option("steps");
  r.until = c.option("until");
  r.times = c.option("times");
  r.tolerance = c.option("tolerance");
  r.certified = c.has("certified");
  r.compensated = c.has("compensated");
  r.every = c.option("every");
  r.observe = c.option("observe");
  r.digits = digits_of(c);
  r.strobe = c.option("strobe");
  r.step_function = c.option("step_function");
  r.adaptivity = c.option("adaptivity");
  r.section = c.option("section");
  r.stop_at = c.option("stop_at");
  r.direction = c.option("direction");
  r.count = c.option("count");
  return r;
}

study_found integrate(const study_call& c) {
  integration_request request = integration_by(c);
  const std::string plot_file = c.option("plot");
  const std::string checkpoint = c.option("checkpoint");
  const std::string resume = c.option("resume");
  const bool is_section = !request.section.empty() || !request.stop_at.empty();
  if (is_section || !request.step_function.empty() || !request.tolerance.empty()) {
    refuse_options({{"--checkpoint", &checkpoint}, {"--resume", &resume}},
                   is_section ? "does not go with sections" : "does not go with steps that adapt");
  }
  if (request.certified) {
    refuse_options({{"--plot", &plot_file}, {"--checkpoint", &checkpoint}, {"--resume", &resume}},
                   "does not go with --certified, which takes --step with --steps or --until");
  }
  if (!request.times.empty() || !request.strobe.empty()) {
    refuse_options(
        {{"--checkpoint", &checkpoint}, {"--resume", &resume}},
        request.times.empty() ? "does not go with --strobe" : "does not go with --times");
  }
  const picture drawing(plot_file);
  request.draws = drawing.wanted();
  call_host host(kept_by(c));
  if (c.option("output").empty()) {
    table_keeper rows;
    drawing.draw(trajectory_rows(request, rows, host));
    return {std::move(rows.table)};
  }
  table_file rows(head_of_table(c.command_line), parse_format(c.option("format")),
                  c.option("output"), request.problem.matrices);
  try {
    const plot drawn = trajectory_rows(request, rows, host);
    rows.finish();
    drawing.draw(drawn);
    rows.commit();
  } catch (const interrupted&) {
    rows.keep_partial();
    throw;
  }
  return {};
}

study_found exact(const study_call& c) {
  call_host host;
  return {exact_table(
      {c.name, problem_of(c), c.option("times"), c.option("step"), c.option("steps"), digits_of(c)},
      host)};
}

/// A row for each thing that is wrong, how many numbers are proven again, and how far the orbit is alone.
study_found verify(const std::string& certificate) {
  call_host host;
  const orbit_verdict verdict = verify_orbit(certificate, host);
  table_value table{{}, {{"name", column_kind::text}, {"value", column_kind::text}}, {}};
  for (const std::string& wrong : verdict.wrong) {
    table.rows.push_back({"wrong", wrong});
  }
  table.rows.push_back({"numbers", std::to_string(verdict.numbers)});
  table.rows.push_back({"unique_within", verdict.unique_within});
  return {std::move(table)};
}

study_found orbit(const study_call& c) {
  if (c.name == "verify") {
    return verify(c.second_name);
  }
  orbit_request r;
  r.system = c.name;
  r.problem = problem_of(c);
  r.period = c.option("period");
  r.section = c.option("section");
  r.direction = c.option("direction");
  r.returns = c.option("returns");
  if (const auto hold = c.lists.find("hold"); hold != c.lists.end()) {
    r.hold = hold->second;
  }
  r.reversor = c.option("reversor");
  r.symmetry = c.option("symmetry");
  r.relative = c.option("relative");
  r.equilibrium = c.has("equilibrium");
  r.prove = c.has("prove");
  r.certificate = c.option("certificate");
  r.scheme = c.option("scheme");
  r.steps = c.option("steps");
  r.step = c.option("step");
  r.continuation = c.option("continue");
  r.digits = digits_of(c);
  call_host host;
  return {orbit_table(r, host)};
}

study_found converge(const study_call& c) {
  const picture drawing(c.option("plot"));
  call_host host;
  convergence_result found = convergence_table(
      {c.name, problem_of(c), c.option("scheme"), c.option("until"), c.option("steps"),
       c.option("norm"), c.has("work"), c.option("show_digits"), digits_of(c), jobs_of(c)},
      host);
  drawing.draw(found.picture);
  if (!found.failure.empty()) {
    host.warn(found.failure);
  }
  return {std::move(found.table)};
}

study_found measure(const study_call& c) {
  const picture drawing(c.option("plot"));
  call_host host(kept_by(c));
  const int digits = c.option("digits").empty() ? usual_digits_of(c.name) : digits_of(c);
  measure_request request = measured_by(c);
  request.jobs = jobs_of(c);
  measured_values found =
      plumbline::measure(request, problem_of(c), digits, host, drawing.wanted());
  drawing.draw(found.picture);
  return {table_of(std::move(found.facts), found.values)};
}

study_found explain(const study_call& c) {
  call_host host;
  explanation page =
      plumbline::explain({c.name, c.second_name, c.option("step")}, problem_of(c), host);
  table_value table{
      std::move(page.facts), {{"name", column_kind::text}, {"value", column_kind::text}}, {}};
  for (const explanation_part& part : page.parts) {
    for (const explained_value& value : part.values) {
      table.rows.push_back({value.name, value.value});
    }
  }
  return {std::move(table)};
}

study_found evaluate(const study_call& c) {
  const int digits = digits_of(c);
  const problem p = read_problem(c.name, problem_of(c));
  metadata facts = metadata_of(p, digits);
  facts.push_back({"digits", digits});
  return {table_of(std::move(facts), formula_values(p, digits))};
}

study_found audit(const study_call& c) {
  call_host host;
  const std::string refine = c.option("refine");
  audit_result found = audit_table(
      {c.name, c.set,
       refine.empty() ? 0 : static_cast<int>(parse_count("--refine", refine, 1, 10000))},
      host);
  return {std::move(found.table), found.is_wrong};
}

study_found sweep(const study_call& c) {
  sweep_request request{measured_by(c), problem_of(c)};
  if (const auto over = c.lists.find("over"); over != c.lists.end()) {
    request.over = over->second;
  }
  request.zip = c.has("zip");
  request.cases = c.option("cases");
  request.norm = c.option("norm");
  request.lanes = c.option("lanes");
  request.digits = c.option("digits");
  request.jobs = jobs_of(c);
  const picture drawing(c.option("plot"));
  request.draws = drawing.wanted();
  call_host host(kept_by(c));
  const auto draw = [&drawing](const sweep_result& found) {
    std::visit([&drawing](const auto& drawn) { drawing.draw(drawn); }, found.picture);
  };
  if (c.option("output").empty()) {
    sweep_result found = sweep_table(request, host);
    draw(found);
    return {std::move(found.table)};
  }
  table_output out(head_of_table(c.command_line), c.option("format"), c.option("output"),
                   request.problem.matrices);
  try {
    const sweep_result found = sweep_table(request, host);
    out.write(found.table);
    draw(found);
    out.commit();
  } catch (const interrupted_table& interruption) {
    out.write(interruption.so_far());
    out.keep_partial();
    throw;
  }
  return {};
}

study_found dataset(const study_call& c) {
  const dataset_plan plan =
      plan_dataset({c.name, problem_of(c), c.option("step"), c.option("steps"), c.option("digits"),
                    c.has("certified"), c.option("date"), c.option("author"), c.command_line});
  const std::string folder = c.option("output");
  require_free_folder(folder);
  const call_host host;
  run_control control;
  control.stop_requested = [&host] { return host.stop_requested(); };
  const dataset_rows rows =
      settled_rows(*plan.source, plan.rows, plan.facts.digits, computing_for::making, control,
                   shared_with(nullptr, *plan.source, plan.rows, jobs_of(c), control));
  throw_if_stopped(host);
  write_dataset(folder, plan.facts, *plan.source, rows);
  return {};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

study_found judge(const study_call& c) {
  judge_request request{c.name,
                        c.option("system"),
                        problem_of(c),
                        c.option("columns"),
                        c.lists.at("map"),
                        c.lists.at("unit"),
                        c.option("input", "decimal"),
                        c.has("from_first_row")};
  const long shown = c.option("digits").empty() ? 0 : digits_of(c);
  call_host host;
  run_control control;
  control.stop_requested = [&host] { return host.stop_requested(); };
  if (!c.second_name.empty()) {
    std::vector<std::string> files = lines_of(c.second_name);
    files.insert(files.begin(), c.name);
    judged_files found =
        judged_several(request, files, c.option("file_steps"), shown, control,
                       [&host](const std::string& warning) { host.warn(warning); });
    return {std::move(found.table), found.any_wrong};
  }
  if (!c.option("file_steps").empty()) {
    throw invalid_input("--file-steps goes with several files");
  }
  const judged_file f = read_judged_file(request);
  if (const std::string warning = warning_of(f); !warning.empty()) {
    host.warn(warning);
  }
  const judgement result(f.p, f.file, shown, control);
  return {judged_table(request, f, result, shown, control), judged_summary(result).wrong > 0};
}

study_found reproduce(const study_call& c) {
  reproduce_request request;
  request.ids = lines_of(c.second_name);
  request.digits = c.option("digits").empty() ? 0 : digits_of(c);
  request.limit = c.has("all")     ? papers::effort::all
                  : c.has("quick") ? papers::effort::quick
                                   : papers::effort::normal;
  const paper asked = load_paper(c.name);
  call_host host;
  const reproduction found = plumbline::reproduce(asked, request, host, jobs_of(c));
  return {found.table(), found.unexpected() > 0};
}

/// A run whose rows cannot fit is refused before it begins.
void require_memory(std::int64_t rows, std::size_t columns, std::size_t bytes) {
  const double needed = static_cast<double>(rows) * static_cast<double>(columns * bytes);
  const double there =
      static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  constexpr double share = 0.8;
  if (needed > share * there) {
    constexpr double giga = 1e9;
    throw invalid_input(fmt::format(
        "{} rows need {:.3g} GB of memory, and the machine has {:.3g} GB; keep fewer with "
        "--every, or write them to a file with --output",
        rows, needed / giga, there / giga));
  }
}

/// Keeps the rows of a trajectory as numbers.
class kept_numbers final : public trajectory_sink {
 public:
  explicit kept_numbers(int digits) : digits_(digits) {}

  void begin(const metadata& facts, const std::vector<std::string>& columns,
             std::int64_t rows) override {
    found.facts = facts;
    with_scalar(digits_, [&]<class T>(std::type_identity<T>) {
      const auto bits = scalar_traits<T>::bits();
      require_memory(rows, columns.size(), numbers_of<T>::bytes_of_number(bits));
      auto table = std::make_shared<numbers_of<T>>(columns);
      constexpr std::int64_t most_reserved = 1 << 20;
      table->reserve(static_cast<std::size_t>(std::min(rows, most_reserved)) * columns.size(),
                     bits);
      found.numbers = std::move(table);
    });
  }
#define PLUMBLINE_SCALAR(T) \
  void row(const trajectory_row<T>& numbers) override { keep(numbers); }
#include <plumbline/scalar/for_each_scalar.def>

  trajectory_found found;

 private:
  template <class T>
  void keep(const trajectory_row<T>& numbers) {
    auto& table = static_cast<numbers_of<T>&>(*found.numbers);
    table.add(numbers.t);
    for (const T& x : numbers.state) {
      table.add(x);
    }
    numbers.observed.visit(
        numbers.state, numbers.t, [&](const T& x) { table.add(x); }, [&] { table.add_empty(); });
  }

  int digits_;
};

metadata behind_head(const study_call& c, const metadata& facts) {
  metadata all = head_of_table(c.command_line);
  all.insert(all.end(), facts.begin(), facts.end());
  return all;
}

}  // namespace

std::string study_call::option(const std::string& key, const std::string& otherwise) const {
  const auto found = options.find(key);
  return found == options.end() ? otherwise : found->second;
}

bool study_call::has(const std::string& flag) const {
  return std::ranges::find(flags, flag) != flags.end();
}

study_found study(const study_call& c) {
  static const std::map<std::string, study_found (*)(const study_call&)> all = {
      {"integrate", integrate}, {"exact", exact},         {"converge", converge},
      {"measure", measure},     {"audit", audit},         {"evaluate", evaluate},
      {"explain", explain},     {"sweep", sweep},         {"judge", judge},
      {"dataset", dataset},     {"reproduce", reproduce}, {"orbit", orbit}};
  study_found found = all.at(c.study)(c);
  found.table.facts = behind_head(c, found.table.facts);
  return found;
}

trajectory_found trajectory_of(const study_call& c) {
  const integration_request request = integration_by(c);
  kept_numbers rows(request.digits);
  call_host host;
  trajectory_numbers(request, rows, host);
  rows.found.facts = behind_head(c, rows.found.facts);
  return std::move(rows.found);
}

}  // namespace plumbline::python
