// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The matrix forms for linear systems in the catalogue. The matrices depend on the step and are kept until a
// step of another length is asked for.
#include "schemes/entries.hpp"
#include <plumbline/schemes/linear.hpp>

#include <optional>

namespace plumbline {

namespace {

template <class T>
second_order_matrices<T> matrices_of(const model<T>& system) {
  auto m = evaluation<T>(system.lagrangian()).linear();
  if (!m) {
    throw invalid_input("a matrix scheme needs a linear system");
  }
  return *std::move(m);
}

template <class T, class Stepper>
class any_linear : public phase_stepper<T> {
 public:
  explicit any_linear(const model<T>& system)
      : phase_stepper<T>(system.dimension()), matrices_(matrices_of(system)) {}
  solve_report step(vector<T>& y, const T&, const T& h) final {
    if (!stepper_ || !(h == h_)) {
      try {
        stepper_.emplace(build(matrices_, h));
      } catch (const domain_error&) {
        return {solve_outcome::singular, 0, 0};
      }
      h_ = h;
    }
    const int n = this->n_;
    z_.q = y.head(n);
    z_.p = y.tail(n);
    advance(*stepper_, z_);
    if (!all_finite(z_.q) || !all_finite(z_.p)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    y.head(n) = z_.q;
    y.tail(n) = z_.p;
    return {};
  }

 protected:
  virtual Stepper build(const second_order_matrices<T>& m, const T& h) const = 0;
  virtual void advance(const Stepper& stepper, phase_point<T>& z) { stepper.step(z); }

 private:
  second_order_matrices<T> matrices_;
  std::optional<Stepper> stepper_;
  phase_point<T> z_;
  T h_{0};
};

template <class T>
class any_newmark_linear final : public any_linear<T, linear_stepper<T>> {
 public:
  using any_linear<T, linear_stepper<T>>::any_linear;

 private:
  linear_stepper<T> build(const second_order_matrices<T>& m, const T& h) const override {
    return linear_stepper<T>(newmark_blocks<T>(m.mass, m.stiffness, h));
  }
};

template <class T>
class any_simpson_linear final : public any_linear<T, linear_stepper<T>> {
 public:
  using any_linear<T, linear_stepper<T>>::any_linear;

 private:
  linear_stepper<T> build(const second_order_matrices<T>& m, const T& h) const override {
    return linear_stepper<T>(simpson_blocks<T>(m.mass, m.stiffness, h));
  }
};

template <class T>
class any_simpson_midpoint final : public any_linear<T, simpson_midpoint_stepper<T>> {
 public:
  using any_linear<T, simpson_midpoint_stepper<T>>::any_linear;
  std::vector<std::string> extra_columns() const override {
    std::vector<std::string> names;
    for (int i = 1; i <= this->n_; ++i) {
      names.push_back("qmid" + std::to_string(i));
    }
    return names;
  }
  vector<T> extra() const override { return midpoint_; }

 private:
  simpson_midpoint_stepper<T> build(const second_order_matrices<T>& m, const T& h) const override {
    return simpson_midpoint_stepper<T>(m.mass, m.stiffness, h);
  }
  void advance(const simpson_midpoint_stepper<T>& stepper, phase_point<T>& z) override {
    midpoint_ = stepper.step(z);
  }
  vector<T> midpoint_;
};

template <template <class> class Stepper>
scheme_entry linear_entry(const scheme_info& info) {
  return entry_without_parameters(
      info,
      [](const system_entry& system) {
        return system.facts.linear && system.kind == system_kind::lagrangian;
      },
      "a linear system with constant M and K",
      []<class T>(const scheme_info& facts, const model<T>& system) {
        return any_stepper<T>(facts, std::make_unique<Stepper<T>>(system.lagrangian()));
      });
}

}  // namespace

scheme_entry newmark_linear_entry() {
  return linear_entry<any_newmark_linear>(newmark_linear_info());
}
scheme_entry simpson_linear_entry() {
  return linear_entry<any_simpson_linear>(simpson_linear_info());
}
scheme_entry simpson_linear_midpoint_entry() {
  return linear_entry<any_simpson_midpoint>(simpson_linear_midpoint_info());
}

}  // namespace plumbline
