// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "experiments/shipped.hpp"

#include <algorithm>
#include <stdexcept>

namespace plumbline::experiments {

namespace {

reported_experiment from_file(const report::paper_file& file, const report::paper_experiment& e) {
  return {e.id, file.about.name, e.title, e.needs, &file, &e, 0};
}

}  // namespace

std::vector<reported_experiment> of_file(const report::paper_file& file) {
  std::vector<reported_experiment> all;
  for (const auto& e : file.experiments) {
    all.push_back(from_file(file, e));
  }
  return all;
}

std::vector<reported_experiment> shipped(const report::published_data& data) {
  const std::vector<experiment> code = catalogue();
  std::vector<reported_experiment> all;
  for (const report::paper_file& file : data.files()) {
    const auto begin = static_cast<std::ptrdiff_t>(all.size());
    for (const auto& e : file.experiments) {
      const auto own = std::ranges::find(code, e.id, &experiment::id);
      if (e.has_formulas() == (own != code.end())) {
        throw std::logic_error(e.id + (own == code.end() ? " is computed by nothing"
                                                         : " is computed by its file and by C++"));
      }
      all.push_back(from_file(file, e));
      if (own != code.end()) {
        all.back() = {own->id,
                      own->paper,
                      own->title,
                      own->needs,
                      nullptr,
                      nullptr,
                      static_cast<std::size_t>(own - code.begin())};
      }
    }
    auto place = all.begin() + begin;
    for (std::size_t k = 0; k < code.size(); ++k) {
      if (code[k].paper != file.about.name) {
        continue;
      }
      const auto known =
          std::find_if(all.begin() + begin, all.end(),
                       [&](const reported_experiment& e) { return e.id == code[k].id; });
      place = known != all.end() ? known
                                 : all.insert(place, {code[k].id, code[k].paper, code[k].title,
                                                      code[k].needs, nullptr, nullptr, k});
      ++place;
    }
  }
  return all;
}

}  // namespace plumbline::experiments
