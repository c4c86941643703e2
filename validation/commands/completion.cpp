// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline completion bash|zsh|fish`: a script for the shell, which asks the program itself for the words:
// `plumbline completion words WORD ... LAST` prints what may stand in the place of LAST. So commands, options, names and
// values are those of the program that is installed.
#include "commands/completion.hpp"

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/topics.hpp"
#include "commands/catalogue_text.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/io/output.hpp>
#include <plumbline/study/quantity.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

namespace plumbline::cli {

namespace {

using words = std::vector<std::string>;

words names_of(const std::string& kind) {
  words names;
  for (const auto& entry : list_of(kind)) {
    names.push_back(entry.at("name").get<std::string>());
  }
  return names;
}

words names_of(const std::vector<quantity>& list) {
  words names;
  for (const auto& q : list) {
    names.emplace_back(q.name);
  }
  return names;
}

void append(words& all, const words& more) { all.insert(all.end(), more.begin(), more.end()); }

/// What may stand as argument number `index` of a command, options apart.
words arguments_of(const std::string& command, std::size_t index) {
  const words systems = names_of("systems");
  if (command == "list") {
    return index == 0 ? kinds() : words{};
  }
  if (command == "show") {
    words all;
    for (const auto& kind : kinds()) {
      append(all, names_of(kind));
    }
    append(all, names_of(quantities()));
    append(all, paper_names());
    return index == 0 ? all : words{};
  }
  if (command == "measure" || command == "sweep") {
    return index == 0   ? names_of(command == "sweep" ? sweep_quantities() : quantities())
           : index == 1 ? systems
                        : words{};
  }
  if (command == "evaluate" && index == 0) {
    words all = names_of("functions");
    append(all, systems);
    return all;
  }
  if (command == "reproduce") {
    return names_of("experiments");
  }
  if (command == "dataset" && index == 0) {
    words all = names_of("datasets");
    append(all, systems);
    all.emplace_back("verify");
    return all;
  }
  if (command == "completion") {
    return index == 0 ? words{"bash", "zsh", "fish"} : words{};
  }
  if (command == "explain") {
    return index == 0 ? names_of("schemes") : index == 1 ? systems : words{};
  }
  if (command == "audit") {
    return index == 0 ? names_of("schemes") : words{};
  }
  const bool takes_system = command == "integrate" || command == "exact" || command == "converge";
  return takes_system && index == 0 ? systems : words{};
}

/// The systems and schemes that a command line names so far.
std::vector<nlohmann::ordered_json> named_in(const words& line) {
  const words systems = names_of("systems");
  const words schemes = names_of("schemes");
  const auto is_in = [](const words& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
  };
  std::vector<nlohmann::ordered_json> found;
  for (const auto& word : line) {
    std::string part;
    for (const char letter : word + ",") {
      if (letter != ',' && letter != ':') {
        part += letter;
        continue;
      }
      if (is_in(systems, part) || is_in(schemes, part)) {
        found.push_back(details_of(part));
      }
      part.clear();
    }
  }
  return found;
}

words parameters_in(const words& line) {
  words names;
  for (const auto& details : named_in(line)) {
    for (const auto& p : details.at("parameters")) {
      names.push_back(p.at("name").get<std::string>() + "=");
    }
  }
  return names;
}

words coordinates_in(const words& line, const std::string& letters, const std::string& behind) {
  words names;
  for (const auto& details : named_in(line)) {
    if (!details.contains("dimension")) {
      continue;
    }
    for (const char letter : letters) {
      for (int i = 1; i <= details.at("dimension").get<int>(); ++i) {
        names.push_back(letter + std::to_string(i) + behind);
      }
    }
    for (const auto& alias : details.value("aliases", words())) {
      for (const char letter : letters) {
        names.push_back((letter == 'q' ? "" : std::string(1, letter) + ".") + alias + behind);
      }
    }
  }
  return names;
}

/// What may stand as the value of an option, whose value begins with `current`.
words values_of(const std::string& option, const words& line, const std::string& current) {
  static const std::map<std::string, words> fixed = {{"--format", {"csv", "json"}},
                                                     {"--norm", {"max", "end", "relative", "area"}},
                                                     {"--events", {"split", "none"}},
                                                     {"--functions", {"own", "boost"}},
                                                     {"--input", {"decimal", "binary"}},
                                                     {"--digits", {"16", "34", "64", "100"}},
                                                     {"--rule", {"step", "cubic", "parabola"}}};
  if (const auto found = fixed.find(option); found != fixed.end()) {
    return found->second;
  }
  if (option == "--system") {
    return names_of("systems");
  }
  if (option == "--coordinate") {
    return coordinates_in(line, "q", "");
  }
  if (option == "--set") {
    if (current.rfind("sequence=", 0) == 0) {
      return {"sequence=romberg", "sequence=bulirsch", "sequence=harmonic"};
    }
    if (current.rfind("base=", 0) == 0) {
      words bases;
      for (const auto& name : names_of("schemes")) {
        bases.push_back("base=" + name);
      }
      return bases;
    }
    return parameters_in(line);
  }
  if (option == "--start") {
    words names = coordinates_in(line, "qpv", "=");
    names.emplace_back("t=");
    return names;
  }
  words list;
  if (option == "--scheme") {
    list = names_of("schemes");
  } else if (option == "--observe" || option == "--axes") {
    list = coordinates_in(line, "qpv", "");
    append(list, {"energy", "momentum"});
  } else {
    return {};
  }
  // a list: what stands before the last comma stays
  const auto comma = current.rfind(',');
  const std::string before = comma == std::string::npos ? "" : current.substr(0, comma + 1);
  for (auto& word : list) {
    word = before + word;
  }
  return list;
}

const CLI::Option* option_of(const CLI::App& app, const std::string& name) {
  for (const auto* option : app.get_options()) {
    if (option->nonpositional() && option->check_name(name)) {
      return option;
    }
  }
  return nullptr;
}

bool takes_value(const CLI::App& app, const std::string& word) {
  const auto* option = word.size() > 1 && word[0] == '-' ? option_of(app, word) : nullptr;
  return option != nullptr && option->get_items_expected_min() > 0;
}

std::string long_name(const CLI::App& app, const std::string& word) {
  const auto* option = option_of(app, word);
  return option == nullptr || option->get_lnames().empty() ? word
                                                           : "--" + option->get_lnames().front();
}

constexpr const char* bash_function = R"(_plumbline() {
  local line=${COMP_LINE:0:${COMP_POINT:-0}} words=()
  if [ -n "$line" ]; then
    read -ra words <<<"$line"
    [ "${line: -1}" = ' ' ] && words+=('')
  else
    words=("${COMP_WORDS[@]:0:COMP_CWORD+1}")
  fi
  local current=${words[${#words[@]}-1]}
  mapfile -t COMPREPLY < <(plumbline completion words "${words[@]:1}" 2>/dev/null)
  # the shell replaces what stands behind the last = or : alone
  local before=${current%"${current##*[=:]}"}
  if [ -n "$line" ] && [ -n "$before" ]; then
    COMPREPLY=("${COMPREPLY[@]#"$before"}")
  fi
  case "${COMPREPLY[*]}" in *=) compopt -o nospace 2>/dev/null ;; esac
  return 0
}
complete -o default -F _plumbline plumbline
)";

std::string bash() { return std::string("# bash completion of plumbline\n") + bash_function; }

std::string zsh() {
  return std::string("#compdef plumbline\nautoload -U +X bashcompinit && bashcompinit\n") +
         bash_function;
}

std::string fish() {
  return "# fish completion of plumbline\n"
         "complete -c plumbline -f -a '(plumbline completion words (commandline -opc)[2..-1] "
         "(commandline -ct) 2>/dev/null)'\n"
         "complete -c plumbline -F -n '__fish_seen_subcommand_from judge'\n";
}

}  // namespace

std::vector<std::string> completions(const CLI::App& root, const words& line) {
  const std::string current = line.empty() ? "" : line.back();
  words candidates;
  const CLI::App* app = nullptr;
  std::string option;  // whose value is wanted
  std::size_t arguments = 0;
  words commands;
  const auto apps = root.get_subcommands([](const CLI::App*) { return true; });
  for (const auto* each : apps) {
    commands.push_back(each->get_name());
  }
  bool helps = false;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const std::string& word = line[i];
    option.clear();
    if (app == nullptr) {
      helps = helps || word == "help";
      const auto found = std::find_if(
          apps.begin(), apps.end(), [&](const CLI::App* each) { return each->get_name() == word; });
      app = found == apps.end() ? nullptr : *found;
    } else if (takes_value(*app, word)) {
      option = long_name(*app, word);
      if (i + 2 < line.size()) {
        ++i;
        option.clear();
      }
    } else if (word.empty() || word[0] != '-') {
      ++arguments;
    }
  }
  if (helps) {
    candidates = commands;
    append(candidates, topic_names());
  } else if (app == nullptr) {
    candidates = commands;
    append(candidates, {"help", "--help", "--version"});
  } else if (!option.empty()) {
    candidates = values_of(option, line, current);
  } else if (const auto equals = current.find('=');
             current.rfind("--", 0) == 0 && equals != std::string::npos) {
    const std::string name = current.substr(0, equals);
    for (const auto& value : values_of(long_name(*app, name), line, current.substr(equals + 1))) {
      candidates.push_back(name + "=" + value);
    }
  } else {
    candidates = arguments_of(app->get_name(), arguments);
    if (current.rfind('-', 0) == 0 || candidates.empty()) {
      append(candidates, option_names(*app));
    }
  }
  words fitting;
  for (const auto& word : candidates) {
    if (word.rfind(current, 0) == 0 &&
        std::find(fitting.begin(), fitting.end(), word) == fitting.end()) {
      fitting.push_back(word);
    }
  }
  return fitting;
}

runner define_completion(CLI::App& app) {
  const auto shell = std::make_shared<std::string>();
  app.add_option("shell", *shell, "bash, zsh or fish");
  app.footer("Example:\n  source <(plumbline completion bash)");
  return [shell](const call&) {
    using maker = std::string (*)();
    const std::vector<std::pair<std::string, maker>> makers = {
        {"bash", bash}, {"zsh", zsh}, {"fish", fish}};
    for (const auto& [name, make] : makers) {
      if (name == *shell) {
        auto out = output::standard();
        out.write(make());
        out.commit();
        return 0;
      }
    }
    throw invalid_input(shell->empty() ? "completion needs the name of a shell: bash, zsh, fish"
                                       : unknown_name("shell", *shell, {"bash", "zsh", "fish"}));
  };
}

}  // namespace plumbline::cli
