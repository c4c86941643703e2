// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Taylor series in the catalogue. Without `--set order=N` the order suits the digits, and a step is crossed in as many shorter
// ones as the digits need; with it a step is one sum of that order.
#include "schemes/entries.hpp"
#include <plumbline/core/doubt.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/schemes/taylor.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace plumbline {

namespace {

constexpr int most_taylor_order = 100'000;

const std::vector<parameter_info>& order_parameter() {
  static const std::vector<parameter_info> list = {
      {"order", "", "0",
       "the last power of h, with one sum for each step; 0: "
       "1.15 digits + 4, and as many shorter steps inside "
       "each as the digits need",
       parameter_domain::non_negative}};
  return list;
}

/// The order that is set, 0 where it follows from the digits.
int chosen_order(const settings& chosen) {
  const double value = parameter_values<double>("taylor", order_parameter(), chosen).front();
  if (!(0 <= value && value <= most_taylor_order) ||
      value != static_cast<double>(static_cast<int>(value))) {
    throw invalid_input("taylor: order must be a whole number from 1 to " +
                        std::to_string(most_taylor_order) + ", or 0, got " + chosen.at("order"));
  }
  return static_cast<int>(value);
}

template <class T>
class any_taylor final : public any_stepper<T>::interface {
 public:
  /// `held`: a step is one sum.
  any_taylor(const model<T>& system, int order, bool held)
      : system_(system), n_(system.dimension()), held_(held) {
    if (!system_
             .law_by_zone()) {  // otherwise this stands for the states alone: steps are those of the zones' laws
      stepper_.emplace(system_, order, -scalar_traits<T>::bits());
    }
  }

  std::vector<std::string> columns() const override {
    switch (system_.kind()) {
      case system_kind::lagrangian:
        return phase_columns(n_);
      case system_kind::second_order:
        return numbered_columns("xv", n_);
      default:
        return system_.names();
    }
  }
  vector<T> start(const phase_point<T>& z, const T&) const override {
    vector<T> y(z.q.size() + z.p.size());
    y << z.q, z.p;
    return y;
  }
  phase_point<T> phase(const vector<T>& y) const override {
    return {y.head(n_), y.tail(y.size() - n_)};
  }
  solve_report step(vector<T>& y, const T& t, const T& h) override {
    if (!stepper_) {
      throw invalid_input(
          "a Taylor series cannot step over the boundary of a zone: it needs --events split");
    }
    if (!held_) {
      return stepper_->cross(y, t, h);
    }
    const solve_report report = stepper_->step(y, t, h);
    if (doubt_listener* const listener = listener_of_doubts(); listener != nullptr && report.ok()) {
      doubt(*listener, t, h);
    }
    return report;
  }

 private:
  /// Says how many digits the step that was just made has lost, where it was longer than the radius of convergence.
  void doubt(doubt_listener& listener, const T& t, const T& h) {
    const double log2_h = log2_magnitude(h);
    const double log2_radius = stepper_->series().log2_radius();
    if (!(log2_radius < log2_h)) {
      return;
    }
    constexpr double nearly = 0.1;  // double has 16 digits, with 53 bits
    const int digits = static_cast<int>(scalar_traits<T>::bits() * log10_of_2 + nearly);
    const double left_out = stepper_->series().log2_left_out(log2_h) * log10_of_2;
    const int lost =
        static_cast<int>(std::lround(std::clamp(digits + left_out, 0.0, digits + 0.0)));
    if (lost > 0) {
      listener.hear({to_double(t), to_double(h), std::exp2(log2_radius), lost, digits});
    }
  }

  model<T> system_;
  int n_;
  bool held_;
  std::optional<taylor_stepper<T>> stepper_;
};

}  // namespace

scheme_entry taylor_entry() {
  scheme_entry entry;
  entry.parameters = order_parameter();
  entry.info_for = [](const settings& chosen) {
    const int order = chosen_order(chosen);
    return taylor_info(order > 0 ? order : taylor_order(scalar_traits<mp64>::bits()));
  };
  entry.info = entry.info_for({});
  entry.fits = [](const system_entry&) { return true; };
  entry.needs = "any system";
  entry.constraints = constraint_fit::all;
  entry.chooses_order = true;
  for_each_scalar_and_tangent([&]<class T>() {
    entry.makers.get<T>().make = [](const settings& chosen, const model<T>& system) {
      const int held = chosen_order(chosen);
      const int order = held > 0 ? held : taylor_order(scalar_traits<T>::bits());
      return any_stepper<T>(taylor_info(order),
                            std::make_unique<any_taylor<T>>(system, order, held > 0));
    };
  });
  return entry;
}

}  // namespace plumbline
