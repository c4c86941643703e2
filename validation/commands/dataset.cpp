// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline dataset NAME|SYSTEM ... -o DIR` and `plumbline dataset verify DIR`
#include "cli/cluster.hpp"
#include "cli/command.hpp"
#include "cli/dataset_parts.hpp"
#include "cli/options.hpp"
#include "cli/stop.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/data/dataset_check.hpp>
#include <plumbline/data/dataset_plan.hpp>
#include <plumbline/data/hdf5_file.hpp>
#include <plumbline/io/messages.hpp>
#include <plumbline/study/texts.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>

namespace plumbline::cli {

namespace {

struct dataset_options : shared_options {
  std::vector<std::string> words;
  std::string step;
  std::string steps;
  std::string wanted_digits;
  std::string date;
  std::string author;
  std::string seed;
  bool full = false;
  bool certified = false;
};

run_control interruptible() {
  run_control control;
  control.stop_requested = stop_requested;
  return control;
}

int make(const dataset_options& o, const call& how) {
  const std::string& name = o.words.front();
  if (o.words.size() > 1) {
    throw invalid_input(
        fmt::format("'{}' is one word too many; see plumbline dataset --help", o.words[1]));
  }
  if (o.full || !o.seed.empty()) {
    throw invalid_input(
        fmt::format("{} belongs to `dataset verify`", o.full ? "--full" : "--seed"));
  }
  if (o.output == "-") {
    throw invalid_input(
        "a dataset is a folder, which standard output cannot hold; -o DIR names it");
  }
  const dataset_plan plan = plan_dataset(
      {name, o, o.step, o.steps, o.wanted_digits, o.certified, o.date, o.author, how.command_line});
  const std::filesystem::path folder = required("-o DIR", o.output);
  const int jobs = parse_jobs(o.jobs);
  const run_control control = interruptible();
  if (!cluster::leads()) {
    const stops_politely polite;
    serve_dataset(*plan.source, plan.rows, jobs, control);
    return 0;
  }
  require_free_folder(folder);
  if (!has_hdf5() && !o.quiet) {
    say("plumbline: warning: no data.h5: this program was built without HDF5\n");
  }
  const stops_politely polite;
  const auto rows = settled_rows(*plan.source, plan.rows, plan.facts.digits, computing_for::making,
                                 control, shared_by_ranks(*plan.source, plan.rows, jobs, control));
  throw_if_stopped();
  write_dataset(folder, plan.facts, *plan.source, rows);
  return 0;
}

int verify(const dataset_options& o) {
  if (!cluster::leads()) {
    return 0;
  }
  if (o.words.size() != 2) {
    throw invalid_input("dataset verify needs one folder: plumbline dataset verify DIR");
  }
  if (!o.step.empty() || !o.steps.empty() || !o.wanted_digits.empty() || !o.set.empty() ||
      !o.start.empty() || !o.output.empty() || !o.date.empty() || !o.author.empty() ||
      !o.jobs.empty()) {
    throw invalid_input("dataset verify takes --full and --seed S, no other options");
  }
  const auto seed = static_cast<std::uint64_t>(
      o.seed.empty() ? 1 : parse_count("--seed", o.seed, 0, largest_seed));
  const stops_politely polite;
  const auto found = check_dataset(o.words[1], o.full, seed, interruptible());
  std::string text = found.wrong.empty() ? "OK\n" : "";
  for (const auto& line : found.wrong) {
    text += line + "\n";
  }
  if (found.computed_rows > 0) {
    text += fmt::format(
        "{} of {} rows computed again{}; one changed digit, with all sums and copies changed "
        "along, is found with probability {:.6g}\n",
        found.computed_rows, found.rows, o.full ? "" : fmt::format(" (seed {})", seed),
        found.probability());
  }
  auto out = output::standard();
  out.write(text);
  out.commit();
  return found.wrong.empty() ? 0 : 1;
}

}  // namespace

runner define_dataset(CLI::App& app) {
  const auto o = std::make_shared<dataset_options>();
  app.add_option("NAME", o->words,
                 "a dataset (`plumbline list datasets`), a system, or: verify DIR");
  app.add_option("--step", o->step, "the distance of the times, e.g. 1/100 or period/20");
  app.add_option("--steps", o->steps, "how many of them after the start");
  app.add_option("--digits", o->wanted_digits, "significant digits of every value (40)");
  app.add_option("-o,--output", o->output, "the folder to write, whole or not at all");
  app.add_flag("--certified", o->certified, "a system: prove every digit, by enclosures");
  app.add_option("--date", o->date, "YYYY-MM-DD for the description; none without it");
  app.add_option("--author", o->author, "a name for the description; none without it");
  app.add_flag("--full", o->full, "verify: compute all rows again, not only a sample");
  app.add_option("--seed", o->seed, "verify: another sample (1)");
  add_jobs(app, *o);
  add_system(app, *o);
  add_progress(app, *o);
  app.footer(
      "Every digit is right: two independent computations agree on the rounded value.\n"
      "Examples:\n"
      "  plumbline dataset double-pendulum --step 1/10 --steps 100 --digits 30 -o swing\n"
      "  plumbline dataset pendulum-libration -o libration\n"
      "  plumbline dataset verify swing --full");
  return [o](const call& how) {
    (void)required("a name (see plumbline list datasets)",
                   o->words.empty() ? std::string() : o->words.front());
    return o->words.front() == "verify" ? verify(*o) : make(*o, how);
  };
}

}  // namespace plumbline::cli
