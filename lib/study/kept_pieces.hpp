// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Independent runs that make one result: they are dealt out on threads and processes, and what is done is kept for a checkpoint.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/study/deal_out.hpp>
#include <plumbline/study/integrate_kept.hpp>
#include <plumbline/study/run_host.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace plumbline::detail {

struct piece_plan {
  std::size_t count = 0;   ///< of results
  std::size_t bundle = 1;  ///< results that are computed together; the last bundle may be shorter
  int jobs = 1;            ///< threads
  std::string unit;        ///< the plural of what is counted while the work goes on
  /// May change the order in which bundles are begun.
  std::function<void(std::vector<std::size_t>&)> order = {};
};

/// The results of all pieces: those that `keeper` has from an earlier run, and compute(bundle) for the others. A `Result` has
/// `bool done`, which compute() sets, and what io/checkpoint.hpp asks for. `results` is as far as it goes where a stop ends
/// this with `interrupted`; it is kept then, too. False in a process that only helps: `results` is empty there.
template <class Result, class Compute>
bool kept_pieces(std::vector<Result>& results, const piece_plan& plan, run_host& host,
                 run_keeper& keeper, Compute&& compute) {
  if (host.others() != nullptr && !host.others()->leads()) {
    deal_out(host.others(), {}, plan.jobs, compute, [](std::size_t, const std::vector<Result>&) {});
    return false;
  }
  if (!keeper.restore(kept_run, results)) {
    results.resize(plan.count);
  }
  if (results.size() != plan.count) {
    throw invalid_input("the checkpoint's number of " + plan.unit + " is not that of this run");
  }
  std::vector<std::size_t> missing;  // bundles
  std::int64_t missing_results = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i].done) {
      ++missing_results;
      if (missing.empty() || missing.back() != i / plan.bundle) {
        missing.push_back(i / plan.bundle);
      }
    }
  }
  if (plan.order) {
    plan.order(missing);
  }
  const auto progress = host.begin(missing_results, plan.unit);
  try {
    deal_out(host.others(), missing, plan.jobs, compute,
             [&](std::size_t bundle, std::vector<Result> made) {
               throw_if_stopped(host);
               for (std::size_t k = 0; k < made.size(); ++k) {
                 Result& place = results[bundle * plan.bundle + k];
                 if (!place.done) {
                   progress->advance(1);
                 }
                 place = std::move(made[k]);
               }
               if (keeper.wanted() && keeper.due(kept_run)) {
                 keeper.keep(kept_run, results);
               }
             });
  } catch (const interrupted&) {
    keeper.keep(kept_run, results);
    throw;
  }
  keeper.keep(kept_run, results);
  return true;
}

}  // namespace plumbline::detail
