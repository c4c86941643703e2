// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "measure/window_end.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/math/bracketed_root.hpp>
#include <plumbline/measure/stability.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/precision_scope.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace plumbline {

namespace {

using detail::excess;
using detail::mp_multipliers;

/// Π |λ + 1|, Π |λ − 1|/h and Π_{i<j} (1 − λ_i λ_j): one of them is 0 where a multiplier, or a pair, comes to the circle's
/// real points, or passes it elsewhere.
template <class T>
std::array<T, 3> border_functions(const std::vector<complex<T>>& all, const T& h) {
  complex<T> minus(T(1));
  complex<T> plus(T(1));
  complex<T> pairs(T(1));
  for (std::size_t i = 0; i < all.size(); ++i) {
    minus = minus * (all[i] + T(1));
    plus = plus * (all[i] + T(-1)) * T(T(1) / h);
    for (std::size_t j = 0; j < i; ++j) {
      pairs = pairs * (complex<T>(T(1)) - all[i] * all[j]);
    }
  }
  return {minus.re, plus.re, pairs.re};
}

struct sample {
  double h;
  bool grows;
  std::array<double, 3> border;
};

/// The places of samples in units of 1/ω. No common fraction is one: at a window's end all digits of a multiplier are lost.
class sample_places {
 public:
  double next() {
    if (at_ < first) {
      at_ = at_ == 0 ? smallest : at_ * 2;
    } else if (at_ < even_until) {
      at_ += spacing;
    } else {
      at_ *= growth;
    }
    return at_;
  }
  static constexpr double far = 1e4;
  static constexpr double spacing = 0.01;

 private:
  static constexpr double smallest = 1.3719e-6;
  static constexpr double first = spacing / 2;
  static constexpr double even_until = 40;
  static constexpr double growth = 1.25;
  double at_ = 0;
};

class window_scan {
 public:
  window_scan(const step_at_rest& step, const stability_search& wanted)
      : step_(step), wanted_(wanted), fine_(step.make_fine()) {
    conserves_ = rests_at(0.0123) && rests_at(0.0377);
  }

  /// Nothing where double and the working precision contradict each other.
  std::optional<stability_windows> run(bool in_double) {
    in_double_ = in_double;
    samples_.clear();
    ends_.clear();
    sample_places places;
    for (double z = places.next(); z < sample_places::far; z = places.next()) {
      if (!take(z / step_.fastest)) {
        return std::nullopt;
      }
      const bool is_lost = wanted_.only_first ? !ends_.empty() : samples_.back().grows;
      if (is_lost && (wanted_.only_first || z > wanted_.reach)) {
        break;
      }
    }
    if (wanted_.only_first && !ends_.empty()) {
      ends_.resize(1, ends_.front());
    }
    return windows();
  }

 private:
  bool rests_at(double z) {
    const auto all = fine(mp(z / step_.fastest));
    const mp smallest = detail::tenth_to(detail::guard_digits);
    return all && std::all_of(all->begin(), all->end(), [&](const complex<mp>& lambda) {
             const mp size = lambda.re * lambda.re + lambda.im * lambda.im;
             return abs(mp(size - mp(1))) < smallest || size < rational<mp>(1, 1000);
           });
  }

  std::optional<mp_multipliers> fine(const mp& h) { return detail::multipliers_at(fine_, h); }
  bool grows(const mp_multipliers& all) const {
    return detail::smallest_excess(wanted_) < excess(all, wanted_.tolerated);
  }
  bool grows_at(const mp& h) {
    const auto all = fine(h);
    return !all || grows(*all);
  }

  /// Nothing where double does not tell.
  std::optional<sample> look_in_double(double h) {
    std::vector<complex<double>> all;
    try {
      all = multipliers<double>(step_.coarse(h));
    } catch (const step_failure&) {
      return std::nullopt;
    }
    double largest = 0;
    for (const auto& lambda : all) {
      largest = std::max(largest, lambda.re * lambda.re + lambda.im * lambda.im);
    }
    const double allowed = 1 + wanted_.tolerated;
    const double beyond = largest - allowed * allowed - 2 * wanted_.uncertain;
    constexpr double surely = 1e-6;
    constexpr double rounding = 1e-9;
    if (!std::isfinite(beyond) ||
        (beyond <= surely && beyond >= (conserves_ ? 1 : -1) * rounding)) {
      return std::nullopt;
    }
    return sample{h, beyond > surely, border_functions(all, h)};
  }

  sample look(double h) {
    if (in_double_) {
      if (const auto seen = look_in_double(h)) {
        return *seen;
      }
    }
    const auto all = fine(mp(h));
    sample s{h, !all || grows(*all), {}};
    if (all) {
      const auto border = border_functions(*all, mp(h));
      std::transform(border.begin(), border.end(), s.border.begin(),
                     [](const mp& x) { return to_double(x); });
    }
    return s;
  }

  bool take(double h) {
    const sample now = look(h);
    const double before = samples_.empty() ? 0 : samples_.back().h;
    const bool grew = !samples_.empty() && samples_.back().grows;
    bool agrees = true;
    if (grew != now.grows) {
      const double stable = grew ? h : before;
      const double growing = grew ? before : h;
      agrees = !in_double_ || (grows_at(mp(growing)) && (stable == 0 || !grows_at(mp(stable))));
      if (agrees) {
        ends_.push_back(ends_.empty()
                            ? first_end(mp(h))
                            : detail::end_between(step_, mp(stable), mp(growing), wanted_));
      }
    }
    if (grew && now.grows) {
      add_steep_window(samples_.back(), now);
    }
    samples_.push_back(now);
    if (agrees && samples_.size() > 2 && !(wanted_.only_first && !ends_.empty())) {
      add_hidden_band();
    }
    return agrees;
  }

  /// A window between two samples that both grow, in which a multiplier goes through half of the circle: both of its real
  /// points are passed.
  void add_steep_window(const sample& before, const sample& now) {
    std::array<mp, 2> zeros;
    for (std::size_t which = 0; which < zeros.size(); ++which) {
      if (!(before.border.at(which) * now.border.at(which) < 0)) {
        return;
      }
      const auto zero = border_zero(before, now, which);
      if (!zero) {
        return;
      }
      zeros.at(which) = *zero;
    }
    const mp inside = (zeros[0] + zeros[1]) / 2;
    if (!grows_at(inside)) {
      ends_.push_back(detail::end_between(step_, inside, mp(before.h), wanted_));
      ends_.push_back(detail::end_between(step_, inside, mp(now.h), wanted_));
    }
  }

  /// Where a border function changes its sign. Far beyond the limit double has no digit of it: it need not change.
  std::optional<mp> border_zero(const sample& before, const sample& now, std::size_t which) {
    const auto border = [&](const mp& h) -> std::optional<mp> {
      const auto all = fine(h);
      return all ? std::optional(border_functions(*all, h).at(which)) : std::nullopt;
    };
    const auto first = border(mp(before.h));
    const auto last = border(mp(now.h));
    if (!first || !last || !(*first * *last < 0)) {
      return std::nullopt;
    }
    const int rises = *first < 0 ? 1 : -1;
    const bracket_end<mp> low{mp(before.h), mp(*first * rises)};
    const bracket_end<mp> high{mp(now.h), mp(*last * rises)};
    mp zero = low.h;
    const solve_report report = bracketed_root<mp>(
        [&](const mp& h, mp& value) -> solve_report {
          const auto there = border(h);
          if (!there) {
            return {solve_outcome::not_finite, 0, 0};
          }
          value = *there * rises;
          return {solve_outcome::converged, 0, 0};
        },
        low, high, zero);
    return report.ok() ? std::optional(zero) : std::nullopt;
  }

  /// The first loss, at or before `growing`, the first sample that grows.
  window_end first_end(const mp& growing) {
    const auto stable = last_stable(growing);
    return stable ? detail::end_between(step_, *stable, growing, wanted_)
                  : window_end{mp(0), wanted_.digits};
  }

  /// A sample before from which on the growth begins. A pair leaves the circle suddenly. One multiplier passes it after steps
  /// at which it is inside; where there are none, it is outside at all small steps, and the first sample that shows it is only
  /// the first at which that is not rounding.
  std::optional<mp> last_stable(const mp& growing) {
    const auto outside = fine(growing);
    if (samples_.empty()) {
      if (!outside) {
        (void)fine_(growing);  // says why there is no step: no growth was seen
      }
      return std::nullopt;
    }
    if (!outside) {
      return mp(samples_.back().h);
    }
    const detail::leaving_multiplier leaving(*outside, wanted_);
    if (leaving.is_paired()) {
      return mp(samples_.back().h);
    }
    complex<double> rate = rate_of(leaving.at_start(), to_double(growing));
    const mp smallest = detail::smallest_excess(wanted_);
    for (auto s = samples_.rbegin(); s != samples_.rend(); ++s) {
      const auto all = fine(mp(s->h));
      if (!all) {
        return std::nullopt;
      }
      const complex<mp> same = nearest_rate(*all, rate, s->h);
      rate = rate_of(same, s->h);
      if (excess({same}, wanted_.tolerated) < -smallest) {
        return mp(s->h);
      }
    }
    return std::nullopt;
  }

  /// log λ/h, which follows a motion from one step to another.
  static complex<double> rate_of(const complex<mp>& lambda, double h) {
    const double re = to_double(lambda.re);
    const double im = to_double(lambda.im);
    return {std::log(std::hypot(re, im)) / h, std::abs(std::atan2(im, re)) / h};
  }
  static complex<mp> nearest_rate(const mp_multipliers& all, const complex<double>& rate,
                                  double h) {
    const auto off = [&](const complex<mp>& lambda) {
      const complex<double> d = rate_of(lambda, h) - rate;
      return std::hypot(d.re, d.im);
    };
    return *std::min_element(all.begin(), all.end(),
                             [&](const auto& a, const auto& b) { return off(a) < off(b); });
  }

  /// A band of growth inside the last three samples, none of which grows, or a window inside three that all do.
  void add_hidden_band() {
    const sample* s = &samples_[samples_.size() - 3];
    const bool grow = s[1].grows;
    if (s[0].grows != grow || s[2].grows != grow) {
      return;
    }
    for (std::size_t which = 0; which < s[0].border.size(); ++which) {
      if (!comes_near_zero({s[0].border[which], s[1].border[which], s[2].border[which]})) {
        continue;
      }
      if (const auto other = place_of_change(s, which)) {
        for (const mp& side : {mp(s[0].h), mp(s[2].h)}) {
          ends_.push_back(grow ? detail::end_between(step_, *other, side, wanted_)
                               : detail::end_between(step_, side, *other, wanted_));
        }
        return;
      }
    }
  }

  /// The parabola through three values of one sign has its vertex between them, and near zero.
  static bool comes_near_zero(const std::array<double, 3>& f) {
    constexpr double rounding = 1e-10;
    constexpr double near = 0.1;
    const double sign = f[1] < 0 ? -1 : 1;
    const double largest = std::max(std::abs(f[0]), std::abs(f[2]));
    const double bend = f[0] - 2 * f[1] + f[2];
    if (!(std::abs(f[1]) <= std::abs(f[0]) && std::abs(f[1]) <= std::abs(f[2])) ||
        !(largest > rounding) || !(sign * bend > 0) || !(sign * f[0] > 0 && sign * f[2] > 0)) {
      return false;
    }
    return sign * (f[1] - (f[2] - f[0]) * (f[2] - f[0]) / (8 * bend)) < near * largest;
  }

  /// A step near the least value of a border function at which it is otherwise than at the samples, by parabolas through the
  /// three newest values.
  std::optional<mp> place_of_change(const sample* s, std::size_t which) {
    std::array<mp, 3> x{mp(s[0].h), mp(s[1].h), mp(s[2].h)};
    std::array<mp, 3> f;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto all = fine(x.at(i));
      if (!all) {
        return std::nullopt;
      }
      f.at(i) = border_functions(*all, x.at(i)).at(which);
    }
    constexpr int most = 12;
    for (int i = 0; i < most; ++i) {
      const mp left = (x[1] - x[0]) * (f[1] - f[2]);
      const mp right = (x[1] - x[2]) * (f[1] - f[0]);
      const mp next = x[1] - ((x[1] - x[0]) * left - (x[1] - x[2]) * right) / ((left - right) * 2);
      if (!is_finite(next) || !(mp(s[0].h) < next && next < mp(s[2].h))) {
        return std::nullopt;
      }
      const auto all = fine(next);
      if (!all || grows(*all) != s[1].grows) {
        return all || !s[1].grows ? std::optional(next) : std::nullopt;
      }
      x = {x[1], x[2], next};
      f = {f[1], f[2], border_functions(*all, next).at(which)};
    }
    return std::nullopt;
  }

  stability_windows windows() const {
    stability_windows found;
    window_end from{mp(0), wanted_.digits};
    for (std::size_t k = 0; k < ends_.size(); ++k) {
      if (k % 2 == 0) {
        found.list.push_back({from, ends_[k]});
      } else {
        from = ends_[k];
      }
    }
    found.open = ends_.size() % 2 == 0;
    if (found.open) {
      found.list.push_back({from, {mp(0), 0}});
    }
    return found;
  }

  const step_at_rest& step_;
  stability_search wanted_;
  derivative_of_step<mp> fine_;
  bool conserves_ = false;  ///< multipliers stay on the circle as long as the scheme is stable
  bool in_double_ = true;
  std::vector<sample> samples_;
  std::vector<window_end> ends_;  ///< of windows, and where the next ones begin, in turns
};

}  // namespace

stability_windows find_stability_windows(const step_at_rest& step, const stability_search& wanted) {
  if (!(wanted.reach > 0) || !std::isfinite(wanted.reach)) {
    throw invalid_input("a search for stability windows needs a positive reach");
  }
  constexpr int least_digits = 100;  // those of growths that are looked for
  const auto outside = static_cast<int>(mp::thread_default_precision());
  std::optional<stability_windows> found;
  {
    const precision_scope scope(
        std::max({least_digits, outside, wanted.digits + detail::guard_digits}));
    window_scan scan(step, wanted);
    found = scan.run(true);
    if (!found) {
      found = scan.run(false);
    }
  }
  return *found;
}

}  // namespace plumbline
