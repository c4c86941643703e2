// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline new system|scheme|paper NAME [-o FILE]`: a commented file that runs, to be changed.
#include "cli/command.hpp"
#include "cli/options.hpp"
#include <plumbline/catalogue/scheme_table.hpp>
#include <plumbline/catalogue/system_file.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/io/kebab_case.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace plumbline::cli {

namespace {

struct new_options : shared_options {
  std::string kind;
  std::string name;
};

/// NAME stands for the name.
constexpr const char* system_template =
    R"toml(# A system for Plumbline: its Lagrangian as a formula. This one is a pendulum with friction; change what you need.
#
#   plumbline show NAME.toml            what Plumbline makes of it: momenta, energy, equations, invariants
#   plumbline integrate NAME.toml --scheme simpson --step 1/50 --until 10 -o NAME.csv
#   plumbline converge NAME.toml --scheme midpoint,simpson --until 1 --steps 20,40,80

name = "NAME"
summary = "a pendulum with friction"

# The coordinates. Columns, --start and --observe use these names, or q1, q2 ... in this order.
coordinates = ["theta"]

# L = T - V. Numbers are exact: 0.1 is one tenth. dot(theta) is the velocity, t the time, pi and e the constants.
# + - * / ^ and sqrt exp log sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh.
lagrangian = "m*l^2/2*dot(theta)^2 + m*g*l*cos(theta)"

# A Rayleigh function: the force is minus its derivative by the velocity. Without it the system keeps its energy.
dissipation = "c/2*dot(theta)^2"

# The parameters with their defaults, which --set changes. A parameter may use others.
[parameters]
m = { value = "1", unit = "kg", meaning = "mass", domain = "positive" }
l = { value = "1", unit = "m", meaning = "length", domain = "positive" }
g = "9.81"
c = { value = "0", unit = "N m s", meaning = "friction", domain = "nonnegative" }

# Where it starts; what is missing is 0. --start theta=pi/4 or --start v.theta=1 changes it.
[start]
theta = "pi/3"
[velocity]
theta = "0"

# Formulas with a name, in any order. --observe height prints one.
[define]
height = "l*(1 - cos(theta))"

# What should be constant. `show` says whether it is, `measure invariants` follows it.
# With c = 0 the energy is constant; with friction it is not.
[invariants]
E = "m*l^2/2*dot(theta)^2 + m*g*height"

# Forces that are in no potential, for each coordinate that has one:
# [forces]
# theta = "A*cos(2*t)"
#
# Other kinds of systems:
# - points with masses: potential = "m*g*bob.y", and [points.bob] with mass = "m" and at = ["l*sin(a)", "-l*cos(a)"]
# - equations of first order: [equations] with x = "sigma*(y - x)" for each coordinate; groups = [["x", "y"], ["z"]] before
#   the first table names the coordinates that leapfrog and symplectic Euler move together, and [poisson] with
#   "x,y" = "z" the bracket {x, y} = z, of which `measure symplecticity` asks
)toml";

constexpr const char* scheme_template =
    R"toml(# A scheme for Plumbline: its coefficients. This one is the classical Runge-Kutta method; change what you need.
#
#   plumbline audit NAME.toml           its order, symmetry, symplecticity, stability, and whether the claims are true
#   plumbline integrate pendulum --scheme NAME.toml --step 1/50 --until 1 -o run.csv
#   plumbline converge pendulum --scheme NAME.toml,rk4 --until 1 --steps 20,40,80

name = "NAME"
summary = "the classical Runge-Kutta method"
source = "Kutta 1901"

# runge-kutta, partitioned-runge-kutta, nystrom, splitting, composition or galerkin.
kind = "runge-kutta"

# Rows may be short: what is missing is 0. Coefficients are exact values in quotes: "0.1" is one tenth, "1/3" a third,
# and there are + - * / ^ pi sqrt exp log sin cos and the names under [define].
A = [
  [],
  ["1/2"],
  ["0", "1/2"],
  ["0", "0", "1"],
]
b = ["1/6", "third", "third", "1/6"]
# c = ["0", "1/2", "1/2", "1"]         # only where it is not the row sums of A
# bhat = ["...", "..."]                # the weights of an embedded method
# Between the steps: one row for each stage, the coefficients of theta, theta^2 ... of its weight, for integrate --times.
dense = [["1", "-3/2", "2/3"], ["0", "1", "-2/3"], ["0", "1", "-2/3"], ["0", "-1/2", "2/3"]]

# Claims, all optional. `plumbline audit` confirms or refutes them.
order = 4
symmetric = false
symplectic = false
dense-order = 3
# embedded-order = 3

[define]
third = "1/3"

# The other kinds:
# - partitioned-runge-kutta: A, b for q and Abar, bbar for p
# - nystrom, for q'' = f(q): c, A, bbar (positions), b (velocities)
# - splitting: a = ["1/2", "1/2"] and b = ["1"] for q += a1 h v, p += b1 h f, q += a2 h v ...; force = "nystrom" where
#   the order is meant for a kinetic energy that is quadratic in p
# - composition: base = "leapfrog" and gamma = ["w", "1 - 2*w", "w"], in the order of application
# - galerkin: degree = 2, and the quadrature c, b; nodes of the polynomials where they are not the Lobatto nodes
)toml";

constexpr const char* paper_template =
    R"toml(# A paper for Plumbline: what it prints, how each number is computed, and how it is judged. This one compares two schemes
# on the harmonic oscillator; change what you need.
#
#   plumbline reproduce NAME.toml -o report     computes and judges all of it; open report/index.html
#   plumbline reproduce NAME.toml NAME-table1   one experiment
#
# The exit code is 0 where every verdict is the recorded one, and 1 where one is not: the numbers are named.

paper = "NAME"
title = "Two schemes of order two on the harmonic oscillator"
# source = "Journal, volume, pages"    # optional, as is a note
# digits = 34                          # the arithmetic without --digits; the default is 64

# Formulas with a name. In quotes any text is a name: "h = 0.1" = "1/10".
[define]
T = "1"

# Values or names; "FIRST:LAST:COUNT" are equally spaced values.
[lists]
steps = ["0.1", "0.05"]

# The paper's names for systems and schemes. A file beside this one, "kepler.toml", may stand in the place of a name, and those of the
# catalogue (plumbline list) need no entry.
[systems]
oscillator = { system = "harmonic-oscillator", set = { m = 1, k = 16 }, start = { q1 = "1", p1 = "0" } }

[schemes]
Verlet = "leapfrog"
"implicit midpoint" = "midpoint"

# A number of one run, used as error(Verlet, 0.1). The arguments are any of system, scheme, step, until, from, digits,
# set.x, start.x, or words of your own, which stand in braces in the value; what is no argument is fixed here.
# value: max, min, sum, mean, first, last, count over the nodes of the run, or at(TIME, ...); start(E) is E at the start,
# exact(E) on the exact motion, other(E, step = step/2) in another run.
[quantity.error]
arguments = ["scheme", "step"]
system = "oscillator"
until = "T"
value = "at(until, abs(q1 - exact(q1)))"

# A number made of others has compute in the place of value.
[quantity.ratio]
arguments = ["h"]
compute = "error(Verlet, {h})/error('implicit midpoint', {h})"

# An experiment: a table, with the digits as they are printed. Its id is NAME-table1.
[table1]
title = "Table 1: errors at t = 1"
effort = "quick"                       # quick, normal (default) or all: --quick and --all choose
where = "Table 1, {scheme}, {column}"
keys = ["scheme"]
columns = ["0.1", "0.05", "order"]
rows = [
  ["Verlet", "2.08e-2", "5.08e-3", "2.03"],
  ["implicit midpoint", "3.85e-2", "9.97e-3", "1.95"],
]
compute = "error({scheme}, {column})"

# What differs in some cells; * stands for any text. Of several entries the later one wins, word by word.
[[table1.cell]]
key = "*/order"
compute = "order(error({scheme}, h) for h in steps)"

# A cell that is known to be wrong in print:
# [[table1.cell]]
# key = "Verlet/0.05"
# verdict = "differs"                  # or not-reproducible, which is not computed
# reason = "A digit is missing in print."

# A number or a sentence of the text. compare: digits (default), nearest, decade, below or above.
[[table1.number]]
key = "half the error"
where = "Section 2"
printed = "the error of the Verlet scheme is about half as large"
compute = "ratio(0.05)"
compare = "nearest"
value = "0.5"
because = "half"

[[table1.figure]]
caption = "Errors against the step"
x = { label = "h", log = true, values = "0.1, 0.05, 0.025, 0.0125" }
y = { label = "error at t = 1", log = true }
curves = { label = "{scheme}", of = "error({scheme}, x)", scheme = ["Verlet", "implicit midpoint"] }
)toml";

/// The files of systems and of schemes take names up to this length.
constexpr std::size_t longest_name = 64;

int create(const new_options& o) {
  const std::vector<std::string> kinds = {"system", "scheme", "paper"};
  const std::string kind = required("what to make (system, scheme or paper)", o.kind);
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
    throw invalid_input(unknown_name("kind of file", kind, kinds));
  }
  const std::string name = required("the name of the new " + kind, o.name);
  if (!is_kebab_case(name, longest_name)) {
    throw invalid_input(fmt::format(
        "the name of a {} has small letters and digits, with single hyphens between words, such as "
        "my-{}; got '{}'",
        kind, kind, name));
  }
  if (kind == "paper" && name == "index") {
    throw invalid_input("a paper cannot be called 'index': its page would be the front page");
  }
  std::string text = kind == "system"   ? system_template
                     : kind == "scheme" ? scheme_template
                                        : paper_template;
  for (auto place = text.find("NAME"); place != std::string::npos;
       place = text.find("NAME", place + name.size())) {
    text.replace(place, 4, name);
  }
  // the files that are written here are right
  if (kind == "system") {
    (void)parse_system(text, name + ".toml");
  } else if (kind == "scheme") {
    (void)parse_scheme(text, name + ".toml");
  }
  shared_options to = o;
  if (to.output.empty()) {
    to.output = name + ".toml";
  }
  if (to.output != "-" && std::filesystem::exists(to.output)) {
    throw invalid_input(fmt::format("'{}' exists already; -o FILE writes another", to.output));
  }
  auto out = open_output(to);
  out.write(text);
  out.commit();
  return 0;
}

}  // namespace

runner define_new(CLI::App& app) {
  const auto o = std::make_shared<new_options>();
  app.add_option("KIND", o->kind, "what to make: system, scheme or paper");
  app.add_option("NAME", o->name, "its name: small letters, digits and hyphens");
  app.add_option("-o,--output", o->output, "file to write (NAME.toml); - is standard output");
  app.footer(
      "Example:\n"
      "  plumbline new system my-pendulum\n"
      "  plumbline show my-pendulum.toml\n"
      "  plumbline new scheme my-scheme\n"
      "  plumbline audit my-scheme.toml\n"
      "  plumbline new paper my-paper\n"
      "  plumbline reproduce my-paper.toml");
  return [o](const call&) { return create(*o); };
}

}  // namespace plumbline::cli
