// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Efficiency is the error at the end of a motion against the work: evaluations of the system's formulas, which do not
// depend on the machine. Each scheme runs at its default parameters with 64 digits, with 2, 4, 8 … times as many steps,
// until an error or a work is reached that the picture does not show.
#include "commands/audit_page.hpp"

#include <plumbline/catalogue/audit.hpp>
#include <plumbline/catalogue/system_file.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/io/svg_plot.hpp>
#include <plumbline/schemes/runge_kutta.hpp>
#include <plumbline/study/explanation.hpp>
#include <plumbline/study/parallel.hpp>

#include <fmt/format.h>

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace plumbline::cli {

namespace {

struct page_problem {
  std::string key;
  std::string title;
  std::shared_ptr<const system_entry> system;
  std::vector<std::string> q;  ///< of the start
  std::vector<std::string> p;
  std::string until;
  int steps;  ///< of the coarsest run
};

std::vector<page_problem> make_problems() {
  const std::shared_ptr<const system_entry> pendulum(std::shared_ptr<const system_entry>(),
                                                     &find_system("pendulum"));
  return {{"pendulum", "pendulum, start at 90 degrees, t = 1", pendulum, {"pi/2"}, {"0"}, "1", 4},
          {"kepler",
           "Kepler's problem, eccentricity 1/2, one revolution",
           parse_system("name = \"kepler\"\ncoordinates = [\"x\", \"y\"]\nlagrangian = "
                        "\"(dot(x)^2 + dot(y)^2)/2 + 1/sqrt(x^2 + y^2)\"\n",
                        "kepler"),
           {"1/2", "0"},
           {"0", "sqrt(3)"},
           "2*pi",
           16},
          {"henon-heiles",
           "Henon and Heiles, energy 1/8, t = 10",
           parse_system("name = \"henon-heiles\"\ncoordinates = [\"x\", \"y\"]\nlagrangian = "
                        "\"(dot(x)^2 + dot(y)^2)/2 - (x^2 + y^2)/2 - x^2*y + y^3/3\"\n",
                        "henon-heiles"),
           {"0", "0"},
           {"2/5", "3/10"},
           "10",
           16}};
}

template <class T>
vector<T> values_of(const std::vector<std::string>& texts) {
  vector<T> x(static_cast<Eigen::Index>(texts.size()));
  for (std::size_t k = 0; k < texts.size(); ++k) {
    x[static_cast<Eigen::Index>(k)] = evaluate<T>(expression(texts[k]));
  }
  return x;
}

struct one_run {
  vector<mp64> q;
  double work = 0;
};

/// Nothing where a step fails.
std::optional<one_run> run_once(const scheme_entry& scheme, const page_problem& at, int steps) {
  const auto evaluations = std::make_shared<std::int64_t>(0);
  auto stepper = scheme.make<mp64>({}, at.system->make<mp64>().counted(evaluations));
  const phase_point<mp64> first{values_of<mp64>(at.q), values_of<mp64>(at.p)};
  vector<mp64> y = stepper.start(first, mp64(0));
  stepper.resume(first, y);
  *evaluations = 0;
  const mp64 h = evaluate<mp64>(expression(at.until)) / steps;
  for (int n = 0; n < steps; ++n) {
    if (!stepper.step(y, mp64(h * n), h).ok()) {
      return std::nullopt;
    }
  }
  return one_run{stepper.phase(y).q, static_cast<double>(*evaluations)};
}

bool fits(const scheme_entry& scheme, const system_entry& system) {
  return scheme.base_for ? find_scheme(scheme.base_for({})).fits(system) : scheme.fits(system);
}

curve curve_of(const scheme_entry& scheme, const page_problem& at, const vector<mp64>& truth) {
  constexpr double most_work = 60000;
  constexpr double least_error = 1e-32;
  constexpr double drawn_error = 10;
  curve curve{scheme.info.name};
  for (int steps = at.steps;; steps *= 2) {
    const auto end = run_once(scheme, at, steps);
    if (end) {
      const double error = to_double(mp64((end->q - truth).norm()));
      if (error < drawn_error) {
        curve.points.push_back({end->work, error});
      }
      if (error < least_error) {
        break;
      }
    }
    const double work = end ? end->work : 0;
    if (2 * work > most_work || steps > most_work / 2) {
      break;
    }
  }
  return curve;
}

struct family {
  std::string key;
  std::string title;
  std::string text;
  std::function<bool(const scheme_entry&, const std::optional<scheme_table>&)> has;
};

bool is_explicit_table(const scheme_table& table) {
  const precision_scope scope(64);
  return is_explicit(coefficients_of(table).a);
}

/// A scheme belongs to the first family that has it.
const std::vector<family>& families() {
  const auto is_kind = [](table_kind kind) {
    return [kind](const scheme_entry&, const std::optional<scheme_table>& table) {
      return table && table->kind == kind;
    };
  };
  static const std::vector<family> list = {
      {"explicit-runge-kutta", "Explicit Runge–Kutta methods",
       "For every system. Neither symmetric nor symplectic.",
       [](const scheme_entry& scheme, const std::optional<scheme_table>& table) {
         const bool on_velocities = scheme.info.conserves.linear_in_velocities;
         return (on_velocities && !scheme.info.on_linear.symmetric) ||
                (table && table->kind == table_kind::runge_kutta && is_explicit_table(*table));
       }},
      {"implicit-runge-kutta", "Implicit Runge–Kutta methods",
       "For every system. The number of stages, or the degree, is a parameter; the table "
       "shows the "
       "default.",
       [](const scheme_entry&, const std::optional<scheme_table>& table) {
         return table && (table->kind == table_kind::runge_kutta ||
                          table->kind == table_kind::partitioned_runge_kutta);
       }},
      {"nystrom-splittings", "Splittings for q″ = f(q)",
       "Their order needs a kinetic energy that is quadratic in the momenta.",
       [](const scheme_entry&, const std::optional<scheme_table>& table) {
         return table && (table->kind == table_kind::nystrom ||
                          (table->kind == table_kind::splitting && table->quadratic_kinetic));
       }},
      {"splittings", "Splittings", "Drifts and kicks in turn: symplectic and explicit.",
       is_kind(table_kind::splitting)},
      {"compositions", "Compositions", "Steps of one scheme with several lengths.",
       is_kind(table_kind::composition)},
      {"variational", "Variational integrators of Galerkin type",
       "For Lagrangian systems. The degree is a parameter.", is_kind(table_kind::galerkin)},
      {"newmark", "Newmark's family", "For M a + F = P(t).",
       [](const scheme_entry& scheme, const std::optional<scheme_table>&) {
         const auto fits = [&scheme](system_kind kind) {
           system_entry any;
           any.kind = kind;
           return scheme.fits(any);
         };
         return !scheme.base_for && fits(system_kind::second_order) &&
                !fits(system_kind::first_order);
       }},
      {"extrapolation", "Extrapolation and Taylor series",
       "Of any order. `taylor` crosses a step in as many shorter ones as the digits need, so that "
       "its "
       "error is rounding for every step; with `--set order=N` a step is one sum of that order. "
       "The "
       "table shows it with the order held that it takes at 64 digits.",
       [](const scheme_entry& scheme, const std::optional<scheme_table>&) {
         return scheme.chooses_order || scheme.base_for;
       }},
      {"energy", "Schemes that keep an energy, and integrable maps",
       "For systems with one degree of freedom.",
       [](const scheme_entry& scheme, const std::optional<scheme_table>&) {
         return scheme.info.conserves.energy || !scheme.info.conserves.integral.empty();
       }},
      {"linear", "Schemes in matrix form", "For linear systems.",
       [](const scheme_entry&, const std::optional<scheme_table>&) { return true; }}};
  return list;
}

std::string cell(const audit_report& report, const std::string& name) {
  const audit_row* row = report.find(name);
  if (row == nullptr) {
    return "–";
  }
  const std::string text = row->value == "true"    ? "yes"
                           : row->value == "false" ? "no"
                           : row->value == "inf"   ? "none"
                                                   : row->value;
  return text + (row->verdict == "refuted" ? " (refuted)" : "");
}

/// Two cells: the verdicts on a pendulum.
std::string long_times_of(const scheme_entry& scheme) {
  run_host host;
  const explain_request asked{.scheme = scheme.info.name, .system = "pendulum"};
  try {
    const explanation page = explain(asked, {.start = {"q1=3/2"}}, host);
    const auto shown = [&page](const std::string& name) {
      const std::string verdict = page.value(name);
      return verdict.empty() || verdict == "none" ? std::string("–") : verdict;
    };
    return fmt::format(" {} | {} |", shown("verdict"), shown("rounding"));
  } catch (const invalid_input&) {  // it does not fit
    return " – | – |";
  }
}

struct scheme_row {
  std::string text;
  bool is_wrong = false;
};

scheme_row row_of(const scheme_entry& scheme) {
  const audit_report report = audit(scheme);
  scheme_row row{fmt::format("| `{}` |", scheme.info.name), report.is_wrong};
  for (const char* fact : {"order", "symmetric", "symplectic", "error-constant", "stability-limit",
                           "measured-order"}) {
    row.text += fmt::format(" {} |", cell(report, fact));
  }
  row.text += long_times_of(scheme) + "\n";
  return row;
}

/// A pendulum is looked at for seconds with each scheme, so all threads take part.
std::map<const scheme_entry*, scheme_row> make_rows() {
  const auto& all = schemes();
  std::vector<scheme_row> rows(all.size());
  for_each_parallel<mp64>(all.size(), default_jobs(),
                          [&](std::size_t i) { rows[i] = row_of(all[i]); });
  std::map<const scheme_entry*, scheme_row> of;
  for (std::size_t i = 0; i < all.size(); ++i) {
    of[&all[i]] = std::move(rows[i]);
  }
  return of;
}

constexpr const char* introduction =
    "# The schemes of the catalogue\n\n"
    "Written by `plumbline audit --all -o docs/schemes.md`, pictures included.\n\n"
    "Order, symmetry, symplecticity, error constant and stability limit are what `plumbline audit` "
    "finds, "
    "not what a source claims. "
    "The error constant is the 2-norm of the order conditions of the next order, by one definition "
    "for every kind of table (below), so that the numbers of all families can be compared. "
    "The stability limit is that of the harmonic oscillator, in ωh; “none” means that no step is "
    "too large, "
    "and 0 that every step grows. "
    "The measured order is that of the errors of a nonlinear motion. "
    "The last two columns are the verdicts of `plumbline explain SCHEME pendulum` (start at 1.5 "
    "rad, a twentieth of a period, 1000 steps): what the energy does, and what rounding errors in "
    "double do to it. explain says why, and what each number is.\n\n"
    "The pictures show the error of q at the end of a motion against the work. "
    "The work is the number of evaluations of the system's formulas: gradients, second derivatives "
    "or "
    "accelerations, "
    "whatever the scheme asks for. "
    "An explicit scheme evaluates the force alone; an evaluation of an implicit scheme may cost "
    "several times "
    "as much. "
    "All runs have 64 digits and start alike; a scheme that does not fit a problem is not in its "
    "picture.\n\n"
    "## The error constant\n\n"
    "A method of order p has the error constant E with\n\n"
    "E² = Σ over the rooted trees t with p + 1 vertices of ½ (e_q(t)² + e_p(t)²)/σ(t)²,   "
    "e(t) = φ(t) − 1/γ(t).\n\n"
    "The vertices of t are coloured in turn, q for a velocity and p for a force; e_q and e_p are "
    "the "
    "conditions of the two colours of the root; φ is the weight of the method, γ the density and σ "
    "the number of symmetries of the tree. "
    "So E belongs to the map, in whatever form it is written:\n\n"
    "- A Runge–Kutta method has one φ for both colours. E is the 2-norm of (φ − 1/γ)/σ over rooted "
    "trees: 0.0145046 for RK4.\n"
    "- A partitioned method is looked at with H = T(p) + V(q), where these trees are all that "
    "there "
    "are. Its order there can be higher than with H(q, p); then p is the higher one, and the audit "
    "says so.\n"
    "- A splitting is a partitioned method: stage i is drift i and kick i, a_ij = a_j for j ≤ i, "
    "ā_ij = b_j for j < i. A composition over leapfrog, over the symplectic Euler maps or over any "
    "splitting is a splitting, and one over a Runge–Kutta method, of which `midpoint` is one, is a "
    "Runge–Kutta method. Leapfrog "
    "has 5√2/48 in every form.\n"
    "- With a quadratic kinetic energy (`kind = \"nystrom\"`, `force = \"nystrom\"`) a vertex q "
    "has at "
    "most one branch; the trees in which one has two do not exist and do not count. Such a number "
    "compares with others of its kind.\n"
    "- A composition over any other base has no such trees, for its base is a map without a table. "
    "Its "
    "audit has `error-constant-of-words` instead: the 2-norm of the coefficients of the words of "
    "the "
    "next order in Y₁, Y₃, Y₅ … of the logarithm of the base. It compares compositions over one "
    "base.\n";

}  // namespace

catalogue_page make_catalogue_page(const std::string& pictures, const picture_sink& keep) {
  catalogue_page page;
  page.text = introduction;
  const std::map<const scheme_entry*, scheme_row> rows = make_rows();
  std::vector<std::vector<const scheme_entry*>> members(families().size());
  for (const scheme_entry& scheme : schemes()) {
    const auto table = known_scheme_table(scheme.info.name);
    std::size_t k = 0;
    while (!families()[k].has(scheme, table)) {
      ++k;
    }
    members[k].push_back(&scheme);
  }
  const std::vector<page_problem> problems = make_problems();
  std::vector<vector<mp64>> truths;
  for (const page_problem& at : problems) {
    constexpr int steps = 200;
    truths.push_back(run_once(find_scheme("taylor"), at, steps).value().q);
  }
  for (std::size_t k = 0; k < families().size(); ++k) {
    const family& f = families()[k];
    page.text += fmt::format(
        "\n## {}\n\n{}\n\n| scheme | order | symmetric | symplectic | error constant | stability "
        "limit | "
        "measured order | energy | rounding |\n|---|---|---|---|---|---|---|---|---|\n",
        f.title, f.text);
    std::string sources;
    for (const scheme_entry* scheme : members[k]) {
      const scheme_row& row = rows.at(scheme);
      page.any_wrong = page.any_wrong || row.is_wrong;
      page.text += row.text;
      sources += fmt::format("- `{}`: {}. {}.\n", scheme->info.name, scheme->info.summary,
                             scheme->info.reference);
    }
    page.text += "\n" + sources;
    for (std::size_t i = 0; i < problems.size() && keep; ++i) {
      plot picture;
      picture.description = problems[i].title + ": error of q";
      picture.x_label = "evaluations";
      picture.log_x = picture.log_y = true;
      for (const scheme_entry* scheme : members[k]) {
        if (fits(*scheme, *problems[i].system)) {
          picture.curves.push_back(curve_of(*scheme, problems[i], truths[i]));
        }
      }
      if (picture.curves.empty()) {
        continue;
      }
      const std::string name = fmt::format("{}-{}.svg", f.key, problems[i].key);
      keep(name, svg_plot(picture));
      page.text += fmt::format("\n![{}: error against work, {}]({}{})\n", f.title,
                               problems[i].title, pictures, name);
    }
  }
  return page;
}

}  // namespace plumbline::cli
