// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// How many digits more than those that are asked for a certified motion is computed with. A round begins with a few and ends
// where an enclosure has become too wide; the next one takes as many as the whole motion seems to need. With u(s) the digits
// that were lost up to the part s of the motion, and the rate of the second half of what was passed,
//
//   u(1) ≈ u(s) + (1 − s) (u(s) − u(s/2))/(s/2),
//
// which is exact where errors grow exponentially and too much where they grow like a power of the time: there the rate of all
// that was passed, u(s)/s, would ask for several times the digits.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace plumbline {

class digits_to_lose {
 public:
  int count() const { return count_; }
  int round() const { return round_; }
  /// Whether another round may follow.
  bool may_rise() const { return round_ < most_rounds && count_ < most; }

  /// At the part `share` of the motion `used` digits have been lost.
  void pass(double share, double used) { passed_.emplace_back(share, used); }
  /// The next round, for a motion that has come to this part of itself.
  void rise(double share, double used) {
    constexpr int least_more = 8;
    constexpr int spare = 6;
    constexpr int beyond_twice = 30;  // what is seen of a short part says little
    constexpr std::size_t least_passed = 8;
    used = std::max(used, 0.);  // −∞ where nothing has been printed yet
    double in_all = share > 0 ? used / share : 1e9;
    if (passed_.size() >= least_passed) {
      const auto half = std::ranges::lower_bound(passed_, share / 2, {}, &seen::first);
      if (half != passed_.end() && half->first < share) {
        const double rate = std::max(used - half->second, 0.) / (share - half->first);
        in_all = std::min(in_all, used + rate * (1 - share));
      }
    }
    in_all = std::min(in_all, 2 * used + beyond_twice - spare);
    rise_to(std::max(count_ + least_more, static_cast<int>(std::ceil(in_all)) + spare));
  }
  /// The next round, with this many.
  void rise_to(int count) {
    count_ = std::min(count, most);
    ++round_;
    passed_.clear();
  }

 private:
  using seen = std::pair<double, double>;
  static constexpr int guard = 15;
  static constexpr int most_rounds = 20;
  static constexpr int most = 3000;

  int count_ = guard;
  int round_ = 1;
  std::vector<seen> passed_;
};

}  // namespace plumbline
