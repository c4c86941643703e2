// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "math/taylor_code.hpp"

#include <plumbline/core/errors.hpp>

#include <algorithm>
#include <string>

namespace plumbline {

int taylor_code::convolutions() const {
  int sum = 0;
  for (const operation_on_rows& o : of_series) {
    switch (o.what) {
      case rule::multiply:
      case rule::square:
      case rule::divide:
      case rule::sqrt:
      case rule::exp:
      case rule::integral:
        sum += 1;
        break;
      case rule::sin_cos:
      case rule::sinh_cosh:
      case rule::wedge:
      case rule::power:
        sum += 2;
        break;
      case rule::solve:
        sum += static_cast<int>(
            std::ranges::count_if(equations.matrix, [this](int row) { return series(row); }));
        break;
      default:
        break;
    }
  }
  return sum;
}

void taylor_builder::begin(const program& p, std::vector<int> row_of_input) {
  program_ = &p;
  pairs_.clear();
  sums_.clear();
  row_of_ = std::move(row_of_input);
  row_of_.resize(static_cast<std::size_t>(p.registers()), -1);
  int reg = p.inputs();
  for (const exact_number& x : p.constants()) {
    const int row = code_->add_row(row_kind::constant);
    code_->constants.emplace_back(row, x);
    row_of_[static_cast<std::size_t>(reg++)] = row;
  }
  if (p.pi_register() >= 0) {
    const int row = code_->add_row(row_kind::constant);
    code_->pi_rows.push_back(row);
    row_of_[static_cast<std::size_t>(p.pi_register())] = row;
  }
}

void taylor_builder::append_stages(int first, int last) {
  for (int k = first; k <= last && k < program_->stages(); ++k) {
    const std::vector<instruction>& list = program_->stage(k);
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!append_sum_of_angles(list, i)) {
        append(list[i]);
      }
    }
  }
}

int taylor_builder::emit(row_kind kind, on_rows o) {
  o.r = code_->add_row(kind);
  (kind == row_kind::series ? code_->of_series : code_->of_constants).push_back(o);
  return o.r;
}

int taylor_builder::one() {
  if (one_ < 0) {
    one_ = code_->add_row(row_kind::constant);
    code_->constants.emplace_back(one_, exact_number(1));
  }
  return one_;
}

int taylor_builder::zero() {
  if (zero_ < 0) {
    zero_ = code_->add_row(row_kind::constant);
    code_->constants.emplace_back(zero_, exact_number(0));
  }
  return zero_;
}

int taylor_builder::difference(int a, int b) { return binary(operation::subtract, a, b); }

int taylor_builder::product(int a, int b) { return binary(operation::multiply, a, b); }

int taylor_builder::derivative(int row) {
  const auto [found, fresh] = derivatives_.emplace(row, -1);
  if (fresh) {
    found->second = emit(row_kind::series, {.what = rule::derivative, .a = row});
  }
  return found->second;
}

int taylor_builder::binary(operation what, int a, int b) {
  const bool sa = code_->series(a);
  const bool sb = code_->series(b);
  if (!sa && !sb) {
    return emit(row_kind::constant, {.what = rule::constant, .function = what, .a = a, .b = b});
  }
  switch (what) {
    case operation::add:
      return emit(row_kind::series, {.what = rule::add, .a = a, .b = b});
    case operation::subtract:
      return emit(row_kind::series, {.what = rule::subtract, .a = a, .b = b});
    case operation::multiply:
      if (a == b) {
        return square_of(a);
      }
      return sa && sb
                 ? emit(row_kind::series, {.what = rule::multiply, .a = a, .b = b})
                 : emit(row_kind::series, {.what = rule::scale, .a = sa ? a : b, .b = sa ? b : a});
    default:
      return emit(row_kind::series, {.what = sb ? rule::divide : rule::divide_by, .a = a, .b = b});
  }
}

/// r with r′ g = n′, where numerator_rate is the row of n′ (as k n_k), and r_0 = f(a, b).
int taylor_builder::integral(operation f, int numerator_rate, int g, int a, int b) {
  const int rate = code_->add_row(row_kind::series);
  return emit(row_kind::series, {.what = rule::integral,
                                 .function = f,
                                 .r2 = rate,
                                 .a = numerator_rate,
                                 .b = g,
                                 .c = a,
                                 .d = b});
}

void taylor_builder::append_sin_cos(int sine, int cosine, int angle) {
  const int a = at(angle);
  int s = 0;
  int c = 0;
  if (code_->series(a)) {
    c = code_->add_row(row_kind::series);
    s = emit(row_kind::series, {.what = rule::sin_cos, .r2 = c, .a = a, .b = derivative(a)});
  } else {
    s = emit(row_kind::constant, {.what = rule::constant, .function = operation::sin, .a = a});
    c = emit(row_kind::constant, {.what = rule::constant, .function = operation::cos, .a = a});
  }
  row_of_[static_cast<std::size_t>(sine)] = s;
  row_of_[static_cast<std::size_t>(cosine)] = c;
  pairs_[sine] = {cosine, angle};
}

/// A program computes sine and cosine of x ± y by the addition theorem, with four products. Recurrences need two sums of
/// products for the pair itself: the six instructions become one rule.
bool taylor_builder::append_sum_of_angles(const std::vector<instruction>& list, std::size_t& i) {
  constexpr std::size_t length = 6;
  if (i + length > list.size()) {
    return false;
  }
  for (std::size_t k = 0; k < 4; ++k) {
    if (list[i + k].what != operation::multiply) {
      return false;
    }
  }
  const instruction& sc = list[i];
  const instruction& cs = list[i + 1];
  const instruction& cc = list[i + 2];
  const instruction& ss = list[i + 3];
  const instruction& sine = list[i + 4];
  const instruction& cosine = list[i + 5];
  const auto x = pairs_.find(sc.a);
  const auto y = pairs_.find(cs.b);
  if (x == pairs_.end() || y == pairs_.end() || x->second.cosine != cs.a ||
      y->second.cosine != sc.b || cc.a != cs.a || cc.b != sc.b || ss.a != sc.a || ss.b != cs.b ||
      sine.a != sc.result || sine.b != cs.result || cosine.a != cc.result ||
      cosine.b != ss.result) {
    return false;
  }
  const bool plus = sine.what == operation::add && cosine.what == operation::subtract;
  const bool minus = sine.what == operation::subtract && cosine.what == operation::add;
  const auto sum = sums_.find({sine.what, x->second.angle, y->second.angle});
  if (!(plus || minus) || sum == sums_.end()) {
    return false;
  }
  append_sin_cos(sine.result, cosine.result, sum->second);
  i += length - 1;
  return true;
}

void taylor_builder::append_solve(taylor_code::linear_equations::side side) {
  code_->of_series.push_back({.what = rule::solve, .side = code_->equations.sides.size()});
  code_->equations.sides.push_back(std::move(side));
}

void taylor_builder::append(const instruction& i) {
  int& result = row_of_[static_cast<std::size_t>(i.result)];
  const int a = at(i.a);
  const bool series = code_->series(a);
  switch (i.what) {
    case operation::add:
    case operation::subtract:
      result = binary(i.what, a, at(i.b));
      sums_[{i.what, i.a, i.b}] = i.result;
      return;
    case operation::multiply:
    case operation::divide:
      result = binary(i.what, a, at(i.b));
      return;
    case operation::sin:
      append_sin_cos(i.result, i.second, i.a);
      return;
    case operation::atan2: {
      const int x = at(i.b);
      if (!series && !code_->series(x)) {
        break;
      }
      // (atan2(y, x))′ = (x y′ − y x′)/(x² + y²)
      const int rate =
          emit(row_kind::series,
               {.what = rule::wedge, .a = a, .b = x, .c = derivative(a), .d = derivative(x)});
      const int g = binary(operation::add, square_of(x), square_of(a));
      result = integral(i.what, rate, g, a, x);
      return;
    }
    case operation::power: {
      const int b = at(i.b);
      if (!series && !code_->series(b)) {
        break;
      }
      if (!code_->series(b)) {
        const int rate = derivative(a);
        const int own = code_->add_row(row_kind::series);
        result =
            emit(row_kind::series, {.what = rule::power, .r2 = own, .a = a, .b = b, .c = rate});
        return;
      }
      // a^b = exp(b log a)
      const int log = series ? integral(operation::log, derivative(a), a, a)
                             : emit(row_kind::constant,
                                    {.what = rule::constant, .function = operation::log, .a = a});
      const int exponent = binary(operation::multiply, b, log);
      result =
          emit(row_kind::series, {.what = rule::exp, .a = exponent, .b = derivative(exponent)});
      return;
    }
    default:
      break;
  }
  if (!series) {
    result =
        emit(row_kind::constant,
             {.what = rule::constant, .function = i.what, .a = a, .b = i.b >= 0 ? at(i.b) : -1});
    return;
  }
  switch (i.what) {
    case operation::negate:
      result = emit(row_kind::series, {.what = rule::negate, .a = a});
      return;
    case operation::sqrt:
      result = root_of(a);
      return;
    case operation::exp:
      result = emit(row_kind::series, {.what = rule::exp, .a = a, .b = derivative(a)});
      return;
    case operation::log:
      result = integral(i.what, derivative(a), a, a);
      return;
    case operation::tan: {
      const int c = code_->add_row(row_kind::series);
      const int s =
          emit(row_kind::series, {.what = rule::sin_cos, .r2 = c, .a = a, .b = derivative(a)});
      result = binary(operation::divide, s, c);
      return;
    }
    case operation::sinh:
    case operation::cosh:
    case operation::tanh: {
      const int c = code_->add_row(row_kind::series);
      const int s =
          emit(row_kind::series, {.what = rule::sinh_cosh, .r2 = c, .a = a, .b = derivative(a)});
      result = i.what == operation::sinh   ? s
               : i.what == operation::cosh ? c
                                           : binary(operation::divide, s, c);
      return;
    }
    case operation::asin:
      result = integral(i.what, derivative(a),
                        root_of(binary(operation::subtract, one(), square_of(a))), a);
      return;
    case operation::acos: {
      const int rate = emit(row_kind::series, {.what = rule::negate, .a = derivative(a)});
      result = integral(i.what, rate, root_of(binary(operation::subtract, one(), square_of(a))), a);
      return;
    }
    case operation::atan:
      result = integral(i.what, derivative(a), binary(operation::add, one(), square_of(a)), a);
      return;
    case operation::asinh:
      result =
          integral(i.what, derivative(a), root_of(binary(operation::add, one(), square_of(a))), a);
      return;
    case operation::acosh: {
      // √(a − 1) √(a + 1), not √(a² − 1): the branch for complex a with positive real part is the same, and there is no
      // cancellation near 1
      const int product = binary(operation::multiply, binary(operation::subtract, a, one()),
                                 binary(operation::add, a, one()));
      result = integral(i.what, derivative(a), root_of(product), a);
      return;
    }
    case operation::atanh:
      result = integral(i.what, derivative(a), binary(operation::subtract, one(), square_of(a)), a);
      return;
    default:
      throw invalid_input("a Taylor series has no rule for the operation '" +
                          std::string(name_of(i.what)) + "'");
  }
}

}  // namespace plumbline
