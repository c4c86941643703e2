// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Newmark's family in the catalogue, with its named members.
#include "schemes/entries.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/schemes/newmark.hpp>

namespace plumbline {

namespace {

/// States y = (x, v, a).
template <class T>
class any_newmark final : public second_order_states<T> {
 public:
  any_newmark(newmark_parameters<T> parameters, const model<T>& system)
      : second_order_states<T>(system), stepper_(std::move(parameters), system) {}

  std::vector<std::string> columns() const override {
    return numbered_columns("xva", stepper_.dimension());
  }
  vector<T> start(const phase_point<T>& z, const T& t) const override {
    const vector<T> motion = second_order_states<T>::start(z, t);
    vector<T> y(3 * z.q.size());
    y.head(motion.size()) = motion;
    newmark_stepper<T> work = stepper_;  // settling needs work space, and this object is const
    if (const solve_report report = work.settle(y, t); !report.ok()) {
      throw domain_error(
          "no acceleration belongs to this state: the mass matrix is " +
          std::string(report.outcome == solve_outcome::singular ? "singular" : "not usable") +
          " (" + std::string(to_string(report.outcome)) + ")");
    }
    return y;
  }
  phase_point<T> phase_at(const vector<T>& y, const T& t) const override {
    return second_order_states<T>::phase_at(y.head(2 * stepper_.dimension()), t);
  }
  solve_report step(vector<T>& y, const T& t, const T& h) override {
    return stepper_.step(y, t, h);
  }
  solve_report settle(vector<T>& y, const T& t) override { return stepper_.settle(y, t); }

 private:
  newmark_stepper<T> stepper_;
};

template <class T>
any_stepper<T> make_newmark(scheme_info info, newmark_parameters<T> parameters,
                            const model<T>& system) {
  return any_stepper<T>(std::move(info),
                        std::make_unique<any_newmark<T>>(std::move(parameters), system));
}

const std::vector<parameter_info>& beta_and_gamma() {
  static const std::vector<parameter_info> list = {
      {"beta", "", "1/4", "weight of the end's acceleration in the displacement, from 0 to 1",
       parameter_domain::non_negative},
      {"gamma", "", "1/2", "weight of the end's acceleration in the velocity, from 0 to 1",
       parameter_domain::non_negative}};
  return list;
}

/// The sign of an expression in beta and gamma, exactly.
int sign_of(const std::string& text, const settings& chosen) {
  return sign(expression(text), detail::parameter_variables("newmark", beta_and_gamma(), chosen));
}

scheme_info info_of(const settings& chosen) {
  (void)parameter_values<double>("newmark", beta_and_gamma(), chosen);
  for (const char* name : {"beta", "gamma"}) {
    if (sign_of(std::string(name) + "-1", chosen) > 0) {
      throw invalid_input("newmark: " + std::string(name) + " must be from 0 to 1, got " +
                          chosen.at(name));
    }
  }
  return newmark_info({sign_of("gamma-1/2", chosen) == 0, sign_of("beta", chosen) == 0,
                       sign_of("beta-1/4", chosen) == 0});
}

scheme_entry member_entry(const settings& fixed, const scheme_info& info) {
  return entry_without_parameters(
      info, is_second_order, second_order_need,
      [fixed]<class T>(const scheme_info& facts, const model<T>& system) {
        const auto values = parameter_values<T>("newmark", beta_and_gamma(), fixed);
        return make_newmark<T>(facts, {values[0], values[1]}, system);
      });
}

scheme_entry named_member(const std::string& name, const std::string& beta,
                          const std::string& summary, const std::string& reference) {
  const settings fixed{{"beta", beta}};
  scheme_info info = info_of(fixed);
  info.name = name;
  info.summary = summary;
  info.reference = reference;
  return member_entry(fixed, info);
}

}  // namespace

scheme_entry newmark_entry() {
  scheme_entry entry = member_entry({}, info_of({}));
  entry.parameters = beta_and_gamma();
  entry.info_for = info_of;
  for_each_scalar_and_tangent([&]<class T>() {
    entry.makers.get<T>().make = [](const settings& chosen, const model<T>& system) {
      const scheme_info info = info_of(chosen);
      const auto values = parameter_values<T>("newmark", beta_and_gamma(), chosen);
      return make_newmark<T>(info, {values[0], values[1]}, system);
    };
  });
  return entry;
}

scheme_entry average_acceleration_entry() {
  return named_member("average-acceleration", "1/4",
                      "Newmark's method with beta = 1/4, gamma = 1/2: the trapezoidal rule",
                      "Newmark 1959; NX (26)");
}
scheme_entry linear_acceleration_entry() {
  return named_member("linear-acceleration", "1/6", "Newmark's method with beta = 1/6, gamma = 1/2",
                      "Newmark 1959; NX section 6.1");
}
scheme_entry fox_goodwin_entry() {
  return named_member("fox-goodwin", "1/12",
                      "Newmark's method with beta = 1/12, gamma = 1/2: phases of linear systems "
                      "without damping to order 4",
                      "Fox & Goodwin 1949; Hughes, The Finite Element Method, 9.1");
}
scheme_entry central_difference_entry() {
  return named_member("central-difference", "0",
                      "Newmark's method with beta = 0, gamma = 1/2: the velocity form of leapfrog",
                      "Newmark 1959; Hughes, The Finite Element Method, 9.1");
}

}  // namespace plumbline
