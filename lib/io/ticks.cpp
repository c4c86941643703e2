// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/io/ticks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace plumbline {

namespace {

constexpr double inside = 1e-9;  ///< of a distance: a tick at the end of the range is inside

std::string plain_number(double x) { return x == 0 ? "0" : fmt::format("{:.10g}", x); }

std::vector<tick> multiples(const std::array<double, 2>& range, double distance) {
  std::vector<tick> ticks;
  for (double k = std::ceil(range[0] / distance - inside);
       k * distance <= range[1] + inside * distance; ++k) {
    ticks.push_back({k * distance, plain_number(k * distance)});
  }
  return ticks;
}

std::vector<tick> linear_ticks(const std::array<double, 2>& range, int most) {
  // ticks that are nearer to one another than this, beside the ends of the axis, would be one number in double
  constexpr double least = 1e-14;
  const double distance = std::max((range[1] - range[0]) / most,
                                   std::max(std::abs(range[0]), std::abs(range[1])) * least);
  double power = std::pow(10.0, std::floor(std::log10(distance)));
  for (;; power *= 10) {
    for (const double factor : {1., 2., 5.}) {
      auto ticks = multiples(range, factor * power);
      if (ticks.size() <= static_cast<std::size_t>(most)) {
        return ticks;
      }
    }
  }
}

std::string power_of_ten(double factor, int power) {
  constexpr int longest = 3;  // zeros before 10^k is shorter
  if (-longest <= power && power <= longest) {
    return plain_number(factor * std::pow(10.0, power));
  }
  return (factor == 1 ? std::string() : fmt::format("{:g}·", factor)) +
         fmt::format("10^{{{}}}", power);
}

std::vector<tick> decades(int first, int last, int most) {
  const int stride = (last - first) / most + 1;
  std::vector<tick> ticks;
  for (int k = first; k <= last; ++k) {
    if (k % stride == 0) {
      ticks.push_back({std::pow(10.0, k), fmt::format("10^{{{}}}", k)});
    }
  }
  return ticks;
}

}  // namespace

std::vector<tick> ticks_of(const std::array<double, 2>& range, axis_scale scale, int most) {
  if (scale == axis_scale::linear) {
    return linear_ticks(range, most);
  }
  const int first = static_cast<int>(std::ceil(std::log10(range[0]) - inside));
  const int last = static_cast<int>(std::floor(std::log10(range[1]) + inside));
  if (last - first >= 2) {
    return decades(first, last, most);
  }
  std::vector<tick> ticks;
  for (int k = first - 1; k <= last; ++k) {
    for (const double factor : {1., 2., 5.}) {
      const double at = factor * std::pow(10.0, k);
      if (range[0] * (1 - inside) <= at && at <= range[1] * (1 + inside)) {
        ticks.push_back({at, power_of_ten(factor, k)});
      }
    }
  }
  const bool fit = 2 <= ticks.size() && ticks.size() <= static_cast<std::size_t>(most);
  return fit ? ticks : ticks.size() < 2 ? linear_ticks(range, most) : decades(first, last, most);
}

}  // namespace plumbline
