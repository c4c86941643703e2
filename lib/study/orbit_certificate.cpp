// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/orbit_certificate.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/core/version.hpp>
#include <plumbline/io/output.hpp>
#include <plumbline/io/sha256.hpp>
#include <plumbline/io/toml_document.hpp>
#include <plumbline/scalar/text.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <string_view>
#include <system_error>

namespace plumbline {

namespace {

using json = nlohmann::ordered_json;
constexpr const char* kind_of_file = "plumbline orbit";
constexpr std::size_t longest_file = 1U << 26U;
/// The sum of all else, without blanks: a digit that was changed is noticed even where what it says is still true.
constexpr const char* key_of_checksum = "checksum";

json texts_of(const vector<mp>& x) {
  json list = json::array();
  for (const mp& entry : x) {
    list.push_back(to_text(entry));
  }
  return list;
}

vector<mp> numbers_of(const json& list) {
  vector<mp> x(static_cast<Eigen::Index>(list.size()));
  for (std::size_t i = 0; i < list.size(); ++i) {
    x[static_cast<Eigen::Index>(i)] = from_text<mp>(list.at(i).get<std::string>());
  }
  return x;
}

/// The text of the system's file; empty for one of the catalogue.
std::string text_of_file(const std::string& system) {
  return is_file_name(system) ? read_text_file(system, longest_file) : std::string();
}

/// The system's file: beside the certificate, with which it may have been moved, or where it was, or with the text that the certificate
/// has.
void find_system(orbit_certificate& c, const std::string& certificate, const json& file) {
  std::string& system = c.request.system;
  std::error_code none;
  const auto beside = std::filesystem::path(certificate).parent_path() / system;
  if (std::filesystem::exists(beside, none)) {
    system = beside.string();
  } else if (!std::filesystem::exists(system, none) && file.contains("text")) {
    c.system_folder = std::make_shared<const temporary_folder>();
    system = c.system_folder->file(std::filesystem::path(system).filename().string());
    auto out = output::named(system);
    out.write(file.at("text").get<std::string>());
    out.commit();
  }
}

}  // namespace

void write_certificate(const orbit_certificate& c) {
  const orbit_request& r = c.request;
  json request;
  request["set"] = r.problem.set;
  request["start"] = r.problem.start;
  request["matrices"] = r.problem.matrices;
  request["period"] = r.period;
  request["section"] = r.section;
  request["direction"] = r.direction;
  request["returns"] = r.returns;
  request["hold"] = r.hold;
  request["reversor"] = r.reversor;
  request["symmetry"] = r.symmetry;
  request["relative"] = r.relative;
  request["digits"] = r.digits;
  json file;
  file["certificate"] = kind_of_file;
  file["version"] = version_with_commit();
  file["method"] = c.method;
  file["system"] = r.system;
  const std::string text = text_of_file(r.system);
  file["sha256"] = text.empty() ? text : sha256(text);
  file["text"] = text;
  file["request"] = request;
  file["working_digits"] = c.working_digits;
  file["guess"] = texts_of(c.guess);
  file["guess_period"] = to_text(c.period);
  file["unknowns"] = texts_of(c.unknowns);
  file["unique_within"] = c.unique_within;
  file["rows"] = c.rows;
  file[key_of_checksum] = sha256(file.dump());
  auto out = output::named(r.certificate);
  out.write(file.dump(1) + "\n");
  out.commit();
}

orbit_certificate read_certificate(const std::string& name) {
  const std::string text = read_text_file(name, longest_file);
  orbit_certificate c;
  try {
    json file = json::parse(text);
    if (file.at("certificate") != kind_of_file) {
      throw invalid_input(fmt::format("'{}' is no certificate of an orbit", name));
    }
    if (file.contains(key_of_checksum)) {  // not in files of 0.2.0
      const std::string claimed = file.at(key_of_checksum);
      file.erase(key_of_checksum);
      c.intact = sha256(file.dump()) == claimed;
    }
    const json& request = file.at("request");
    orbit_request& r = c.request;
    r.system = file.at("system");
    if (is_file_name(r.system)) {
      find_system(c, name, file);
    }
    r.problem.set = request.at("set").get<std::vector<std::string>>();
    r.problem.start = request.at("start").get<std::vector<std::string>>();
    r.problem.matrices = request.at("matrices");
    r.period = request.at("period");
    r.section = request.at("section");
    r.direction = request.at("direction");
    r.returns = request.at("returns");
    r.hold = request.at("hold").get<std::vector<std::string>>();
    r.reversor = request.at("reversor");
    r.symmetry = request.at("symmetry");
    r.relative = request.at("relative");
    constexpr int most = 10000;
    constexpr int most_beyond = 1000;
    r.digits = request.at("digits");
    c.working_digits = file.at("working_digits");
    if (r.digits < 1 || r.digits > most || c.working_digits < 1 ||
        c.working_digits > 4 * r.digits + most_beyond) {
      throw invalid_input(fmt::format("'{}': a number of digits is out of range", name));
    }
    const precision_scope scope(c.working_digits);
    c.guess = numbers_of(file.at("guess"));
    c.period = from_text<mp>(file.at("guess_period").get<std::string>());
    c.unknowns = numbers_of(file.at("unknowns"));
    c.unique_within = file.at("unique_within");
    const auto require_number = [&name](const std::string& cell) {
      if (!detail::is_decimal(cell)) {
        throw invalid_input(fmt::format("'{}': '{}' is no number", name, cell));
      }
    };
    require_number(c.unique_within);
    if (!(from_text<mp>(c.unique_within) > 0)) {
      throw invalid_input(
          fmt::format("'{}': unique_within is positive, got '{}'", name, c.unique_within));
    }
    c.rows = file.at("rows").get<std::vector<std::vector<std::string>>>();
    for (const auto& row : c.rows) {
      if (row.size() != 3) {
        throw invalid_input(fmt::format("'{}': a row has {} cells, not 3", name, row.size()));
      }
      if (!row[2].empty()) {
        require_number(row[1]);
        require_number(row[2]);
      }
    }
    const std::string system_text = text_of_file(r.system);
    if ((system_text.empty() ? "" : sha256(system_text)) != file.at("sha256").get<std::string>()) {
      throw invalid_input(fmt::format(
          "'{}': the file of the system, {}, is not the one of the certificate", name, r.system));
    }
  } catch (const nlohmann::json::exception& error) {
    const std::string_view what = error.what();  // [the library's number of it] what is wrong
    throw invalid_input(fmt::format("'{}' is no certificate of an orbit: {}", name,
                                    what.substr(what.find("] ") + 2)));
  }
  return c;
}

}  // namespace plumbline
