// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/math/derivatives.hpp>
#include <plumbline/mechanics/poincare.hpp>

#include <numeric>
#include <utility>

namespace plumbline {

namespace {

/// x with M x = b for a symmetric positive M, as formulas: M = L D L' with a unit triangle L, without a square root.
class elimination_of_formulas {
 public:
  elimination_of_formulas(graph& g, std::vector<node_id> mass, int n)
      : g_(g), n_(n), m_(std::move(mass)) {
    for (int k = 0; k < n_; ++k) {
      if (g_.is_zero(at(k, k))) {
        throw invalid_input("the mass matrix is singular");
      }
      for (int i = k + 1; i < n_; ++i) {
        const node_id factor = g_.divide(at(i, k), at(k, k));
        for (int j = k + 1; j <= i; ++j) {
          at(i, j) = g_.subtract(at(i, j), g_.multiply(factor, at(j, k)));
        }
        below_.push_back(factor);
      }
    }
  }

  std::vector<node_id> solve(std::vector<node_id> b) const {
    std::size_t place = 0;
    for (int k = 0; k < n_; ++k) {
      for (int i = k + 1; i < n_; ++i) {
        b[index(i)] = g_.subtract(b[index(i)], g_.multiply(below_[place++], b[index(k)]));
      }
    }
    for (int k = 0; k < n_; ++k) {
      b[index(k)] = g_.divide(b[index(k)], m_[index(k * n_ + k)]);
    }
    for (int k = n_; k-- > 0;) {
      place -= index(n_ - 1 - k);
      for (int i = k + 1; i < n_; ++i) {
        const node_id factor = below_[place + index(i - k - 1)];
        b[index(k)] = g_.subtract(b[index(k)], g_.multiply(factor, b[index(i)]));
      }
    }
    return b;
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  node_id& at(int i, int j) { return m_[index(i * n_ + j)]; }

  graph& g_;
  int n_;
  std::vector<node_id> m_;      ///< its diagonal becomes D
  std::vector<node_id> below_;  ///< of L, column by column
};

std::size_t place(int i) { return static_cast<std::size_t>(i); }

void require_hamiltonian(const form& f) {
  const char* lacking = f.kind() != system_kind::lagrangian ? "it is not a Lagrangian system"
                        : f.constraints() > 0               ? "it has constraints"
                        : f.facts().forced     ? "it has forces that are not in its Lagrangian"
                        : !f.facts().quadratic ? "it is not quadratic in its velocities"
                                               : nullptr;
  if (lacking != nullptr) {
    throw invalid_input(
        std::string("the system has no Hamiltonian in closed form that could be transformed: ") +
        lacking);
  }
}

}  // namespace

std::shared_ptr<const form> poincare_form(const followed_function& sigma) {
  const form& f = *sigma.formulas();
  require_hamiltonian(f);
  const int n = f.dimension();
  const int half = n + 1;
  const form_inputs from = f.inputs();
  const int named = sigma.inputs().named;
  const form_inputs to{2 * half, from.parameters + named};
  const auto g = std::make_shared<graph>();

  std::vector<node_id> momenta;
  std::vector<node_id> inputs;  // of the system's programs: at rest, until velocities are known
  for (int i = 0; i < n; ++i) {
    inputs.push_back(g->input(to.q(i)));
    momenta.push_back(g->input(to.q(half + i)));
  }
  inputs.resize(place(3 * n), g->constant(0));
  inputs.push_back(g->input(to.q(n)));
  for (int k = 0; k < from.parameters; ++k) {
    inputs.push_back(g->input(to.parameter(k)));
  }

  std::vector<node_id> mass = nodes_of_program(*g, *f.part(form_part::legendre), inputs);
  std::vector<node_id> rest(momenta);  // p − b
  for (int i = 0; i < n; ++i) {
    node_id& p = rest[place(i)];
    p = g->subtract(p, mass[place(n * n + i)]);
  }
  mass.resize(place(n * n));
  const std::vector<node_id> v = elimination_of_formulas(*g, std::move(mass), n).solve(rest);
  node_id twice_kinetic = g->constant(0);
  for (std::size_t i = 0; i < v.size(); ++i) {
    twice_kinetic = g->add(twice_kinetic, g->multiply(rest[i], v[i]));
  }
  const node_id at_rest =
      nodes_of_program(*g, *f.part(form_part::lagrangian), inputs).front();  // −V
  const node_id hamiltonian = g->subtract(g->divide(twice_kinetic, g->constant(2)), at_rest);

  for (int i = 0; i < n; ++i) {
    inputs[place(n + i)] = v[place(i)];
  }
  inputs.insert(inputs.end(), momenta.begin(), momenta.end());
  for (int k = 0; k < named; ++k) {
    inputs.push_back(g->input(to.parameter(from.parameters + k)));
  }
  const node_id rate = nodes_of_program(*g, *sigma.value(), inputs).front();
  const node_id k = g->multiply(rate, g->add(hamiltonian, g->input(to.q(2 * half - 1))));

  std::vector<int> all(place(2 * half));
  std::iota(all.begin(), all.end(), to.q(0));
  const std::vector<node_id> slopes = gradient(*g, k, all);
  std::vector<node_id> nodes(slopes.begin() + half, slopes.end());
  for (int i = 0; i < half; ++i) {
    nodes.push_back(g->negate(slopes[place(i)]));
  }
  nodes.push_back(k);
  return std::make_shared<const form>(system_kind::first_order, to, g, std::move(nodes));
}

}  // namespace plumbline
