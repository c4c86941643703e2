// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/math/graph.hpp>

#include <stdexcept>
#include <string>
#include <utility>

namespace plumbline {

namespace {

bool is_odd(operation f) {
  switch (f) {
    case operation::sin:
    case operation::tan:
    case operation::asin:
    case operation::atan:
    case operation::sinh:
    case operation::tanh:
    case operation::asinh:
    case operation::atanh:
    case operation::sinc_slope:
      return true;
    default:
      return false;
  }
}

bool is_even(operation f) {
  return f == operation::cos || f == operation::cosh || f == operation::sinc;
}

bool is_commutative(operation f) { return f == operation::add || f == operation::multiply; }

[[noreturn]] void outside(operation f, const exact_number& x) {
  throw std::invalid_argument(std::string(name_of(f)) + "(" + x.text() + ") is not a real number");
}

/// f(x) where that is rational, nothing otherwise. Throws outside the domain.
std::optional<exact_number> rational_value(operation f, const exact_number& x) {
  const exact_number one(1);
  switch (f) {
    case operation::sqrt:
      if (x.sign() < 0) {
        outside(f, x);
      }
      return x.exact_sqrt();
    case operation::log:
      if (x.sign() <= 0) {
        outside(f, x);
      }
      return x == one ? std::optional(exact_number(0)) : std::nullopt;
    case operation::acosh:
      if (x < one) {
        outside(f, x);
      }
      return x == one ? std::optional(exact_number(0)) : std::nullopt;
    case operation::asin:
    case operation::acos:
    case operation::atanh:
      if (one < x || x < -one || (f == operation::atanh && (x == one || x == -one))) {
        outside(f, x);
      }
      if (f == operation::acos) {
        return x == one ? std::optional(exact_number(0)) : std::nullopt;
      }
      break;
    default:
      break;
  }
  if (x.sign() == 0) {
    if (f == operation::exp || is_even(f)) {
      return one;
    }
    if (is_odd(f)) {
      return exact_number(0);
    }
  }
  return std::nullopt;
}

/// Constants beyond this size are not folded any further: the graph keeps the operation.
constexpr std::size_t largest_constant = 4'000'000;  // bits

}  // namespace

std::size_t graph::hash::operator()(const node& n) const {
  const auto mix = [](std::size_t h, std::size_t x) { return (h ^ x) * 0x9E3779B97F4A7C15U; };
  const int first = n.a + 1;  // 0: there is none
  const int second = n.b + 1;
  return mix(mix(static_cast<std::size_t>(n.what), static_cast<std::size_t>(first)),
             static_cast<std::size_t>(second));
}

node_id graph::place(const node& n) {
  const auto [found, is_new] = places_.try_emplace(n, size());
  if (is_new) {
    nodes_.push_back(n);
  }
  return found->second;
}

bool graph::is_value(node_id i, long n) const {
  return is_constant(i) && value(i) == exact_number(n);
}

node_id graph::input(int index) { return place({operation::input, index, -1}); }

node_id graph::constant(const exact_number& x) {
  const std::size_t h = x.hash();
  const auto [begin, end] = constant_places_.equal_range(h);
  for (auto i = begin; i != end; ++i) {
    if (value(i->second) == x) {
      return i->second;
    }
  }
  constants_.push_back(x);
  const node_id id = place({operation::constant, static_cast<int>(constants_.size()) - 1, -1});
  constant_places_.emplace(h, id);
  return id;
}

node_id graph::pi() { return place({operation::pi, -1, -1}); }

node_id graph::apply(operation f, node_id a) {
  if (f == operation::negate) {
    if ((*this)[a].what == operation::negate) {
      return (*this)[a].a;
    }
    if ((*this)[a].what == operation::subtract) {  // −(x − y) = y − x, rounded alike
      return apply(operation::subtract, (*this)[a].b, (*this)[a].a);
    }
    return is_constant(a) ? constant(-value(a)) : place({f, a, -1});
  }
  if (is_constant(a)) {
    const exact_number x = value(a);
    if (const auto folded = rational_value(f, x)) {
      return constant(*folded);
    }
  }
  if ((*this)[a].what == operation::negate) {
    const node_id inner = (*this)[a].a;
    if (is_odd(f)) {
      return negate(apply(f, inner));
    }
    if (is_even(f)) {
      return apply(f, inner);
    }
  }
  return place({f, a, -1});
}

node_id graph::apply(operation f, node_id a, node_id b) {
  if (f == operation::power) {
    return power(a, b);
  }
  const auto inner_of_negate = [&](node_id i) {
    return (*this)[i].what == operation::negate ? (*this)[i].a : -1;
  };
  if (is_constant(a) && is_constant(b) && value(a).bits() + value(b).bits() < largest_constant) {
    switch (f) {
      case operation::add:
        return constant(value(a) + value(b));
      case operation::subtract:
        return constant(value(a) - value(b));
      case operation::multiply:
        return constant(value(a) * value(b));
      case operation::divide:
        return constant(value(a) / value(b));
      default:
        break;
    }
  }
  switch (f) {
    case operation::add:
      if (is_zero(a) || is_zero(b)) {
        return is_zero(a) ? b : a;
      }
      if (const node_id inner = inner_of_negate(b); inner >= 0) {
        return subtract(a, inner);
      }
      if (const node_id inner = inner_of_negate(a); inner >= 0) {
        return subtract(b, inner);
      }
      break;
    case operation::subtract:
      if (is_zero(b)) {
        return a;
      }
      if (is_zero(a)) {
        return negate(b);
      }
      if (a == b) {
        return constant(0);
      }
      if (const node_id inner = inner_of_negate(b); inner >= 0) {
        return add(a, inner);
      }
      break;
    case operation::multiply:
      if (is_zero(a) || is_zero(b)) {
        return constant(0);
      }
      if (is_value(a, 1) || is_value(b, 1)) {
        return is_value(a, 1) ? b : a;
      }
      if (is_value(a, -1) || is_value(b, -1)) {
        return negate(is_value(a, -1) ? b : a);
      }
      if (const node_id inner = inner_of_negate(a); inner >= 0) {
        return negate(multiply(inner, b));
      }
      if (const node_id inner = inner_of_negate(b); inner >= 0) {
        return negate(multiply(a, inner));
      }
      if (const auto merged = scaled_twice(a, b); merged >= 0) {
        return merged;
      }
      if (is_constant(a) && value(a).sign() < 0) {  // so that products with ±c are one node
        return negate(multiply(constant(-value(a)), b));
      }
      if (is_constant(b) && value(b).sign() < 0) {
        return negate(multiply(a, constant(-value(b))));
      }
      break;
    case operation::divide:
      if (is_zero(b)) {
        throw std::invalid_argument("division by zero");
      }
      if (is_zero(a)) {
        return constant(0);
      }
      if (is_constant(b) && value(b).is_power_of_two()) {
        return multiply(a, constant(exact_number(1) / value(b)));
      }
      if (const node_id inner = inner_of_negate(a); inner >= 0) {
        return negate(divide(inner, b));
      }
      if (const node_id inner = inner_of_negate(b); inner >= 0) {
        return negate(divide(a, inner));
      }
      break;
    default:
      break;
  }
  if (is_commutative(f) && b < a) {
    std::swap(a, b);
  }
  return place({f, a, b});
}

node_id graph::scaled_twice(node_id a, node_id b) {
  if (is_constant(b)) {
    std::swap(a, b);
  }
  const node inner = (*this)[b];
  if (!is_constant(a) || inner.what != operation::multiply) {
    return -1;
  }
  const node_id c = is_constant(inner.a) ? inner.a : inner.b;
  const node_id x = is_constant(inner.a) ? inner.b : inner.a;
  if (!is_constant(c) || !(value(a).is_power_of_two() || value(c).is_power_of_two())) {
    return -1;
  }
  return multiply(constant(value(a) * value(c)), x);
}

node_id graph::whole_power(node_id a, long n) {
  // left to right over the binary digits, so that a², a⁴ … are shared
  node_id result = -1;
  node_id square = a;
  for (unsigned long left = static_cast<unsigned long>(n < 0 ? -n : n); left != 0; left >>= 1U) {
    if ((left & 1U) != 0) {
      result = result < 0 ? square : multiply(square, result);
    }
    if (left > 1) {
      square = multiply(square, square);
    }
  }
  return n < 0 ? divide(constant(1), result) : result;
}

node_id graph::power(node_id a, node_id b) {
  constexpr long largest_whole_power = 64;
  if ((*this)[a].what == operation::exp && is_value((*this)[a].a, 1)) {
    return apply(operation::exp, b);  // e^x
  }
  if (is_constant(b)) {
    const exact_number exponent = value(b);
    if (exponent.sign() == 0) {
      return constant(1);
    }
    const auto whole = exponent.to_integer();
    if (whole &&
        (is_constant(a) || (-largest_whole_power <= *whole && *whole <= largest_whole_power))) {
      constexpr long largest_constant_power = 100'000;
      if (*whole < -largest_constant_power || largest_constant_power < *whole) {
        throw std::invalid_argument("the power " + std::to_string(*whole) + " is beyond " +
                                    std::to_string(largest_constant_power));
      }
      return whole_power(a, *whole);
    }
    const auto twice = (exponent * exact_number(2)).to_integer();
    if (twice && -largest_whole_power <= *twice && *twice <= largest_whole_power) {
      return whole_power(apply(operation::sqrt, a), *twice);
    }
    if (whole) {  // beyond the largest power that is a product: a may be negative, so not by the logarithm
      return whole_power(a, *whole);
    }
    if (is_constant(a) && value(a).sign() < 0) {
      throw std::invalid_argument("a power of " + value(a).text() +
                                  " with a broken exponent is not a real number");
    }
  }
  return place({operation::power, a, b});
}

std::vector<node_id> graph::copy(const graph& other, const std::vector<node_id>& ends,
                                 const std::unordered_map<int, node_id>& by_input) {
  const std::vector<bool> needed = other.needed_by(ends);
  std::vector<node_id> here(needed.size(), -1);
  const auto moved = [&](node_id i) { return here[static_cast<std::size_t>(i)]; };
  for (std::size_t i = 0; i < needed.size(); ++i) {
    if (!needed[i]) {
      continue;
    }
    const node n =
        other[static_cast<node_id>(i)];  // by value: `other` may be this graph, which grows
    switch (operands_of(n.what)) {
      case 1:
        here[i] = apply(n.what, moved(n.a));
        break;
      case 2:
        here[i] = apply(n.what, moved(n.a), moved(n.b));
        break;
      default:
        if (n.what == operation::constant) {
          here[i] = constant(exact_number(other.value(static_cast<node_id>(i))));
        } else if (n.what == operation::pi) {
          here[i] = pi();
        } else {
          const auto found = by_input.find(n.a);
          here[i] = found == by_input.end() ? input(n.a) : found->second;
        }
    }
  }
  std::vector<node_id> result;
  result.reserve(ends.size());
  for (const node_id end : ends) {
    result.push_back(moved(end));
  }
  return result;
}

node_id graph::import(const graph& other, node_id end) { return copy(other, {end}, {}).front(); }

std::vector<node_id> graph::substitute(const std::vector<node_id>& ends,
                                       const std::unordered_map<int, node_id>& by_input) {
  return copy(*this, ends, by_input);
}

std::vector<bool> graph::needed_by(const std::vector<node_id>& ends) const {
  std::vector<bool> needed(nodes_.size(), false);
  for (const node_id end : ends) {
    needed[static_cast<std::size_t>(end)] = true;
  }
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    if (needed[i]) {
      const node& n = nodes_[i];
      const int operands = operands_of(n.what);
      if (operands > 0) {
        needed[static_cast<std::size_t>(n.a)] = true;
      }
      if (operands > 1) {
        needed[static_cast<std::size_t>(n.b)] = true;
      }
    }
  }
  return needed;
}

std::vector<bool> graph::depending_on(const std::vector<int>& inputs) const {
  std::vector<bool> depends(nodes_.size(), false);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const node& n = nodes_[i];
    if (n.what == operation::input) {
      for (const int input : inputs) {
        depends[i] = depends[i] || n.a == input;
      }
      continue;
    }
    const int operands = operands_of(n.what);
    depends[i] = (operands > 0 && depends[static_cast<std::size_t>(n.a)]) ||
                 (operands > 1 && depends[static_cast<std::size_t>(n.b)]);
  }
  return depends;
}

}  // namespace plumbline
