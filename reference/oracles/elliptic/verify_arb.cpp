// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Recomputes every value of the CSV files of this folder with Arb, from theta functions and Arb's own
// elliptic integrals, and prints the largest relative difference. Exit code 1 where it is above 1e-318.
//   verify_arb FOLDER
#include "arb_elliptic.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr slong accuracy = 1120;  // bits, 337 digits
constexpr slong wide = 40000;     // bits in which the decimal arguments are exact

class ball {
 public:
  ball() { arb_init(x_); }
  explicit ball(const std::string& text) : ball() {
    // an exact binary fraction: the midpoint of a wide ball is it, rounded to the bits that it has
    arb_set_str(x_, text.c_str(), wide);
    arf_set_round(arb_midref(x_), arb_midref(x_), wide - 64, ARF_RND_NEAR);
    mag_zero(arb_radref(x_));
  }
  ~ball() { arb_clear(x_); }
  ball(const ball&) = delete;
  ball& operator=(const ball&) = delete;
  arb_ptr get() { return x_; }

 private:
  arb_t x_;
};

double worst = 0;
long compared = 0;

void compare(arb_ptr ours, const std::string& theirs, const std::string& line) {
  ball b;
  arb_set_str(b.get(), theirs.c_str(), 1400);
  double e = 0;
  if (arf_is_zero(arb_midref(ours))) {
    e = arf_is_zero(arb_midref(b.get())) ? 0 : INFINITY;
  } else {
    arb_sub(b.get(), b.get(), ours, 1400);
    arb_div(b.get(), b.get(), ours, 1400);
    e = std::fabs(arf_get_d(arb_midref(b.get()), ARF_RND_NEAR));
    if (e == 0 && !arf_is_zero(arb_midref(b.get()))) {
      e = std::pow(2.0, -1070.0);
    }
  }
  ++compared;
  if (!(e < 1e-318)) {
    std::fprintf(stderr, "differs by %.3g: %s\n", e, line.substr(0, 200).c_str());
  }
  if (!(e <= worst)) {
    worst = e;
  }
}

using record = std::map<std::string, std::string>;

template <class F>
void each_row(const std::string& path, F&& f) {
  std::ifstream in(path);
  if (!in) {
    std::fprintf(stderr, "cannot read %s\n", path.c_str());
    std::exit(1);
  }
  std::vector<std::string> header;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') {
      continue;
    }
    std::vector<std::string> cells;
    std::istringstream parts(line + ",");
    for (std::string cell; std::getline(parts, cell, ',');) {
      cells.push_back(cell);
    }
    if (header.empty()) {
      header = cells;
      continue;
    }
    record r;
    for (std::size_t i = 0; i < header.size(); ++i) {
      r[header[i]] = i < cells.size() ? cells[i] : "";
    }
    f(r, line);
  }
}

void require(int good, const std::string& line) {
  if (good == 0) {
    std::fprintf(stderr, "Arb gave up: %s\n", line.substr(0, 200).c_str());
    std::exit(1);
  }
}

std::string or_zero(const std::string& text) { return text.empty() ? "0" : text; }

// The pendulum with the amplitude by acb_elliptic_f and sn, cn, dn by theta functions.
void pendulum(record& r, const std::string& line) {
  const slong prec = 6000;
  ball m(r["m"]);
  ball omega(r["omega"]);
  ball q0(r["q0"]);
  ball p0(r["p0"]);
  ball t0(r["t0"]);
  ball t(r["t"]);
  ball scale, s, half, sine, cosine, turns, square, complement, k, u, pi, work, energy;
  arb_const_pi(pi.get(), prec);
  arb_mul(scale.get(), m.get(), omega.get(), prec);
  arb_mul_2exp_si(scale.get(), scale.get(), 1);
  arb_div(s.get(), p0.get(), scale.get(), prec);
  arb_mul_2exp_si(half.get(), q0.get(), -1);
  arb_div(turns.get(), half.get(), pi.get(), prec);
  arf_t whole;
  arf_init(whole);
  arf_set_d(whole, 0.5);
  arf_add(whole, whole, arb_midref(turns.get()), ARF_PREC_EXACT, ARF_RND_DOWN);
  arf_floor(whole, whole);
  arb_set_arf(turns.get(), whole);
  arf_clear(whole);
  arb_submul(half.get(), turns.get(), pi.get(), prec);
  arb_sin_cos(sine.get(), cosine.get(), half.get(), prec);
  arb_mul(square.get(), sine.get(), sine.get(), prec);
  arb_addmul(square.get(), s.get(), s.get(), prec);
  arb_mul(complement.get(), cosine.get(), cosine.get(), prec);
  arb_submul(complement.get(), s.get(), s.get(), prec);
  arb_sqrt(k.get(), square.get(), prec);
  arb_mul(energy.get(), scale.get(), omega.get(), prec);
  arb_mul(energy.get(), energy.get(), square.get(), prec);
  compare(energy.get(), r["energy"], line);
  compare(k.get(), r["modulus"], line);
  arb_sub(work.get(), t.get(), t0.get(), prec);
  arb_mul(u.get(), omega.get(), work.get(), prec);
  const int back = arb_is_negative(p0.get());
  arb_ptr j = _arb_vec_init(4);
  acb_t amplitude, parameter;
  acb_init(amplitude);
  acb_init(parameter);
  ball q, p, period;
  arb_mul(turns.get(), turns.get(), pi.get(), prec);
  arb_mul_2exp_si(turns.get(), turns.get(), 1);
  if (arb_contains_zero(complement.get())) {
    arb_zero(complement.get());
    if (back) {
      arb_neg(u.get(), u.get());
    }
    // asinh(tan(half)); every such row starts at q0 = 0
    arb_tan(work.get(), half.get(), prec);
    arb_asinh(work.get(), work.get(), prec);
    arb_add(u.get(), u.get(), work.get(), prec);
    arb_sinh(q.get(), u.get(), prec);
    arb_atan(q.get(), q.get(), prec);
    arb_mul_2exp_si(q.get(), q.get(), 1);
    arb_add(q.get(), q.get(), turns.get(), prec);
    arb_sech(p.get(), u.get(), prec);
    arb_mul(p.get(), p.get(), scale.get(), prec);
    if (back) {
      arb_neg(p.get(), p.get());
    }
    arb_zero(period.get());
  } else if (arb_is_positive(complement.get())) {
    arb_set(acb_realref(parameter), square.get());
    arb_atan2(acb_realref(amplitude), sine.get(), s.get(), prec);
    acb_elliptic_f(amplitude, amplitude, parameter, 0, prec);
    arb_add(u.get(), u.get(), acb_realref(amplitude), prec);
    arb_jacobi_once(j, u.get(), complement.get(), 1, prec);
    arb_mul(q.get(), k.get(), j, prec);
    arb_atan2(q.get(), q.get(), j + 2, prec);
    arb_mul_2exp_si(q.get(), q.get(), 1);
    arb_add(q.get(), q.get(), turns.get(), prec);
    arb_mul(p.get(), scale.get(), k.get(), prec);
    arb_mul(p.get(), p.get(), j + 1, prec);
    arb_quarter_period(period.get(), complement.get(), prec);
    arb_mul_2exp_si(period.get(), period.get(), 2);
    arb_div(period.get(), period.get(), omega.get(), prec);
    arb_asin(work.get(), k.get(), prec);
    arb_mul_2exp_si(work.get(), work.get(), 1);
    compare(work.get(), r["amplitude"], line);
  } else {
    ball mu1;
    arb_div(mu1.get(), complement.get(), square.get(), prec);
    arb_neg(mu1.get(), mu1.get());
    arb_inv(acb_realref(parameter), square.get(), prec);
    arb_mul_2exp_si(acb_realref(amplitude), q0.get(), -1);
    acb_elliptic_f(amplitude, amplitude, parameter, 0, prec);
    arb_mul(u.get(), u.get(), k.get(), prec);
    if (back) {
      arb_neg(acb_realref(amplitude), acb_realref(amplitude));
    }
    arb_add(u.get(), u.get(), acb_realref(amplitude), prec);
    arb_jacobi_once(j, u.get(), mu1.get(), 1, prec);
    arb_mul_2exp_si(q.get(), j + 3, 1);
    arb_mul(p.get(), scale.get(), k.get(), prec);
    arb_mul(p.get(), p.get(), j + 2, prec);
    if (back) {
      arb_neg(q.get(), q.get());
      arb_neg(p.get(), p.get());
    }
    arb_quarter_period(period.get(), mu1.get(), prec);
    arb_mul_2exp_si(period.get(), period.get(), 1);
    arb_div(period.get(), period.get(), omega.get(), prec);
    arb_div(period.get(), period.get(), k.get(), prec);
  }
  compare(complement.get(), r["complementary"], line);
  compare(q.get(), r["q"], line);
  compare(p.get(), r["p"], line);
  compare(period.get(), r["period"], line);
  _arb_vec_clear(j, 4);
  acb_clear(amplitude);
  acb_clear(parameter);
}

void report(const char* file) {
  std::printf("Arb %s: %ld values, largest relative difference %.3g\n", file, compared, worst);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: verify_arb FOLDER\n");
    return 2;
  }
  const std::string folder = argv[1];
  double all = 0;
  const auto finish = [&](const char* file) {
    report(file);
    all = std::max(all, worst);
    worst = 0;
    compared = 0;
  };
  each_row(folder + "/jacobi.csv", [](record& r, const std::string& line) {
    ball u(r["u"]);
    ball given(r["m"].empty() ? r["m1"] : r["m"]);
    arb_ptr out = _arb_vec_init(4);
    if (arb_is_zero(u.get())) {
      arb_one(out + 1);
      arb_one(out + 2);
    } else {
      require(arb_jacobi(out, u.get(), given.get(), r["m"].empty(), accuracy), line);
    }
    compare(out, r["sn"], line);
    compare(out + 1, r["cn"], line);
    compare(out + 2, r["dn"], line);
    compare(out + 3, r["am"], line);
    _arb_vec_clear(out, 4);
  });
  finish("jacobi.csv");
  each_row(folder + "/legendre.csv", [](record& r, const std::string& line) {
    ball n(or_zero(r["n"]));
    ball phi(or_zero(r["phi"]));
    ball given(r["m"].empty() ? r["m1"] : r["m"]);
    ball out;
    require(arb_legendre(out.get(), r["function"].c_str(), n.get(), phi.get(), given.get(),
                         r["m"].empty(), accuracy),
            line);
    compare(out.get(), r["value"], line);
  });
  finish("legendre.csv");
  each_row(folder + "/carlson.csv", [](record& r, const std::string& line) {
    ball x(or_zero(r["x"]));
    ball y(or_zero(r["y"]));
    ball z(or_zero(r["z"]));
    ball p(or_zero(r["p"]));
    ball out;
    require(
        arb_carlson(out.get(), r["function"].c_str(), x.get(), y.get(), z.get(), p.get(), accuracy),
        line);
    compare(out.get(), r["value"], line);
  });
  finish("carlson.csv");
  each_row(folder + "/pendulum.csv", pendulum);
  finish("pendulum.csv");
  return all < 1e-318 ? 0 : 1;
}
