// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The rows of a trajectory as they leave the loop: the bits of each number, one after the other. A Real is made when Python
// asks for it, so a long run costs what its steps cost.
#pragma once

#include "real.hpp"
#include <plumbline/core/vector.hpp>
#include <plumbline/scalar/guard.hpp>
#include <plumbline/scalar/traits.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace plumbline::python {

class number_table {
 public:
  explicit number_table(std::vector<std::string> columns) : columns_(std::move(columns)) {}
  number_table(const number_table&) = delete;
  number_table& operator=(const number_table&) = delete;
  virtual ~number_table() = default;

  const std::vector<std::string>& columns() const { return columns_; }
  virtual std::size_t cells() const = 0;
  /// A new Real, or None where the cell is empty. Cells count row by row.
  virtual PyObject* cell(std::size_t i) const = 0;
  /// The nearest double; nan where the cell is empty.
  virtual double as_double(std::size_t i) const = 0;
  virtual int digits() const = 0;

  std::size_t rows() const { return columns_.empty() ? 0 : cells() / columns_.size(); }

 private:
  std::vector<std::string> columns_;
};

template <class T>
class numbers_of : public number_table {
 public:
  using number_table::number_table;

  void add(const T& x) {
    if constexpr (mpfr_scalar<T>) {
      mpfr_srcptr value = x.backend().data();
      bits_ = value->_mpfr_prec;
      heads_.push_back({value->_mpfr_exp, static_cast<int>(value->_mpfr_sign)});
      limbs_.insert(limbs_.end(), value->_mpfr_d, value->_mpfr_d + limb_count());
    } else {
      values_.push_back(x);
    }
  }
  /// Makes room for so many numbers of this precision.
  void reserve(std::size_t numbers, mpfr_prec_t bits) {
    if constexpr (mpfr_scalar<T>) {
      bits_ = bits;
      heads_.reserve(numbers);
      limbs_.reserve(numbers * limb_count());
    } else {
      values_.reserve(numbers);
    }
  }
  void add_empty() {
    if constexpr (mpfr_scalar<T>) {
      heads_.push_back({0, empty});
      limbs_.resize(limbs_.size() + limb_count());
    } else {
      gaps_.push_back(values_.size());
      values_.push_back(T(0));
    }
  }
  static std::size_t bytes_of_number(mpfr_prec_t bits) {
    return mpfr_scalar<T> ? sizeof(head) + static_cast<std::size_t>(bits / 8) + sizeof(mp_limb_t)
                          : sizeof(T);
  }

  std::size_t cells() const override {
    if constexpr (mpfr_scalar<T>) {
      return heads_.size();
    } else {
      return values_.size();
    }
  }
  PyObject* cell(std::size_t i) const override {
    if (is_empty(i)) {
      Py_RETURN_NONE;
    }
    mpfr_ptr target = nullptr;
    PyObject* result = new_real(bits(), &target);
    if (result != nullptr) {
      copy(i, target);
    }
    return result;
  }
  double as_double(std::size_t i) const override {
    if (is_empty(i)) {
      return std::numeric_limits<double>::quiet_NaN();
    }
    if constexpr (mpfr_scalar<T>) {
      const __mpfr_struct view = {bits_, heads_[i].sign, heads_[i].exponent,
                                  const_cast<mp_limb_t*>(limbs_.data() + i * limb_count())};
      return mpfr_get_d(&view, MPFR_RNDN);
    } else {
      return to_double(values_[i]);
    }
  }
  int digits() const override { return digits_of_bits(bits()); }

 private:
  struct head {
    mpfr_exp_t exponent;  ///< also says whether the number is zero, infinite or nan
    int sign;
  };
  static constexpr int empty = 0;

  mpfr_prec_t bits() const {
    if constexpr (mpfr_scalar<T>) {
      return bits_;
    } else {
      return scalar_traits<T>::bits();
    }
  }
  std::size_t limb_count() const {
    return static_cast<std::size_t>((bits_ + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS);
  }
  bool is_empty(std::size_t i) const {
    if constexpr (mpfr_scalar<T>) {
      return heads_[i].sign == empty;
    } else {
      return std::binary_search(gaps_.begin(), gaps_.end(), i);
    }
  }
  void copy(std::size_t i, mpfr_ptr target) const {
    if constexpr (mpfr_scalar<T>) {
      target->_mpfr_exp = heads_[i].exponent;
      target->_mpfr_sign = heads_[i].sign;
      std::memcpy(target->_mpfr_d, limbs_.data() + i * limb_count(),
                  limb_count() * sizeof(mp_limb_t));
    } else if constexpr (std::is_same_v<T, double>) {
      mpfr_set_d(target, values_[i], MPFR_RNDN);
    } else if (plumbline::is_finite(values_[i])) {
      plumbline::detail::mpfr_from_quad(target, values_[i]);
    } else {
      mpfr_set_d(target, to_double(values_[i]), MPFR_RNDN);
    }
  }

  // of MPFR's scalars
  mpfr_prec_t bits_ = 53;
  std::vector<head> heads_;
  std::vector<mp_limb_t> limbs_;
  // of double and quad
  std::vector<T> values_;
  std::vector<std::size_t> gaps_;
};

}  // namespace plumbline::python
