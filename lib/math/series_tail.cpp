// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "math/series_tail.hpp"

#if PLUMBLINE_HAS_ARB

#include <Eigen/LU>

#include <algorithm>
#include <utility>

namespace plumbline {

namespace {

using rule = taylor_code::rule;

/// Above a sum or product of doubles that are not negative: fewer than 2^20 operations, each with a relative error of 2^−53,
/// and what underflows.
double up(double x) { return x * (1 + 0x1p-30) + 1e-300; }

/// The least magnitude in a ball, or a little less.
double least_size(arb_srcptr x) {
  bound least;
  arb_get_mag_lower(least, x);
  return mag_get_d(least) * (1 - 0x1p-30);
}

/// A double near x times 2^exponent, to 50 bits.
double near(arf_srcptr x, arf_srcptr factor) {
  arf_t product;
  arf_init(product);
  arf_mul(product, x, factor, 60, ARF_RND_NEAR);
  const double value = arf_get_d(product, ARF_RND_NEAR);
  arf_clear(product);
  return value;
}

}  // namespace

series_tail::series_tail(const taylor_engine<taylor_balls>& engine, std::vector<int> followed)
    : engine_(engine),
      followed_(std::move(followed)),
      last_(engine.order() - 1),
      powers_(engine.order() + 1),
      rows_(static_cast<std::size_t>(engine.code().rows)),
      last_of_states_(engine.code().states.size()),
      prepared_(engine.code().of_series.size()),
      beyond_(engine.code().states.size()) {}

bool series_tail::covers(const taylor_code& code) {
  return std::ranges::all_of(code.of_series, [](const taylor_code::operation_on_rows& o) {
    return o.what != rule::constant;
  });
}

double series_tail::log2_step(double log2_radius, double bits) const {
  constexpr double nearest = 0.2;
  constexpr double nothing = 1e-290;  // a sum that is zero has been rounded upwards to 1e-300
  double log2_step = log2_radius - nearest;
  const auto limit = [&](double size, double beyond, int first_left_out) {
    if (beyond > 0 && size > nothing) {
      // the quotient itself may be beyond the range of double
      const double left_out = bits + std::log2(beyond) - std::log2(size);
      log2_step = std::min(log2_step, log2_radius - left_out / first_left_out);
    }
  };
  for (int i = 0; i < engine_.states(); ++i) {
    limit(at(engine_.state(i)).size, beyond(i), engine_.order() + 1);
  }
  for (const int r : followed_) {
    limit(at(r).size, at(r).beyond, engine_.order());
  }
  return log2_step;
}

void series_tail::read_row(int r) {
  const bool series = engine_.code().series(r);
  row& x = at(r);
  const std::size_t count = series ? static_cast<std::size_t>(last_) + 1 : 1;
  x.terms.resize(count);
  x.from.resize(count + 1);
  bound size;
  for (std::size_t k = 0; k < count; ++k) {
    const int order = static_cast<int>(k);
    arb_get_mag(size, engine_.work().at(r, order));
    mag_mul(size, size, powers_[order]);
    x.terms[k] = mag_get_d(size);
  }
  x.from[count] = 0;
  x.moment = 0;
  for (std::size_t k = count; k-- > 0;) {
    x.from[k] = x.from[k + 1] + x.terms[k];
    x.moment += static_cast<double>(k) * x.terms[k];
  }
  for (double& sum : x.from) {
    sum = up(sum);
  }
  x.moment = up(x.moment);
  x.size = x.from[0];
  x.beyond = 0;
}

bool series_tail::read() {
  for (int r = 0; r < engine_.code().rows; ++r) {
    read_row(r);
    if (!std::isfinite(at(r).size)) {
      return false;
    }
  }
  bound size;
  for (int i = 0; i < engine_.states(); ++i) {
    arb_get_mag(size, engine_.work().at(engine_.state(i), last_ + 1));
    mag_mul(size, size, powers_[last_ + 1]);
    last_of_states_[static_cast<std::size_t>(i)] = mag_get_d(size);
  }
  return true;
}

/// Σ_{i+j>K} |a_i| |b_j| ρ^(i+j)
double series_tail::crossing(int a, int b) const {
  const row& x = at(a);
  const row& y = at(b);
  double sum = 0;
  if (x.terms.size() > 1 && y.terms.size() > 1) {
    for (std::size_t i = 1; i < x.terms.size(); ++i) {
      sum += x.terms[i] * y.from[x.terms.size() - i];
    }
  }
  return up(sum);
}

/// Σ_{i+j>K} i |a_i| |b_j| ρ^(i+j)
double series_tail::crossing_of_rate(int a, int b) const {
  const row& x = at(a);
  const row& y = at(b);
  double sum = 0;
  if (x.terms.size() > 1 && y.terms.size() > 1) {
    for (std::size_t i = 1; i < x.terms.size(); ++i) {
      sum += static_cast<double>(i) * x.terms[i] * y.from[x.terms.size() - i];
    }
  }
  return up(sum);
}

/// C by recurrences in doubles; δ is computed from C with a bound of its rounding errors.
bool series_tail::invert(const std::vector<int>& rows, int n, inverse& found) const {
  using doubles = Eigen::MatrixXd;
  const auto entry = [n](int i, int j) {
    const int place = i * n + j;
    return static_cast<std::size_t>(place);
  };
  const bool series = std::ranges::any_of(rows, [this](int r) { return engine_.code().series(r); });
  const int last = series ? last_ : 0;
  const auto count = static_cast<std::size_t>(last) + 1;
  std::vector<doubles> m(count, doubles::Zero(n, n));
  // how far these doubles are from the coefficients, summed over the orders
  std::vector<double> blur(static_cast<std::size_t>(n) * static_cast<std::size_t>(n), 0);
  {
    arf_t factor;
    arf_t power;
    bound error;
    arf_init(factor);
    arf_init(power);
    arf_set_mag(factor, radius_);
    arf_one(power);
    for (std::size_t k = 0; k < count; ++k) {
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
          const int r = rows[entry(i, j)];
          if (k > 0 && !engine_.code().series(r)) {
            continue;
          }
          const int order = static_cast<int>(k);
          arb_srcptr x = engine_.work().at(r, order);
          m[k](i, j) = near(arb_midref(x), power);
          mag_mul(error, arb_radref(x), powers_[order]);
          blur[entry(i, j)] += mag_get_d(error);
        }
      }
      arf_mul(power, power, factor, 80, ARF_RND_NEAR);
    }
    arf_clear(factor);
    arf_clear(power);
  }
  std::vector<doubles> c(count, doubles::Zero(n, n));
  c[0] = Eigen::PartialPivLU<doubles>(m[0]).inverse();
  doubles sum(n, n);
  for (std::size_t k = 1; k < count; ++k) {
    sum.setZero();
    for (std::size_t j = 1; j <= k; ++j) {
      sum.noalias() += m[j] * c[k - j];
    }
    c[k] = -c[0] * sum;
  }
  found.n = n;
  found.sizes.assign(blur.size(), 0);
  found.defects.assign(blur.size(), 0);
  for (std::size_t k = 0; k < count; ++k) {
    sum = k == 0 ? doubles(doubles::Identity(n, n)) : doubles(doubles::Zero(n, n));
    for (std::size_t j = 0; j <= k; ++j) {
      sum.noalias() -= c[k - j] * m[j];
    }
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        found.sizes[entry(i, j)] += std::abs(c[k](i, j));
        found.defects[entry(i, j)] += std::abs(sum(i, j));
      }
    }
  }
  for (double& size : found.sizes) {
    size = up(size);
  }
  // the rounding errors of the defect, of `near` and of the powers of ρ; and the products beyond the order K
  const double rounding = (static_cast<double>(count) * n + 64) * 0x1p-49;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      double defect = found.defects[entry(i, j)];
      for (int k = 0; k < n; ++k) {
        const row& b = at(rows[entry(k, j)]);
        defect += found.sizes[entry(i, k)] * (rounding * b.size + blur[entry(k, j)]);
        for (std::size_t a = 1; series && b.terms.size() > 1 && a < count; ++a) {
          defect += std::abs(c[a](i, k)) * b.from[count - a];
        }
      }
      found.defects[entry(i, j)] = up(defect);
      if (!std::isfinite(defect)) {
        return false;
      }
    }
  }
  return true;
}

/// What does not depend on what the states leave out.
bool series_tail::prepare() {
  const auto& code = engine_.code();
  for (std::size_t n = 0; n < code.of_series.size(); ++n) {
    const auto& o = code.of_series[n];
    prepared& p = prepared_[n];
    switch (o.what) {
      case rule::multiply:
        p.first = crossing(o.a, o.b);
        break;
      case rule::square:
        p.first = crossing(o.a, o.a);
        break;
      case rule::divide:
        p.first = crossing(o.b, o.r);
        if (!invert({o.b}, 1, p.of_matrix)) {
          return false;
        }
        break;
      case rule::sqrt:
        p.first = crossing(o.r, o.r);
        if (!invert({o.r}, 1, p.of_matrix)) {
          return false;
        }
        break;
      case rule::exp:
        p.first = crossing_of_rate(o.a, o.r);
        break;
      case rule::sin_cos:
      case rule::sinh_cosh:
        p.first = crossing_of_rate(o.a, o.r2);
        p.second = crossing_of_rate(o.a, o.r);
        break;
      case rule::power: {
        // G = b r a′ − a r′
        const double exponent = at(o.b).size;
        p.first = up(exponent * crossing_of_rate(o.a, o.r) + crossing_of_rate(o.r, o.a));
        if (!invert({o.a}, 1, p.of_matrix)) {
          return false;
        }
        break;
      }
      case rule::integral:
        // G = n′ − r′ g
        p.first = crossing_of_rate(o.r, o.b);
        if (o.function == operation::atan2) {
          p.first = up(p.first + crossing_of_rate(o.c, o.d) + crossing_of_rate(o.d, o.c));
        }
        if (!invert({o.b}, 1, p.of_matrix)) {
          return false;
        }
        break;
      case rule::solve: {
        const auto& e = code.equations;
        const auto& unknown = e.sides[o.side].unknown;
        const int count = e.order();
        p.sums.assign(static_cast<std::size_t>(count), 0);
        for (int i = 0; i < count; ++i) {
          double sum = 0;
          for (int j = 0; j < count; ++j) {
            const int entry = i * count + j;
            sum += crossing(e.matrix[static_cast<std::size_t>(entry)],
                            unknown[static_cast<std::size_t>(j)]);
          }
          p.sums[static_cast<std::size_t>(i)] = up(sum);
        }
        if (!invert(e.matrix, count, p.of_matrix)) {
          return false;
        }
        break;
      }
      default:
        break;
    }
  }
  return true;
}

/// At least |1/b| for the whole series b of a row; infinite where that is not proven to exist.
double series_tail::inverse_size(const inverse& c, int row_of_b) const {
  const double defect = up(c.defects[0] + c.sizes[0] * at(row_of_b).beyond);
  return defect < 1 ? up(c.sizes[0] / (1 - defect)) : std::numeric_limits<double>::infinity();
}

/// M x = b:  C G = (1 − δ) e_x with what is left out of b − M x for the polynomial x
bool series_tail::solve(std::size_t side, const prepared& p) {
  const auto& e = engine_.code().equations;
  const auto& [right, unknown] = e.sides[side];
  const int n = p.of_matrix.n;
  const auto index = [](int i) { return static_cast<std::size_t>(i); };
  std::vector<double> g(index(n));
  for (int i = 0; i < n; ++i) {
    double sum = p.sums[index(i)] + at(right[index(i)]).beyond;
    for (int j = 0; j < n; ++j) {
      sum += at(e.matrix[index(i * n + j)]).beyond * at(unknown[index(j)]).size;
    }
    g[index(i)] = up(sum);
    if (!std::isfinite(g[index(i)])) {
      return false;
    }
  }
  double defect = 0;
  double largest = 0;
  std::vector<double> x(index(n));
  std::vector<double> defects(index(n));
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      double of_entry = p.of_matrix.defects[index(i * n + j)];
      for (int k = 0; k < n; ++k) {
        of_entry += p.of_matrix.sizes[index(i * n + k)] * at(e.matrix[index(k * n + j)]).beyond;
      }
      defects[index(i)] += of_entry;
      x[index(i)] += p.of_matrix.sizes[index(i * n + j)] * g[index(j)];
    }
    defects[index(i)] = up(defects[index(i)]);
    defect = std::max(defect, defects[index(i)]);
    largest = std::max(largest, up(x[index(i)]));
  }
  if (!(defect < 1)) {
    return false;
  }
  for (int i = 0; i < n; ++i) {
    at(unknown[index(i)]).beyond = up(x[index(i)] + defects[index(i)] * up(largest / (1 - defect)));
  }
  return true;
}

bool series_tail::evaluate(const taylor_code::operation_on_rows& o, const prepared& p) {
  const double orders = last_ + 1;
  row& r = o.r >= 0 ? at(o.r) : rows_.front();
  const row& a = o.a >= 0 ? at(o.a) : rows_.front();
  const row& b = o.b >= 0 ? at(o.b) : rows_.front();
  switch (o.what) {
    case rule::negate:
      r.beyond = a.beyond;
      return true;
    case rule::add:
    case rule::subtract:
      r.beyond = up(a.beyond + b.beyond);
      return true;
    case rule::multiply:
    case rule::scale:
      r.beyond = up((o.what == rule::multiply ? p.first : 0) + a.size * b.beyond +
                    b.size * a.beyond + a.beyond * b.beyond);
      return true;
    case rule::square:
      r.beyond = up(p.first + 2 * a.size * a.beyond + a.beyond * a.beyond);
      return true;
    case rule::divide:
      r.beyond = up(inverse_size(p.of_matrix, o.b) * (a.beyond + p.first + r.size * b.beyond));
      return true;
    case rule::divide_by:
      r.beyond = up(a.beyond / least_size(engine_.work().at(o.b, 0)));
      return true;
    case rule::sqrt: {
      // 2 r e + e² = G; the inverse is that of the polynomial r
      const double defect = p.of_matrix.defects[0];
      if (!(defect < 1)) {
        return false;
      }
      const double half = up(p.of_matrix.sizes[0] / (1 - defect) / 2);
      const double g = up(a.beyond + p.first);
      if (!(up(4 * half * half * g) < 1)) {
        return false;
      }
      r.beyond = up(2 * half * g);
      return true;
    }
    case rule::exp: {
      const double rate = up(a.moment / orders);
      if (!(rate < 1) || !(a.beyond < 1)) {
        return false;
      }
      const double of_polynomial = up(p.first / orders / (1 - rate));
      r.beyond = up(of_polynomial + (r.size + of_polynomial) * up(std::expm1(a.beyond)));
      return true;
    }
    case rule::sin_cos:
    case rule::sinh_cosh: {
      const double rate = up(a.moment / orders);
      if (!(rate < 1) || !(a.beyond < 1)) {
        return false;
      }
      // e_s = (h_s + rate e_c), e_c = (h_c + rate e_s)
      row& s = r;
      row& c = at(o.r2);
      const double first = up(p.first / orders);
      const double second = up(p.second / orders);
      const double factor = up(1 / (1 - up(rate * rate)));
      const double sine = up(up(first + rate * second) * factor);
      const double cosine = up(up(second + rate * first) * factor);
      const double odd = up(std::sinh(a.beyond));
      const double even = up(std::cosh(a.beyond) - 1 + 0x1p-52);
      // cosh x − 1 <= x² for x <= 1
      const double small = std::min(even, up(a.beyond * a.beyond));
      s.beyond = up(sine + (c.size + cosine) * odd + (s.size + sine) * small);
      c.beyond = up(cosine + (s.size + sine) * odd + (c.size + cosine) * small);
      return true;
    }
    case rule::power: {
      const double defect = p.of_matrix.defects[0];
      if (!(defect < 1)) {
        return false;
      }
      const double inverse_of_a = up(p.of_matrix.sizes[0] / (1 - defect));
      const double exponent = b.size;
      const double rate = up(inverse_of_a * exponent * a.moment / orders);
      const double change = up(inverse_of_a * a.beyond);
      if (!(rate < 1) || !(change < 1)) {
        return false;
      }
      const double of_polynomial = up(up(inverse_of_a * p.first / orders) / (1 - rate));
      const double factor = up(std::expm1(up(-exponent * std::log1p(-change) * (1 + 0x1p-40))));
      r.beyond = up(of_polynomial + (r.size + of_polynomial) * factor);
      return true;
    }
    case rule::integral: {
      // of the polynomial a: r′ g = n′ divides by the order; from there to a along a straight line: dr = dn/g
      const double inverse_of_g = inverse_size(p.of_matrix, o.b);
      const double of_polynomial = up(inverse_of_g * up(p.first + r.moment * b.beyond) / orders);
      const row& x = at(o.c);
      double change = x.beyond;
      if (o.function == operation::atan2) {  // dn = x dy − y dx, with y before x
        if (!is_apart(o.c) && !(arb_is_positive(engine_.work().at(o.d, 0)) != 0 && is_apart(o.d))) {
          return false;  // the point may come to the negative axis, where the angle jumps and its series does not
        }
        const row& beside = at(o.d);
        change = up((beside.size + beside.beyond) * x.beyond + (x.size + x.beyond) * beside.beyond);
      }
      r.beyond = up(of_polynomial + inverse_of_g * change);
      return std::isfinite(r.beyond);
    }
    case rule::derivative:
    case rule::wedge:
      // read by functions of a through a itself
      r.beyond = std::numeric_limits<double>::infinity();
      return true;
    case rule::solve:
      return solve(o.side, p);
    default:
      return false;
  }
}

/// Whether a real row keeps its sign for |t| <= ρ.
bool series_tail::is_apart(int r) const {
  return up(at(r).from[1] + at(r).beyond) < least_size(engine_.work().at(r, 0));
}

/// What the rows leave out where the states leave out so much.
bool series_tail::evaluate(const std::vector<double>& states) {
  for (int i = 0; i < engine_.states(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    at(engine_.state(i)).beyond = up(last_of_states_[k] + states[k]);
  }
  const auto& list = engine_.code().of_series;
  for (std::size_t n = 0; n < list.size(); ++n) {
    if (!evaluate(list[n], prepared_[n])) {
      return false;
    }
  }
  return true;
}

bool series_tail::holds(double log2_radius) {
  constexpr int most_iterations = 12;
  constexpr double mantissa_bits = 20;
  const double exponent = std::floor(log2_radius);
  const auto mantissa = static_cast<ulong>(std::exp2(log2_radius - exponent + mantissa_bits));
  mag_set_ui_2exp_si(radius_, mantissa, static_cast<slong>(exponent - mantissa_bits));
  radius_above_ = mag_get_d(radius_);
  mag_one(powers_[0]);
  for (int k = 1; k <= last_ + 1; ++k) {
    mag_mul(powers_[k], powers_[k - 1], radius_);
  }
  if (last_ < 1 || !read() || !prepare()) {
    return false;
  }
  std::ranges::fill(beyond_, 0);
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    if (!evaluate(beyond_)) {
      return false;
    }
    bool inside = true;
    std::vector<double> next(beyond_.size());
    for (int i = 0; i < engine_.states(); ++i) {
      const auto k = static_cast<std::size_t>(i);
      next[k] = up(radius_above_ * up(at(engine_.rate(i)).beyond) / (last_ + 2));
      if (!std::isfinite(next[k])) {
        return false;
      }
      inside = inside && next[k] <= beyond_[k];
    }
    if (inside) {
      return std::ranges::all_of(followed_, [&](int r) { return std::isfinite(at(r).beyond); });
    }
    for (std::size_t k = 0; k < next.size(); ++k) {
      beyond_[k] = 2 * next[k];
    }
  }
  return false;
}

}  // namespace plumbline

#endif
