// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The generalised eigenproblem of normal_modes by Eigen, in a source of its own: it compiles for 20 s.
#include <plumbline/exact/normal_modes.hpp>

#include <Eigen/Eigenvalues>

/// Eigen sorts the eigenvalues by this one. std::swap would assign to a number that was moved from, which Boost 1.81 does not
/// allow for run-time MPFR (it stops there where assertions are on).
template <>
inline void Eigen::numext::swap<plumbline::mp>(plumbline::mp& a, plumbline::mp& b) {
  a.swap(b);
}

namespace plumbline {

detail::eigenpairs detail::solve_eigenproblem(const matrix<mp>& k, const matrix<mp>& m) {
  const Eigen::LLT<matrix<mp>> cholesky(m);
  bool definite = cholesky.info() == Eigen::Success;
  for (Eigen::Index i = 0; definite && i < m.rows(); ++i) {
    const mp pivot = cholesky.matrixLLT()(i, i);
    definite = m(i, i) * epsilon<mp>() * 64 < pivot * pivot;
  }
  if (!definite) {
    throw domain_error("the mass matrix is not positive definite: the system has no normal modes");
  }
  const Eigen::GeneralizedSelfAdjointEigenSolver<matrix<mp>> solver(k, m);
  if (solver.info() != Eigen::Success) {
    throw domain_error("the generalised eigenproblem K x = lambda M x did not converge");
  }
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace plumbline
