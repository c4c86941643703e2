// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Any scheme of the catalogue, cut where the law of its system changes.
#include "schemes/over_base.hpp"
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

/// Cut steps, and `plain`, the scheme on the system as a whole: its states, not its steps.
template <class T>
class cut_steps {
 public:
  using maker = std::function<any_stepper<T>(int)>;
  cut_steps(const model<T>& system, any_stepper<T> plain, maker make)
      : plain_(std::move(plain)), stepper_({system.law_by_zone()}, std::move(make)) {}
  any_stepper<T>& base() { return plain_; }
  const any_stepper<T>& base() const { return plain_; }
  solve_report step(vector<T>& y, const T& t, const T& h) { return stepper_.step(y, t, h); }

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
  return detail::erase_over_base<T>(
      info, cut_steps<T>(system, std::move(plain), [make, chosen, system](int zone) {
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
