// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The end states of many cases of `sweep end` side by side in lanes (study/ensemble.hpp). With exact functions a case has the
// bits that it has alone, so the table does not say how it was computed.
#pragma once

#include <plumbline/math/lanes.hpp>
#include <plumbline/study/quantity.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace plumbline {

/// "exact", "vector", or "none". Throws invalid_input for another word.
enum class lane_choice { exact, vector, none };
lane_choice parse_lanes(const std::string& word);

class lane_cases {
 public:
  lane_cases(const run_host& host, lane_functions functions);
  ~lane_cases();
  lane_cases(const lane_cases&) = delete;
  lane_cases& operator=(const lane_cases&) = delete;

  /// Takes a case that runs in lanes; the others, among them those whose mistakes a run alone will tell, are left. Throws
  /// what making its problem throws.
  bool take(std::size_t number, const measurement& m);

  /// Runs the cases that were taken and hands over the end state of each that did not fail. Throws interrupted.
  void run(const std::function<void(std::size_t, std::vector<named_value>)>& store);

 private:
  struct group;
  const run_host* host_;
  lane_functions functions_;
  std::vector<std::unique_ptr<group>> groups_;
};

}  // namespace plumbline
