// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline completion bash|zsh|fish`: a script for the shell. Commands and options are those that the
// program declares; names of systems, schemes and functions are asked from `plumbline list` when needed.
#include "commands/command.hpp"
#include "shared/nearest.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/io/output.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>

namespace plumbline::cli {

namespace {

std::vector<std::string> option_words(const CLI::App& app) {
  std::vector<std::string> words;
  for (const auto* option : app.get_options()) {
    for (const auto& name : option->get_lnames()) {
      words.push_back("--" + name);
    }
  }
  return words;
}

/// The word of `plumbline list` that completes the first argument of a command.
std::string kind_of_argument(const std::string& command) {
  if (command == "evaluate") {
    return "functions";
  }
  if (command == "reproduce") {
    return "experiments";
  }
  return command == "list" || command == "completion" ? "" : "systems";
}

std::string bash(const CLI::App& root) {
  std::string names;
  std::string cases;
  for (const auto* app : root.get_subcommands([](const CLI::App*) { return true; })) {
    names += app->get_name() + " ";
    const auto kind = kind_of_argument(app->get_name());
    cases += fmt::format(
        "    {}) words=\"{}{}\" ;;\n", app->get_name(), joined(option_words(*app), " "),
        kind.empty() ? "" : fmt::format(" $(plumbline list {} 2>/dev/null | cut -d' ' -f1)", kind));
  }
  return fmt::format(R"(# bash completion of plumbline
_plumbline() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="{}--help --version"
  elif [ "$before" = --scheme ]; then
    words=$(plumbline list schemes 2>/dev/null | cut -d' ' -f1)
  else
    case ${{COMP_WORDS[1]}} in
{}    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}}
complete -o default -F _plumbline plumbline
)",
                     names, cases);
}

std::string zsh(const CLI::App& root) {
  return "#compdef plumbline\nautoload -U +X bashcompinit && bashcompinit\n" + bash(root);
}

std::string fish(const CLI::App& root) {
  std::string script = "# fish completion of plumbline\ncomplete -c plumbline -f\n";
  for (const auto* app : root.get_subcommands([](const CLI::App*) { return true; })) {
    script += fmt::format("complete -c plumbline -n __fish_use_subcommand -a {} -d '{}'\n",
                          app->get_name(), app->get_description());
    const auto within =
        fmt::format("complete -c plumbline -n '__fish_seen_subcommand_from {}'", app->get_name());
    for (const auto* option : app->get_options()) {
      for (const auto& name : option->get_lnames()) {
        script += fmt::format("{} -l {}\n", within, name);
      }
    }
    if (const auto kind = kind_of_argument(app->get_name()); !kind.empty()) {
      script +=
          fmt::format("{} -a \"(plumbline list {} 2>/dev/null | cut -d' ' -f1)\"\n", within, kind);
    }
  }
  return script;
}

}  // namespace

runner define_completion(CLI::App& app) {
  const auto shell = std::make_shared<std::string>();
  app.add_option("shell", *shell, "bash, zsh or fish");
  app.footer("Example:\n  source <(plumbline completion bash)");
  return [shell, root = app.get_parent()](const call&) {
    using maker = std::string (*)(const CLI::App&);
    const std::vector<std::pair<std::string, maker>> makers = {
        {"bash", bash}, {"zsh", zsh}, {"fish", fish}};
    for (const auto& [name, make] : makers) {
      if (name == *shell) {
        auto out = output::standard();
        out.write(make(*root));
        out.commit();
        return 0;
      }
    }
    throw invalid_input(shell->empty() ? "completion needs the name of a shell: bash, zsh, fish"
                                       : unknown_name("shell", *shell, {"bash", "zsh", "fish"}));
  };
}

}  // namespace plumbline::cli
