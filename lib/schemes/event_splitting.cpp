// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Any scheme of the catalogue, cut where the law of its system changes.
#include "schemes/entries.hpp"
#include <plumbline/schemes/event_splitting.hpp>

namespace plumbline {

namespace {

/// The zones of a model as event_splitting_stepper wants a system.
template <class T>
struct zone_view {
  std::shared_ptr<const zones<T>> by_zone;
  int dimension() const { return by_zone->dimension(); }
  int zone(std::span<const T> x, std::span<const T> v) const { return by_zone->zone(x, v); }
  int next_zone(int z, std::span<const T> x) const { return by_zone->next_zone(z, x); }
  T outside(int z, std::span<const T> x) const { return by_zone->outside(z, x); }
};

template <class T>
class any_event_splitting final : public any_stepper<T>::interface {
 public:
  using maker = std::function<any_stepper<T>(int)>;
  /// `plain` is the scheme on the system as a whole: its states, not its steps.
  any_event_splitting(const model<T>& system, any_stepper<T> plain, maker make)
      : plain_(std::move(plain)), stepper_({system.law_by_zone()}, std::move(make)) {}

  std::vector<std::string> columns() const override { return plain_.columns(); }
  vector<T> start(const phase_point<T>& z, const T& t) const override { return plain_.start(z, t); }
  phase_point<T> phase(const vector<T>& y) const override { return plain_.phase(y); }
  phase_point<T> phase_at(const vector<T>& y, const T& t) const override {
    return plain_.phase(y, t);
  }
  solve_report step(vector<T>& y, const T& t, const T& h) override {
    return stepper_.step(y, t, h);
  }
  solve_report settle(vector<T>& y, const T& t) override { return plain_.settle(y, t); }

 private:
  any_stepper<T> plain_;
  event_splitting_stepper<T, zone_view<T>, any_stepper<T>> stepper_;
};

}  // namespace

template <class T>
any_stepper<T> split_at_events(
    const std::function<any_stepper<T>(const settings&, const model<T>&)>& make,
    const settings& chosen, const model<T>& system) {
  any_stepper<T> plain = make(chosen, system.without_events());
  const scheme_info info = plain.info();
  return any_stepper<T>(info, std::make_unique<any_event_splitting<T>>(
                                  system, std::move(plain), [make, chosen, system](int zone) {
                                    return make(chosen, system.law_by_zone()->law(zone));
                                  }));
}

#define PLUMBLINE_INSTANTIATE(T)                                                               \
  template any_stepper<T> split_at_events<T>(                                                  \
      const std::function<any_stepper<T>(const settings&, const model<T>&)>&, const settings&, \
      const model<T>&);
#define PLUMBLINE_SCALAR(T) PLUMBLINE_INSTANTIATE(T)
#include <plumbline/scalar/for_each_scalar.def>
PLUMBLINE_INSTANTIATE(tangent_number<double>)
PLUMBLINE_INSTANTIATE(tangent_number<mp>)
#undef PLUMBLINE_INSTANTIATE

}  // namespace plumbline
