// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What overhead.py compares Python with: the same runs and function calls in C++.
//
//   peer                        each of them, in seconds of processor time
//   peer SCHEME STEPS           one run, whose instructions valgrind counts
//   peer FUNCTION CALLS         so many calls of one function
#include <plumbline/catalogue/functions.hpp>
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/study/integrate.hpp>

#include <algorithm>
#include <ctime>
#include <iostream>
#include <map>
#include <string>

using namespace plumbline;

namespace {

double seconds() {
  constexpr double nano = 1e-9;
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + nano * static_cast<double>(t.tv_nsec);
}

/// The least of several times: the others were disturbed.
template <class F>
double least(int calls, int repeats, F&& f) {
  double best = 1e9;
  for (int k = 0; k < repeats; ++k) {
    const double begin = seconds();
    for (int i = 0; i < calls; ++i) {
      f();
    }
    best = std::min(best, (seconds() - begin) / calls);
  }
  return best;
}

void run(const char* scheme, std::int64_t steps = 10000) {
  const model<mp64> system = find_system("double-pendulum").make<mp64>();
  auto stepper = find_scheme(scheme).make<mp64>({}, system);
  const phase_point<mp64> start{vector<mp64>{{decimal<mp64>("0.785"), decimal<mp64>("1.04")}},
                                vector<mp64>{{mp64(0), mp64(0)}}};
  vector<mp64> state = stepper.start(start, mp64(0));
  const time_grid<mp64> grid(mp64(0), decimal<mp64>("0.01"), steps);
  mp64 last(0);
  if (integrate<mp64>(stepper, state, grid, [&](auto, const mp64&, const vector<mp64>& y) {
        last = y[0];
      }) != run_outcome::finished) {
    std::cout << "stopped\n";
  }
}

std::map<std::string, std::map<std::string, expression>> calls() {
  return {{"ellint-k", {{"m", expression("1/3")}}},
          {"jacobi-sn", {{"u", expression("1/2")}, {"m", expression("1/3")}}},
          {"weierstrass-p",
           {{"z", expression("1/2")}, {"g2", expression("4")}, {"g3", expression("1")}}}};
}

void call(const std::string& name, const std::map<std::string, expression>& given) {
  constexpr int digits = 64;
  (void)evaluate_function(find_function(name), given, digits);
}

}  // namespace

int main(int argc, char** argv) {
  const auto functions = calls();
  if (argc == 3) {
    const std::string name = argv[1];
    const int count = std::stoi(argv[2]);
    const auto function = functions.find(name);
    if (function == functions.end()) {
      run(argv[1], count);
    }
    for (int i = 0; function != functions.end() && i < count; ++i) {
      call(name, function->second);
    }
    return 0;
  }
  for (const char* scheme : {"rk4", "simpson"}) {
    std::cout << scheme << " " << least(1, 7, [&] { run(scheme); }) << "\n";
  }
  for (const auto& [name, given] : functions) {
    std::cout << name << " " << least(30, 200, [&] { call(name, given); }) << "\n";
  }
}
