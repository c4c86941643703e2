// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A one-step method as a table of exact coefficients: of the catalogue, or from a text in TOML.
//
//   name = "my-scheme"
//   kind = "runge-kutta"          # partitioned-runge-kutta | nystrom | splitting | composition | galerkin
//   A = [[], ["1/2"], ["0", "1/2"], ["0", "0", "1"]]
//   b = ["1/6", "1/3", "1/3", "1/6"]
//   order = 4                     # claims, all optional: order, embedded-order, dense-order, symmetric, symplectic
//   [define]
//   w = "1/(2 - 2^(1/3))"
//
//   const scheme_table table = load_scheme("my-scheme.toml");
//   const scheme_entry entry = entry_of(table);           // as those of the catalogue
//   auto stepper = entry.make<mp64>({}, system);
//
// Coefficients are formulas (scalar/expression.hpp); they are evaluated with guard digits in whatever precision a step
// asks for, and rounded once. What the table claims is not looked at when it runs: see catalogue/audit.hpp.
#pragma once

#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/math/scheme_coefficients.hpp>
#include <plumbline/scalar/expression.hpp>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

enum class table_kind {
  runge_kutta,
  partitioned_runge_kutta,
  nystrom,
  splitting,
  composition,
  galerkin
};

/// "runge-kutta", "partitioned-runge-kutta", "nystrom", "splitting", "composition", "galerkin".
std::string to_string(table_kind kind);

/// One coefficient: A[2][1] has the key "A", row 1 and column 0; b[3] has no row and column 2.
struct table_coefficient {
  std::string key;
  int row = -1;
  int column = 0;
  std::string text;  ///< the formula as written

  /// "A[2][1]", counted from 1.
  std::string place() const;
};

/// What a table says of itself.
struct table_claims {
  std::optional<int> order;
  std::optional<int> embedded_order;
  std::optional<int> dense_order;
  std::optional<bool> symmetric;
  std::optional<bool> symplectic;
};

/// The coefficients in the working precision of mp, from their defining equations.
using coefficient_source = std::function<scheme_coefficients<mp>()>;

struct scheme_table {
  std::string name;
  std::string summary;
  std::string source;
  table_kind kind = table_kind::runge_kutta;
  table_claims claims;
  /// Number of stages, of drifts and kicks, or of substeps.
  int stages = 0;
  /// As given; what is missing is 0 (c: the row sums of A).
  std::vector<table_coefficient> coefficients;
  std::map<std::string, std::string> definitions;
  std::string base;                ///< composition: the name of the scheme
  bool quadratic_kinetic = false;  ///< splitting: force = "nystrom"
  int degree = 0;                  ///< galerkin
  /// Instead of texts: coefficients that are computed.
  coefficient_source compute = {};
  /// Dense output (catalogue/dense_output.hpp): of dense[i][k] the row is the stage, the column the power of θ less one.
  std::vector<table_coefficient> dense = {};
  std::function<matrix<mp>()> compute_dense = {};

  bool has(std::string_view key) const;
};

inline constexpr std::size_t longest_scheme_file = 16U << 20U;

/// Reads a table. `origin` is named in messages. Throws invalid_input with line and key for a text that is not a table.
scheme_table parse_scheme(std::string_view text, const std::string& origin = "the scheme");

/// Reads a table from a file. Throws io_error when it cannot be read, invalid_input as parse_scheme does.
scheme_table load_scheme(const std::filesystem::path& path);

/// The table of a scheme of the catalogue with these settings, its facts as claims; nothing for a scheme that has none.
/// Throws invalid_input for an unknown name, and for settings that the scheme does not take.
std::optional<scheme_table> known_scheme_table(const std::string& name,
                                               const settings& chosen = {});

/// The text of parse_scheme for a table whose coefficients are texts.
std::string to_toml(const scheme_table& table);

/// The coefficients in the working precision, right to a few units of it. c is filled in.
scheme_coefficients<mp> coefficients_of(const scheme_table& table);

/// Numbers for `table.coefficients`, in their order, at their places. c is filled in.
scheme_coefficients<mp> assemble(const scheme_table& table, const std::vector<mp>& values);

namespace detail {

template <class T, class From>
vector<T> rounded_coefficients(const vector<From>& x) {
  vector<T> y(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    y[i] = convert_precision<T>(x[i]);
  }
  return y;
}
template <class T, class From>
matrix<T> rounded_coefficients(const matrix<From>& x) {
  matrix<T> y(x.rows(), x.cols());
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    for (Eigen::Index j = 0; j < x.cols(); ++j) {
      y(i, j) = convert_precision<T>(x(i, j));
    }
  }
  return y;
}
template <class T>
scheme_coefficients<T> rounded_coefficients(const scheme_coefficients<mp>& x) {
  scheme_coefficients<T> to = {rounded_coefficients<T>(x.a),      rounded_coefficients<T>(x.abar),
                               rounded_coefficients<T>(x.b),      rounded_coefficients<T>(x.bbar),
                               rounded_coefficients<T>(x.bhat),   rounded_coefficients<T>(x.c),
                               rounded_coefficients<T>(x.drifts), rounded_coefficients<T>(x.gamma),
                               rounded_coefficients<T>(x.nodes)};
  if constexpr (std::is_same_v<T, double>) {
    to.a_left = rounded_coefficients<T>(matrix<mp>(x.a - rounded_coefficients<mp>(to.a)));
    to.b_left = rounded_coefficients<T>(vector<mp>(x.b - rounded_coefficients<mp>(to.b)));
  }
  return to;
}

}  // namespace detail

/// The coefficients rounded once to T. Of dual numbers: constants.
template <class T>
scheme_coefficients<T> coefficients_in(const scheme_table& table) {
  if constexpr (is_dual<T>::value) {
    return scalar_cast<T>(coefficients_in<decltype(T::value)>(table));
  } else {
    const auto fine = [&] {
      const precision_scope scope(detail::digits_for_bits(scalar_traits<T>::bits()) + guard_digits);
      return std::make_shared<const scheme_coefficients<mp>>(coefficients_of(table));
    }();
    return detail::rounded_coefficients<T>(*fine);
  }
}

/// The table as a scheme. Its facts are those that are handed in, or what the order conditions say (catalogue/audit.hpp).
/// Throws invalid_input when the base of a composition is unknown or not one of the two kinds that compose.
scheme_entry entry_of(const scheme_table& table, const scheme_info& info);
scheme_entry entry_of(const scheme_table& table);

}  // namespace plumbline
