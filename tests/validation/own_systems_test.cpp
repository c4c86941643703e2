// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Systems from files, as a user meets them. Kind: black box; values known from closed forms and from the literature, columns
// and exit codes of the contract, refused input.
#include "validation/program.hpp"

#include <cmath>
#include <sstream>

namespace {

using program::expect_refused;
using program::run_well;
using program::write;

std::string example(const std::string& name) {
  return std::string(PLUMBLINE_SOURCE_DIR) + "/examples/systems/" + name + ".toml";
}

TEST(own_systems, are_integrated_with_the_columns_of_the_catalogue) {
  const auto table = program::parse_csv(
      run_well("integrate " + example("spherical-pendulum") +
               " --scheme simpson --step 1/100 --steps 10 --observe energy,p.phi,v.theta,Lz,r")
          .out);
  EXPECT_EQ(table.header, (std::vector<std::string>{"t", "q1", "q2", "p1", "p2", "energy", "p.phi",
                                                    "v.theta", "Lz", "r"}));
  ASSERT_EQ(table.rows.size(), 11U);
  for (const auto& row : table.rows) {
    EXPECT_EQ(row[6], row[4]);
    EXPECT_NEAR(std::stod(row[8]), std::stod(row[4]), 1e-15);
    EXPECT_NEAR(std::stod(row[9]), 0.75 * std::sin(std::stod(row[1])), 1e-15);
  }
  const auto first_order = program::parse_csv(
      run_well("integrate " + example("lorenz") + " --scheme rk4 --step 1/100 --steps 3").out);
  EXPECT_EQ(first_order.header, (std::vector<std::string>{"t", "x", "y", "z"}));
}

TEST(own_systems, start_by_the_names_of_their_coordinates) {
  const std::string command =
      "integrate " + example("spherical-pendulum") + " --scheme rk4 --step 1/10 --steps 1 ";
  const auto data = [](const program::result& r) { return r.out.substr(r.out.find("\nt,q1")); };
  const auto named = run_well(command + "--start theta=pi/4 --start v.phi=3 --set l=1");
  const auto numbered = run_well(command + "--start q1=pi/4 --start v2=3 --set l=1");
  EXPECT_EQ(data(named), data(numbered));
  const auto momentum = run_well(command + "--start theta=pi/4 --start p.phi=3/2 --set l=1");
  EXPECT_EQ(data(momentum), data(numbered));
  const program::folder place;
  write(place / "start.txt", "# a start\ntheta = pi/4\n\nv.phi = 3  # fast\n");
  EXPECT_EQ(data(run_well(command + "--start @" + (place / "start.txt").native() + " --set l=1")),
            data(numbered));
  write(place / "start.txt", "theta\n");
  expect_refused(
      program::run(program::words(command + "--start @" + (place / "start.txt").native())), 2,
      "a line without =");
  expect_refused(program::run(program::words(command + "--start thta=1")), 2, "thta");
}

// The period of Arenstorf's orbit and the value after t = 2 pi of the pendulum are printed in the literature.
TEST(own_systems, reach_printed_values) {
  const program::folder place;
  write(place / "pendulum.toml",
        "name = \"gni-pendulum\"\ncoordinates = [\"q\"]\nlagrangian = \"dot(q)^2/2 + cos(q)\"\n"
        "[velocity]\nq = 1\n");
  const auto table = program::parse_csv(
      run_well("integrate " + (place / "pendulum.toml").native() +
               " --scheme gauss-collocation --set stages=8 --step pi/10 --steps 20 --digits 30")
          .out);
  EXPECT_NEAR(std::stod(table.rows.back()[1]), -0.443944662290259, 1e-14);
  EXPECT_NEAR(std::stod(table.rows.back()[2]), 0.897846803312944, 1e-14);
}

TEST(own_systems, have_the_order_of_each_scheme) {
  const auto table = program::parse_csv(
      run_well("converge " + example("driven-pendulum") +
               " --set w=3 --scheme midpoint,simpson,rk4 --until 1 --steps 40,80 --digits 30")
          .out);
  ASSERT_EQ(table.rows.size(), 6U);
  for (const auto& [row, order] : {std::pair{1, 2.}, std::pair{3, 4.}, std::pair{5, 4.}}) {
    EXPECT_NEAR(std::stod(table.rows[static_cast<std::size_t>(row)][5]), order, 0.3);
    EXPECT_NEAR(std::stod(table.rows[static_cast<std::size_t>(row)][6]), order, 0.3);
  }
}

TEST(own_systems, are_shown_with_what_follows_from_their_form) {
  const auto shown = run_well("show " + example("spherical-pendulum") + " --json").json();
  EXPECT_EQ(shown["name"], "spherical-pendulum");
  EXPECT_EQ(shown["facts"]["cyclic"], nlohmann::json({"phi"}));
  EXPECT_EQ(shown["facts"]["quadratic"], true);
  EXPECT_EQ(shown["facts"]["separable"], false);
  EXPECT_EQ(shown["facts"]["linear"], false);
  EXPECT_EQ(shown["facts"]["autonomous"], true);
  EXPECT_EQ(shown["momenta"]["p.phi"], "m*l^2*dot(phi)*sin(theta)^2");
  EXPECT_EQ(shown["equations"].size(), 2U);
  EXPECT_EQ(shown["invariants"]["Lz"]["constant"], "always");
  EXPECT_EQ(shown["invariants"]["Lz"]["rate"], "0");
  EXPECT_EQ(shown["parameters"][1]["name"], "l");
  EXPECT_EQ(shown["parameters"][1]["unit"], "m");
  const auto catalogue = run_well("show double-pendulum --json").json();
  EXPECT_EQ(catalogue["facts"]["separable"], false);
  EXPECT_EQ(catalogue["equations"].size(), 2U);
  EXPECT_NE(run_well("show " + example("kepler") + " --latex").out.find("\\dot{x}"),
            std::string::npos);
}

TEST(own_systems, have_a_false_invariant_told) {
  const program::folder place;
  const auto file = (place / "s.toml").native();
  write(file,
        "name = \"s\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - x^2/2\"\n[start]\nx = 1\n"
        "[invariants]\nE = \"dot(x)^2 + x^2\"\nwrong = \"dot(x)^2 - x\"\n");
  const auto shown = run_well("show " + file + " --json").json();
  EXPECT_EQ(shown["invariants"]["E"]["constant"], "always");
  EXPECT_EQ(shown["invariants"]["wrong"]["constant"], "no");
  EXPECT_NE(shown["invariants"]["wrong"]["rate"], "0");
  EXPECT_EQ(shown["invariants"]["wrong"]["rate_at"], "random-state");  // at rest the rate is 0
  EXPECT_NE(run_well("show " + file).out.find("at a random state near the start; "),
            std::string::npos);
  const auto measured = run_well("measure invariants " + file +
                                 " --scheme midpoint --step 1/10 --steps 20 --format json")
                            .json();
  std::map<std::string, double> drift;
  for (const auto& row : measured["rows"]) {
    drift[row[0]] = std::stod(row[1].get<std::string>());
  }
  EXPECT_LT(drift.at("energy"), 1e-60);
  EXPECT_LT(drift.at("E"), 1e-60);
  EXPECT_GT(drift.at("wrong"), 1e-2);
}

TEST(own_systems, may_claim_a_momentum_and_an_energy) {
  const program::folder place;
  const auto file = (place / "s.toml").native();
  const std::string end =
      "[velocity]\nx = 1\n[invariants]\nmomentum = \"2*dot(x)\"\nenergy = \"dot(x)\"\n";
  const auto last = [&](const std::string& names) {
    const auto table = program::parse_csv(
        run_well("integrate " + file +
                 " --scheme rk4 --step 1/10 --steps 2 --digits 16 --observe " + names)
            .out);
    return std::pair{table.header, table.rows.back()};
  };
  const std::string head = "name = \"s\"\ncoordinates = [\"x\"]\nlagrangian = ";
  write(file, head + "\"dot(x)^2/2 - x\"\n" + end);  // no momentum is conserved
  const auto [names, cells] = last("momentum,invariants.energy,energy");
  EXPECT_EQ(names,
            (std::vector<std::string>{"t", "q1", "p1", "momentum", "invariants.energy", "energy"}));
  EXPECT_NEAR(std::stod(cells[3]), 1.6, 1e-12);
  EXPECT_NEAR(std::stod(cells[4]), 0.8, 1e-12);
  EXPECT_NEAR(std::stod(cells[5]), 0.5, 1e-12);
  write(file, head + "\"dot(x)^2/2\"\n" + end);  // the system conserves p1
  EXPECT_EQ(last("invariants.momentum").first.back(), "invariants.momentum");
  const auto r = program::run(
      program::words("integrate " + file + " --scheme rk4 --step 1 --steps 1 --observe y"));
  expect_refused(r, 2, "y");
  EXPECT_NE(r.err.find(
                "known: energy, q1, p1, v1, x, p.x, v.x, invariants.momentum, invariants.energy\n"),
            std::string::npos)
      << r.err;
  write(file, "name = \"s\"\ncoordinates = [\"x\", \"y\"]\n[equations]\nx = \"y\"\ny = \"x\"\n");
  const auto twice = program::run(
      program::words("integrate " + file + " --scheme rk4 --step 1 --steps 1 --observe z"));
  EXPECT_NE(twice.err.find("known: x, y\n"), std::string::npos) << twice.err;
}

TEST(own_systems, are_observed_by_names_that_mean_one_coordinate) {
  const program::folder place;
  const auto file = (place / "s.toml").native();
  write(file,
        "name = \"s\"\ncoordinates = [\"x1\", \"y1\", \"x2\"]\nlagrangian = "
        "\"(dot(x1)^2 + dot(y1)^2 + dot(x2)^2)/2\"\n[start]\nx1 = 1\ny1 = 2\nx2 = 3\n");
  const std::string end = " --step 1 --steps 1 --digits 16 --observe ";
  const auto r =
      program::run(program::words("integrate " + file + " --scheme newmark" + end + "x2"));
  expect_refused(r, 2, "x2");
  EXPECT_NE(r.err.find("q3 is the coordinate x2"), std::string::npos) << r.err;
  const auto cell = [&](const std::string& rest) {
    return program::parse_csv(run_well("integrate " + file + " --scheme " + rest).out)
        .rows[0]
        .back();
  };
  EXPECT_EQ(cell("newmark" + end + "x1,q3"), "3");
  EXPECT_EQ(cell("rk4" + end + "x2"), "3");
}

TEST(own_systems, are_shown_without_blanks_at_the_ends_of_lines) {
  const program::folder place;
  const auto file = (place / "s.toml").native();
  write(file,
        "name = \"s\"\ncoordinates = [\"x\"]\nlagrangian = \"m*dot(x)^2/2 - k*x^2\"\n"
        "[parameters]\nm = \"3/4\"\nk = { value = \"2\", unit = \"N/m\" }\n");
  const std::string text = run_well("show " + file).out;
  EXPECT_NE(text.find("    m = 3/4\n"), std::string::npos) << text;
  EXPECT_NE(text.find("in N/m\n"), std::string::npos) << text;
  EXPECT_EQ(text.find(" \n"), std::string::npos) << text;
}

// m = 1, l = 1, theta = pi/6: L = -g cos, force by gravity, no velocity.
TEST(own_systems, are_evaluated_at_a_state) {
  const program::folder place;
  const auto file = (place / "s.toml").native();
  write(file,
        "name = \"s\"\ncoordinates = [\"theta\"]\n"
        "lagrangian = \"m*dot(theta)^2/2 + m*g*cos(theta)\"\n"
        "dissipation = \"c/2*dot(theta)^2\"\n"
        "[parameters]\nm = 2\ng = 10\nc = \"1/4\"\n[start]\ntheta = \"pi/6\"\n[velocity]\ntheta = "
        "3\n");
  const auto rows = run_well("evaluate " + file + " --digits 40 --format json").json()["rows"];
  std::map<std::string, std::string> values;
  for (const auto& row : rows) {
    values[row[0]] = row[1];
  }
  EXPECT_EQ(values.at("p.theta"), "6");
  EXPECT_EQ(values.at("dL/dtheta"), "-10");
  EXPECT_EQ(values.at("force.theta"), "-0.75");
  EXPECT_EQ(values.at("a.theta"), "-5.375");
  EXPECT_EQ(values.at("L").substr(0, 30), "26.320508075688772935274463415");
  EXPECT_EQ(values.at("energy").substr(0, 30), "-8.320508075688772935274463415");
  const auto lorenz = run_well("evaluate " + example("lorenz") +
                               " --start x=1 --start y=2 --start z=3 --format json")
                          .json()["rows"];
  EXPECT_EQ(lorenz[0][0], "f.x");
  EXPECT_EQ(lorenz[0][1], "10");
  EXPECT_EQ(lorenz[1][1], "23");
  EXPECT_EQ(lorenz[2][1], "-6");
  EXPECT_EQ(run_well("evaluate pendulum --set omega=1 --start q1=0 --start v1=2 --format json")
                .json()["rows"][1],
            nlohmann::json({"energy", "2"}));
}

TEST(own_systems, run_from_a_file_of_options) {
  const program::folder place;
  write(place / "mine.toml",
        "name = \"mine\"\ncoordinates = [\"x\"]\nlagrangian = \"m/2*dot(x)^2 - "
        "x^4/4\"\n[parameters]\n"
        "m = 1\n[start]\nx = 1\n");
  const auto run = (place / "run.toml").native();
  write(run,
        "system = \"mine.toml\"\nscheme = \"midpoint\"\nstep = \"1/10\"\nsteps = 4\ndigits = 20\n"
        "observe = [\"energy\", \"v1\"]\n[set]\nm = \"2\"\n[start]\nx = \"1/2\"\n");
  const auto data = [](const program::result& r) { return r.out.substr(r.out.find("\nt,q1")); };
  const auto mine = (place / "mine.toml").native();
  const auto by_file = run_well("integrate --run " + run);
  EXPECT_EQ(
      data(by_file),
      data(run_well("integrate " + mine +
                    " --scheme midpoint --step 1/10 --steps 4 --digits 20 --observe energy,v1 "
                    "--set m=2 --start x=1/2")));
  EXPECT_EQ(
      data(run_well("integrate --run " + run + " --steps 2 --set m=3")),
      data(run_well("integrate " + mine +
                    " --scheme midpoint --step 1/10 --steps 2 --digits 20 --observe energy,v1 "
                    "--set m=3 --start x=1/2")));
  write(run, "system = \"pendulum\"\nshceme = \"midpoint\"\n");
  const auto refused = program::run({"integrate", "--run", run});
  expect_refused(refused, 2, "shceme");
  EXPECT_NE(refused.err.find("did you mean 'scheme'?"), std::string::npos) << refused.err;
  expect_refused(program::run({"integrate", "--run", (place / "none.toml").native()}), 4,
                 "no file");
}

// Consistency: what stands in a run's file gives the table of the same words on the command line.
TEST(own_systems, run_files_hold_what_repeats_and_give_way_to_the_command_line) {
  const program::folder place;
  const auto run = (place / "run.toml").native();
  const auto same = [&](const std::string& text, const std::string& command,
                        const std::string& by_words) {
    write(run, text);
    const auto rows = [](const program::result& r) {
      std::string kept = std::to_string(r.code) + " " + r.err;
      std::istringstream lines(r.out);
      for (std::string line; std::getline(lines, line);) {
        kept += line.front() == '#' ? "" : line + "\n";
      }
      return kept;
    };
    const auto first = command.find(' ');
    const auto found =
        program::run(program::words(command.substr(0, first) + " --run " + run +
                                    (first == std::string::npos ? "" : command.substr(first))));
    const auto wanted = program::run(program::words(by_words));
    EXPECT_LT(wanted.code, 2) << by_words << wanted.err;
    EXPECT_EQ(rows(found), rows(wanted)) << text << command;
  };
  const auto table = (place / "theirs.csv").native();
  write(table, "time,angle,rate\n0,1,0\n1,0.5403,-0.8415\n");
  const std::string oscillator = "system = \"harmonic-oscillator\"\nset = \"k=1\"\n";
  const std::string judged = "judge " + table +
                             " --system harmonic-oscillator --set k=1 --map time=t --map angle=q1 "
                             "--map rate=v1 --unit rate=1";
  const std::string file = "file = \"" + table + "\"\n";
  same(file + oscillator +
           R"(map = ["time=t", "angle=q1", "rate=v1"])"
           "\nunit = [\"rate=1\"]",
       "judge", judged);
  same(file + oscillator + "unit = \"rate=1\"\n[map]\ntime = \"t\"\nangle = \"q1\"\n",
       "judge --map rate=v1", judged);
  same(oscillator +
           R"(map = ["time=t", "angle=q1", "rate=v1"])"
           "\nfile = [\"" +
           table + "\", \"" + table + "\"]",
       "judge",
       "judge " + table + " " + table +
           " --system harmonic-oscillator --set k=1 --map time=t --map angle=q1 --map rate=v1");
  const std::string pendulum = "system = \"pendulum\"\nscheme = \"newmark\"\nstep = \"1/4\"\n";
  const std::string by_words = " pendulum --scheme newmark --step 1/4";
  same(pendulum + "until = 3", "integrate --steps 2", "integrate" + by_words + " --steps 2");
  same(pendulum + "steps = 3", "integrate --until 1", "integrate" + by_words + " --until 1");
  same(pendulum + "steps = 3\n[set]\nnewmark.beta = \"1/6\"\nomega = 1", "integrate --set omega=2",
       "integrate" + by_words + " --steps 3 --set newmark.beta=1/6 --set omega=2");
  same(pendulum + "steps = 3\nquantity = \"end\"", "sweep --over step=1/8,1/2",
       "sweep end pendulum --scheme newmark --steps 3 --over step=1/8,1/2");
  same(pendulum + "steps = 3\nquantity = \"end\"\n[over]\nq1 = [1, \"1/2\"]", "sweep",
       "sweep end" + by_words + " --steps 3 --over q1=1,1/2");
  same(
      "system = \"pendulum\"\nscheme = \"rk4\"\nquantity = \"period\"\nstep = \"1/50\"\naverage = "
      "[0, 2]",
      "measure --count 2", "measure period pendulum --scheme rk4 --step 1/50 --count 2");
}

// Consistency. One thing may have several names: an initial value, the rate of a coordinate, a parameter with its system's name.
TEST(own_systems, run_files_give_way_under_every_name) {
  const program::folder place;
  const auto run = (place / "run.toml").native();
  const auto mine = (place / "mine.toml").native();
  write(mine,
        "name = \"mine\"\ncoordinates = [\"r\", \"phi\"]\nlagrangian = \"m*dot(r)^2/2 + "
        "m*r^2*dot(phi)^2/2 - r^2/2\"\n[parameters]\nm = 1\n[start]\nr = 1\n[velocity]\nphi = 1\n");
  write(run,
        "system = \"mine.toml\"\nscheme = \"rk4\"\nstep = \"1/10\"\nsteps = 2\ndigits = 16\n"
        "[set]\nm = 2\n[start]\nr = \"1/2\"\nphi = 3\np.phi = \"1/3\"\n");
  const auto rows = [](const std::string& line) {
    return program::parse_csv(run_well(line).out).rows;
  };
  const std::string rest = mine + " --scheme rk4 --steps 2 --digits 16 ";
  const std::string step = "--step 1/10 ";
  EXPECT_EQ(rows("integrate --run " + run + " --start x2=4 --start v2=5 --set mine.m=3"),
            rows("integrate " + rest + step + "--start r=1/2 --start q2=4 --start v2=5 --set m=3"));
  EXPECT_EQ(rows("sweep end --run " + run + " --over q1=1,2 --over mine.m=1,3"),
            rows("sweep end " + rest + step +
                 "--over q1=1,2 --over mine.m=1,3 --start phi=3 --start p2=1/3"));
  EXPECT_EQ(
      rows("sweep end --run " + run + " --over v.phi=1,2 --over m=1,3 --over phi=0,1 --over r=1,2"),
      rows("sweep end " + rest + step +
           "--over v.phi=1,2 --over m=1,3 --over phi=0,1 --over r=1,2"));
  // what is given twice in one place stays a mistake
  expect_refused(
      program::run(program::words("sweep end --run " + run + " --over r=1,2 --start r=3")), 2,
      "an axis and an option of the command line");
  write(run,
        "system = \"mine.toml\"\nscheme = \"rk4\"\nstep = \"1/10\"\nsteps = 2\n"
        "[start]\nr = \"1/2\"\nq1 = 3\n");
  expect_refused(program::run({"integrate", "--run", run}), 2, "two names in one file");
}

TEST(own_systems, begin_with_a_commented_file_that_runs) {
  const program::folder place;
  const auto file = (place / "swing.toml").native();
  run_well("new system swing -o " + file);
  EXPECT_EQ(run_well("show " + file + " --json").json()["invariants"]["E"]["constant"], "always");
  run_well("integrate " + file + " --scheme simpson --step 1/50 --steps 5");
  expect_refused(program::run({"new", "system", "swing", "-o", file}), 2, "exists");
  for (const char* const kind : {"system", "scheme"}) {
    const auto r = program::run({"new", kind, "My Swing", "-o", (place / "x.toml").native()});
    expect_refused(r, 2, "name");
    EXPECT_NE(r.err.find("small letters and digits"), std::string::npos) << r.err;
    EXPECT_EQ(r.err.find(".toml"), std::string::npos) << r.err;
  }
  EXPECT_FALSE(std::filesystem::exists(place / "x.toml"));
}

TEST(own_systems, have_an_exact_solution_where_they_are_linear) {
  const program::folder place;
  const auto file = (place / "s.toml").native();
  write(
      file,
      "name = \"s\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - 8*x^2\"\n[start]\nx = 1\n");
  const auto table =
      program::parse_csv(run_well("exact " + file + " --times pi/4 --digits 30").out);
  EXPECT_NEAR(std::stod(table.rows[0][1]), -1, 1e-15);
  const auto refused = program::run({"exact", example("kepler"), "--times", "1"});
  expect_refused(refused, 2, "kepler");
  EXPECT_NE(refused.err.find("no exact solution"), std::string::npos) << refused.err;
}

TEST(own_systems, without_a_value_at_the_start_are_told_which_formula_has_none) {
  const program::folder place;
  const auto file = (place / "s.toml").native();
  const auto refuses = [&](const std::string& text, const std::string& command,
                           const std::string& said) {
    write(file, "name = \"s\"\ncoordinates = [\"x\"]\n" + text);
    const auto r = program::run(program::words(command));
    expect_refused(r, 2, text);
    EXPECT_NE(r.err.find(said), std::string::npos) << r.err;
    EXPECT_NE(r.err.find("s.toml"), std::string::npos) << r.err;
  };
  for (const char* const potential : {"1/(x-1)", "sqrt(x-2)", "asin(2*x)", "log(-x)"}) {
    for (const std::string& command :
         {"evaluate " + file, "integrate " + file + " --scheme midpoint --step 1/10 --steps 2"}) {
      refuses(std::string("lagrangian = \"dot(x)^2/2 - ") + potential + "\"\n[start]\nx = 1\n",
              command, "the Lagrangian of s has no finite value at the start");
    }
  }
  refuses("lagrangian = \"dot(x)^2/2\"\n[forces]\nx = \"1/x\"\n", "evaluate " + file,
          "the force on x");
  refuses("[equations]\nx = \"1/x\"\n", "evaluate " + file, "the rate of x");
  // a power whose derivative at 0 is infinite
  refuses("lagrangian = \"dot(x)^2/2 + x^j\"\n[parameters]\nj = \"1/3\"\n", "evaluate " + file,
          "dL/dx = j*x^(j - 1) is not finite");
}

TEST(own_systems, have_derivatives_at_zero_where_a_parameter_is_the_exponent) {
  const program::folder place;
  const auto file = (place / "s.toml").native();
  write(file,
        "name = \"s\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - k*x^j - x^(2*j)\"\n"
        "[parameters]\nj = 0\nk = 3\n[velocity]\nx = 1\n");
  const auto value = [&](const std::string& set, const std::string& name) {
    const auto table = run_well("evaluate " + file + " --set j=" + set + " --format json").json();
    for (const auto& row : table["rows"]) {
      if (row[0] == name) {
        return row[1].get<std::string>();
      }
    }
    return std::string();
  };
  EXPECT_EQ(value("0", "L"), "-3.5");
  EXPECT_EQ(value("0", "a.x"), "0");
  EXPECT_EQ(value("1", "a.x"), "-3");
  EXPECT_EQ(value("2", "a.x"), "0");
  EXPECT_EQ(value("3/2", "a.x"), "0");
  // an implicit scheme needs the second derivative; x = 0 is where the motion starts
  for (const char* const j : {"0", "1", "2", "3"}) {
    write(place / "number.toml",
          std::string("name = \"s\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - k*x^") + j +
              " - x^(2*" + j + ")\"\n[parameters]\nk = 3\n[velocity]\nx = 1\n");
    const auto rows = [&](const std::string& which) {
      return program::parse_csv(
                 run_well("integrate " + which + " --scheme simpson --step 1/10 --steps 5").out)
          .rows;
    };
    EXPECT_EQ(rows(file + " --set j=" + j), rows((place / "number.toml").native())) << j;
  }
}

TEST(own_systems, that_say_nothing_of_velocities_start_at_rest) {
  const program::folder place;
  const auto file = (place / "s.toml").native();
  write(file,
        "name = \"s\"\ncoordinates = [\"x\", \"y\"]\n"
        "lagrangian = \"(dot(x)^2 + dot(y)^2)/2 + x*dot(y) - y*dot(x)\"\n[start]\nx = 3\n");
  const auto first = program::parse_csv(
      run_well("integrate " + file + " --scheme rk4 --step 1 --steps 1 --observe v.x,v.y").out);
  EXPECT_EQ(first.rows.at(0), (std::vector<std::string>{"0", "3", "0", "0", "3", "0", "0"}));
  const auto with_momentum = program::parse_csv(
      run_well("integrate " + file + " --scheme rk4 --step 1 --steps 1 --start p.x=1").out);
  // the other momentum is that of rest
  EXPECT_EQ(with_momentum.rows.at(0), (std::vector<std::string>{"0", "3", "0", "1", "3"}));
}

// Each file of the collection names the command of its picture; two of them are run here, all by tools/pictures.
TEST(own_systems, of_the_collection_have_pictures) {
  const std::string folder = std::string(PLUMBLINE_SOURCE_DIR) + "/examples/systems/";
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".toml") {
      continue;
    }
    ++files;
    const std::string name = entry.path().stem().string();
    const std::string text = program::contents(entry.path());
    const std::string begin = "\n# picture: plumbline integrate " + name + ".toml ";
    const auto at = text.find(begin);
    ASSERT_NE(at, std::string::npos) << name;
    const std::string command = text.substr(at + 1, text.find('\n', at + 1) - at - 1);
    EXPECT_TRUE(command.ends_with(" --plot " + name + ".svg")) << command;
    const std::string picture = program::contents(folder + name + ".svg");
    EXPECT_NE(picture.find("<svg"), std::string::npos) << name;
    EXPECT_LT(picture.size(), 150'000U) << name;
    if (name != "kepler" && name != "rotating-hoop") {
      continue;
    }
    const program::folder place;
    std::vector<std::string> words = program::words(command);
    words.erase(words.begin(), words.begin() + 3);  // # picture: plumbline
    words.at(1) = folder + name + ".toml";
    words.back() = (place / (name + ".svg")).native();
    const auto r = program::run(words);
    if (r.code == 4 && r.err.find("no gnuplot") != std::string::npos) {
      GTEST_SKIP() << r.err;
    }
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_NE(program::contents(place / (name + ".svg")).find("<svg"), std::string::npos);
  }
  EXPECT_GE(files, 15);
}

// Errors of p, and their orders, have no meaning without momenta: their cells are empty, and 0 would say that they are exact.
TEST(own_systems, of_first_order_have_no_errors_of_momenta) {
  const std::string on = example("lorenz") + " --scheme rk4 --until 1/2 --digits 20";
  const auto table = run_well("converge " + on + " --steps 40,80 --format json").json();
  EXPECT_FALSE(table["meta"].contains("slope_p"));
  for (const auto& row : table["rows"]) {
    EXPECT_GT(std::stod(row[3].get<std::string>()), 0);
    EXPECT_TRUE(row[4].is_null()) << row;
    EXPECT_TRUE(row[6].is_null()) << row;
  }
  EXPECT_NEAR(std::stod(table["rows"][1][5].get<std::string>()), 4, 0.5);
  const auto swept =
      program::parse_csv(run_well("sweep error " + on + " --over step=1/20,1/40").out);
  ASSERT_EQ(swept.header, (std::vector<std::string>{"step", "error_q", "error_p", "failure"}));
  for (const auto& row : swept.rows) {
    EXPECT_NE(row[1], "");
    EXPECT_EQ(row[2], "");
  }
}

// Two runs whose forces differ have different provenance. The friction of the file is c/2 dot(theta)^2.
TEST(own_systems, have_their_forces_in_the_metadata) {
  const auto meta = run_well("integrate " + example("driven-pendulum") +
                             " --scheme rk4 --step 1/1000 --steps 1 --digits 16 --format json")
                        .json()["meta"];
  EXPECT_EQ(meta["forces"]["theta"], "-c*dot(theta)");
}

// p = v^3 - v has three roots: 1.05 and -0.1089 have the same momentum. Nothing may go on from the other one silently.
TEST(own_systems, refuse_a_velocity_that_its_momentum_does_not_give_back) {
  const program::folder place;
  const auto file = (place / "s.toml").native();
  write(file,
        "name = \"s\"\ncoordinates = [\"x\"]\n"
        "lagrangian = \"dot(x)^4/4 - dot(x)^2/2 - x^2/8\"\n[velocity]\nx = \"1.05\"\n");
  for (const std::string& command :
       {"integrate " + file + " --scheme rk4-velocity --step 1/100 --steps 5 --digits 16",
        "integrate " + file + " --certified --step 1/4 --steps 2 --digits 20",
        "converge " + file + " --scheme rk4 --until 1 --steps 10 --digits 16",
        "evaluate " + file}) {
    const auto r = program::run(program::words(command));
    expect_refused(r, 2, command);
    EXPECT_NE(r.err.find("the same momentum"), std::string::npos) << r.err;
  }
  // on the branch of rest a velocity comes back
  const auto table = program::parse_csv(
      run_well("integrate " + file +
               " --start v.x=-0.25 --scheme rk4-velocity --step 1/100 --steps 1 --digits 16")
          .out);
  EXPECT_EQ(table.rows.at(0).at(2), "-0.25");
}

// v = p/sqrt(1 + p^2), however near to the speed of light.
TEST(own_systems, have_velocities_near_the_speed_of_light) {
  const program::folder place;
  const auto file = (place / "s.toml").native();
  write(file, "name = \"s\"\ncoordinates = [\"x\"]\nlagrangian = \"-sqrt(1 - dot(x)^2)\"\n");
  for (const char* const digits : {"30", "64"}) {
    const auto table =
        program::parse_csv(run_well("integrate " + file +
                                    " --scheme rk4 --step 1 --steps 1 --observe v1 --start "
                                    "p.x=1000000 --digits " +
                                    digits)
                               .out);
    EXPECT_EQ(table.rows.at(1).at(3).substr(0, 26), "0.999999999999500000000000") << digits;
  }
}

// a*dot(u) is a total derivative: neither the motion nor any limit depends on a, but the momentum at rest is a. omega = 1 and
// the limit of rk4 is 2 sqrt 2, that of simpson likewise.
TEST(own_systems, have_stability_limits_that_no_gauge_changes) {
  const program::folder place;
  const auto file = (place / "s.toml").native();
  write(file,
        "name = \"s\"\ncoordinates = [\"u\"]\n"
        "lagrangian = \"dot(u)^2/2 + dot(u)^4/4 + a*dot(u) - cosh(u)\"\n[parameters]\na = 0\n"
        "[start]\nu = \"1/100\"\n");
  for (const char* const scheme : {"rk4", "simpson"}) {
    for (const char* const a : {"0", "1", "-3"}) {
      const auto out = run_well("measure stability-limit " + file + " --scheme " + scheme +
                                " --digits 10 --set a=" + a)
                           .out;
      EXPECT_NEAR(std::stod(out.substr(out.find('=') + 1)), 2 * std::sqrt(2.0), 1e-9)
          << scheme << " " << a << "\n"
          << out;
    }
  }
  const std::string run = "integrate " + file + " --set a=-3 --steps 1 --digits 16";
  EXPECT_EQ(program::run(program::words(run + " --scheme rk4 --step 2.6")).err, "");
  EXPECT_NE(program::run(program::words(run + " --scheme simpson --step 3")).err.find("warning"),
            std::string::npos);
}

TEST(own_systems, are_drawn_over_axes_that_exist) {
  const program::folder place;
  const std::string command =
      "integrate " + example("kepler") + " --scheme rk4 --step 1/10 --steps 2 ";
  const std::string plot = "--plot " + (place / "a.svg").native() + " ";
  expect_refused(program::run(program::words(command + "--axes q1,q2")), 2, "--plot");
  expect_refused(program::run(program::words(command + plot + "--axes q1,q2,t")), 2, "pairs");
  const auto r = program::run(program::words(command + plot + "--axes q1,q3"));
  expect_refused(r, 2, "q3");
  EXPECT_NE(r.err.find("did you mean"), std::string::npos) << r.err;
}

TEST(own_systems, have_an_invariant_without_a_value_told) {
  const program::folder place;
  const auto file = (place / "s.toml").native();
  const std::string head =
      "name = \"s\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - x^2/2\"\n[start]\nx = 1\n"
      "[invariants]\nE = \"dot(x)^2 + x^2\"\n";
  write(file, head + "bad = \"log(-x)\"\n");
  const auto shown = run_well("show " + file + " --json").json()["invariants"];
  EXPECT_EQ(shown["E"]["constant"], "always");
  EXPECT_FALSE(shown["E"].contains("reason"));
  EXPECT_EQ(shown["bad"]["constant"], "no");
  EXPECT_EQ(shown["bad"]["rate"], "");
  EXPECT_EQ(shown["bad"]["value"], "");
  EXPECT_EQ(shown["bad"]["reason"], "it has no finite value at the start");
  EXPECT_EQ(run_well("show " + file).out.find("nan"), std::string::npos);
  const std::string measure = "measure invariants " + file + " --scheme rk4 --step 1/10 --steps ";
  const auto at_start = program::run(program::words(measure + "3 --digits 16"));
  expect_refused(at_start, 2, "at the start");
  EXPECT_NE(at_start.err.find("bad"), std::string::npos) << at_start.err;
  // x = cos t becomes smaller than 0.96 in the third step; exp(1e9 x) overflows a double at once
  write(file, head + "late = \"sqrt(x - 0.96)\"\n");
  const auto later = program::run(program::words(measure + "5"));
  expect_refused(later, 3, "later");
  EXPECT_NE(later.err.find("step 3 "), std::string::npos) << later.err;
  EXPECT_NE(later.err.find("late has no finite value"), std::string::npos) << later.err;
  write(file, head + "big = \"exp(1e9*x)\"\n");
  const auto overflow = program::run(program::words(measure + "3 --digits 16"));
  expect_refused(overflow, 2, "overflow");
  EXPECT_NE(overflow.err.find("big"), std::string::npos) << overflow.err;
}

TEST(own_systems, without_an_exact_solution_are_told_why) {
  const program::folder place;
  const auto file = (place / "s.toml").native();
  const std::string by_l = "lagrangian = \"dot(x)^2/2 - ";
  for (const auto& [text, why] : std::vector<std::pair<std::string, std::string>>{
           {by_l + "x^2/2 + x\"\n", "constant force"},
           {by_l + "x^2/2 + x*cos(t)\"\n", "depends on the time"},
           {by_l + "x^2/2\"\ndissipation = \"dot(x)^2\"\n", "generalised forces"},
           {by_l + "cos(x)\"\n", "are not linear"},
           {"[equations]\nx = \"-x\"\n", "is of first order"}}) {
    write(file, "name = \"s\"\ncoordinates = [\"x\"]\n" + text);
    const auto r = program::run({"exact", file, "--times", "1"});
    expect_refused(r, 2, text);
    EXPECT_NE(r.err.find(why), std::string::npos) << r.err;
    const auto period = program::run(
        program::words("integrate " + file + " --scheme rk4 --step period/20 --steps 1"));
    expect_refused(period, 2, text);
    EXPECT_NE(period.err.find("s has no exact period"), std::string::npos) << period.err;
  }
}

TEST(own_systems, start_from_a_file_whose_mistakes_have_their_line) {
  const program::folder place;
  const auto file = (place / "st.txt").native();
  write(file, "# a start\nq1 = \"3\"\n");
  const auto r = program::run({"evaluate", "pendulum", "--start", "@" + file});
  expect_refused(r, 2, "quotes");
  EXPECT_NE(r.err.find("st.txt' line 2: q1: "), std::string::npos) << r.err;
  EXPECT_NE(r.err.find("without quotes"), std::string::npos) << r.err;
}

TEST(own_systems, may_have_a_file_name_of_any_bytes) {
  const program::folder place;
  const std::string file = (place / "n\xff\xfe.toml").native();
  std::ofstream(file) << program::contents(std::filesystem::path(PLUMBLINE_SOURCE_DIR) /
                                           "examples/systems/elastic-pendulum.toml");
  const auto r = program::run({"show", file, "--json"});
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.json()["name"], "elastic-pendulum");
  EXPECT_EQ(program::run({"evaluate", file, "--format", "json"}).json()["rows"].empty(), false);
}

TEST(own_systems, that_are_far_too_long_are_refused_before_work) {
  const program::folder place;
  const auto file = (place / "s.toml").native();
  std::string sum;
  for (int i = 0; i < 300'000; ++i) {
    sum += "+x";
  }
  write(file, "name = \"s\"\ncoordinates = [\"x\"]\nlagrangian = \"x" + sum + "\"\n");
  const auto r = program::run({"show", file});
  expect_refused(r, 2, "long");
  EXPECT_NE(r.err.find("more than 100000 operations"), std::string::npos) << r.err;
}

TEST(own_systems, that_are_wrong_are_one_line_with_the_place) {
  const program::folder place;
  const auto file = (place / "s.toml").native();
  write(file, "name = \"s\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - y\"\n");
  for (const std::string& command :
       {"show " + file, "evaluate " + file,
        "integrate " + file + " --scheme simpson --step 1 --steps 1",
        "converge " + file + " --scheme simpson --until 1 --steps 1",
        "measure energy-error " + file + " --scheme simpson --step 1 --steps 1"}) {
    const auto r = program::run(program::words(command));
    expect_refused(r, 2, command);
    EXPECT_NE(r.err.find("line 3, column 28"), std::string::npos) << r.err;
  }
  expect_refused(program::run({"show", (place / "none.toml").native()}), 4, "no file");
  const auto unfit = program::run(
      {"integrate", example("lorenz"), "--scheme", "simpson", "--step", "1", "--steps", "1"});
  expect_refused(unfit, 2, "unfit");
  EXPECT_NE(unfit.err.find("a Lagrangian system"), std::string::npos) << unfit.err;
  // a velocity that does not occur leaves no mass
  write(file, "name = \"s\"\ncoordinates = [\"x\", \"y\"]\nlagrangian = \"dot(x)^2/2 - y^2\"\n");
  const auto singular =
      program::run({"integrate", file, "--scheme", "simpson", "--step", "1", "--steps", "1"});
  expect_refused(singular, 2, "singular");
  EXPECT_NE(singular.err.find("mass matrix"), std::string::npos) << singular.err;
}

}  // namespace
