// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// From which p0 on a scheme rotates instead of swinging: why cells of PD's Table 4 are blank, and the onsets of section
// 11.2. For Suris's maps the threshold p* is a closed form, and so is the period (schemes/suris_period.hpp). For leapfrog
// and midpoint p* is where the stable manifold of the upper equilibrium meets φ = 0: near π it is p = σ(π − φ) up to third
// order, σ = √(1 + ε²/4) for leapfrog and 1 for midpoint, and going backward in time along it is stable. A bisection over
// p0 for the kind of motion finds the same numbers.
#include "experiments/pd/period_error.hpp"
#include "experiments/pd/tables.hpp"
#include <plumbline/schemes/suris_period.hpp>

namespace plumbline::experiments::pd {

namespace {

bool is_suris(scheme s) { return s == scheme::suris1 || s == scheme::suris2; }

template <class T>
T separatrix_momentum(context& c, scheme s, const std::string& step) {
  using std::sqrt;
  const T h = decimal<T>(step);
  if (is_suris(s)) {
    return suris_separatrix(map_of(s), T(1), T(1), h);
  }
  auto stepper = make_stepper<T>(s);
  const T slope = s == scheme::leapfrog ? T(sqrt(T(h * h / 4 + 1))) : T(1);
  const auto at_distance = [&](const T& d) {
    return stepper.start(phase_of<T>(pi<T>() - d, slope * d));
  };
  const auto step_back = [&](vector<T>& y) {
    c.poll();
    take_step(stepper, y, T(-h), "on the way back from the saddle");
  };
  // φ and p after n steps back from the distance d of the saddle
  const auto back = [&](const T& d, std::int64_t n) {
    vector<T> y = at_distance(d);
    for (std::int64_t i = 0; i < n; ++i) {
      step_back(y);
    }
    return y;
  };
  // d³ below the rounding error, in decimals
  const T furthest = decimal<T>(fmt::format("1e-{}", scalar_traits<T>::bits() / 10 + 1));
  std::int64_t count = 0;
  for (vector<T> y = at_distance(furthest); T(0) < y[0]; ++count) {
    step_back(y);
  }
  const T nearest = furthest / ((T(1) + h) * (T(1) + h));
  const T d = zero_between<T>(
      nearest, furthest, [&](const T& x) { return T(back(x, count)[0]); },
      furthest * sqrt(epsilon<T>()));
  return back(d, count)[1];
}

template <class T>
bool rotates(context& c, scheme s, const T& p0, const T& h) {
  auto stepper = make_stepper<T>(s);
  vector<T> y = stepper.start(phase_of(T(0), p0));
  while (T(0) < y[1] && y[0] < T(4)) {
    c.poll();
    take_step(stepper, y, h, "while the kind of motion was looked for");
  }
  return T(4) <= y[0];
}

measured bisected(context& c, scheme s, const std::string& step) {
  constexpr int digits = 34;
  return at_digits(digits, [&]<class T>() {
    const T h = decimal<T>(step);
    T low = decimal<T>("1.9");
    T high = decimal<T>("2.1");
    const T close = decimal<T>("1e-13");
    while (close < high - low) {
      const T middle = (low + high) / 2;
      (rotates(c, s, middle, h) ? high : low) = middle;
    }
    return to_measured(low);
  });
}

/// The row of a cell in the column of a scheme; empty for other entries.
std::string row_of(const report::published_number& cell, scheme s) {
  const auto slash = cell.key.find('/');
  const bool number = cell.key.find_first_of("-0123456789") == 0;
  return slash == std::string::npos || !number || cell.key.substr(slash + 1) != name_of(s)
             ? ""
             : cell.key.substr(0, slash);
}

/// How many of the scheme's cells of Table 4 are blank, and how many are as p* says: blank exactly between p* and 2.
struct blanks {
  int seen = 0;
  int explained = 0;
};
void count(context& c, scheme s, const table_kind& kind, const measured& threshold, blanks& found) {
  for (const report::published_number& cell : c.published().of(kind.id)) {
    const std::string row = row_of(cell, s);
    if (row.empty()) {
      continue;
    }
    const auto p0 = measured(decimal<measured>(row) + kind.base);
    const bool differs = (threshold < p0) != (measured(2) < p0);
    const bool blank = cell.printed == ".";
    found.seen += blank ? 1 : 0;
    found.explained += blank && differs ? 1 : 0;
    found.explained -= !blank && differs ? 1 : 0;
  }
}

/// The cells of Suris's columns that his exact period reproduces.
void judge_suris_cells(context& c, report::section& out, const table_kind& kind) {
  int agree = 0;
  int cells = 0;
  for (const report::published_number& cell : c.published().of(kind.id)) {
    for (const scheme s : {scheme::suris1, scheme::suris2}) {
      const std::string row = row_of(cell, s);
      if (row.empty() || cell.printed == ".") {
        continue;
      }
      const auto p0 = measured(decimal<measured>(row) + kind.base);
      // the row 1.6 of ε = 0.5 belongs to 0.6, and request_of() says so
      const auto h = decimal<measured>(request_of(kind, row, s, c.digits()).step);
      const measured exact = exact_period(to_text(p0));
      const std::string relative = to_text(measured((suris_of(s, p0, h) - exact) / exact), 20);
      const auto found = report::judge(report::rule::digits, cell.printed, relative);
      agree += found == report::verdict::reproduced ? 1 : 0;
      ++cells;
    }
  }
  out.judge(fmt::format("Suris cells {}", kind.id), std::to_string(agree));
  out.judge(fmt::format("Suris cells in all {}", kind.id), std::to_string(cells));
}

}  // namespace

void run_thresholds(context& c, report::section& out) {
  out.add(report::paragraph{
      "Oscillation ends at p0 = 2. For a scheme it ends at a p* of its own: below 2 for leapfrog "
      "and Suris’s maps, which rotate too early, above 2 for midpoint. cos εp* = 1 − 4ε²/(2 + ε²) "
      "for Suris 1 and cos(εp*/2) = 1 − 2ε²/(4 + ε²) for Suris 2; for leapfrog and midpoint p* is "
      "the stable manifold of the upper equilibrium at φ = 0. Between p* and 2 the cells of Table "
      "4 are blank, and nowhere else."});
  report::plain_table table{"Thresholds p* of rotation.",
                            {"scheme", "ε", "p*", "p* − 2", "by bisection"}};
  blanks all;
  int sides = 0;
  for (const table_kind* kind : {&table4, &table4_fine}) {
    const std::string step = kind->step;
    for (const scheme s : plain_schemes) {
      const std::string key = fmt::format("{}, {}", name_of(s), step);
      const measured threshold = at_digits(c.digits(), [&]<class T>() {
        const T p = separatrix_momentum<T>(c, s, step);
        const T h = decimal<T>(step);
        using std::sqrt;
        const T aside = sqrt(epsilon<T>());
        sides += rotates(c, s, T(p + aside), h) && !rotates(c, s, T(p - aside), h) ? 1 : 0;
        return to_measured(p);
      });
      const measured found = bisected(c, s, step);
      judge(c, out, key, threshold);
      judge(c, out, key + ", bisection", apart(threshold, found) * decimal<measured>("1e12"));
      table.rows.push_back({std::string(name_of(s)), step,
                            to_text(threshold, std::min(c.digits(), 34)),
                            to_text(measured(threshold - 2), 6), to_text(found, 15)});
      count(c, s, *kind, threshold, all);
    }
  }
  out.add(std::move(table));
  out.judge("both sides", std::to_string(sides));
  out.judge("blank cells", std::to_string(all.seen));
  out.judge("explained", std::to_string(all.explained));
  // section 11.2: onsets of wrong motion
  for (const scheme s : {scheme::leapfrog, scheme::suris1, scheme::suris2}) {
    for (const auto& [step, p0] : {std::pair{"0.5", "1.99"}, std::pair{"0.02", "1.99999"}}) {
      const bool early = rotates(c, s, decimal<measured>(p0), decimal<measured>(step));
      out.judge(fmt::format("{} rotates at {}", name_of(s), p0), early ? "1" : "0");
    }
  }
  for (const auto& [step, p0] : {std::pair{"0.02", "2.000001"}, std::pair{"0.5", "2.001"}}) {
    const bool late = !rotates(c, scheme::midpoint, decimal<measured>(p0), decimal<measured>(step));
    out.judge(fmt::format("midpoint oscillates at {}", p0), late ? "1" : "0");
  }
  for (const table_kind* kind : {&table3, &table3_fine, &table4, &table4_fine}) {
    judge_suris_cells(c, out, *kind);
  }
  for (const auto& [key, s, p0, step] :
       {std::tuple{"Suris 1, Fig. 1", scheme::suris1, "1.95", "0.2"},
        std::tuple{"Suris 1, Fig. 10", scheme::suris1, "0.05", "0.1"}}) {
    judge(c, out, key, suris_of(s, decimal<measured>(p0), decimal<measured>(step)));
  }
}

}  // namespace plumbline::experiments::pd
