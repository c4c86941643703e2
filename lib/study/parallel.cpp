// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/hand_over.hpp"
#include <plumbline/study/deal_out.hpp>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>

namespace plumbline {

namespace {
std::atomic<int>& chosen_jobs() {
  static std::atomic<int> jobs{0};
  return jobs;
}
}  // namespace

int default_jobs() {
  const int chosen = chosen_jobs();
  return chosen > 0 ? chosen : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void set_default_jobs(int jobs) {
  if (jobs < 1) {
    throw invalid_input("the number of jobs must be at least 1, got " + std::to_string(jobs));
  }
  chosen_jobs() = jobs;
}

namespace detail {

void run_in_parallel(std::size_t count, int jobs, const std::function<void(std::size_t)>& work) {
  namespace tbb = oneapi::tbb;
  const auto workers = static_cast<int>(std::min(count, static_cast<std::size_t>(jobs)));
  const auto digits = static_cast<int>(mp::thread_default_precision());
  const std::thread::id caller = std::this_thread::get_id();
  std::atomic<std::size_t> next{0};
  const auto take_pieces = [&] {
    const precision_scope scope(digits);
    for (std::size_t i = next++; i < count && !tbb::is_current_task_group_canceling(); i = next++) {
      work(i);
    }
  };
  // as many threads as were asked for, also where the machine has fewer cores
  const tbb::global_control most(tbb::global_control::max_allowed_parallelism,
                                 static_cast<std::size_t>(workers));
  tbb::task_arena arena(workers);
  const auto worker = [&](int) {
    to_workers.take();
    const gives_at_end results{from_workers};
    take_pieces();
    if (std::this_thread::get_id() != caller) {
      mpfr_free_cache();  // the thread may end without coming back here
    }
  };
  const takes_at_end all_results{from_workers};
  to_workers.give();
  arena.execute([&] {
    tbb::this_task_arena::isolate(
        [&] { tbb::parallel_for(0, workers, 1, worker, tbb::simple_partitioner()); });
  });
}

}  // namespace detail

std::vector<std::vector<std::size_t>> in_groups(const std::vector<std::size_t>& pieces,
                                                const dealing& how) {
  std::vector<std::vector<std::size_t>> groups;
  std::map<std::size_t, std::size_t> places;
  for (const std::size_t i : pieces) {
    const std::size_t place =
        how.group ? places.try_emplace(how.group(i), groups.size()).first->second : groups.size();
    groups.resize(std::max(groups.size(), place + 1));
    groups[place].push_back(i);
  }
  return groups;
}

}  // namespace plumbline
