// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "measure/window_end.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/core/sorted.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/precision_scope.hpp>

#include <algorithm>
#include <cmath>

namespace plumbline::detail {

namespace {

mp size_squared(const complex<mp>& x) { return x.re * x.re + x.im * x.im; }

/// λ + 1/λ.
complex<mp> sum_with_inverse(const complex<mp>& lambda) {
  return lambda + complex<mp>(mp(1)) / lambda;
}

/// Far from the circle there are multipliers that belong to no motion: 0 for an acceleration that is not remembered.
bool is_near_circle(const complex<mp>& lambda) {
  const mp size = size_squared(lambda);
  return rational<mp>(1, 4) < size && size < mp(4);
}

int working_digits() { return static_cast<int>(mp::thread_default_precision()); }

/// The zero of f between a and b, where f(a) < 0 < f(b): the rule of Anderson and Björck (1973), and the middle where three
/// steps together have not halved the interval.
template <class F>
mp zero_between(mp a, mp b, mp at_a, mp at_b, const mp& accuracy, F&& f) {
  constexpr int patience = 3;
  mp length = abs(mp(b - a));
  int slow = 0;
  int last_side = 0;
  while (accuracy * abs(b) < abs(mp(b - a))) {
    mp x = slow < patience ? mp(b - at_b * (b - a) / (at_b - at_a)) : mp((a + b) / 2);
    // what is nearer to an end than the accuracy steps over the zero
    const mp least = accuracy * abs(b) / 4;
    x = abs(mp(x - b)) < least ? mp(b < a ? b + least : b - least) : x;
    x = abs(mp(x - a)) < least ? mp(a < b ? a + least : a - least) : x;
    const mp at_x = f(x);
    const int side = mp(0) < at_x ? 1 : -1;
    mp& replaced = side > 0 ? at_b : at_a;
    if (side == last_side) {
      const mp factor = mp(1) - at_x / replaced;
      (side > 0 ? at_a : at_b) *= mp(0) < factor ? factor : rational<mp>(1, 2);
    }
    (side > 0 ? b : a) = x;
    replaced = at_x;
    last_side = side;
    ++slow;
    const mp now = abs(mp(b - a));
    if (now * 2 < length) {
      length = now;
      slow = 0;
    }
  }
  return mp((a + b) / 2);
}

/// One end in the working precision.
class end_search {
 public:
  end_search(const step_at_rest& step, const mp& stable, const mp& growing,
             const stability_search& wanted)
      : derivative_(step.make_fine()), stable_(stable), growing_(growing), wanted_(wanted) {}

  mp find() {
    // so near to the end, what leaves at the end leaves first
    halve(decimal<mp>("1e-6"), smallest_excess(wanted_));
    const mp accuracy = tenth_to(wanted_.digits + 3);
    if (const auto outside = multipliers_at(derivative_, growing_)) {
      const leaving_multiplier leaving(*outside, wanted_);
      const auto distance = [&](const mp& h) {
        const auto all = multipliers_at(derivative_, h);
        return all ? leaving.distance(*all) : mp(1);
      };
      const mp before = distance(stable_);
      const mp behind = distance(growing_);
      if (before < mp(0) && mp(0) < behind) {
        return zero_between(stable_, growing_, before, behind, accuracy, distance);
      }
    }
    halve(accuracy, tenth_to(working_digits() / 2));
    return mp((stable_ + growing_) / 2);
  }

 private:
  void halve(const mp& accuracy, const mp& smallest) {
    while (accuracy * growing_ < abs(mp(growing_ - stable_))) {
      const mp middle = (stable_ + growing_) / 2;
      const auto all = multipliers_at(derivative_, middle);
      (!all || smallest < excess(*all, wanted_.tolerated) ? growing_ : stable_) = middle;
    }
  }

  derivative_of_step<mp> derivative_;
  mp stable_;
  mp growing_;
  stability_search wanted_;
};

}  // namespace

mp tenth_to(int digits) { return decimal<mp>("1e-" + std::to_string(digits)); }

mp excess(const mp_multipliers& all, double tolerated) {
  mp largest(0);
  for (const auto& lambda : all) {
    const mp size = size_squared(lambda);
    largest = largest < size ? size : largest;
  }
  const mp allowed = mp(1) + mp(tolerated);
  return largest - allowed * allowed;
}

mp smallest_excess(const stability_search& wanted) {
  constexpr int lost_digits = 20;
  const mp rounding = tenth_to(working_digits() - lost_digits);
  const mp uncertain(2 * wanted.uncertain);
  return rounding < uncertain ? uncertain : rounding;
}

std::optional<mp_multipliers> multipliers_at(const derivative_of_step<mp>& derivative,
                                             const mp& h) {
  try {
    auto all = multipliers<mp>(derivative(h));
    const bool exists =
        std::all_of(all.begin(), all.end(), [](const auto& lambda) { return is_finite(lambda); });
    return exists ? std::optional(std::move(all)) : std::nullopt;
  } catch (const step_failure&) {
    return std::nullopt;
  }
}

leaving_multiplier::leaving_multiplier(const mp_multipliers& all, const stability_search& wanted)
    : leader_(*std::max_element(
          all.begin(), all.end(),
          [](const auto& a, const auto& b) { return size_squared(a) < size_squared(b); })),
      tolerated_(wanted.tolerated) {
  const mp beyond = size_squared(leader_) - mp(1);
  const mp rounding = tenth_to(working_digits() / 2);
  const mp uncertain(100 * wanted.uncertain);
  const mp near = rounding < uncertain ? uncertain : rounding;
  for (const auto& lambda : all) {
    const complex<mp> off = lambda * conj(leader_) + complex<mp>(mp(-1));
    const bool is_inside = size_squared(lambda) * (mp(1) + beyond / 2) < mp(1);
    paired_ = paired_ || (is_inside && size_squared(off) < near * near);
  }
  // w and its conjugate, where the pairs have left the circle
  const complex<mp> w = sum_with_inverse(leader_);
  const mp near_w = abs(w.im) / 1000;
  for (const auto& lambda : all) {
    if (mp(0) < lambda.im && is_near_circle(lambda)) {
      complex<mp> off = sum_with_inverse(lambda) - w;
      off.im = mp(0) < off.im * w.im || off.im == mp(0) ? off.im : mp(off.im + w.im * 2);
      meeting_ += size_squared(off) < near_w * near_w ? 1U : 0U;
    }
  }
}

mp leaving_multiplier::distance(const mp_multipliers& all) const {
  if (!paired_ || tolerated_ > 0) {
    return beyond_circle(all);
  }
  return leader_.im == mp(0) ? beyond_real(all) : beyond_collision(all);
}

mp leaving_multiplier::beyond_real(const mp_multipliers& all) const {
  mp farthest(-2);
  for (const auto& lambda : all) {
    if (is_near_circle(lambda)) {
      const mp w = sum_with_inverse(lambda).re;
      const mp outward = leader_.re < mp(0) ? mp(-w) : w;
      farthest = farthest < outward ? outward : farthest;
    }
  }
  return farthest - mp(2);
}

/// −(w₁ − w₂)²/4 as the mean of −(w − mean w)² over those that meet, which may be several equal pairs.
mp leaving_multiplier::beyond_collision(const mp_multipliers& all) const {
  const mp place = sum_with_inverse(leader_).re;
  std::vector<complex<mp>> near;
  for (const auto& lambda : all) {
    if (mp(0) < lambda.im && is_near_circle(lambda)) {
      near.push_back(sum_with_inverse(lambda));
    }
  }
  if (near.size() < meeting_ || meeting_ == 0) {
    return mp(0);
  }
  const auto off = [&place](const complex<mp>& w) { return size_squared({w.re - place, w.im}); };
  near = sorted(near, [&off](const auto& a, const auto& b) { return off(a) < off(b); });
  near.resize(meeting_);
  const mp count(static_cast<int>(meeting_));
  complex<mp> mean(mp(0));
  for (const auto& w : near) {
    mean = mean + complex<mp>(w.re / count, w.im / count);
  }
  mp spread(0);
  for (const auto& w : near) {
    spread += square(w - mean).re / count;
  }
  return -spread;
}

mp leaving_multiplier::beyond_circle(const mp_multipliers& all) const {
  const complex<mp>* nearest = &all.front();
  for (const auto& lambda : all) {
    nearest = size_squared(lambda - leader_) < size_squared(*nearest - leader_) ? &lambda : nearest;
  }
  const mp allowed = mp(1) + mp(tolerated_);
  return size_squared(*nearest) - allowed * allowed;
}

window_end end_between(const step_at_rest& step, const mp& stable, const mp& growing,
                       const stability_search& wanted) {
  constexpr int rounds = 4;
  std::optional<mp> before;
  int right = 0;
  int more = guard_digits;
  // what two precisions have in common is right
  for (int i = 0; i < rounds; ++i) {
    mp now;
    {
      const precision_scope scope(wanted.digits + more);
      now = end_search(step, mp(stable), mp(growing), wanted).find();
    }
    if (before) {
      const mp off = abs(mp(now - *before)) / now;
      right = off < tenth_to(wanted.digits + 2)
                  ? wanted.digits
                  : static_cast<int>(std::floor(-to_double(mp(log10(off)))));
    }
    before = now;
    if (right >= wanted.digits) {
      break;
    }
    more += i == 0 ? guard_digits / 2 : more;
  }
  return {*before, std::clamp(right, 0, wanted.digits)};
}

}  // namespace plumbline::detail
