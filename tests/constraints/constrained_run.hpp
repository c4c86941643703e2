// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What the tests of constraints share: systems from a text or a file, steps from their start, and what a state tells.
#pragma once

#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/study/constraint_columns.hpp>
#include <plumbline/study/problem.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace plumbline::testing {

/// A file for the time of a test.
class text_file {
 public:
  explicit text_file(const std::string& text, const std::string& name = "system.toml") {
    std::string folder =
        (std::filesystem::temp_directory_path() / "plumbline-constraints-XXXXXX").native();
    folder_ = ::mkdtemp(folder.data());
    path_ = folder_ / name;
    std::ofstream(path_) << text;
  }
  text_file(const text_file&) = delete;
  text_file& operator=(const text_file&) = delete;
  ~text_file() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  std::string path() const { return path_.native(); }

 private:
  std::filesystem::path folder_;
  std::filesystem::path path_;
};

inline std::string system_path(const std::string& name) {
  return std::string(PLUMBLINE_SOURCE_DIR) + "/reference/oracles/constraints/systems/" + name +
         ".toml";
}

template <class T>
class constrained_run {
 public:
  constrained_run(const std::string& path, const std::string& scheme, problem_texts texts = {})
      : problem_(read_problem(path, texts, {scheme})),
        in_(make_problem<T>(problem_)),
        stepper_(
            problem_.schemes.front().entry->make<T>(problem_.schemes.front().values, in_.system)),
        at_(in_.system),
        state_(stepper_.start(in_.start, in_.t0)),
        t_(in_.t0) {}

  bool advance(const T& h, int steps = 1) {
    for (int k = 0; k < steps; ++k) {
      if (!stepper_.step(state_, t_, h).ok()) {
        return false;
      }
      t_ += h;
    }
    return true;
  }
  phase_point<T> point() { return stepper_.phase(state_, t_); }
  const T& time() const { return t_; }
  const problem_in<T>& start() const { return in_; }
  vector<T> velocity_now() {
    const auto z = point();
    at_.set_time(t_);
    return velocity(at_, z.q, z.p);
  }
  T energy_now() {
    at_.set_time(t_);
    return energy(at_, point());
  }
  /// lambda.NAME, constraint.NAME, hidden.NAME, reaction.COORDINATE.
  T column(const std::string& name) {
    const auto names = constraint_column_names(*problem_.system);
    const auto place = std::find(names.begin(), names.end(), name) - names.begin();
    const auto z = point();
    at_.set_time(t_);
    return constraint_columns(at_, z.q, velocity(at_, z.q, z.p), t_)[place];
  }

 private:
  problem problem_;
  problem_in<T> in_;
  any_stepper<T> stepper_;
  evaluation<T> at_;
  vector<T> state_;
  T t_;
};

/// The largest difference of two points.
template <class T>
T distance(const phase_point<T>& a, const phase_point<T>& b) {
  const T q = max_magnitude(vector<T>(a.q - b.q));
  const T p = max_magnitude(vector<T>(a.p - b.p));
  return q < p ? p : q;
}

}  // namespace plumbline::testing
