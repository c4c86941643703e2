// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/topics.hpp"

#include <map>

namespace plumbline::cli {

const std::vector<topic>& topics() {
  static const std::vector<topic> list = {
      {"numbers", "how values are written on the command line and in files",
       R"text(A VALUE is an exact real number. It is a decimal with any number of digits,
with or without exponent, a fraction, or arithmetic on these with `pi` and
`sqrt(...)`. 0.1 is one tenth, not the nearest binary number. The value is
computed in the precision of the run and rounded once.
It may have `e` and the functions of system files, too, `sin(1)`; `e-3` is e
minus 3.

  0.1   1/3   1e-3   pi/4   2*pi*sqrt(3)

The operators are `+ - * / ^` and parentheses. `^` binds tighter than a
leading minus and groups from the right. Complex arguments of functions are
written `a+b*i`, `a-b*i` or `b*i`.

In a TOML file numbers with a fraction are written as text, "0.1": a number
without quotes is binary there and is refused, but for entries of --matrices,
which are the decimals that are written. Whole numbers need no quotes.

Steps and times are in the system's unit of time. Where the system has an
exact period, `--step` and `--until` take `period/20` and `10*period`.

Examples:
  plumbline exact pendulum --start q1=pi/3 --times 0,1/3,0.5
  plumbline evaluate ellint-k m=2/3 --digits 50
)text"},
      {"precision", "how many digits a run computes with, and how many are right",
       R"text(`--digits D` is the number of decimal digits of the arithmetic.

  1 to 16     double, 53 bits
  17 to 34    quad, 113 bits
  35 and up   MPFR with as many bits as D digits need; at most 100000 digits

Without it, 64 digits are used. Parameters, starts, coefficients and nodes are
exact expressions; each is rounded once to that precision.

The values of a scheme carry all digits of the arithmetic, so that reading them
back gives the same number. They are the numbers that the scheme computes: how
far they are from the truth is what `converge` and `measure` say. `exact` and
`evaluate` are right to 4 units of the last place. `integrate --certified`
proves every printed digit, and `dataset` prints verified digits only.

Examples:
  plumbline integrate pendulum --scheme rk4 --step 1/100 --steps 10 --digits 16
  plumbline measure energy-error pendulum --scheme simpson --step period/20 \
      --until 10*period --digits 100
)text"},
      {"systems", "systems of the catalogue, and a Lagrangian in a file",
       R"text(`plumbline list systems` names the systems of the catalogue, `plumbline show
NAME` says what one is: its Lagrangian, its parameters with units and defaults,
its start, its momenta, energy and equations of motion, and what follows from
the form of the Lagrangian. `--set NAME=VALUE` changes a parameter,
`--start NAME=VALUE` an initial value: `q1`, `q2` ... with momenta `p1` ... or
velocities `v1` ...; `t` is the start time.

A system of your own is a text file. Every command takes its path, which ends
in .toml, in the place of a system's name.

  name = "elastic-pendulum"
  coordinates = ["r", "theta"]
  lagrangian = "m/2*(dot(r)^2 + r^2*dot(theta)^2) - k/2*(r - 1)^2 + m*g*r*cos(theta)"
  [parameters]
  m = "1"
  k = "40"
  g = "9.81"
  [start]
  r = "5/4"
  theta = "1/10"

A coordinate has its own name, `theta`, and those by its number in
`coordinates`, `q2` or `x2`; its velocity is `v.theta` or `v2`, its momentum
`p.theta` or `p2`. All are the same in `--start`, `--observe`, `--axes`,
`--coordinate`, `--over`, the columns of `judge` and formulas of `[invariants]`;
systems of first order have coordinates alone. Instead of `lagrangian` a
file may have `potential` and points with masses, `[points.NAME]`, or
`[equations]` of first order. `[forces]` and `dissipation` hold what has no
potential, `[invariants]` what is claimed to be constant, `[define]` names for
parts of formulas. With `[equations]`, `groups = [["x", "y"], ["z"]]` names the
coordinates that leapfrog, symplectic Euler and splittings move together, and
`[poisson]` holds brackets, `"x,y" = "z"` for {x, y} = z, constant or linear in
the coordinates, of which `measure symplecticity` asks.

`[constraints]` holds "left = right" in coordinates and t, `[nonholonomic]` the
same affine in velocities; `[bodies.NAME]` with `inertia = ["I1", "I2", "I3"]`, or
these with `mass` and `at`, is a rigid body, NAME in `coordinates`, which formulas
know by NAME.R11 ..., NAME.Omega1 ..., NAME.omega1 ... and NAME.x. `--observe` has
lambda.NAME, constraint.NAME, hidden.NAME and reaction.COORDINATE. A start that
does not satisfy the constraints is refused; `--project-start` moves it.

`coordinates = ["x[1:n]"]` are x[1] ... x[n] for a whole parameter n; formulas
have x[i] and sum(i, 1, n, EXPR), and a key "x[i]" stands for each of them.

The functions are sqrt, exp, log, sin, cos, tan, asin, acos, atan, atan2, sinh,
cosh, tanh, asinh, acosh and atanh. What is not smooth is refused.

Examples:
  plumbline new system swing
  plumbline show swing.toml
  plumbline converge swing.toml --scheme simpson --until 1 --steps 20,40
)text"},
      {"schemes", "schemes of the catalogue, and a table of coefficients in a file",
       R"text(`plumbline list schemes` names the schemes, `plumbline show NAME` says what one
is: its formula, its order, whether it is symmetric and symplectic, what it
conserves, which systems it fits and where it comes from. A scheme that does
not fit a system is an error that names the systems it fits. `--set NAME=VALUE`
changes a parameter of a scheme; with several schemes `SCHEME.NAME=VALUE`.

A scheme of your own is a table of coefficients in a text file. Every command
takes its path, which ends in .toml, in the place of a scheme's name.

  name = "my-scheme"
  kind = "runge-kutta"
  A = [[], ["1/2"], ["0", "1/2"], ["0", "0", "1"]]
  b = ["1/6", "1/3", "1/3", "1/6"]
  order = 4

The kinds are runge-kutta, partitioned-runge-kutta, nystrom, splitting,
composition and galerkin. `order`, `embedded-order`, `dense-order`,
`symmetric` and `symplectic` are claims; `plumbline audit FILE.toml` confirms
or refutes each. A table whose claims are wrong still runs, with a warning.

`plumbline audit FILE` also reads tables where other software keeps them: the
lists of SUNDIALS (.def, .c), arrays of Julia (.jl) and Python (.py), and plain
numbers (.txt, .csv). FILE:NAME is one of several; --toml writes it as a file
that every command takes.

`dense` of a runge-kutta table has one row for each stage: the coefficients of
theta, theta^2 ... of its weight at the time t + theta*h. Then `integrate
--step H --times T,T,...` gives states at times between the steps.

Examples:
  plumbline new scheme my-scheme
  plumbline audit my-scheme.toml
  plumbline integrate pendulum --scheme my-scheme.toml --step 1/100 --steps 3
)text"},
      {"formulas", "numbers of a run by a formula, for `measure` and `sweep`",
       R"text(Where `measure` and `sweep` take a quantity, they take a formula in quotes. Its
value is a number of the run.

A reduction makes one number of the values at all nodes, the first and the last
included: `max(E)`, `min(E)`, `sum(E)`, `mean(E)`, `first(E)`, `last(E)`, and
`count(E)`, the nodes where E is positive. `at(TIME, E)` is E at the node of
that time, which counts from the start. E is a formula over what there is at a
node: `t`, the coordinates by name or `q1`, momenta `p1` or `p.NAME`, velocities
`v1`, accelerations `a1`, `energy`, the parameters, definitions and invariants
of the system, what the scheme keeps in the place of the energy (`quadratic_form`
of `simpson-linear`), and the vectors `q`, `p`, `v`, `a`, of which `norm(q - p)`
makes a number. `max(A, B)` and `min(A, B)` of several numbers, `abs`, `log10`
and `floor` are allowed here.

  start(E)               E at the first node
  exact(E)               E on the exact motion at the same time; where there is
                         no closed solution, on a verified reference
  other(E, NAME=VALUE)   E at the same time in the run with these changes:
                         scheme, step, digits, system, set.NAME, start.NAME

Numbers of the run are `step`, `until`, `epsilon` (2^(1 - bits)), `evaluations`,
unless the system has a parameter of this name; further `exact.NAME` (what
`exact` prints), and the quantities of `measure` with _ for -
and their options as arguments: `period(average='0,20')`, `lyapunov(growth)`,
`stability_limit()`; `audit(error_constant)` is a line of `audit`. `zero(40)` is
the time of a zero and `zero(40, since=38)` that between two, with the digits of
the step; formulas of one run ask for as many as they like and it is made once.
`plumbline list quantities` names all of them with their arguments.

The value is printed to the digits that the rounding errors of the run leave, one
at least: the run is made a second time with other roundings.

Examples:
  plumbline measure "max(abs(energy/start(energy) - 1))" pendulum \
      --scheme leapfrog --step period/50 --until 10*period
  plumbline measure "at(until, norm(q - exact(q)))" pendulum --scheme simpson \
      --step 1/20 --until 1
  plumbline sweep "max(abs(q1 - other(q1, step=step/2)))" double-pendulum \
      --scheme midpoint --step 1/50 --steps 50 --over q1=1,2,3
)text"},
      {"files", "csv and json, output files, runs in a file",
       R"text(A table in csv begins with lines `# key: value`; the first says how many there
are. They hold the version, the command, the system with its parameters, the
scheme, the step and the digits. Then follow a row of names and the rows. Read
it with `pandas.read_csv(FILE, comment='#')`.

`--format json` prints one object with `meta`, `columns` and `rows`. Numbers
are strings there, so that no digit is lost.

`-o PATH` writes to a file, which appears whole or not at all. Interrupted, the
program leaves PATH as it was, and what was finished is in PATH.partial, whose
last line is `# incomplete`. `-o -` is standard output.

The same command gives the same bytes. There is no date in a table.

`--run FILE.toml` holds any options of a command by their long names; what
stands on the command line wins.

  system = "pendulum"
  scheme = "simpson"
  step = "1/100"
  steps = 1000

`PLUMBLINE_DATA` names the folder that holds published/, the papers' numbers,
where it is not the program's own.

Examples:
  plumbline integrate pendulum --scheme rk4 --step 1/10 --steps 2 --format json
  plumbline exact pendulum --times 0,1,2 -o pendulum.csv
)text"},
      {"pictures", "draw the table of a command",
       R"text(`--plot FILE.svg` or `--plot FILE.png` draws the table of `integrate`,
`converge`, `measure` or `sweep` beside writing it. gnuplot draws the picture
(Debian: gnuplot-nox).

`integrate` draws the coordinates over time, or the columns of `--observe`.
`converge` draws the error over the step, with `--work` over the evaluations.
`measure` draws the values over their number. `sweep` draws lines over one axis
of numbers, a map over two.

Examples:
  plumbline integrate double-pendulum --scheme simpson --step 1/100 --steps 500 \
      --digits 16 --plot swing.svg -o swing.csv
  plumbline converge pendulum --scheme leapfrog,simpson --until 1 \
      --steps 10,20,40,80 --plot errors.png
)text"},
      {"checkpoints", "long runs that go on after an interruption",
       R"text(`--checkpoint FILE` keeps what a run needs to go on, every 60 seconds or every
`--checkpoint-every SECONDS`. `integrate`, `measure`, `sweep` and `reproduce`
have it. `--resume FILE` goes on from there to the same bytes, with all
arguments of the run or with none of them; `--steps` or `--until` may make a
trajectory longer.

Ctrl-C and SIGTERM end a run in order: the checkpoint is written first. A
second signal ends it at once. A damaged checkpoint is an error (exit code 4).

Examples:
  plumbline integrate pendulum --scheme simpson --step 1/100 --steps 2000 \
      --checkpoint run.checkpoint -o run.csv
  plumbline integrate --resume run.checkpoint --steps 3000 -o run.csv
)text"},
      {"parallel", "threads and machines",
       R"text(`--jobs N` uses N threads in `sweep`, `converge`, `reproduce` and `dataset`.
Under `mpirun` the processes share the work of these commands, where the program
was built with MPI; `--jobs` is then the number of threads of each. The result
never depends on the number of threads or processes.

`PLUMBLINE_RANK_TIMEOUT` is the number of seconds after which a silent process
is given up, 30 without it.

Examples:
  plumbline sweep period pendulum --scheme midpoint --step 1/100 --digits 16 \
      --over q1=0.5:3:6 --jobs 2
)text"},
      {"proven-digits", "trajectories whose every digit is proven or verified",
       R"text(`plumbline integrate SYSTEM --certified --step H --steps N --digits D` needs no
scheme. It encloses the motion by balls: the truth lies within one unit of the
last printed place of each number, and within `radius` of all numbers of a row.
Where D digits cannot be proven, the exit code is 3 and the message says up to
which time they are.

`plumbline dataset` writes a folder whose values are true, rounded to D digits:
two independent computations agree on each. `plumbline dataset verify DIR`
checks such a folder.

Examples:
  plumbline integrate pendulum --certified --step 1/10 --steps 3 --digits 30
  plumbline dataset pendulum --start q1=1 --step 1/4 --steps 4 --digits 20 -o swing
  plumbline dataset verify swing
)text"},
      {"judging", "a trajectory of another program against the truth",
       R"text(`plumbline judge FILE --system SYSTEM` compares a table of numbers with the true
motion and says of each number how many leading digits are true. FILE has a row
of names, `t`, `q1` ... and `p1` ... or `v1` ...; without names `--columns` says
them. Cells stand between commas, semicolons, tabs or blanks.

The true motion starts at the system's start (`--set`, `--start`), or with
`--from-first-row` at the first row of FILE. `--input binary` takes times and
the first row as the nearest binary numbers, which is what a program in double
precision began with. `--map THEIRS=OURS` names a column, `--unit
THEIRS=FACTOR` converts it.

A printed number claims to be right to one unit of its last place. At the time
of the start, where numbers are input, one that shows a binary number to all
digits of its text claims one unit of that number's last bit. The exit code is 1
when a claim is false.

Examples:
  plumbline exact pendulum --times 0,1,2 --digits 16 -o theirs.csv
  plumbline judge theirs.csv --system pendulum
)text"},
      {"verdicts", "the papers' numbers computed again",
       R"text(`plumbline reproduce` computes numbers that papers print and writes a report
with tables, figures, numbers.csv and numbers.json. Each number has a verdict:
reproduced, differs (with the reason) or not-reproducible. Which verdict is
expected is recorded beside the printed number; the exit code is 1 when another
one comes out. `--quick` takes under a minute; `--all` runs everything.

A printed number is reproduced when the computed one is less than one unit of
its last digit away; the report counts apart what rounds to it, what truncates
and what is nearly there. Sentences are turned into comparisons by fixed rules:
a sentence holds in full, in part or not. That all verdicts are the recorded
ones is a regression test and does not say that all numbers reproduce.

A paper of your own is a text file with its tables, the formulas by which they
are computed, and figures: `plumbline new paper NAME` writes a commented one.
`--badge FILE.svg` draws how many numbers reproduce; `--pack FILE.toml -o DIR`
writes a folder with the paper and all files that it names, sums and a
description (RO-Crate), for others to reproduce.

Examples:
  plumbline list experiments
  plumbline reproduce ql-table2 -o report
  plumbline new paper my-paper
  plumbline reproduce my-paper.toml -o my-report
  plumbline reproduce --pack my-paper.toml -o my-folder
)text"},
      {"exit-codes", "what the exit code says", R"text(  0         done
  1         a verdict other than the recorded one (reproduce), a claim that is
            wrong (audit), a digit that is not true (judge, dataset verify)
  2         bad usage or input: an unknown name or option, a value outside a
            domain, a mistake in a file
  3         the numerics failed while stepping: no convergence, a value that is
            not finite, a singular point, digits that cannot be proven
  4         input or output failed
  70        an internal error: a bug of Plumbline, not of the input
  130, 143  interrupted by Ctrl-C or SIGTERM

Every error is one line on standard error, `plumbline: error: ...`, that says
what was wrong and what would be right. A bug is `plumbline: internal error:
...`, with the version: please report it. Warnings begin with `plumbline:
warning:` and do not change the exit code; `--quiet` drops them. A closed pipe
behind standard output ends the program with 0.
)text"}};
  return list;
}

std::vector<std::string> topic_names() {
  std::vector<std::string> names;
  for (const auto& each : topics()) {
    names.push_back(each.name);
  }
  return names;
}

std::string command_details(const std::string& command) {
  static const std::map<std::string, std::string> details = {
      {"list",
       "Prints one line for each: its name, then what it is. Without a kind, all are listed.\n"},
      {"show",
       "Prints parameters with defaults and units, the formula, the facts that follow from it, "
       "what\n"
       "it fits and its source. NAME may also be a file with a system or a scheme, FILE.toml.\n"},
      {"integrate",
       "Prints a row for each time. The columns are t, q1 ..., p1 ...; those of Newmark's schemes "
       "t,\n"
       "x1 ..., v1 ..., a1 ...; those of schemes for velocities t, x1 ..., v1 .... The first row "
       "is\n"
       "the start. All digits of the arithmetic are printed. With --section a row for each "
       "crossing "
       "and\n"
       "a last column direction: 1 where the formula goes from - to +, otherwise -1.\n"},
      {"exact",
       "Prints the columns t, q1 ..., p1 ... (or x1 ..., v1 ...), each value right to 4 units of "
       "the\n"
       "last place. The metadata hold derived constants: energy, period, amplitude, "
       "frequencies.\n"
       "A system of a file has one where its formulas are those of a linear system, a free or\n"
       "symmetric rigid body, a spherical pendulum or Kepler's problem on a sphere.\n"},
      {"converge",
       "Prints a row for each scheme and number of steps: step, errors of q and p, and the order\n"
       "against the row before. The truth is the exact solution, or a reference trajectory on "
       "whose\n"
       "digits two computations agree. The metadata hold the fitted orders. Errors and orders have "
       "6\n"
       "digits; `--show-digits all` prints those that the truth supports. A run that fails has no\n"
       "numbers and its reason in a last column, failure; the exit code is then 3.\n"},
      {"measure",
       "Prints lines NAME = VALUE. The digits of `stability-limit` and of the windows behind it "
       "are\n"
       "right; it is 0 where every small step grows, and the metadata of --format csv or json say\n"
       "then up to which step the growth stays below 1e-6 a step.\n"
       "A period or an amplitude is that of the scheme: a zero of the\n"
       "coordinate (an extremum: of the velocity) lies where a shorter step of the same scheme,\n"
       "from the node before, ends on it. The run is made twice with other roundings, and only\n"
       "digits are printed that they leave; nan where they leave none. With --format the "
       "metadata\n"
       "state the error (+-), which is that of the measurement, not of the scheme. Zeros and\n"
       "extrema in the first step do not count, nor does a start at rest; a start on zero is the\n"
       "first zero. Two of them in one step are missed. --rule cubic and --rule parabola are\n"
       "definitions of the paper PD, with interpolation errors of their own.\n"
       "shadow-energy prints what a symplectic scheme keeps in the place of the energy, for each "
       "K\n"
       "of --terms from K/2 + 1 states, how far it drifts, the leading term of its expansion in "
       "the\n"
       "step, and a verdict; of several steps (--step H,H,... --window L) the drifts and their "
       "law.\n"
       "splitting (--digits are those of the answer, 20) prints the homoclinic invariant of the\n"
       "separatrix that the scheme splits, the area of a lobe and the angle; of several steps "
       "also\n"
       "|omega| = 4 pi constant h^power e^(-decay/h) (1 + ...), h = exponent-per-step.\n"
       "roundoff (--digits is the arithmetic under test, 16) prints truncation and rounding "
       "errors\n"
       "at the end, how they grow, whether the energy is biased, and when rounding rules.\n"
       "orbit (without --scheme) prints start, period and energy of the periodic orbit near the "
       "start.\n"},
      {"explain",
       "Prints one page: order, symmetry and what the scheme keeps on the system, the leading term "
       "of\n"
       "its modified energy, the energy change that it predicts beside the measured one, a "
       "verdict\n"
       "with its reason, and the stability limit. The numbers are those of audit, show and "
       "measure.\n"},
      {"sweep",
       "Prints one table: the columns of the axes, then the values, then the reason where a case "
       "has\n"
       "failed. The bytes do not depend on the number of threads or machines.\n"},
      {"evaluate",
       "Prints lines NAME = VALUE, right to 4 units of the last place. Of a system: L, energy, "
       "and\n"
       "for each coordinate momentum, derivative of L, force and acceleration.\n"},
      {"orbit",
       "Prints lines NAME = VALUE, with --format a table name,value: the start as `integrate` has "
       "it,\n"
       "period, energy, invariants, drift.NAME of relative orbits, multiplierJ.re and "
       "multiplierJ.im\n"
       "without those that are 1 for a known reason (trivial_multipliers counts them), stability,\n"
       "residual. The exit code is 3 where no orbit is found or it is not isolated.\n"
       "With --continue a table: a row for each orbit and each fold, `point` says which.\n"},
      {"audit",
       "Prints lines NAME = VALUE, and for each claim of the scheme whether it is confirmed or\n"
       "refuted. A file of other software with several tables has a line for each:\n"
       "NAME = its orders, and what is wrong.\n"},
      {"new",
       "Writes a file NAME.toml that runs as it is, with comments that say what may be changed.\n"},
      {"dataset",
       "Writes a folder with the values as csv, json and HDF5, a description, sums and a picture; "
       "or\n"
       "checks such a folder.\n"},
      {"judge",
       "Prints a row for each number of FILE: row, column, the printed number, the true one, and "
       "how\n"
       "many leading digits are true.\n"},
      {"reproduce",
       "Writes a report in HTML, and the numbers as csv and json, into the folder of -o. Each "
       "printed\n"
       "number has a verdict; see `plumbline help verdicts`.\n"},
      {"completion",
       "Prints a script for the shell. It asks the program for the words, so that they are those "
       "of\n"
       "the program that is installed.\n"}};
  const auto found = details.find(command);
  return found == details.end() ? "" : found->second;
}

}  // namespace plumbline::cli
