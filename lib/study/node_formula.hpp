// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Formulas over what there is at a node of a run, as functions of the scalar S:
//
//   t, the system's own names (coordinates, parameters, definitions, invariants, components of points), p.NAME v.NAME a.NAME,
//   q1 v1 p1 a1 …, energy, what the scheme keeps in its place (quadratic_form, suris_integral), the vectors q v p a with sums, differences, multiples and norm(…), dot(NAME), p(NAME), and numbers
//   that the caller gives names
//
// The value of a name may be asked of another motion at the same time: exact(E) and other(E, …) are formulas of that motion.
#pragma once

#include "catalogue/indexed_text.hpp"
#include "study/formula_tree.hpp"
#include <plumbline/catalogue/state_names.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/core/step_invariant.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/mechanics/part_values.hpp>
#include <plumbline/scalar/call_tree.hpp>
#include <plumbline/study/constraint_columns.hpp>
#include <plumbline/study/problem.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace plumbline::detail {

/// A state of one motion, and what follows from it, computed when it is first asked for.
template <class S>
class node_values {
 public:
  explicit node_values(const model<S>& system) : at_(system), system_(system) {}

  void set(phase_point<S> z, const S& t) {
    z_ = std::move(z);
    t_ = t;
    at_.set_time(t_);
    v_.reset();
    a_.reset();
    constraints_.reset();
    runner_ = nullptr;
  }
  const S& t() const { return t_; }
  const phase_point<S>& point() const { return z_; }
  const vector<S>& q() const { return z_.q; }
  const vector<S>& p() const { return z_.p; }
  const vector<S>& v() {
    if (!v_) {
      if (system_.is_lagrangian()) {
        v_ = velocity(at_, z_.q, z_.p);
      } else if (system_.is_first_order()) {
        v_.emplace(z_.q.size());
        at_.field(view(std::as_const(z_.q)), view(*v_));
      } else {
        v_ = z_.p;
      }
    }
    return *v_;
  }
  const vector<S>& a() {
    if (!a_) {
      vector<S> found(z_.q.size());
      if (!at_.acceleration(view(std::as_const(z_.q)), view(v()), t_, view(found)).ok()) {
        throw domain_error("the mass matrix is singular where an acceleration is asked for");
      }
      a_ = std::move(found);
    }
    return *a_;
  }
  S energy() { return plumbline::energy(at_, z_); }
  /// The columns of constraints (study/constraint_columns.hpp).
  S of_constraints(int index) {
    if (!constraints_) {
      constraints_ = constraint_columns(at_, z_.q, v(), t_);
    }
    return (*constraints_)[index];
  }
  S quantity(int index) {
    if (runner_ == nullptr) {
      if (!quantities_) {
        quantities_.emplace(system_, form_part::quantities);
      }
      const vector<S> rates = system_.is_lagrangian() ? v() : z_.p;
      runner_ = &quantities_->at(view(std::as_const(z_.q)), view(rates), {}, t_);
    }
    return runner_->result(index);
  }

 private:
  evaluation<S> at_;
  model<S> system_;
  phase_point<S> z_;
  S t_{0};
  std::optional<vector<S>> v_;
  std::optional<vector<S>> a_;
  std::optional<vector<S>> constraints_;
  std::optional<part_values<S>> quantities_;
  const runner<S>* runner_ = nullptr;
};

/// The motions at a node; number 0 is the run itself.
template <class S>
struct node {
  std::int64_t number = -1;
  std::vector<node_values<S>*> motions;
};

/// A number or a vector at a node.
template <class S>
struct node_value {
  std::function<S(node<S>&)> number;
  std::function<vector<S>(node<S>&)> list;  ///< where it is a vector

  bool is_vector() const { return static_cast<bool>(list); }
};

/// floor(x), where x that is a whole number but for rounding errors counts as that number.
template <class S>
S whole_part(const S& x) {
  using std::abs, std::floor;
  constexpr int roundings = 8;
  constexpr int near = 1 << 10;  // of a larger number the rounding errors tell nothing
  const S nearest = floor(S(x + S(1) / S(2)));
  const S error = abs(nearest) * epsilon<S>() * S(roundings);
  return abs(S(x - nearest)) <= error && error * S(near) < S(1) ? nearest : S(floor(x));
}

/// The functions of one number: sqrt, sin …, abs, log10, floor. None for another name.
template <class S>
std::function<S(const S&)> function_of_one(const std::string& name) {
  using std::abs, std::acos, std::acosh, std::asin, std::asinh, std::atan, std::atanh, std::cos,
      std::cosh, std::exp, std::floor, std::log, std::sin, std::sinh, std::sqrt, std::tan,
      std::tanh;
  static const std::map<std::string, S (*)(const S&)> all = {
      {"sqrt", [](const S& x) { return S(sqrt(x)); }},
      {"exp", [](const S& x) { return S(exp(x)); }},
      {"log", [](const S& x) { return S(log(x)); }},
      {"log10", [](const S& x) { return S(log(x) / log(S(10))); }},
      {"sin", [](const S& x) { return S(sin(x)); }},
      {"cos", [](const S& x) { return S(cos(x)); }},
      {"tan", [](const S& x) { return S(tan(x)); }},
      {"asin", [](const S& x) { return S(asin(x)); }},
      {"acos", [](const S& x) { return S(acos(x)); }},
      {"atan", [](const S& x) { return S(atan(x)); }},
      {"sinh", [](const S& x) { return S(sinh(x)); }},
      {"cosh", [](const S& x) { return S(cosh(x)); }},
      {"tanh", [](const S& x) { return S(tanh(x)); }},
      {"asinh", [](const S& x) { return S(asinh(x)); }},
      {"acosh", [](const S& x) { return S(acosh(x)); }},
      {"atanh", [](const S& x) { return S(atanh(x)); }},
      {"abs", [](const S& x) { return S(abs(x)); }},
      {"floor", whole_part<S>}};
  const auto found = all.find(name);
  return found == all.end() ? nullptr : std::function<S(const S&)>(found->second);
}

/// a^b; by multiplication where b is a whole number.
template <class S>
S power_of(const S& a, const S& b) {
  using std::abs, std::floor, std::pow;
  constexpr int largest = 1 << 20;
  if (b == S(floor(b)) && abs(b) <= S(largest)) {
    S result(1);
    S square = a;
    for (auto n = static_cast<std::int64_t>(to_double(S(abs(b)))); n > 0; n /= 2) {
      if (n % 2 == 1) {
        result *= square;
      }
      square *= square;
    }
    return b < S(0) ? S(S(1) / result) : result;
  }
  return S(pow(a, b));
}

/// Of max(A, B, …) and min(A, B, …).
template <class S>
bool is_better(const std::string& name, const S& a, const S& b) {
  return name == "max" ? b < a : a < b;
}

/// True for max and min of several numbers, for atan2, and for functions of one.
template <class S>
bool takes_numbers(const std::string& name, std::size_t count) {
  return name == "max" || name == "min" ? count >= 2
         : name == "atan2"              ? count == 2
                                        : count == 1 && function_of_one<S>(name);
}

/// The value of such a function.
template <class S>
S function_of_numbers(const std::string& name, const std::vector<S>& x) {
  if (name == "atan2") {
    using std::atan2;
    return S(atan2(x[0], x[1]));
  }
  if (x.size() == 1) {
    return function_of_one<S>(name)(x[0]);
  }
  return *std::ranges::max_element(x,
                                   [&](const S& a, const S& b) { return is_better(name, b, a); });
}

/// What formulas of one motion are made of.
template <class S>
class node_formulas {
 public:
  using number_names = std::map<std::string, S>;

  /// `numbers` and `define`: names of the caller, with values and with formulas. The system's own names hide definitions, and
  /// definitions hide what every run has: t, q1, energy, q, and the numbers.
  node_formulas(const problem& p, const model<S>& system, std::string text, number_names numbers,
                const definitions& define)
      : p_(&p),
        names_(*p.system, p.dimension),
        has_energy_(system.formulas()->has_energy()),
        text_(std::move(text)),
        numbers_(std::move(numbers)),
        define_(&define) {
    const auto values =
        p.matrices ? std::vector<S>{}
                   : parameter_values<S>(p.system->name(), p.system->parameters, p.parameters);
    for (std::size_t i = 0; i < values.size(); ++i) {
      parameters_.emplace(p.system->parameters[i].name, values[i]);
    }
  }

  /// What start(…), exact(…), other(…) and functions of another kind are: given the tree and the motion. Nothing for
  /// another name.
  std::function<std::optional<node_value<S>>(const call_tree&, std::size_t motion)> call;
  /// What steps of the scheme keep in the place of the energy; asked for once, and only where a name needs it.
  std::function<step_invariant<S>()> own_invariant;

  /// The tree as a function of motion number `motion`. Throws formula_error.
  node_value<S> compile(const call_tree& tree, std::size_t motion) const;
  std::function<S(node<S>&)> compile_number(const call_tree& tree, std::size_t motion) const {
    auto value = compile(tree, motion);
    if (value.is_vector()) {
      fail_formula(text_, tree, "is a vector; norm(...) is its length");
    }
    return std::move(value.number);
  }
  /// Whether a formula that was compiled asks for the state of this motion.
  bool reads(std::size_t motion) const { return read_.contains(motion); }
  /// Calls compile(), and what that reads does not count: the start is there without a run.
  template <class Compile>
  auto without_reading(Compile&& compile) const {
    const auto before = read_;
    auto value = compile();
    read_ = before;
    return value;
  }
  /// All names that have a meaning, for messages.
  std::vector<std::string> known() const;
  const std::string& text() const { return text_; }

 private:
  node_value<S> name(const call_tree& tree, std::size_t motion) const;
  std::optional<node_value<S>> own_name(const std::string& name, std::size_t motion) const;
  std::optional<node_value<S>> vector_named(const std::string& text, std::size_t motion) const;
  /// With _ for - in its name.
  const step_invariant<S>& invariant_of_scheme() const;
  node_value<S> part(const state_name& which, std::size_t motion) const;
  node_value<S> part_of(const call_tree& tree, state_part wanted, std::size_t motion) const;
  node_value<S> sum(const call_tree& tree, std::size_t motion) const;
  node_value<S> multiple(const call_tree& tree, std::size_t motion) const;
  node_value<S> function(const call_tree& tree, std::size_t motion) const;

  const problem* p_;
  state_names names_;
  bool has_energy_;
  std::string text_;
  number_names numbers_;
  const definitions* define_;
  mutable std::vector<std::string> open_;  ///< the definitions that are being compiled
  struct compiled_definition {
    node_value<S> value;
    std::set<std::size_t> reads;
  };
  mutable std::map<std::pair<std::string, std::size_t>, compiled_definition>
      compiled_;                                     ///< definitions, for a motion
  mutable std::set<std::size_t> read_;               ///< motions
  mutable std::optional<step_invariant<S>> scheme_;  ///< its invariant
  number_names parameters_;
};

template <class S>
node_value<S> constant_value(S x) {
  return {[x = std::move(x)](node<S>&) { return x; }, {}};
}

/// The latest value of a function of nodes: computed once at each node, and shared by copies.
template <class S, class Value>
std::function<Value(node<S>&)> once_a_node(std::function<Value(node<S>&)> of, Value none) {
  struct latest {
    std::function<Value(node<S>&)> of;
    std::int64_t number;
    Value value;
  };
  return [kept = std::make_shared<latest>(latest{std::move(of), -1, std::move(none)})](node<S>& n) {
    if (kept->number != n.number) {
      kept->value = kept->of(n);
      kept->number = n.number;
    }
    return kept->value;
  };
}

/// A definition is evaluated once at each node, however many formulas have it.
template <class S>
node_value<S> once_a_node(node_value<S> value) {
  if (value.is_vector()) {
    return {{}, once_a_node<S, vector<S>>(std::move(value.list), vector<S>())};
  }
  return {once_a_node<S, S>(std::move(value.number), S(0)), {}};
}

template <class S>
node_value<S> node_formulas<S>::part(const state_name& which, std::size_t motion) const {
  const auto i = static_cast<Eigen::Index>(which.index);
  read_.insert(motion);
  switch (which.part) {
    case state_part::coordinate:
      return {[i, motion](node<S>& n) { return n.motions[motion]->q()[i]; }, {}};
    case state_part::momentum:
      return {[i, motion](node<S>& n) { return n.motions[motion]->p()[i]; }, {}};
    case state_part::velocity:
      return {[i, motion](node<S>& n) { return n.motions[motion]->v()[i]; }, {}};
    default:
      return {[i, motion](node<S>& n) { return n.motions[motion]->a()[i]; }, {}};
  }
}

/// What the system calls so: its coordinates, parameters, and the quantities of its file.
template <class S>
std::optional<node_value<S>> node_formulas<S>::own_name(const std::string& name,
                                                        std::size_t motion) const {
  const auto coordinates = coordinate_names(*p_->system, p_->dimension);
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    if (coordinates[i] == name) {
      return part({state_part::coordinate, static_cast<int>(i)}, motion);
    }
  }
  if (const auto found = parameters_.find(name); found != parameters_.end()) {
    return constant_value(found->second);
  }
  for (std::size_t i = 0; i < p_->system->quantities.size(); ++i) {
    const std::string& own = p_->system->quantities[i].name;
    if (name == (own == "energy" && has_energy_ ? "invariants.energy" : own)) {
      const int index = static_cast<int>(i);
      read_.insert(motion);
      return node_value<S>{
          [index, motion](node<S>& n) { return n.motions[motion]->quantity(index); }, {}};
    }
  }
  const auto of_constraints = constraint_column_names(*p_->system);
  if (const auto found = std::ranges::find(of_constraints, name); found != of_constraints.end()) {
    const int index = static_cast<int>(found - of_constraints.begin());
    read_.insert(motion);
    return node_value<S>{
        [index, motion](node<S>& n) { return n.motions[motion]->of_constraints(index); }, {}};
  }
  return std::nullopt;
}

template <class S>
node_value<S> node_formulas<S>::name(const call_tree& tree, std::size_t motion) const {
  const std::string& text = tree.text;
  if (auto own = own_name(text, motion)) {
    if (define_->contains(text)) {
      fail_formula(
          text_, tree,
          "'" + text + "' is a name of " + p_->system->name() + " and a definition of the paper");
    }
    return std::move(*own);
  }
  if (const auto found = define_->find(text); found != define_->end()) {
    if (std::ranges::find(open_, text) != open_.end()) {
      fail_formula(text_, tree, "the definition of '" + text + "' needs itself");
    }
    const auto key = std::pair(text, motion);
    auto known = compiled_.find(key);
    if (known == compiled_.end()) {
      open_.push_back(text);
      auto read = std::exchange(read_, {});
      auto value =
          once_a_node(compile(parse_calls(write_out_indices(found->second, p_->names)), motion));
      open_.pop_back();
      std::swap(read, read_);
      known = compiled_.emplace(key, compiled_definition{std::move(value), std::move(read)}).first;
    }
    read_.insert(known->second.reads.begin(), known->second.reads.end());
    return known->second.value;
  }
  if (const auto found = names_.find(text)) {
    return part(*found, motion);
  }
  if (text == "t") {
    return {[motion](node<S>& n) { return n.motions[motion]->t(); }, {}};
  }
  if (text == "energy" && has_energy_) {
    read_.insert(motion);
    return {[motion](node<S>& n) { return n.motions[motion]->energy(); }, {}};
  }
  if (auto list = vector_named(text, motion)) {
    return std::move(*list);
  }
  if (const auto found = numbers_.find(text); found != numbers_.end()) {
    return constant_value(found->second);
  }
  if (text == "e") {
    using std::exp;
    return constant_value(S(exp(S(1))));
  }
  if (const auto& invariant = invariant_of_scheme(); invariant.value && invariant.name == text) {
    read_.insert(motion);
    return {
        [value = invariant.value, motion](node<S>& n) { return value(n.motions[motion]->point()); },
        {}};
  }
  fail_name(text_, tree, unknown_name("name", text, known()));
}

template <class S>
const step_invariant<S>& node_formulas<S>::invariant_of_scheme() const {
  if (!scheme_) {
    scheme_ = own_invariant ? own_invariant() : step_invariant<S>{};
    std::ranges::replace(scheme_->name, '-', '_');
  }
  return *scheme_;
}

/// q, p, v, a.
template <class S>
std::optional<node_value<S>> node_formulas<S>::vector_named(const std::string& text,
                                                            std::size_t motion) const {
  const auto kind = p_->system->kind;
  std::function<vector<S>(node<S>&)> list;
  if (text == "q") {
    list = [motion](node<S>& n) { return n.motions[motion]->q(); };
  } else if (text == "p" && kind == system_kind::lagrangian) {
    list = [motion](node<S>& n) { return n.motions[motion]->p(); };
  } else if (text == "v" && kind != system_kind::first_order) {
    list = [motion](node<S>& n) { return n.motions[motion]->v(); };
  } else if (text == "a" && kind != system_kind::first_order) {
    list = [motion](node<S>& n) { return n.motions[motion]->a(); };
  } else {
    return std::nullopt;
  }
  read_.insert(motion);
  return node_value<S>{{}, std::move(list)};
}

template <class S>
std::vector<std::string> node_formulas<S>::known() const {
  auto all = names_.known({state_part::coordinate, state_part::momentum, state_part::velocity,
                           state_part::acceleration});
  for (const auto& quantity : p_->system->quantities) {
    all.push_back(quantity.name == "energy" && has_energy_ ? "invariants.energy" : quantity.name);
  }
  for (const auto& name : constraint_column_names(*p_->system)) {
    all.push_back(name);
  }
  for (const auto& [parameter, value] : parameters_) {
    all.push_back(parameter);
  }
  all.emplace_back("t");
  if (has_energy_) {
    all.emplace_back("energy");
  }
  try {
    if (const auto& invariant = invariant_of_scheme(); invariant.value) {
      all.push_back(invariant.name);
    }
  } catch (const domain_error&) {  // this step has none
  }
  for (const auto& [number, value] : numbers_) {
    all.push_back(number);
  }
  for (const auto& [defined, formula] : *define_) {
    all.push_back(defined);
  }
  return all;
}

/// dot(NAME), p(NAME).
template <class S>
node_value<S> node_formulas<S>::part_of(const call_tree& tree, state_part wanted,
                                        std::size_t motion) const {
  const auto found = names_.find(tree.text);
  const auto kind = p_->system->kind;
  const bool exists = wanted == state_part::momentum ? kind == system_kind::lagrangian
                                                     : kind != system_kind::first_order;
  if (!exists || !found || found->part != state_part::coordinate) {
    const std::string function = wanted == state_part::momentum ? "p" : "dot";
    fail_name(text_, tree,
              exists ? unknown_name("coordinate in " + function + "(...)", tree.text,
                                    names_.known({state_part::coordinate}))
                     : function + "(...) has no meaning for " + p_->system->name());
  }
  return part({wanted, found->index}, motion);
}

/// a + b, a − b.
template <class S>
node_value<S> node_formulas<S>::sum(const call_tree& tree, std::size_t motion) const {
  auto a = compile(tree.children[0], motion);
  auto b = compile(tree.children[1], motion);
  if (a.is_vector() != b.is_vector()) {
    fail_formula(text_, tree, "a number and a vector have no sum");
  }
  const bool plus = tree.what == call_tree::kind::add;
  if (a.is_vector()) {
    return {{}, [a = std::move(a.list), b = std::move(b.list), plus](node<S>& n) {
              return plus ? vector<S>(a(n) + b(n)) : vector<S>(a(n) - b(n));
            }};
  }
  return {[a = std::move(a.number), b = std::move(b.number), plus](node<S>& n) {
            return plus ? S(a(n) + b(n)) : S(a(n) - b(n));
          },
          {}};
}

/// a b, a/b.
template <class S>
node_value<S> node_formulas<S>::multiple(const call_tree& tree, std::size_t motion) const {
  auto a = compile(tree.children[0], motion);
  auto b = compile(tree.children[1], motion);
  const bool times = tree.what == call_tree::kind::multiply;
  if (b.is_vector() && !a.is_vector() && times) {
    std::swap(a, b);
  }
  if (b.is_vector()) {
    fail_formula(text_, tree,
                 "vectors are added, multiplied by numbers, and measured by norm(...)");
  }
  if (a.is_vector()) {
    return {{}, [a = std::move(a.list), b = std::move(b.number), times](node<S>& n) {
              const S factor = b(n);
              return times ? vector<S>(a(n) * factor) : vector<S>(a(n) / factor);
            }};
  }
  return {[a = std::move(a.number), b = std::move(b.number), times](node<S>& n) {
            return times ? S(a(n) * b(n)) : S(a(n) / b(n));
          },
          {}};
}

template <class S>
node_value<S> node_formulas<S>::function(const call_tree& tree, std::size_t motion) const {
  const std::string& name = tree.text;
  if (call) {
    if (auto made = call(tree, motion)) {
      return std::move(*made);
    }
  }
  const bool is_known = function_of_one<S>(name) || name == "atan2" || name == "norm" ||
                        name == "max" || name == "min";
  for (const auto& key : tree.keys) {
    if (!key.empty() && is_known) {
      fail_formula(text_, tree, name + " has no argument called '" + key + "'");
    }
  }
  const std::size_t count = tree.children.size();
  const auto need = [&](std::size_t wanted) {
    if (count != wanted) {
      fail_formula(text_, tree,
                   name + " takes " + std::to_string(wanted) + " argument" +
                       (wanted == 1 ? "" : "s") + ", got " + std::to_string(count));
    }
  };
  if (auto f = function_of_one<S>(name)) {
    need(1);
    return {[f = std::move(f), x = compile_number(tree.children[0], motion)](node<S>& n) {
              return f(x(n));
            },
            {}};
  }
  if (name == "atan2") {
    need(2);
    return {[y = compile_number(tree.children[0], motion),
             x = compile_number(tree.children[1], motion)](node<S>& n) {
              using std::atan2;
              return S(atan2(y(n), x(n)));
            },
            {}};
  }
  if (name == "norm") {
    need(1);
    auto x = compile(tree.children[0], motion);
    if (!x.is_vector()) {
      fail_formula(text_, tree, "norm takes a vector: q, p, v, a, their sums and multiples");
    }
    return {[x = std::move(x.list)](node<S>& n) {
              using std::sqrt;
              const vector<S> of = x(n);
              S squares(0);
              for (const S& entry : of) {
                squares += entry * entry;
              }
              return S(sqrt(squares));
            },
            {}};
  }
  if (name == "max" || name == "min") {
    if (count < 2) {
      fail_formula(text_, tree,
                   name +
                       " of one argument goes over the nodes, and does not stand within another "
                       "such function");
    }
    std::vector<std::function<S(node<S>&)>> all;
    for (const auto& child : tree.children) {
      all.push_back(compile_number(child, motion));
    }
    return {[all = std::move(all), name](node<S>& n) {
              S best = all.front()(n);
              for (std::size_t i = 1; i < all.size(); ++i) {
                const S next = all[i](n);
                if (is_better(name, next, best)) {
                  best = next;
                }
              }
              return best;
            },
            {}};
  }
  fail_name(
      text_, tree,
      unknown_name("function", name,
                   {"sqrt",  "exp",   "log",  "log10", "sin",   "cos",   "tan",   "asin",  "acos",
                    "atan",  "atan2", "sinh", "cosh",  "tanh",  "asinh", "acosh", "atanh", "abs",
                    "floor", "norm",  "max",  "min",   "start", "exact", "other"}));
}

template <class S>
node_value<S> node_formulas<S>::compile(const call_tree& tree, std::size_t motion) const {
  using kind = call_tree::kind;
  switch (tree.what) {
    case kind::number:
      return constant_value(decimal<S>(tree.text));
    case kind::pi:
      return constant_value(pi<S>());
    case kind::name:
    case kind::quoted:
      return name(tree, motion);
    case kind::rate:
      return part_of(tree, state_part::velocity, motion);
    case kind::momentum:
      return part_of(tree, state_part::momentum, motion);
    case kind::negate: {
      auto x = compile(tree.children[0], motion);
      if (x.is_vector()) {
        return {{}, [x = std::move(x.list)](node<S>& n) { return vector<S>(-x(n)); }};
      }
      return {[x = std::move(x.number)](node<S>& n) { return S(-x(n)); }, {}};
    }
    case kind::add:
    case kind::subtract:
      return sum(tree, motion);
    case kind::multiply:
    case kind::divide:
      return multiple(tree, motion);
    case kind::power:
      return {[a = compile_number(tree.children[0], motion),
               b = compile_number(tree.children[1], motion)](node<S>& n) {
                return power_of(a(n), b(n));
              },
              {}};
    case kind::call:
      return function(tree, motion);
    case kind::each:
      break;
  }
  fail_formula(text_, tree, "'for' belongs to the formulas of a paper");
}

}  // namespace plumbline::detail
