// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/manual.hpp"

#include "cli/topics.hpp"
#include "cli/usage.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/version.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace plumbline::cli {

namespace {

/// Text that troff shows letter by letter. A minus is one that can be copied, and a line never begins with a control
/// character.
std::string troff_text(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '\\':
        result += "\\e";
        break;
      case '-':
        result += "\\-";
        break;
      case '~':
        result += "\\(ti";
        break;
      case '^':
        result += "\\(ha";
        break;
      case '\'':
        result += "\\(aq";
        break;
      case '`':
        result += "\\(ga";
        break;
      default:
        result += c;
    }
  }
  return result.rfind('.', 0) == 0 ? "\\&" + result : result;
}

/// The words in lines of at most 79 letters. A word that begins with a full stop would be a request at the start of a line.
std::string wrapped(const std::string& text) {
  constexpr std::size_t most = 79;
  std::istringstream words(text);
  std::string result;
  std::string line;
  for (std::string word; words >> word;) {
    if (!line.empty() && line.size() + 1 + word.size() > most) {
      result += line + "\n";
      line.clear();
    }
    line += line.empty() ? (word[0] == '.' ? "\\&" : "") + word : " " + word;
  }
  return line.empty() ? result : result + line + "\n";
}

/// Running text: what stands between backquotes is bold, a hyphen within a word stays one.
std::string running(const std::string& text) {
  std::string result;
  std::istringstream parts(text);
  bool typed = false;
  for (std::string part; std::getline(parts, part, '`'); typed = !typed) {
    if (part.empty()) {
      continue;
    }
    if (typed) {
      result += "\\fB" + troff_text(part) + "\\fR";
      continue;
    }
    for (const char c : part) {
      result += c == '-' || c == '.' ? std::string(1, c) : troff_text(std::string(1, c));
    }
  }
  return wrapped(result);
}

std::string macro_argument(const std::string& text) {
  std::string result;
  for (const char c : text) {
    result += c == '"' ? std::string("\\(dq") : troff_text({c});
  }
  return '"' + result + '"';
}

std::string section(const std::string& title) { return ".SH " + title + "\n"; }

/// A text in the form of cli/topics.hpp. The last paragraph "Example:" or "Examples:" with its lines becomes a section.
std::string body(const std::string& text) {
  std::string result;
  std::istringstream lines(text);
  bool shown = false;      // within lines that are shown letter by letter
  bool first = true;       // nothing of this section is out
  bool separated = false;  // an empty line came before
  const auto show = [&](bool on) {
    if (on != shown) {
      result += on ? (first ? ".nf\n.RS 4\n" : ".PP\n.nf\n.RS 4\n") : ".RE\n.fi\n";
      shown = on;
    }
  };
  std::string paragraph;
  const auto flush = [&] {
    if (!paragraph.empty()) {
      result += (first ? "" : ".PP\n") + running(paragraph);
      paragraph.clear();
      first = false;
    }
  };
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) {
      flush();
      separated = true;
    } else if (line == "Example:" || line == "Examples:") {
      flush();
      show(false);
      result += section("EXAMPLES");
      first = true;
    } else if (line.rfind("  ", 0) == 0) {
      flush();
      result += separated && shown ? "\n" : "";
      show(true);
      result += troff_text(line.substr(2)) + "\n";
      first = false;
      separated = false;
    } else {
      show(false);
      paragraph += line + "\n";
      separated = false;
    }
  }
  flush();
  show(false);
  return result;
}

std::string header(const std::string& name, int number, const std::string& date) {
  std::string upper = name;
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return fmt::format(".\\\" Written by `plumbline help manual`.\n.TH {} {} {} {} {}\n",
                     macro_argument(upper), number, '"' + date + '"',
                     macro_argument(fmt::format("plumbline {}", version())),
                     macro_argument("Plumbline"));
}

std::string name_section(const std::string& name, const std::string& summary) {
  return section("NAME") + wrapped(troff_text(name) + " \\- " + troff_text(summary));
}

/// The usage as it is: literal words bold, values (in capitals) in italics.
std::string synopsis(const std::string& usage) {
  std::istringstream words(usage);
  std::string result = section("SYNOPSIS") + ".nh\n.ad l\n";
  std::string line;
  for (std::string word; words >> word;) {
    const auto letters = std::count_if(word.begin(), word.end(),
                                       [](unsigned char c) { return std::isalpha(c) != 0; });
    const auto small = std::count_if(word.begin(), word.end(),
                                     [](unsigned char c) { return std::islower(c) != 0; });
    const char* font = letters == 0 ? "" : small == 0 ? "\\fI" : "\\fB";
    std::size_t open = 0;
    while (open < word.size() && (word[open] == '[' || word[open] == '(')) {
      ++open;
    }
    std::size_t close = word.size();
    while (close > open && (word[close - 1] == ']' || word[close - 1] == ')')) {
      --close;
    }
    line += (line.empty() ? "" : " ") + word.substr(0, open) + font +
            troff_text(word.substr(open, close - open)) + (letters == 0 ? "" : "\\fR") +
            word.substr(close);
  }
  return result + line + "\n.ad b\n.hy\n";
}

std::string option_line(const CLI::Option& option) {
  std::string names;
  const auto add = [&](const std::string& name) {
    names += (names.empty() ? "" : ", ") + std::string("\\fB") + troff_text(name) + "\\fR";
  };
  for (const auto& name : option.get_snames()) {
    add("-" + name);
  }
  for (const auto& name : option.get_lnames()) {
    add("--" + name);
  }
  if (option.get_items_expected_min() > 0) {
    const auto& all = option.get_lnames();
    names += " \\fI" + troff_text(value_kind(all.empty() ? "" : "--" + all.front())) + "\\fR" +
             (option.get_expected_max() > 1 ? " ..." : "");
  }
  return names;
}

std::string described(const std::string& term, const std::string& text) {
  return ".TP\n" + term + "\n" + running(text);
}

std::string options(const CLI::App& app) {
  std::string arguments;
  std::string named;
  for (const auto* option : app.get_options([](const CLI::Option*) { return true; })) {
    if (option->get_positional()) {
      arguments += described("\\fI" + troff_text(option->get_name(true)) + "\\fR",
                             option->get_description());
    } else {
      named += described(option_line(*option), option->get_description());
    }
  }
  return (arguments.empty() ? "" : section("ARGUMENTS") + arguments) + section("OPTIONS") + named;
}

const topic& topic_of(const std::string& name) {
  for (const auto& each : topics()) {
    if (each.name == name) {
      return each;
    }
  }
  throw invalid_input(fmt::format("there is no topic '{}'", name));
}

/// "plumbline-integrate(1)", bold and section
std::string reference(const std::string& name, int number) {
  return fmt::format(".BR {} ({})", troff_text(name), number);
}

std::string see_also(const std::vector<std::string>& references) {
  std::string result = section("SEE ALSO");
  for (std::size_t i = 0; i < references.size(); ++i) {
    result += references[i] + (i + 1 < references.size() ? " ,\n" : "\n");
  }
  return result;
}

std::string command_page(const CLI::App& app, const std::string& date) {
  const std::string name = "plumbline-" + app.get_name();
  std::string footer = app.get_footer();
  std::string examples;
  if (const auto at = footer.find("Example"); at != std::string::npos) {
    examples = footer.substr(at);
    footer.erase(at);
  }
  return header(name, 1, date) + name_section(name, app.get_description()) +
         synopsis(usage_of(app)) + section("DESCRIPTION") + body(command_details(app.get_name())) +
         (footer.empty() ? "" : ".PP\n" + body(footer)) + options(app) + section("EXIT STATUS") +
         body(topic_of("exit-codes").text) + body(examples) +
         see_also({reference("plumbline", 1), reference("plumbline-numbers", 7),
                   reference("plumbline-files", 7)});
}

std::string topic_page(const topic& each, const std::string& date) {
  const std::string name = "plumbline-" + each.name;
  return header(name, 7, date) + name_section(name, each.summary) + section("DESCRIPTION") +
         body(each.text) + see_also({reference("plumbline", 1)});
}

std::string program_page(const CLI::App& root, const std::vector<const CLI::App*>& commands,
                         const std::string& date) {
  std::string text =
      header("plumbline", 1, date) +
      name_section("plumbline", "geometric integration of mechanical systems at any precision") +
      synopsis("plumbline COMMAND [arguments]") + section("DESCRIPTION") +
      running(
          "plumbline integrates mechanical systems by variational and other geometric schemes, "
          "in double, in quad or at any number of digits. It compares the results with exact "
          "solutions, and it computes the numbers of published papers again.");
  text += section("COMMANDS");
  for (const auto* app : commands) {
    text += ".TP\n" + reference("plumbline-" + app->get_name(), 1) + "\n" +
            running(app->get_description());
  }
  text += section("TOPICS") + running("`plumbline help TOPIC` prints the same text.");
  for (const auto& each : topics()) {
    text += ".TP\n" + reference("plumbline-" + each.name, 7) + "\n" + running(each.summary);
  }
  text += options(root) + section("EXIT STATUS") + body(topic_of("exit-codes").text);
  text +=
      section("EXAMPLES") +
      body(
          "  plumbline list systems\n"
          "  plumbline show pendulum\n"
          "  plumbline integrate pendulum --scheme simpson --step period/20 --until period\n"
          "  plumbline converge pendulum --scheme leapfrog,simpson --until 1 --steps 10,20,40\n");
  std::vector<std::string> references;
  references.reserve(commands.size());
  for (const auto* app : commands) {
    references.push_back(reference("plumbline-" + app->get_name(), 1));
  }
  return text + see_also(references);
}

}  // namespace

std::vector<manual_page> manual_pages(const CLI::App& root, const std::string& date) {
  const auto commands = root.get_subcommands([](const CLI::App*) { return true; });
  std::vector<manual_page> pages{{"plumbline.1", program_page(root, commands, date)}};
  for (const auto* app : commands) {
    pages.push_back({"plumbline-" + app->get_name() + ".1", command_page(*app, date)});
  }
  for (const auto& each : topics()) {
    pages.push_back({"plumbline-" + each.name + ".7", topic_page(each, date)});
  }
  return pages;
}

}  // namespace plumbline::cli
