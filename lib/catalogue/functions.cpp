// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/catalogue/functions.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/core/interruption.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/math/elliptic_provider.hpp>
#include <plumbline/math/weierstrass.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/with_digits.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace plumbline {

namespace {

using arguments = function_arguments;
using values = std::vector<function_value>;

/// m or m1 as given; where m is near 1 its complement, which then is the number that matters.
elliptic_parameter<mp> parameter(const arguments& x) {
  if (x.has("m1")) {
    return elliptic_parameter<mp>::from_complementary(x.real("m1"));
  }
  variables names;
  names.set("m", x.text("m"));
  const mp complement = evaluate<mp>(expression("1-m"), names);
  if (abs(complement) < rational<mp>(1, 2)) {
    return elliptic_parameter<mp>::from_complementary(complement);
  }
  return {x.real("m")};
}

/// A lattice whose discriminant is decided on the exact invariants.
weierstrass_lattice<mp> lattice(const arguments& x) {
  variables names;
  names.set("g2", x.text("g2"));
  names.set("g3", x.text("g3"));
  const bool negative = sign(x.text("g2")) < 0;
  const bool zero = sign(x.text("g2")) == 0 && sign(x.text("g3")) == 0;
  const mp relative = zero ? mp(0)
                           : evaluate<mp>(expression(negative ? "(g2^3-27*g3^2)/(27*g3^2-g2^3)"
                                                              : "(g2^3-27*g3^2)/(g2^3+27*g3^2)"),
                                          names);
  return {x.real("g2"), x.real("g3"), relative};
}

template <class F>
function_entry weierstrass(const char* name, const char* summary, const char* formula, F f) {
  return {.name = name,
          .summary = summary,
          .formula = formula,
          .reference = "DLMF 23.2",
          .required = {"z", "g2", "g3"},
          .complex_arguments = {"z"},
          .complex_values = true,
          .compute = [name, f](const arguments& x) {
            return values{{name, f(lattice(x), x.complex_number("z"))}};
          }};
}

/// The modulus that Boost.Math takes.
mp modulus(const arguments& x) { return boost_math::modulus(parameter(x).m<mp>()); }

template <class F, class B>
function_entry real_function(const char* name, const char* summary, const char* formula,
                             const char* reference, std::vector<std::string> required,
                             std::vector<std::string> optional, F f, B by_boost) {
  return {.name = name,
          .summary = summary,
          .formula = formula,
          .reference = reference,
          .required = std::move(required),
          .optional = std::move(optional),
          .compute =
              [name, f](const arguments& x) {
                return values{{name, complex<mp>(f(x))}};
              },
          .by_boost =
              [name, by_boost](const arguments& x) {
                return values{{name, complex<mp>(by_boost(x))}};
              }};
}

values half_periods(const arguments& x) {
  const auto h = lattice(x).half_periods();
  return {{"omega1", h.omega1}, {"omega2", h.omega2}, {"omega3", h.omega3},
          {"e1", h.e1},         {"e2", h.e2},         {"e3", h.e3},
          {"eta1", h.eta1},     {"eta2", h.eta2},     {"eta3", h.eta3}};
}

values invariants(const arguments& x) {
  const auto g = weierstrass_invariants<mp>(x.complex_number("omega1"), x.complex_number("omega3"));
  return {{"g2", complex<mp>(g.g2)}, {"g3", complex<mp>(g.g3)}};
}

std::vector<function_entry> make_functions() {
  std::vector<function_entry> list;
  using lattice_type = weierstrass_lattice<mp>;
  using z_type = complex<mp>;
  list.push_back(weierstrass("weierstrass-p", "Weierstrass' function P",
                             "1/z^2 + sum (1/(z-w)^2 - 1/w^2)",
                             [](const lattice_type& l, const z_type& z) { return l.p(z); }));
  list.push_back(weierstrass("weierstrass-p-prime", "the derivative of Weierstrass' P",
                             "P'^2 = 4 P^3 - g2 P - g3",
                             [](const lattice_type& l, const z_type& z) { return l.p_prime(z); }));
  list.push_back(weierstrass("weierstrass-zeta", "Weierstrass' zeta function", "zeta' = -P",
                             [](const lattice_type& l, const z_type& z) { return l.zeta(z); }));
  list.push_back(weierstrass("weierstrass-sigma", "Weierstrass' sigma function",
                             "sigma'/sigma = zeta",
                             [](const lattice_type& l, const z_type& z) { return l.sigma(z); }));
  list.push_back({.name = "weierstrass-half-periods",
                  .summary = "half-periods, roots e = P(omega) and eta = zeta(omega) of a lattice",
                  .formula = "eta1 omega3 - eta3 omega1 = i pi/2, omega2 = omega1 + omega3",
                  .reference = "DLMF 23.2, 23.3",
                  .required = {"g2", "g3"},
                  .complex_values = true,
                  .compute = half_periods});
  list.push_back({.name = "weierstrass-invariants",
                  .summary = "the invariants g2, g3 of the lattice with these half-periods",
                  .formula = "g2 = 60 sum 1/w^4, g3 = 140 sum 1/w^6",
                  .reference = "DLMF 23.3",
                  .required = {"omega1", "omega3"},
                  .complex_arguments = {"omega1", "omega3"},
                  .complex_values = true,
                  .compute = invariants,
                  .in_working_precision = true});
  list.push_back(real_function(
      "ellint-k", "complete elliptic integral of the first kind", "F(pi/2, m)", "DLMF 19.2", {"m"},
      {}, [](const arguments& x) { return ellint_k(parameter(x)); },
      [](const arguments& x) { return boost_math::ellint_1(modulus(x)); }));
  list.push_back(real_function(
      "ellint-e", "elliptic integral of the second kind, complete without phi",
      "int_0^phi sqrt(1 - m sin(t)^2) dt", "DLMF 19.2", {"m"}, {"phi"},
      [](const arguments& x) {
        return x.has("phi") ? ellint_e(x.real("phi"), parameter(x)) : ellint_e(parameter(x));
      },
      [](const arguments& x) {
        return x.has("phi") ? boost_math::ellint_2(modulus(x), x.real("phi"))
                            : boost_math::ellint_2(modulus(x));
      }));
  list.push_back(real_function(
      "ellint-f", "incomplete elliptic integral of the first kind",
      "int_0^phi dt / sqrt(1 - m sin(t)^2)", "DLMF 19.2", {"phi", "m"}, {},
      [](const arguments& x) { return ellint_f(x.real("phi"), parameter(x)); },
      [](const arguments& x) { return boost_math::ellint_1(modulus(x), x.real("phi")); }));
  list.push_back(real_function(
      "ellint-pi", "elliptic integral of the third kind, complete without phi",
      "int_0^phi dt / ((1 - n sin(t)^2) sqrt(1 - m sin(t)^2))", "DLMF 19.2", {"n", "m"}, {"phi"},
      [](const arguments& x) {
        return x.has("phi") ? ellint_pi(x.real("n"), x.real("phi"), parameter(x))
                            : ellint_pi(x.real("n"), parameter(x));
      },
      [](const arguments& x) {
        return x.has("phi") ? boost_math::ellint_3(modulus(x), x.real("n"), x.real("phi"))
                            : boost_math::ellint_3(modulus(x), x.real("n"));
      }));
  list.push_back(real_function(
      "jacobi-sn", "Jacobi's sine amplitude", "sin(am(u, m))", "DLMF 22.2", {"u", "m"}, {},
      [](const arguments& x) { return jacobi_sn(x.real("u"), parameter(x)); },
      [](const arguments& x) { return boost_math::jacobi_elliptic(modulus(x), x.real("u")).sn; }));
  list.push_back(real_function(
      "jacobi-cn", "Jacobi's cosine amplitude", "cos(am(u, m))", "DLMF 22.2", {"u", "m"}, {},
      [](const arguments& x) { return jacobi_cn(x.real("u"), parameter(x)); },
      [](const arguments& x) { return boost_math::jacobi_elliptic(modulus(x), x.real("u")).cn; }));
  list.push_back(real_function(
      "jacobi-dn", "Jacobi's delta amplitude", "sqrt(1 - m sn^2)", "DLMF 22.2", {"u", "m"}, {},
      [](const arguments& x) { return jacobi_dn(x.real("u"), parameter(x)); },
      [](const arguments& x) { return boost_math::jacobi_elliptic(modulus(x), x.real("u")).dn; }));
  list.push_back(real_function(
      "jacobi-am", "Jacobi's amplitude, unwrapped: am(u + 2K) = am(u) + pi", "F(am(u, m), m) = u",
      "DLMF 22.16", {"u", "m"}, {},
      [](const arguments& x) { return jacobi_am(x.real("u"), parameter(x)); },
      [](const arguments& x) { return boost_math::amplitude(modulus(x), x.real("u")); }));
  return list;
}

/// The functions compute 1 − m and the like of an argument; a message about that would not name the argument.
void require_real(const function_entry& function, const std::map<std::string, expression>& given) {
  constexpr int any_digits = 20;
  const precision_scope scope(any_digits);
  for (const auto& [name, value] : given) {
    if (evaluate_complex<mp>(value).im != 0) {
      throw invalid_input(
          fmt::format("{} takes real arguments; {} = {}", function.name, name, value.text()) +
          " is not real");
    }
  }
}

void check_arguments(const function_entry& function,
                     const std::map<std::string, expression>& given) {
  std::vector<std::string> known = function.required;
  known.insert(known.end(), function.optional.begin(), function.optional.end());
  const auto knows = [&known](const char* name) {
    return std::find(known.begin(), known.end(), name) != known.end();
  };
  if (knows("m")) {
    known.emplace_back("m1");
  }
  for (const auto& [name, value] : given) {
    if (!knows(name.c_str())) {
      throw invalid_input(unknown_name("argument of " + function.name, name, known));
    }
    if (!value.names().empty()) {
      throw invalid_input(
          unknown_name("name in the value of " + name, value.names().front(), {"pi", "sqrt(...)"}));
    }
  }
  for (const auto& name : function.required) {
    const bool both = name == "m" && given.contains("m") && given.contains("m1");
    if (both) {
      throw invalid_input(function.name + " takes m or m1 = 1 - m, not both");
    }
    if (!given.contains(name) && !(name == "m" && given.contains("m1"))) {
      throw invalid_input(fmt::format("{} needs the argument {}{}", function.name, name,
                                      name == "m" ? " (or m1 = 1 - m)" : ""));
    }
  }
}

/// True when both agree to `bits` bits.
bool agree(const mp& a, const mp& b, int bits) {
  return a == b || (a != 0 && b != 0 && abs(mp(a - b)) <= ldexp(abs(b), -bits));
}

/// The components of a result at two precisions. Those that do not agree are zero if what is left shrinks like
/// the rounding error does; anything else has no value that can be told.
class settling {
 public:
  /// `bits` must agree; `added` is how many bits the second precision has more than the first.
  settling(const values& coarse, values fine, int bits, long added) : fine_(std::move(fine)) {
    for (std::size_t k = 0; k < fine_.size(); ++k) {
      look(coarse[k].value.re, fine_[k].value.re, bits, added);
      look(coarse[k].value.im, fine_[k].value.im, bits, added);
    }
  }
  bool settled() const { return agrees_; }
  bool settles_with_zeros() const { return agrees_or_vanishes_; }
  values take() { return std::move(fine_); }
  /// The values with zeros for what vanishes.
  values take_with_zeros() {
    for (mp* part : vanishing_) {
      *part = mp(0);
    }
    return std::move(fine_);
  }

 private:
  void look(const mp& before, mp& after, int bits, long added) {
    if (agree(before, after, bits)) {
      return;
    }
    agrees_ = false;
    if (after == 0 ||
        (before != 0 && binary_exponent(after) < binary_exponent(before) - added / 2)) {
      vanishing_.push_back(&after);
    } else {
      agrees_or_vanishes_ = false;
    }
  }
  values fine_;
  std::vector<mp*> vanishing_;
  bool agrees_ = true;
  bool agrees_or_vanishes_ = true;
};

}  // namespace

const std::vector<function_entry>& functions() {
  static const std::vector<function_entry> list = make_functions();
  return list;
}

const function_entry& find_function(std::string_view name) {
  std::vector<std::string> known;
  for (const auto& entry : functions()) {
    if (entry.name == name) {
      return entry;
    }
    known.push_back(entry.name);
  }
  throw invalid_input(unknown_name("function", name, known));
}

std::vector<function_value> evaluate_function(const function_entry& function,
                                              const std::map<std::string, expression>& given,
                                              int digits, elliptic_functions by) {
  check_arguments(function, given);
  if (!function.complex_values) {
    require_real(function, given);
  }
  if (by == elliptic_functions::boost && !function.by_boost) {
    throw invalid_input("Boost.Math has no " + function.name + ": --functions own has");
  }
  const auto& compute = by == elliptic_functions::boost ? function.by_boost : function.compute;
  // the scalar that the values will be rounded to may hold more digits than were asked for
  const int held = digits <= most_digits_of_double ? most_digits_of_double
                                                   : std::max(digits, most_digits_of_quad + 1);
  if (function.in_working_precision) {
    const precision_scope scope(held);
    return compute(function_arguments(given));
  }
  constexpr int guard_bits = 12;  // fewer than the guard digits hold
  const int bits = static_cast<int>(held * log2_of_10) + guard_bits;
  constexpr int reserve = 2000;  // for what the functions add themselves
  constexpr int rounds = 5;
  const int most = precision_scope::max_digits - reserve;
  std::optional<values> coarse;
  int before = 0;  // digits of `coarse`
  for (int round = 0, working = held + guard_digits;;
       ++round, working += working / 2 + guard_digits) {
    end_if_interrupted();
    working = std::min(working, most);
    const bool last = round >= rounds || working == most;
    const precision_scope scope(working);
    std::optional<values> fine;
    try {
      fine = compute(function_arguments(given));
    } catch (const domain_error&) {
      // an argument so near to the edge of the domain that it was rounded onto it
      if (round >= 2 || last) {
        throw;
      }
      continue;
    }
    if (coarse) {
      settling both(*coarse, std::move(*fine), bits, (working - before) * 3L);
      if (both.settled()) {
        return both.take();
      }
      if (last && both.settles_with_zeros()) {
        return both.take_with_zeros();
      }
      if (last) {
        throw domain_error(fmt::format("{} has a pole there, or no value that settles at {} digits",
                                       function.name, working));
      }
      fine = both.take();
    }
    before = working;
    coarse = std::move(fine);
  }
}

}  // namespace plumbline
