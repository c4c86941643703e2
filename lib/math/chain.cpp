// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/math/chain.hpp>

#include <cmath>

namespace plumbline {

namespace {

bool is_binary(operation what) {
  return what == operation::add || what == operation::subtract || what == operation::multiply ||
         what == operation::divide;
}

bool is_unary(operation what) {
  return what == operation::negate || what == operation::sin || what == operation::exp ||
         what == operation::sqrt;
}

}  // namespace

std::optional<chain> chain::of(const runner<double>& values, int stage, int x) {
  const program& code = values.code();
  const auto written = [&](int place) {  // by this stage
    for (const instruction& i : code.stage(stage)) {
      if (i.result == place || (i.second == place && i.second >= 0)) {
        return true;
      }
    }
    return place == x;
  };
  chain made;
  int last = x;
  for (const instruction& i : code.stage(stage)) {
    link next{i.what, false, false, false, 0};
    int result = i.result;
    if (is_binary(i.what)) {
      if (i.a != last && i.b != last) {
        return std::nullopt;
      }
      next.with_itself = i.a == i.b;
      next.number_first = i.a != last;
      const int other = next.number_first ? i.a : i.b;
      if (!next.with_itself) {
        if (written(other)) {
          return std::nullopt;
        }
        next.number = values.value(other);
      }
    } else if (!is_unary(i.what) || i.a != last ||
               (i.what == operation::sin && i.first_needed && i.second_needed)) {
      return std::nullopt;
    } else if (i.what == operation::sin && !i.first_needed) {
      next.cosine = true;
      result = i.second;
    }
    made.links_.push_back(next);
    last = result;
  }
  if (made.links_.empty() || code.results().front() != last) {
    return std::nullopt;
  }
  made.fold();
  return made;
}

double chain::operator()(double x) const {
  for (const link& i : links_) {
    const double other = i.with_itself ? x : i.number;
    switch (i.what) {
      case operation::negate:
        x = -x;
        break;
      case operation::add:
        x += other;
        break;
      case operation::subtract:
        x = i.number_first ? other - x : x - other;
        break;
      case operation::multiply:
        x *= other;
        break;
      case operation::divide:
        x = i.number_first ? other / x : x / other;
        break;
      case operation::sin:
        x = i.cosine ? std::cos(x) : std::sin(x);
        break;
      case operation::exp:
        x = std::exp(x);
        break;
      default:
        x = std::sqrt(x);
    }
  }
  return x;
}

void chain::fold() {
  has_quotient_ = true;
  for (const link& i : links_) {
    double& scale = bends_.empty() ? scale_ : bends_.back().scale;
    double& shift = bends_.empty() ? shift_ : bends_.back().shift;
    const auto times = [&](double c) {
      scale *= c;
      shift *= c;
    };
    switch (i.what) {
      case operation::negate:
        times(-1);
        break;
      case operation::add:
        i.with_itself ? times(2) : void(shift += i.number);
        break;
      case operation::subtract:
        i.with_itself ? times(0) : void(shift -= i.number);
        if (i.number_first) {
          times(-1);
        }
        break;
      case operation::multiply:
        i.with_itself ? void(bends_.push_back({i.what, false})) : times(i.number);
        break;
      case operation::divide:
        i.number_first ? void(bends_.push_back({i.what, false, i.number})) : times(1 / i.number);
        break;
      case operation::sin:
      case operation::sqrt:
        bends_.push_back({i.what, i.cosine});
        break;
      default:
        has_quotient_ = false;
    }
  }
  is_wave_ = has_quotient_ && bends_.size() == 1 && bends_.front().what == operation::sin;
}

difference_quotient_value<double> chain::quotient_along_bends(double a, double length) const {
  a = a * scale_ + shift_;
  length *= scale_;
  double slope_at_b = scale_;  // of what has become b, by the b that was given
  double value = scale_;       // the quotient
  double slope = 0;            // and its derivative
  const bend* const end = bends_.data() + bends_.size();
  for (const bend* i = bends_.data(); i != end; ++i) {
    const double b = a + length;
    double end_value = 0;  // f(a), and [f] of f by itself
    double own = 0;
    double end_slope = 0;  // f′(b), where there are further bends
    switch (i->what) {
      case operation::multiply:
        own = a + b;
        slope = slope * own + value * slope_at_b;
        end_value = a * a;
        end_slope = 2 * b;
        break;
      case operation::divide:
        end_value = 1 / a;
        own = -end_value / b;
        slope = (slope - value / b * slope_at_b) * own;
        end_slope = -1 / (b * b);
        break;
      case operation::sqrt: {
        end_value = std::sqrt(a);
        const double last = std::sqrt(b);
        own = 1 / (end_value + last);
        end_slope = 1 / (2 * last);
        slope = (slope - value * own * end_slope * slope_at_b) * own;
        break;
      }
      default: {  // sin u: cos m sinc δ;  cos u: −sin m sinc δ
        const double half = length / 2;
        const sin_cos_pair<double> middle = sin_cos(a + half);
        const auto distance = sinc(half);
        const double turned = i->cosine ? -middle.sin : middle.cos;
        const double turned_slope = i->cosine ? -middle.cos : -middle.sin;
        own = turned * distance.value;
        slope = slope * own + value * (slope_at_b / 2) *
                                  (turned_slope * distance.value + turned * distance.slope);
        if (i + 1 != end) {
          end_value = i->cosine ? std::cos(a) : std::sin(a);
          end_slope = i->cosine ? -std::sin(b) : std::cos(b);
        }
      }
    }
    value *= own * i->scale;
    slope *= i->scale;
    length *= own * i->scale;
    slope_at_b *= end_slope * i->scale;
    a = end_value * i->scale + i->shift;
  }
  return {value, slope};
}

}  // namespace plumbline
