// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/table_makers.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/schemes/composition.hpp>

namespace plumbline::detail {

namespace {

template <class T>
class any_composition final : public any_stepper<T>::interface {
 public:
  explicit any_composition(composition_stepper<T, any_stepper<T>> stepper)
      : stepper_(std::move(stepper)) {}
  std::vector<std::string> columns() const override { return stepper_.base().columns(); }
  vector<T> start(const phase_point<T>& z, const T& t) const override {
    return stepper_.base().start(z, t);
  }
  phase_point<T> phase(const vector<T>& y) const override { return stepper_.base().phase(y); }
  phase_point<T> phase_at(const vector<T>& y, const T& t) const override {
    return stepper_.base().phase(y, t);
  }
  solve_report step(vector<T>& y, const T& t, const T& h) override {
    return stepper_.step(y, t, h);
  }
  solve_report settle(vector<T>& y, const T& t) override { return stepper_.base().settle(y, t); }

 private:
  composition_stepper<T, any_stepper<T>> stepper_;
};

}  // namespace

std::string adjoint_name(const std::string& scheme) {
  const std::string a = "symplectic-euler-a";
  const std::string b = "symplectic-euler-b";
  return scheme == a ? b : scheme == b ? a : std::string();
}

void make_composition(scheme_entry& entry, const shared_table& table) {
  // The base is looked up when it is wanted: the catalogue may be in the making.
  entry.fits = [base = table->base](const system_entry& system) {
    return find_scheme(base).fits(system);
  };
  entry.leaves_events_to_base = true;  // it is the substeps that are cut
  for_each_scalar_and_tangent([&]<class T>() {
    entry.makers.get<T>().make = [info = entry.info, table](const settings& chosen,
                                                            const model<T>& system) {
      refuse_settings(info, chosen);
      const scheme_entry& base = find_scheme(table->base);
      std::vector<any_stepper<T>> bases;
      bases.push_back(base.make<T>({}, system));
      if (!base.info.symmetric && base.info.order == 1) {
        bases.push_back(find_scheme(adjoint_name(table->base)).make<T>({}, system));
      }
      return any_stepper<T>(
          info, std::make_unique<any_composition<T>>(composition_stepper<T, any_stepper<T>>(
                    coefficients_in<T>(*table).gamma, std::move(bases))));
    };
  });
}

}  // namespace plumbline::detail
