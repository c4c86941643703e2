// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/io/drawn_points.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace plumbline {

namespace {

double largest(const std::vector<std::array<double, 2>>& points) {
  double most = 0;
  for (const auto& point : points) {
    if (std::isfinite(point[1])) {
      most = std::max(most, std::abs(point[1]));
    }
  }
  return most;
}

/// a − b with the digits that are written.
double difference(const std::string& a, const std::string& b) {
  constexpr std::size_t digits_of_double = 20;  // that the difference should have
  const std::size_t digits = std::max(a.size(), b.size()) + digits_of_double;
  const precision_scope scope(
      static_cast<int>(std::min<std::size_t>(digits, precision_scope::max_digits)));
  return to_double(mp(decimal<mp>(a) - decimal<mp>(b)));
}

}  // namespace

std::string plain_label(const std::string& text) {
  std::string label;
  for (const char c : text) {
    switch (c) {
      case '{':
      case '}':
      case '^':
      case '_':
      case '@':
      case '&':
      case '~':
        label += "\\\\";  // gnuplot's quotes take one backslash, its enhanced text the other
        label += c;
        break;
      case '"':
        label += "\\\"";
        break;
      case '\\':
        label += "/";
        break;
      case '\n':
        label += ' ';
        break;
      default:
        label += c;
    }
  }
  return label;
}

double drawn_value(const std::string& cell) {
  char* end = nullptr;
  const double value = std::strtod(cell.c_str(), &end);
  return cell.empty() || *end != '\0' ? std::numeric_limits<double>::quiet_NaN() : value;
}

void thinned_points::add(double x, double y) {
  constexpr std::size_t most = 8192;
  if (seen_++ % stride_ != 0) {
    return;
  }
  points_.push_back({x, y});
  if (points_.size() == most) {
    for (std::size_t i = 0; i < most / 2; ++i) {
      points_[i] = points_[2 * i];
    }
    points_.resize(most / 2);
    stride_ *= 2;
  }
}

void drawn_points::add(double x, const std::string& cell) {
  const double value = drawn_value(cell);
  values_.add(x, value);
  if (!std::isfinite(value)) {
    differences_.add(x, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  if (first_.empty()) {
    first_ = cell;
  }
  differences_.add(x, difference(cell, first_));
}

void put_points(plot& p, const std::vector<drawn_points>& points, drawn_values how) {
  if (how == drawn_values::as_they_are) {
    for (std::size_t k = 0; k < points.size(); ++k) {
      p.curves[k].points = points[k].values();
    }
    return;
  }
  constexpr double narrow = 1e-3;
  bool are_close = true;
  double most_values = 0;
  double most_differences = 0;
  for (const auto& curve : points) {
    const double size = largest(curve.values());
    const double spread = largest(curve.differences());
    are_close = are_close && spread < narrow * size;
    most_values = std::max(most_values, size);
    most_differences = std::max(most_differences, spread);
  }
  const bool differ = are_close && most_differences > 0;
  const double most = differ ? most_differences : most_values;
  constexpr double small = 1e-2;
  constexpr double rounding = 1e-9;  // 1e-8 that was rounded down is 1 in 10^-8
  constexpr double large = 1e5;
  const int power = most > 0 && (most < small || most >= large)
                        ? static_cast<int>(std::floor(std::log10(most) + rounding))
                        : 0;
  for (std::size_t k = 0; k < points.size(); ++k) {
    auto drawn = differ ? points[k].differences() : points[k].values();
    for (auto& point : drawn) {
      point[1] *= std::pow(10.0, -power);
    }
    p.curves[k].points = std::move(drawn);
  }
  const std::string what = p.y_label.empty() && (differ || power != 0) ? "values" : p.y_label;
  p.y_label = what + (differ ? ", less the first" : "") +
              (power != 0 ? fmt::format(", in 10^{{{}}}", power) : "");
}

}  // namespace plumbline
