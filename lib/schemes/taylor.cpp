// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Taylor series in the catalogue: `--set order=N`; without it the order that suits the digits.
#include "schemes/entries.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/schemes/taylor.hpp>

#include <optional>

namespace plumbline {

namespace {

constexpr int most_taylor_order = 100'000;

const std::vector<parameter_info>& order_parameter() {
  static const std::vector<parameter_info> list = {{"order", "", "0",
                                                    "the last power of h; 0: 1.15 digits + 4",
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
  any_taylor(const model<T>& system, int order) : system_(system), n_(system.dimension()) {
    if (!system_
             .law_by_zone()) {  // otherwise this stands for the states alone: steps are those of the zones' laws
      stepper_.emplace(system_, order);
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
    return stepper_->step(y, t, h);
  }

 private:
  model<T> system_;
  int n_;
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
  for_each_scalar_and_tangent([&]<class T>() {
    entry.makers.get<T>().make = [](const settings& chosen, const model<T>& system) {
      int order = chosen_order(chosen);
      if (order == 0) {
        order = taylor_order(scalar_traits<T>::bits());
      }
      return any_stepper<T>(taylor_info(order), std::make_unique<any_taylor<T>>(system, order));
    };
  });
  return entry;
}

}  // namespace plumbline
