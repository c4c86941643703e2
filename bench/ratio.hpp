// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Our step beside the same step by a peer: first the states after 10 steps must agree, then both are timed in turn
// (ours, peer, ours, peer …) in processor time, and the ratio is the median of the ratios pair by pair. What else the
// machine does then changes both sides of a pair.
//
//   PROGRAM [--quick]               name,peer,digits wanted,digits agreed,ns of ours,ns of the peer,ours/peer
//   PROGRAM --run NAME PEER SIDE N  runs N steps of one side ("ours" or "peer"); prints seconds a step and the state
//
// Exit code 1 when the states of a comparison do not agree.
#pragma once

#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/types.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

using plumbline::mp64;

/// Takes so many steps from the start values; the state at the end, empty when a step failed.
using run = std::function<std::vector<mp64>(long)>;

struct comparison {
  std::string name;
  std::string peer;
  int digits;  ///< to which the states after 10 steps must agree
  run ours;
  run theirs;
};

/// A number that the compiler does not know.
inline double opaque(double x) {
  volatile double y = x;
  return y;
}

/// Processor time of this program: time that the machine gives to other programs does not count.
inline double seconds() {
  std::timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

inline double seconds_of_step(const run& f, long steps) {
  const double start = seconds();
  const auto end_state = f(steps);
  const double stop = seconds();
  if (end_state.empty()) {
    std::fprintf(stderr, "bench: error: a step failed\n");
    std::exit(1);
  }
  return (stop - start) / static_cast<double>(steps);
}

/// Decimal digits to which x and y agree, relative to the largest number of y.
inline double digits_agreed(const std::vector<mp64>& x, const std::vector<mp64>& y) {
  if (x.empty() || x.size() != y.size()) {
    return 0;
  }
  mp64 difference(0);
  mp64 size(0);
  for (std::size_t i = 0; i < x.size(); ++i) {
    difference = std::max(difference, mp64(abs(x[i] - y[i])));
    size = std::max(size, mp64(abs(y[i])));
  }
  return difference == 0 ? 64 : -static_cast<double>(log10(mp64(difference / size)));
}

inline bool compare(const comparison& c, bool quick) {
  const double agreed = digits_agreed(c.ours(10), c.theirs(10));
  const bool right = agreed >= c.digits;
  const double run_time = quick ? 1e-3 : 5e-3;
  const int rounds = quick ? 9 : 41;
  long steps = 10;
  while (static_cast<double>(steps) *
             std::max(seconds_of_step(c.ours, steps), seconds_of_step(c.theirs, steps)) <
         run_time) {
    steps *= 2;
  }
  std::vector<double> ours;
  std::vector<double> theirs;
  std::vector<double> ratios;
  for (int i = 0; i < rounds; ++i) {
    ours.push_back(seconds_of_step(c.ours, steps));
    theirs.push_back(seconds_of_step(c.theirs, steps));
    ratios.push_back(ours.back() / theirs.back());
  }
  const auto median = [](std::vector<double> x) {
    std::sort(x.begin(), x.end());
    return x[x.size() / 2];
  };
  std::printf("%s,%s,%d,%.1f,%.4g,%.4g,%.4g\n", c.name.c_str(), c.peer.c_str(), c.digits, agreed,
              1e9 * median(ours), 1e9 * median(theirs), median(ratios));
  std::fflush(stdout);
  if (!right) {
    std::fprintf(stderr, "bench: error: %s and %s agree to %.1f digits, %d are wanted\n",
                 c.name.c_str(), c.peer.c_str(), agreed, c.digits);
  }
  return right;
}

inline int run_one(const run& f, long steps) {
  const double start = seconds();
  const auto state = f(steps);
  const double stop = seconds();
  std::printf("%.6g\n", (stop - start) / static_cast<double>(steps));
  for (const mp64& x : state) {
    std::printf("%s\n", plumbline::to_text(x, 64).c_str());
  }
  return state.empty() ? 1 : 0;
}

inline int run_comparisons(int argc, char** argv, const std::vector<comparison>& comparisons) {
  const std::vector<std::string_view> words(argv + 1, argv + argc);
  if (words.size() == 5 && words[0] == "--run") {
    for (const comparison& c : comparisons) {
      if (c.name == words[1] && c.peer == words[2]) {
        return run_one(words[3] == "ours" ? c.ours : c.theirs, std::atol(argv[5]));
      }
    }
    std::fprintf(stderr, "bench: error: no comparison of %s with %s\n", argv[2], argv[3]);
    return 2;
  }
  const bool quick = words.size() == 1 && words[0] == "--quick";
  if (!words.empty() && !quick) {
    std::fprintf(stderr, "usage: %s [--quick | --run NAME PEER ours|peer N]\n", argv[0]);
    return 2;
  }
  bool right = true;
  for (const comparison& c : comparisons) {
    right = compare(c, quick) && right;
  }
  return right ? 0 : 1;
}

}  // namespace bench
