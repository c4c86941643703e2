// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "data/json_text.hpp"
#include "data/new_folder.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/version.hpp>
#include <plumbline/data/dataset_files.hpp>
#include <plumbline/data/paper.hpp>
#include <plumbline/data/paper_pack.hpp>
#include <plumbline/io/output.hpp>
#include <plumbline/io/shell_word.hpp>
#include <plumbline/io/toml_document.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

namespace plumbline {

namespace {

using json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::size_t longest_packed_file = 64U << 20U;
constexpr const char* crate_name = "ro-crate-metadata.json";
/// What stands around a path in a text.
constexpr std::string_view delimiters = " \t\n\r,()[]{}=:'\"";

/// A folder that was packed, and in which nothing else has been put since.
bool is_packed_paper(const fs::path& folder) {
  constexpr std::size_t sum_and_blanks = 66;
  std::set<fs::path> known{sums_file_name};
  std::ifstream sums(folder / sums_file_name);
  for (std::string line; std::getline(sums, line) && line.size() > sum_and_blanks;) {
    known.insert(line.substr(sum_and_blanks));
  }
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_directory() && !known.contains(entry.path().lexically_relative(folder))) {
      return false;
    }
  }
  return known.contains(crate_name);
}

/// The texts and parts of texts that may be names of files.
void add_candidates(const toml_value& value, std::set<std::string>& found) {
  for (const toml_value& item : value.items) {
    add_candidates(item, found);
  }
  if (!value.is_text()) {
    return;
  }
  const std::string& text = value.text;
  std::vector<std::string> parts{text, text.substr(0, text.find(':'))};
  for (const std::string_view between : {std::string_view("'"), delimiters}) {
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = std::min(text.size(), text.find_first_of(between, at));
      parts.push_back(text.substr(at, end - at));
      at = end + 1;
    }
  }
  for (std::string& part : parts) {
    if (is_file_name(part)) {
      found.insert(std::move(part));
    }
  }
}

/// True for a path that leaves the folder, or might.
bool leads_out(const fs::path& path) {
  return path.is_absolute() || std::ranges::find(path, fs::path("..")) != path.end();
}

/// The text with a path in the place of another, wherever it stands for itself.
std::string with_path(std::string text, const std::string& path, const std::string& other) {
  const auto is_edge = [&](std::size_t i) {
    return i >= text.size() || delimiters.find(text[i]) != std::string_view::npos;
  };
  for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path, at)) {
    const bool alone = (at == 0 || is_edge(at - 1)) && is_edge(at + path.size());
    if (alone) {
      text.replace(at, path.size(), other);
    }
    at += alone ? other.size() : path.size();
  }
  return text;
}

/// The paths of files that stand in the text of a paper, the longest first.
std::vector<std::string> paths_named(const std::string& text, const fs::path& file) {
  const toml_document document(text, file.string(), longest_packed_file);
  std::set<std::string> named;
  add_candidates(document.root(), named);
  std::erase_if(named, [&file](const std::string& path) {
    std::error_code ignored;
    return !fs::is_regular_file(file.parent_path() / path, ignored);
  });
  std::vector<std::string> longest_first(named.begin(), named.end());
  std::ranges::stable_sort(longest_first, std::greater{}, &std::string::size);
  return longest_first;
}

/// The files of a paper by their paths in the folder.
class packed_files {
 public:
  explicit packed_files(const fs::path& file)
      : folder_(file.parent_path()), name_(file.filename().string()) {
    std::string text = read_text_file(file, longest_packed_file);
    for (const std::string& path : paths_named(text, file)) {
      std::string bytes = read_text_file(folder_ / path, longest_packed_file);
      std::string place = path;
      if (leads_out(path)) {
        place = free_place(fs::path(path).filename(), bytes);
        text = with_path(std::move(text), path, place);
      }
      files_[fs::path(place).lexically_normal().string()] = std::move(bytes);
    }
    if (!files_.emplace(name_, std::move(text)).second) {
      throw invalid_input(fmt::format("'{}' names itself as a system or a scheme", name_));
    }
  }

  const std::string& name() const { return name_; }
  const std::map<std::string, std::string>& files() const { return files_; }

 private:
  /// files/NAME, or files/NAME-2 where another file has that name.
  std::string free_place(const fs::path& name, const std::string& bytes) const {
    std::string place = "files/" + name.string();
    for (int n = 2;; ++n) {
      const auto known = files_.find(place);
      std::error_code ignored;
      const bool is_own = fs::exists(folder_ / place, ignored);
      if (!is_own && (known == files_.end() || known->second == bytes)) {
        return place;
      }
      place = fmt::format("files/{}-{}{}", name.stem().string(), n, name.extension().string());
    }
  }

  fs::path folder_;
  std::string name_;
  std::map<std::string, std::string> files_;
};

std::string command_of(const std::string& name) {
  return fmt::format("plumbline reproduce {} -o report", shell_word(name));
}

json crate_of_paper(const paper& p, const std::string& name,
                    const std::vector<std::string>& files) {
  json parts = json::array();
  for (const std::string& file : files) {
    parts.push_back(reference(uri_of(file)));
  }
  const json root = {{"@id", "./"},
                     {"@type", "Dataset"},
                     {"name", p.about.name},
                     {"description", p.about.title},
                     {"mainEntity", reference(uri_of(name))},
                     {"hasPart", parts},
                     {"potentialAction", reference("#reproduce")}};
  std::vector<json> actions;
  actions.push_back({{"@id", "#reproduce"},
                     {"@type", "CreateAction"},
                     {"name", command_of(name)},
                     {"description", "computes and judges the numbers of the paper"},
                     {"actionStatus", reference("http://schema.org/PotentialActionStatus")},
                     {"instrument", reference("#plumbline")},
                     {"object", reference(uri_of(name))}});
  return crate_of(root, {}, files, actions);
}

std::string readme_of(const paper& p, const std::string& name,
                      const std::vector<std::string>& files) {
  std::string text = fmt::format(
      "# {}: {}\n\nWhat the paper prints, how each number is computed and how it is judged. In "
      "this "
      "folder,\n\n```\nsha256sum -c SHA256SUMS\n{}\n```\n\nwrites `report/index.html` and "
      "`report/numbers.csv`. With the same version of Plumbline and of the libraries that "
      "`numbers.csv` names, its bytes are the same on every machine. The exit code is 0 where "
      "every "
      "verdict is the recorded one, otherwise 1.\n\n",
      p.about.name, p.about.title, command_of(name));
  for (const std::string& file : files) {
    text += fmt::format("- `{}`{}\n", file,
                        file == name         ? ": the paper"
                        : file == crate_name ? ": this folder, described (RO-Crate)"
                                             : "");
  }
  return text + fmt::format("\nPacked by Plumbline {}.\n", version());
}

}  // namespace

std::vector<fs::path> files_of_paper(const fs::path& file) {
  std::vector<fs::path> files{file};
  for (const std::string& path : paths_named(read_text_file(file, longest_packed_file), file)) {
    files.push_back(file.parent_path() / path);
  }
  return files;
}

void pack_paper(const fs::path& file, const fs::path& folder) {
  const paper original = load_paper(file);
  papers::check_formulas(original);
  require_free_folder(folder, is_packed_paper, "a packed paper and nothing else");
  const packed_files packed(file);
  new_folder made(folder);
  std::vector<std::pair<std::string, std::string>> files;
  const auto add = [&](const std::string& name, const std::string& bytes) {
    fs::create_directories((made.path() / name).parent_path());
    write_file(made.path() / name, bytes);
    files.emplace_back(name, bytes);
  };
  std::vector<std::string> names;
  for (const auto& [name, bytes] : packed.files()) {
    add(name, bytes);
    names.push_back(name);
  }
  try {
    papers::check_formulas(load_paper(made.path() / packed.name()));
  } catch (const std::exception& error) {
    throw invalid_input(
        fmt::format("'{}' cannot be packed: it names a file in a way that is not found ({})",
                    file.string(), error.what()));
  }
  std::vector<std::string> described = names;  // the crate describes all but itself
  described.emplace_back("README.md");
  names.emplace_back(crate_name);
  add("README.md", readme_of(original, packed.name(), names));
  add(crate_name, json_text(crate_of_paper(original, packed.name(), described)));
  write_file(made.path() / sums_file_name, sums_of(files));
  made.put_in_place();
}

std::string badge_svg(int reproduced, int all) {
  // as wide as the letters are in the usual sans-serif fonts of 11 pixels; textLength makes it so in others
  constexpr int left = 61;
  constexpr double letter = 6.1;
  constexpr int margin = 12;
  const std::string text =
      all == 0 ? "no numbers compared" : fmt::format("{} of {} numbers reproduce", reproduced, all);
  const char* const colour = all == 0 ? "#777" : reproduced == all ? "#2a7a3b" : "#8a5a00";
  const int right = static_cast<int>(letter * static_cast<double>(text.size())) + margin;
  const int width = left + right;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"20\" role=\"img\" "
      "aria-label=\"plumbline: {1}\">\n<title>plumbline: {1}</title>\n"
      "<rect width=\"{0}\" height=\"20\" rx=\"3\" fill=\"#444\"/>\n"
      "<path d=\"M{2} 0h{3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-{3}z\" fill=\"{4}\"/>\n"
      "<g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\">\n"
      "<text x=\"6\" y=\"14\" textLength=\"{5}\">plumbline</text>\n"
      "<text x=\"{6}\" y=\"14\" textLength=\"{7}\">{1}</text>\n</g>\n</svg>\n",
      width, text, left, right - 3, colour, left - margin, left + margin / 2, right - margin);
}

}  // namespace plumbline
