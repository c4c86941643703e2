// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The program `plumbline`: reads the command line, runs one command, and turns every failure into one line
// on standard error and an exit code:
//
//   0 done                           3 the numerics failed while stepping
//   1 a verdict was not as recorded  4 input or output failed
//   2 bad usage or input             70 an internal error: a bug of this program (cli/fault.hpp)
//                                    130, 143 interrupted
#include "cli/arguments.hpp"
#include "cli/checkpoint.hpp"
#include "cli/cluster.hpp"
#include "cli/command.hpp"
#include "cli/fault.hpp"
#include "cli/input_files.hpp"
#include "cli/run_file.hpp"
#include "cli/stop.hpp"
#include "cli/usage.hpp"
#include "commands/completion.hpp"
#include "commands/help.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/core/version.hpp>
#include <plumbline/io/messages.hpp>
#include <plumbline/io/output.hpp>
#include <plumbline/io/shell_word.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <exception>
#include <sstream>
#include <string>
#include <vector>

namespace plumbline::cli {

#define PLUMBLINE_COMMAND(name, summary) runner define_##name(CLI::App& app);
#include "commands/commands.def"
#undef PLUMBLINE_COMMAND

namespace {

/// The call as one could type it again in a shell.
std::string command_line(const std::vector<std::string>& arguments) {
  std::string line = "plumbline";
  for (const auto& word : arguments) {
    line += " " + shell_word(word);
  }
  return line;
}

/// Words that nothing took: an option that does not exist, or one word too many.
[[noreturn]] void refuse(const CLI::App& app, const std::vector<std::string>& words) {
  const auto option = std::find_if(words.begin(), words.end(), [](const std::string& word) {
    return word.size() > 1 && word[0] == '-';
  });
  const std::string name =
      app.get_parent() == nullptr ? "plumbline" : "plumbline " + app.get_name();
  if (option != words.end()) {
    const std::string given = option->substr(0, option->find('='));
    // any two options of one letter are alike; only the case of the letter makes a suggestion
    const auto names = option_names(app);
    const bool one_letter = given.size() == 2;
    const auto other_case = std::find_if(names.begin(), names.end(), [&](const std::string& o) {
      return o.size() == 2 && std::tolower(static_cast<unsigned char>(o[1])) ==
                                  std::tolower(static_cast<unsigned char>(given[1]));
    });
    const std::string near = !one_letter                 ? nearest_name(given, names)
                             : other_case == names.end() ? ""
                                                         : *other_case;
    throw invalid_input(near.empty()
                            ? fmt::format("unknown option '{}'; see {} --help", given, name)
                            : fmt::format("unknown option '{}'; did you mean '{}'? See {} --help",
                                          given, near, name));
  }
  for (const CLI::Option* each : app.get_options()) {
    for (const std::string& word :
         each->results()) {  // the name of an option in the place of a value
      if (app.get_option_no_throw(word) != nullptr && word.rfind("--", 0) == 0) {
        throw invalid_input(fmt::format("{} has no value, but stands before {}; see {} --help",
                                        each->get_name(), word, name));
      }
    }
  }
  throw invalid_input(fmt::format("'{}' is one word too many; see {} --help", words.front(), name));
}

struct entry {
  CLI::App* app;
  runner run;
};

int print(const std::string& text) {
  auto out = output::standard();
  out.write(text);
  out.commit();
  return done;
}

std::string version_text() {
  std::string built_with;
  for (const auto& [name, what] : software()) {
    built_with += fmt::format("{}{} {}", built_with.empty() ? "" : ", ", name, what);
  }
  std::string text = fmt::format("plumbline {}; {}\n", version_with_commit(), built_with);
  for (const auto& [name, package] : missing_parts()) {
    text += fmt::format("without {}: build it with {}\n", name, package);
  }
  return text;
}

/// `arguments` are put in order: the command first, and those of the run that is resumed.
int run(CLI::App& root, std::vector<std::string>& arguments) {
  root.set_help_flag("-h,--help", "print this help");
  root.add_flag("-V,--version")
      ->description("print the version, and what the program was built with");
  root.allow_extras();
  root.require_subcommand(0, 1);
  root.formatter(help_formatter());
  root.footer(help_footer());
  std::vector<entry> entries;
  std::vector<std::string> names;
#define PLUMBLINE_COMMAND(name, summary) names.emplace_back(#name);
#include "commands/commands.def"
#undef PLUMBLINE_COMMAND
  // Where the first word is a command, its options are enough; `completion` and `help` ask for those of all.
  const std::string first = arguments.empty() ? "" : arguments.front();
  const bool one_is_enough =
      first != "completion" && std::find(names.begin(), names.end(), first) != names.end();
  const auto add = [&](const char* name, const char* summary, runner (*define)(CLI::App&)) {
    CLI::App* app = root.add_subcommand(name, summary);
    if (!one_is_enough || name == first) {
      entries.push_back({app, define(*app)});
      add_run_file(*app);
    }
  };
#define PLUMBLINE_COMMAND(name, summary) add(#name, summary, define_##name);
#include "commands/commands.def"
#undef PLUMBLINE_COMMAND

  arguments = command_first(root, arguments);
  const bool only_prints =
      !arguments.empty() && (arguments.front() == "help" || arguments.front() == "-V" ||
                             arguments.front() == "--version");
  if (only_prints && !cluster::leads()) {
    return done;
  }
  if (!arguments.empty() && arguments.front() == "help") {
    return help(root, arguments);
  }
  if (!arguments.empty() && (arguments.front() == "-V" || arguments.front() == "--version")) {
    return print(version_text());
  }
  if (arguments.size() > 1 && arguments[0] == "completion" && arguments[1] == "words") {
    std::string text;
    for (const auto& word : completions(root, {arguments.begin() + 2, arguments.end()})) {
      text += word + "\n";
    }
    return print(text);
  }
  arguments = resumed_arguments(arguments);
  // a formula of a run may begin with a minus: "-max(q1)" is no option
  if (arguments.size() > 1 && (arguments[0] == "measure" || arguments[0] == "sweep") &&
      arguments[1].starts_with("-") && arguments[1].find('(') != std::string::npos) {
    arguments[1].insert(0, " ");
  }
  for (const auto& [app, run_command] : entries) {
    if (!arguments.empty() && app->get_name() == arguments.front()) {
      require_well_formed(*app, arguments);
    }
  }
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    root.parse(reversed);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) {
      throw;
    }
    if (!cluster::leads()) {
      return done;
    }
    std::ostringstream text;
    root.exit(error, text, text);
    return print(text.str());
  }

  for (const auto& [app, run_command] : entries) {
    if (app->parsed()) {
      if (!app->remaining().empty()) {
        refuse(*app, app->remaining());
      }
      if (!root.remaining().empty()) {
        refuse(*app, root.remaining());
      }
      apply_run_file(*app);
      require_output_is_no_input(*app);
      constexpr std::array sharing = {"sweep", "converge", "reproduce", "dataset"};
      const bool shares_work =
          std::find(sharing.begin(), sharing.end(), app->get_name()) != sharing.end();
      if (!cluster::leads() && !shares_work) {
        return done;
      }
      return run_command(
          {command_line(defining_arguments(arguments, {"-o", "--output", "--jobs", "--plot"})),
           arguments});
    }
  }
  if (root.remaining().empty()) {
    throw invalid_input(
        fmt::format("a command is missing: {}; see plumbline --help", joined(names)));
  }
  if (root.remaining().front().substr(0, 1) == "-") {
    refuse(root, root.remaining());
  }
  names.emplace_back("help");
  throw invalid_input(unknown_name("command", root.remaining().front(), names));
}

int guarded_run(int count, char** words) {
  CLI::App root(
      "Plumbline: geometric integration at any precision, measured against exact solutions.");
  std::vector<std::string> arguments(words + std::min(count, 1), words + count);
  try {
    cluster::join();
    return run(root, arguments);
  } catch (...) {
    fault f = fault_of(std::current_exception());
    if (f.is_users() && f.kind != fault_kind::usage) {
      f.message += resume_hint(arguments);
    }
    return report(f);
  }
}

}  // namespace
}  // namespace plumbline::cli

int main(int argc, char** argv) {
  plumbline::open_standard_streams();
  plumbline::cli::install_signal_handlers();
  const int code = plumbline::cli::guarded_run(argc, argv);
  const bool in_order = code < plumbline::cli::killed_by_signal;
  // the exit code of the job is that of rank 0
  const int shown = in_order && !plumbline::cli::cluster::leads() ? plumbline::cli::done : code;
  plumbline::cli::cluster::leave(in_order, shown);
  return shown;
}
