// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Systems beyond the catalogue, each for a part of the recurrences: first order, forces that depend on time, a Lagrangian
// that is not quadratic in v, a motion that ends.
#pragma once

#include <plumbline/core/phase_point.hpp>
#include <plumbline/mechanics/model.hpp>

#include <nlohmann/json.hpp>

#include <fstream>
#include <stdexcept>
#include <string>

namespace plumbline::test {

template <class T>
struct lorenz {
  static constexpr int dimension() { return 3; }
  template <class S>
  void field(std::span<const S> y, std::span<S> dy) const {
    dy[0] = S(10) * (y[1] - y[0]);
    dy[1] = y[0] * (S(28) - y[2]) - y[1];
    dy[2] = y[0] * y[1] - rational<S>(8, 3) * y[2];
  }
  template <class S>
  S energy(std::span<const S> y) const {
    return y[0] * y[0];
  }
};

/// x'' + x'/10 + sin x = cos t
template <class T>
struct driven_pendulum {
  static constexpr int dimension() { return 1; }
  template <class S>
  void inertia(std::span<const S>, std::span<const S>, std::span<const S> a, std::span<S> r) const {
    r[0] = a[0];
  }
  template <class S>
  void force(std::span<const S> x, std::span<const S> v, std::span<S> f) const {
    f[0] = v[0] / S(10) + sin(x[0]);
  }
  template <class S>
  S energy(std::span<const S> x, std::span<const S> v) const {
    return v[0] * v[0] / S(2) - cos(x[0]);
  }
  template <class S>
  void load(const S& t, std::span<S> p) const {
    p[0] = cos(t);
  }
};

/// L = −√(1 − v²) − x²/2
template <class T>
struct relativistic_oscillator {
  static constexpr int dimension() { return 1; }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    return -sqrt(S(1) - v[0] * v[0]) - q[0] * q[0] / S(2);
  }
};

/// y' = y²: y = 1/(1 − t) from y = 1.
template <class T>
struct explosion {
  static constexpr int dimension() { return 1; }
  template <class S>
  void field(std::span<const S> y, std::span<S> dy) const {
    dy[0] = y[0] * y[0];
  }
  template <class S>
  S energy(std::span<const S> y) const {
    return y[0];
  }
};

/// The state at the end of a motion in reference/oracles/taylor/, as 30-digit texts.
inline std::vector<std::string> stored_motion(const std::string& name) {
  std::ifstream file(PLUMBLINE_SOURCE_DIR "/reference/oracles/taylor/motions.json");
  const auto stored = nlohmann::json::parse(file);
  for (const auto& motion : stored.at("motions")) {
    if (motion.at("motion") == name) {
      return motion.at("state").get<std::vector<std::string>>();
    }
  }
  throw std::runtime_error("no motion " + name + " in reference/oracles/taylor/motions.json");
}

}  // namespace plumbline::test
