// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline reproduce [FILE.toml] [ID ...]`: runs the experiments of the papers that ship, or of the paper in the file, and
// writes the report: index.html, a page for each paper, results.md, numbers.csv, numbers.json, figures.csv where a figure says
// its points. Exit code 1 when a verdict is not the one recorded with the published number.
#include "commands/reproduce.hpp"

#include "cli/cluster.hpp"
#include "cli/data_folder.hpp"
#include "cli/stop.hpp"
#include "commands/paper_work.hpp"
#include "experiments/shipped.hpp"
#include "report/numbers.hpp"
#include "report/results.hpp"
#include <plumbline/core/version.hpp>
#include <plumbline/data/paper_pack.hpp>
#include <plumbline/io/gnuplot.hpp>
#include <plumbline/io/messages.hpp>
#include <plumbline/io/output.hpp>
#include <plumbline/io/sha256.hpp>
#include <plumbline/io/toml_document.hpp>
#include <plumbline/study/parallel.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/texts.hpp>

#include <CLI/CLI.hpp>
#include <Eigen/Core>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <set>

namespace plumbline::cli {

namespace {

using experiments::effort;
using experiments::reported_experiment;
using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point start) {
  return std::chrono::duration<double>(clock::now() - start).count();
}

std::string now_text() {
  return fmt::format(
      "{:%Y-%m-%d %H:%M} UTC",
      fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

std::vector<std::pair<std::string, std::string>> software_with(const std::string& gnuplot) {
  auto list = software();
  list.emplace_back("Eigen", fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION,
                                         EIGEN_MINOR_VERSION));
  list.emplace_back("plots", gnuplot);
  return list;
}

/// The folder of a report. One that was made goes away again where nothing is in it in the end, as after an interrupted run.
class report_folder {
 public:
  report_folder(const std::string& name, bool makes) : path_(name) {
    if (!makes) {
      return;
    }
    std::error_code error;
    is_new_ = std::filesystem::create_directories(name, error);
    if (error || !std::filesystem::is_directory(name)) {
      throw io_error(
          fmt::format("cannot make the folder '{}': {}", name,
                      error ? error.message() : std::string("there is a file of that name")));
    }
  }
  report_folder(const report_folder&) = delete;
  report_folder& operator=(const report_folder&) = delete;
  ~report_folder() {
    if (is_new_) {
      std::error_code not_empty;
      std::filesystem::remove(path_, not_empty);
    }
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  bool is_new_ = false;
};

/// The numbers whose verdicts are not the recorded ones, a line for each.
std::string surprises(const report::findings& found) {
  std::string text;
  for (const report::report_part& part : found.parts) {
    for (const report::judged_number& n : part.content.numbers()) {
      if (!n.as_recorded()) {
        const std::string line = fmt::format(
            "plumbline: {} {}: {}, recorded: {}; printed {}, {}", part.id, n.published.key,
            report::to_string(n.found), report::to_string(n.published.expected), n.published.value,
            n.failure.empty() ? "computed " + n.computed : n.failure);
        text += shown_name(line) + "\n";
      }
    }
  }
  return text;
}

std::string conclusion(const report::findings& found, const std::filesystem::path& page,
                       const std::string& all) {
  const report::tally t = report::count(found);
  const report::tally missing = report::count_missing(found);
  std::string text = report::in_words(t) + "\n";
  const int left = missing.entries().all();
  if (left > 0) {
    text +=
        fmt::format("left out: {} entries, {} of them printed numbers and {} comparisons ({})\n",
                    left, missing.printed.all(), missing.comparisons().all(), all);
  }
  text += t.entries().all() == 0 ? "nothing was judged\n"
          : t.unexpected == 0
              ? "all verdicts as recorded: nothing has changed, which does not say that "
                "all numbers reproduce\n"
              : fmt::format("{} verdicts are NOT the recorded ones\n", t.unexpected);
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(page, error);
  return text + fmt::format("report: {} ({:.1f} s)\nopen it in a browser: xdg-open '{}'\n",
                            page.string(), found.facts.seconds, (error ? page : whole).string());
}

/// The experiments of the report that stands in a folder; none where there is no report.
std::vector<std::string> reported_in(const std::filesystem::path& folder) {
  std::ifstream in(folder / "numbers.json", std::ios::binary);
  const auto json = nlohmann::json::parse(in, nullptr, false);
  std::vector<std::string> ids;
  if (json.is_discarded() || !json.contains("rows") || !json["rows"].is_array()) {
    return ids;
  }
  for (const auto& row : json["rows"]) {
    if (row.is_array() && !row.empty() && row.front().is_string()) {
      ids.push_back(row.front().get<std::string>());
    }
  }
  return ids;
}

/// A report of a few experiments, or of a paper from a file, does not take the place of one that has all that ship unless the
/// user says so.
void refuse_to_replace(const reproduce_options& o) {
  const auto reported = reported_in(o.folder);
  if (reported.empty()) {
    return;
  }
  const auto published = report::published_data::read(published_folder(o.data));
  const std::vector<reported_experiment> all = experiments::shipped(published);
  const auto has = [](const std::vector<std::string>& ids, const std::string& id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  };
  const bool is_full = std::all_of(all.begin(), all.end(), [&](const reported_experiment& e) {
    return e.needs != effort::quick || has(reported, e.id);
  });
  const auto lost = std::count_if(all.begin(), all.end(), [&](const reported_experiment& e) {
    return has(reported, e.id) && (!o.paper.empty() || !has(o.ids, e.id));
  });
  if (is_full && lost > 0) {
    throw invalid_input(fmt::format(
        "the folder '{}' has a full report, of which this run would lose {} experiments; give "
        "another folder with -o, or --replace",
        o.folder, lost));
  }
}

/// Where the checkpoint has a finished experiment. What is left out of a shorter report may stand in a longer one.
std::string key_of(const reported_experiment& e, effort limit) {
  return fmt::format("{} effort {}", e.id, static_cast<int>(limit));
}

/// What was read and checked before anything is computed.
class planned_report {
 public:
  /// The options must outlive this. Throws invalid_input and io_error for mistakes in a paper's file.
  planned_report(const reproduce_options& o, const call& how)
      : options_(&o),
        how_(how),
        published_(o.paper.empty() ? report::published_data::read(published_folder(o.data))
                                   : report::published_data({load_paper(o.paper)})),
        all_(o.paper.empty() ? experiments::shipped(published_)
                             : experiments::of_file(published_.files().front())),
        code_(experiments::catalogue()),
        wanted_(papers::chosen_of(all_, o.ids, o.limit())) {
    const int asked = o.has_digits ? parse_digits(o.shared.digits) : 0;
    digits_ = papers::arithmetic_of(
        o.paper.empty() ? papers::paper_file{} : published_.files().front(), asked);
    plan();
    if (!o.paper.empty()) {
      // what is not wanted is checked too: a mistake does not wait for the day on which it is asked for
      for (const reported_experiment& e : all_) {
        if (!is_wanted(e)) {
          papers::paper_work(*e.file, digits_of(e)).ask(*e.text);
        }
      }
    }
  }

  int digits() const { return digits_; }
  /// Without gnuplot there is no report of the papers that ship.
  bool needs_pictures() const { return options_->paper.empty(); }

  /// Computes and judges; everything but the facts. Nothing on a rank that does not write. Where the run is interrupted, what
  /// was finished before; throws interrupted where that is nothing.
  std::optional<report::findings> make();
  /// Throws what interrupted make().
  void rethrow() const { std::rethrow_exception(interruption_); }

 private:
  /// Experiments that one rank or one thread computes in their order.
  struct family {
    std::vector<std::size_t> members;             ///< their places in wanted_
    std::unique_ptr<papers::paper_work> text;     ///< computes all of them together, or
    std::optional<experiments::context> context;  ///< what those in C++ share
  };

  /// What is left to compute.
  struct work {
    /// An experiment in C++, or all those of a family of formulas: the number of its first one.
    std::vector<std::size_t> pieces;
    std::vector<std::size_t> family_at;  ///< of each experiment
    std::size_t runs;
  };
  work work_without(const std::vector<bool>& is_done);
  /// All but the facts, from the parts that were computed.
  report::findings findings_of(std::vector<std::optional<report::report_part>> parts) const;

  bool is_wanted(const reported_experiment& e) const {
    return std::ranges::find(wanted_, e.id, &reported_experiment::id) != wanted_.end();
  }
  int digits_of(const reported_experiment& e) const {
    return std::max(digits_, e.text->least_digits);
  }

  bool asks_for_checkpoint() const {
    const checkpoint_options& asked = options_->checkpoint;
    return !(asked.file + asked.every + asked.resume).empty();
  }

  /// Experiments that use the same runs are a family, so that each run is made once. No number depends on it. Under mpirun, and
  /// with a checkpoint, what formulas compute is dealt out and kept one by one.
  std::string family_of(const reported_experiment& e) const {
    const bool apart = cluster::size() > 1 || asks_for_checkpoint();
    if (e.text != nullptr) {
      return apart ? e.id : fmt::format("{} with {} digits", e.paper, digits_of(e));
    }
    return fmt::format("{} {}", e.paper, static_cast<int>(e.needs));
  }

  void plan() {
    std::map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      const reported_experiment& e = wanted_[i];
      const auto [place, is_new] = known.try_emplace(family_of(e), families_.size());
      if (is_new) {
        families_.emplace_back();
        if (e.text != nullptr) {
          families_.back().text = std::make_unique<papers::paper_work>(*e.file, digits_of(e));
        }
      }
      family& own = families_[place->second];
      own.members.push_back(i);
      if (own.text) {
        own.text->ask(*e.text);
      }
    }
  }

  finished_experiment computed_in_code(family& own, std::size_t i, std::size_t number,
                                       const std::function<void(const std::string&)>& show) {
    const reported_experiment& e = wanted_[i];
    show(fmt::format("{}/{} {}: {}", number, wanted_.size(), e.id, e.title));
    const auto start = clock::now();
    report::section section(published_.of(e.id));
    code_[e.code].run(*own.context, section);
    section.require_complete();
    section.add_remaining("");
    throw_if_stopped();
    return {report::record_of(section), seconds_since(start)};
  }

  const reproduce_options* options_;
  call how_;
  report::published_data published_;
  std::vector<reported_experiment> all_;
  std::vector<experiments::experiment> code_;
  std::vector<reported_experiment> wanted_;
  int digits_ = 0;
  std::vector<family> families_;
  std::exception_ptr interruption_;
};

/// Changes when a formula does, or a file that a paper names.
std::string checksum_of(const report::published_data& published) {
  constexpr std::size_t longest_paper = 64U << 20U;
  std::string all;
  for (const report::paper_file& paper : published.files()) {
    for (const std::filesystem::path& file : files_of_paper(paper.path)) {
      all += sha256(read_text_file(file.string(), longest_paper));
    }
  }
  return sha256(all);
}

planned_report::work planned_report::work_without(const std::vector<bool>& is_done) {
  work todo{{}, std::vector<std::size_t>(wanted_.size(), 0), 0};
  for (const bool by_text : {true, false}) {  // runs of formulas use all threads
    for (std::size_t f = 0; f < families_.size(); ++f) {
      family& own = families_[f];
      if ((own.text != nullptr) != by_text) {
        continue;
      }
      if (!by_text) {
        // A family is computed beside others and has a context of its own: nothing is shared between threads.
        own.context.emplace(digits_, published_, throw_if_stopped);
      }
      for (const std::size_t i : own.members) {
        todo.family_at[i] = f;
        const bool first = i == own.members.front();
        if (cluster::leads() && !is_done[i] && (first || !by_text)) {
          todo.pieces.push_back(i);
          todo.runs += by_text ? own.text->runs() : 0;
        }
      }
    }
  }
  if (cluster::size() > 1) {
    std::ranges::stable_sort(todo.pieces, std::greater{},
                             [&](std::size_t i) { return wanted_[i].needs; });
  }
  return todo;
}

std::optional<report::findings> planned_report::make() {
  const bool leads = cluster::leads();
  const bool talk = wants_status(options_->shared);
  const effort limit = options_->limit();
  const bool is_kept = leads && asks_for_checkpoint();
  checkpoint_keeper keeper(
      is_kept ? options_->checkpoint : checkpoint_options{}, how_,
      {{"digits", digits_}, {"papers", is_kept ? checksum_of(published_) : std::string()}});
  std::mutex one_line;
  const auto show_now = [&](const std::string& text) {
    const std::lock_guard lock(one_line);
    show_line(talk, text);
  };
  std::vector<std::optional<report::report_part>> parts(wanted_.size());
  std::atomic<std::size_t> finished = 0;
  const auto take = [&](std::size_t i, const finished_experiment& done) {
    const reported_experiment& e = wanted_[i];
    parts[i] = report::report_part{
        e.id, e.paper, e.title, report::section_of(done.found, published_.of(e.id)), done.seconds};
    ++finished;
  };
  std::vector<bool> is_done(wanted_.size(), false);
  for (std::size_t i = 0; leads && i < wanted_.size(); ++i) {
    finished_experiment done;
    if (keeper.restore(key_of(wanted_[i], limit), done) &&
        is_complete(done.found, published_.of(wanted_[i].id))) {
      take(i, done);
      is_done[i] = true;
    }
  }
  const work todo = work_without(is_done);
  if (talk && !options_->paper.empty()) {
    say(fmt::format("plumbline: {}: {} runs\n", options_->paper, todo.runs));
  }
  paper_host host(options_->shared, todo.runs);
  // Alone, as many families at a time as there are threads; under mpirun one on each rank, whose threads it uses.
  bool dealt = false;
  try {
    dealt = deal_out(
        todo.pieces, cluster::size() > 1 ? 1 : default_jobs(),
        [&](std::size_t i) {
          family& own = families_[todo.family_at[i]];
          return own.text ? computed(*own.text, host)
                          : std::vector{computed_in_code(own, i, finished + 1, show_now)};
        },
        [&](std::size_t i, std::vector<finished_experiment> done) {
          const family& own = families_[todo.family_at[i]];
          for (std::size_t k = 0; k < done.size(); ++k) {
            const std::size_t member = own.text ? own.members[k] : i;
            keeper.keep(key_of(wanted_[member], limit), done[k]);
            take(member, done[k]);
          }
        },
        {default_jobs(), [&](std::size_t i) { return todo.family_at[i]; }});
  } catch (const interrupted&) {
    if (!leads || finished == 0) {
      throw;
    }
    interruption_ = std::current_exception();
  }
  show_line(talk, "");
  if (!dealt && !interruption_) {
    return std::nullopt;
  }
  return findings_of(std::move(parts));
}

report::findings planned_report::findings_of(
    std::vector<std::optional<report::report_part>> parts) const {
  report::findings found;
  found.complete = !interruption_;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i]) {
      found.parts.push_back(std::move(*parts[i]));
      continue;
    }
    const reported_experiment& e = wanted_[i];
    found.missing.push_back({e.id, e.paper, e.title, "not finished: the run was interrupted",
                             report::count_recorded(published_.of(e.id))});
  }
  for (const reported_experiment& e : all_) {
    if (!is_wanted(e)) {
      found.missing.push_back({e.id, e.paper, e.title, left_out_reason(e.needs),
                               report::count_recorded(published_.of(e.id))});
    }
  }
  found.changes = published_.changes();
  found.papers = published_.papers();
  return found;
}

/// Takes the paper's file out of what is asked for.
void find_paper(reproduce_options& o) {
  for (const std::string& id : o.ids) {
    if (is_file_name(id)) {
      if (!o.paper.empty()) {
        throw invalid_input(fmt::format("one paper at a time: '{}' and '{}'", o.paper, id));
      }
      o.paper = id;
    }
  }
  std::erase_if(o.ids, is_file_name);
}

/// `plumbline reproduce --pack FILE.toml -o DIR`
int pack(const reproduce_options& o) {
  if (o.paper.empty() || !o.ids.empty()) {
    throw invalid_input("--pack takes a whole paper: plumbline reproduce --pack FILE.toml -o DIR");
  }
  for (const std::string& name : o.given) {
    if (name != "--pack" && name != "--output" && name != "--quiet") {
      throw invalid_input(
          fmt::format("--pack computes nothing; {} belongs to the reproduction", name));
    }
  }
  if (std::ranges::find(o.given, "--output") == o.given.end()) {
    throw invalid_input("--pack needs -o DIR, the folder that it writes");
  }
  if (cluster::leads()) {
    pack_paper(o.paper, o.folder);
  }
  return 0;
}

/// The badge of a report, opened before the work.
std::optional<output> opened_badge(const std::string& name) {
  if (name.empty() || !cluster::leads()) {
    return std::nullopt;
  }
  if (!name.ends_with(".svg")) {
    throw invalid_input(
        fmt::format("--badge draws an SVG, so its name ends in .svg; got '{}'", name));
  }
  return output::file(name);
}

/// index.html into `front`, and the files beside it.
void write_report(const report::findings& found, const std::filesystem::path& folder,
                  output& front) {
  front.write(report::front_page(found));
  for (const std::string& paper : report::papers_shown(found)) {
    write_file(folder / report::page_name(paper), report::paper_page(found, paper));
  }
  write_file(folder / "results.md", report::results_markdown(found));
  write_file(folder / "numbers.csv", report::numbers_csv(found));
  write_file(folder / "numbers.json", report::numbers_json(found));
  const std::string points = report::figures_csv(found);
  if (!points.empty()) {
    write_file(folder / "figures.csv", points);
  } else {
    std::error_code ignored;  // that of an earlier report
    std::filesystem::remove(folder / "figures.csv", ignored);
  }
  front.commit();
}

/// Where an interrupted run leaves what was finished.
std::filesystem::path partial_folder_of(const std::string& folder) {
  auto path = std::filesystem::path(folder).lexically_normal();
  if (!path.has_filename()) {
    path = path.parent_path();
  }
  path += ".partial";
  return path;
}

/// Whether it has the report of an interrupted run.
bool has_partial_report(const std::filesystem::path& folder) {
  std::ifstream in(folder / "numbers.csv", std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  return text.starts_with("# lines: ") && text.ends_with("\n# incomplete\n");
}

/// What an interrupted run left is of no use once the report is whole. Other files and folders stay.
void remove_partial_report(const std::filesystem::path& folder, const report::findings& found) {
  if (!has_partial_report(folder)) {
    return;
  }
  std::vector<std::string> names = {"index.html", "results.md", "numbers.csv", "numbers.json",
                                    "figures.csv"};
  for (const auto& paper : found.papers) {
    names.push_back(report::page_name(paper.first));
  }
  std::error_code ignored;
  for (const std::string& name : names) {
    std::filesystem::remove(folder / name, ignored);
  }
  std::filesystem::remove(folder, ignored);  // where it is empty
}

/// Into a folder of its own, unless there is one of that name with something else in it.
void write_partial_report(const report::findings& found, const std::filesystem::path& folder) {
  remove_partial_report(folder, found);
  std::error_code error;
  if (std::filesystem::exists(folder, error) && !std::filesystem::is_empty(folder, error)) {
    say(fmt::format("plumbline: what was finished is not written: '{}' is in the way\n",
                    folder.string()));
    return;
  }
  try {
    const report_folder place(folder.string(), true);
    output front = output::file(folder / "index.html");
    write_report(found, folder, front);
    say(fmt::format("plumbline: what was finished stands in '{}'\n", folder.string()));
  } catch (const io_error& failure) {
    say(fmt::format("plumbline: what was finished is not written: {}\n", failure.what()));
  }
}

int reproduce(reproduce_options o, const call& how) {
  if (o.shared.quiet) {
    drop_warnings();
  }
  find_paper(o);
  if (o.pack) {
    return pack(o);
  }
  if (o.quick && o.all) {
    throw invalid_input("--quick and --all exclude each other");
  }
  if (!o.shared.jobs.empty()) {
    set_default_jobs(parse_jobs(o.shared.jobs));
  }
  const auto begin = clock::now();
  const bool shipped = o.paper.empty();
  planned_report plan(o, how);
  if (!o.replace && (!shipped || !o.ids.empty())) {
    refuse_to_replace(o);
  }
  std::string gnuplot = "not drawn: gnuplot is missing";
  try {
    gnuplot = gnuplot_version();
  } catch (const io_error&) {
    if (plan.needs_pictures()) {
      throw;
    }
  }
  auto badge = opened_badge(o.badge);
  const bool leads = cluster::leads();
  const report_folder place(o.folder, leads);
  const std::filesystem::path& folder = place.path();
  // opened before the work, so that a place that cannot be written is known at once
  std::optional<output> page;
  if (leads) {
    page.emplace(output::file(folder / "index.html"));
  }
  const stops_politely polite;
  auto made = plan.make();
  if (!made) {
    return 0;
  }
  report::findings& found = *made;
  found.facts = {version_with_commit(), how.command_line, plan.digits(),
                 seconds_since(begin),  now_text(),       software_with(gnuplot)};
  if (!found.complete) {
    write_partial_report(found, partial_folder_of(o.folder));
    plan.rethrow();
  }
  write_report(found, folder, *page);
  remove_partial_report(partial_folder_of(o.folder), found);
  if (badge) {
    const report::verdicts all = report::count(found).entries();
    badge->write(badge_svg(all.reproduced, all.all()));
    badge->commit();
  }
  auto out = output::standard();
  out.write(conclusion(found, folder / "index.html",
                       shipped ? "./run reproduce --all" : "--all has them all"));
  out.commit();
  say(surprises(found));
  return report::count(found).unexpected == 0 ? 0 : 1;
}

}  // namespace

bool is_complete(const report::section_record& found,
                 const std::vector<report::published_number>& published) {
  std::set<std::string> keys;
  for (const auto& n : found.numbers) {
    keys.insert(n.key);
  }
  return keys.size() == published.size() &&
         std::all_of(published.begin(), published.end(),
                     [&](const report::published_number& p) { return keys.contains(p.key); });
}

bool wants_status(const shared_options& o) {
  return cluster::leads() && !o.quiet && (o.progress || isatty(STDERR_FILENO) != 0);
}

void show_line(bool wanted, const std::string& text) {
  if (wanted) {
    text.empty() ? erase_status() : show_status(text);
  }
}

runner define_reproduce(CLI::App& app) {
  const auto o = std::make_shared<reproduce_options>();
  app.add_option("ID", o->ids,
                 "experiments; without one, all (see `plumbline list experiments`). FILE.toml is a "
                 "paper of your own, and IDs are its experiments");
  app.add_flag("--quick", o->quick, "those that take seconds: under a minute in all");
  app.add_flag("--all", o->all, "also those that take long");
  app.add_option("-o,--output", o->folder, "the folder of the report (report)");
  app.add_flag("--replace", o->replace,
               "with an ID or a FILE: also where that folder has a report of all experiments");
  app.add_flag("--pack", o->pack,
               "write no report but FILE.toml and the files that it names into the folder of -o, "
               "with sums and a description, so that others reproduce it byte for byte");
  app.add_option("--badge", o->badge,
                 "also draw how many numbers reproduce, for a repository's page: FILE.svg");
  add_digits(app, o->shared);
  app.add_option("--jobs", o->shared.jobs,
                 "worker threads; the numbers do not depend on it (the machine's)");
  app.add_option("--data", o->data,
                 "the folder that holds published/, instead of the program's own");
  add_progress(app, o->shared);
  add_checkpoint(app, o->checkpoint);
  app.footer(
      "Examples:\n"
      "  plumbline reproduce ql-table2 --digits 34 -o report\n"
      "  plumbline reproduce kepler.toml kep-table1 -o report\n"
      "  plumbline reproduce kepler.toml --badge kepler.svg\n"
      "  plumbline reproduce --pack kepler.toml -o kepler\n"
      "  plumbline reproduce --all --checkpoint all.checkpoint\n"
      "  mpirun -n 4 plumbline reproduce --all --jobs 8 -o report");
  const CLI::Option* const digits = app.get_option("--digits");
  const std::vector<const CLI::Option*> options = std::as_const(app).get_options();
  return [o, digits, options](const call& how) {
    o->has_digits = digits->count() > 0;
    for (const CLI::Option* option : options) {
      if (option->count() > 0 && !option->get_positional()) {
        o->given.push_back("--" + option->get_lnames().front());
      }
    }
    return reproduce(*o, how);
  };
}

}  // namespace plumbline::cli
