// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `exact`, `converge`, `measure`. Kind: black box; known constants, orders, limits.
#include "validation/program.hpp"
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/text.hpp>

#include <cmath>

namespace {

using plumbline::from_text;
using plumbline::mp;
using program::parse_csv;
using program::run_well;

const double pi = std::acos(-1.0);

TEST(exact, pendulum_states_its_constants) {
  const auto j =
      run_well("exact pendulum --times 0,period/2,-period --format json --digits 34").json();
  const auto& c = j.at("meta").at("constants");
  EXPECT_NEAR(std::stod(c.at("period").get<std::string>()), 1.18034059901609622604, 1e-15);
  EXPECT_NEAR(std::stod(c.at("amplitude").get<std::string>()), pi / 2, 1e-15);
  EXPECT_NEAR(std::stod(c.at("modulus").get<std::string>()), std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(std::stod(c.at("energy").get<std::string>()), 4 * pi * pi, 1e-13);
  EXPECT_EQ(j.at("columns"), (nlohmann::json{"t", "q1", "p1"}));
  ASSERT_EQ(j.at("rows").size(), 3U);
  EXPECT_NEAR(std::stod(j.at("rows")[1][1].get<std::string>()), -pi / 2, 1e-15);
  EXPECT_NEAR(std::stod(j.at("rows")[2][1].get<std::string>()), pi / 2, 1e-15);
  EXPECT_LT(std::stod(j.at("rows")[2][0].get<std::string>()), 0);
}

TEST(exact, linear_double_pendulum_has_its_closed_form) {
  const auto table =
      parse_csv(run_well("exact linear-double-pendulum --step 1/10 --steps 20 --digits 16").out);
  ASSERT_EQ(table.rows.size(), 21U);
  const double w1 = 2 * pi * std::sqrt(2 + std::sqrt(2.0));
  const double w2 = 2 * pi * std::sqrt(2 - std::sqrt(2.0));
  for (const auto& row : table.rows) {
    const double t = std::stod(row[0]);
    EXPECT_NEAR(std::stod(row[1]), pi / 12 * (std::cos(w2 * t) - std::cos(w1 * t)) / std::sqrt(2.0),
                2e-14);
    EXPECT_NEAR(std::stod(row[2]), pi / 12 * (std::cos(w2 * t) + std::cos(w1 * t)), 2e-14);
  }
}

TEST(exact, frequencies_are_in_increasing_order) {
  const auto j = run_well("exact linear-double-pendulum --times 0 --format json").json();
  const auto& c = j.at("meta").at("constants");
  EXPECT_NEAR(std::stod(c.at("frequency1").get<std::string>()),
              2 * pi * std::sqrt(2 - std::sqrt(2.0)), 1e-14);
  EXPECT_NEAR(std::stod(c.at("frequency2").get<std::string>()),
              2 * pi * std::sqrt(2 + std::sqrt(2.0)), 1e-14);
}

TEST(exact, is_right_for_the_numbers_that_were_written) {
  // after 10^6 exact periods of 2 pi / omega with omega = 2 pi: rounding omega first would lose 6 digits
  const auto table = parse_csv(
      run_well("exact harmonic-oscillator --set k=4*pi^2 --times 1000000 --digits 34").out);
  EXPECT_EQ(table.rows.at(0).at(1), "1");
}

TEST(exact, a_zero_is_a_zero) {
  const auto table = parse_csv(run_well("exact pendulum --times period/4,period/2").out);
  EXPECT_EQ(table.rows.at(0).at(1), "0");
  EXPECT_EQ(table.rows.at(1).at(2), "0");
}

TEST(exact, knows_rotation_and_separatrix) {
  const auto rotation =
      run_well(
          "exact pendulum --set omega=1 --start q1=0 --start p1=2+1e-40 --times 1 --format json")
          .json();
  EXPECT_EQ(rotation.at("meta").at("constants").count("amplitude"), 0U);
  EXPECT_EQ(rotation.at("meta").at("constants").count("period"), 1U);
  const auto separatrix =
      run_well("exact pendulum --set omega=1 --start q1=0 --start p1=2 --times 1 --format json")
          .json();
  EXPECT_EQ(separatrix.at("meta").at("constants").count("period"), 0U);
  EXPECT_NEAR(std::stod(separatrix.at("rows")[0][2].get<std::string>()), 2 / std::cosh(1.0), 1e-15);
}

TEST(converge, finds_the_orders) {
  const auto table = parse_csv(
      run_well(
          "converge pendulum --scheme midpoint,simpson,rk4 --until 1 --steps 40,80,160 --digits 34")
          .out);
  EXPECT_EQ(table.header, (std::vector<std::string>{"scheme", "steps", "step", "error_q", "error_p",
                                                    "order_q", "order_p"}));
  ASSERT_EQ(table.rows.size(), 9U);
  EXPECT_EQ(table.rows[0][0], "midpoint");
  EXPECT_EQ(table.rows[0][5], "");
  EXPECT_NEAR(std::stod(table.rows[2][5]), 2, 0.02);
  EXPECT_NEAR(std::stod(table.rows[5][5]), 4, 0.02);
  EXPECT_NEAR(std::stod(table.rows[5][6]), 4, 0.02);
}

// QL Table 2: Newmark (= midpoint) and Simpson, T = 1, 10, 20 and 40 meshes per unit of time
TEST(converge, repeats_a_row_of_a_paper) {
  const auto table = parse_csv(
      run_well(
          "converge linear-double-pendulum --scheme simpson --until 1 --steps 10,20,40 --digits 16")
          .out);
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_NEAR(std::stod(table.rows[2][6]), 4.0, 0.1);
}

TEST(converge, the_result_does_not_depend_on_the_jobs) {
  const std::string command =
      "converge double-pendulum --scheme simpson,rk4 --until 1/2 --steps 8,16,32 --digits 34 "
      "--jobs ";
  const auto one = run_well(command + "1");
  EXPECT_EQ(parse_csv(one.out).rows, parse_csv(run_well(command + "3").out).rows);
  EXPECT_NE(one.out.find("# reference: trajectory verified to "), std::string::npos);
}

/// The digits that a number is printed to: those after zeros in front.
std::size_t digits_in(const std::string& text) {
  std::string figures;
  for (const char c : text.substr(0, text.find('e'))) {
    if (c >= '0' && c <= '9' && !(figures.empty() && c == '0')) {
      figures += c;
    }
  }
  return figures.size();
}

TEST(converge, prints_the_digits_that_matter) {
  const std::string command =
      "converge pendulum --scheme simpson,rk4 --until 1 --steps 10,20 --digits 34";
  const auto brief = parse_csv(run_well(command).out);
  const auto all = parse_csv(run_well(command + " --show-digits all").out);
  const auto many = parse_csv(run_well(command + " --show-digits 20").out);
  const auto more_than_there_are = parse_csv(run_well(command + " --show-digits 5000").out);
  const auto json = run_well(command + " --format json").json();
  ASSERT_EQ(brief.rows.size(), 4U);
  for (std::size_t i = 0; i < brief.rows.size(); ++i) {
    EXPECT_EQ(brief.rows[i][2], all.rows[i][2]) << "a step is no measurement";
    for (std::size_t k = 3; k < 7; ++k) {
      const auto& text = brief.rows[i][k];
      EXPECT_EQ(text.empty() ? nullptr : nlohmann::json(text), json.at("rows")[i][k]);
      if (text.empty()) {
        continue;
      }
      EXPECT_LE(digits_in(text), 6U) << text;
      EXPECT_GT(digits_in(all.rows[i][k]), 25U) << all.rows[i][k];
      EXPECT_LE(digits_in(many.rows[i][k]), 20U);
      EXPECT_NEAR(std::stod(text) / std::stod(all.rows[i][k]), 1, 5.1e-6);
      EXPECT_NEAR(std::stod(many.rows[i][k]) / std::stod(all.rows[i][k]), 1, 1e-15);
    }
    EXPECT_EQ(more_than_there_are.rows[i], all.rows[i]);
  }
  for (const char* wrong : {"0", "-1", "six", "ALL", "1.5"}) {
    const auto r = program::run(program::words(command + " --show-digits " + wrong));
    program::expect_refused(r, 2, wrong);
    EXPECT_NE(r.err.find("all"), std::string::npos) << r.err;
  }
}

// one step of 8 seconds has no solution, 200 steps have one
TEST(converge, keeps_its_table_where_a_mesh_fails) {
  const std::string command =
      "converge double-pendulum --scheme simpson,rk4 --until 8 --steps 1,200,400 --digits 16";
  const auto r = program::run(program::words(command));
  EXPECT_EQ(r.code, 3);
  EXPECT_EQ(r.err.rfind("plumbline: error: 1 of 6 runs failed; simpson with 1 step: step 0 at", 0),
            0U)
      << r.err;
  EXPECT_EQ(r.err.find('\n') + 1, r.err.size()) << r.err;
  const auto table = parse_csv(r.out);
  ASSERT_EQ(table.rows.size(), 6U);
  EXPECT_EQ(table.header.back(), "failure");
  const auto& failed = table.rows[0];
  EXPECT_EQ(std::vector<std::string>(failed.begin(), failed.begin() + 7),
            (std::vector<std::string>{"simpson", "1", "8", "", "", "", ""}));
  EXPECT_EQ(failed[7].rfind("\"step 0 at t = 0: ", 0), 0U) << failed[7];
  EXPECT_EQ(table.rows[1][5], "") << "no order against a run that failed";
  // the rows of the runs that stand are those of a study without the one that failed
  const auto others = parse_csv(run_well("converge double-pendulum --scheme simpson,rk4 --until 8 "
                                         "--steps 200,400 --digits 16")
                                    .out);
  for (const auto& [here, there] : {std::pair{1, 0}, {2, 1}, {5, 3}}) {
    const auto& row = table.rows[static_cast<std::size_t>(here)];
    EXPECT_EQ(std::vector<std::string>(row.begin(), row.end() - 1),
              others.rows[static_cast<std::size_t>(there)]);
    EXPECT_EQ(row.back(), "");
  }
  EXPECT_NE(r.out.find("# failures: 1\n"), std::string::npos);
  EXPECT_EQ(others.header.back(), "order_p") << "a study without failures has no such column";
  const auto with_jobs = program::run(program::words(command + " --jobs 3"));
  EXPECT_EQ(with_jobs.code, 3);
  EXPECT_EQ(parse_csv(with_jobs.out).rows, table.rows);
  const program::folder place;
  const std::string file = place / "t.json";
  const auto written = program::run(program::words(command + " --work --format json -o " + file));
  EXPECT_EQ(written.code, 3);
  const auto json = nlohmann::json::parse(program::contents(file));
  EXPECT_EQ(json.at("meta").at("failures"), 1);
  EXPECT_TRUE(json.at("rows")[0][7].is_null()) << "no evaluations of a run that failed";
  EXPECT_EQ(json.at("rows")[0].back().get<std::string>().rfind(failed[7].substr(1), 0), 0U);
  EXPECT_EQ(place.names(), std::vector<std::string>{"t.json"});
}

TEST(converge, counts_are_integers_in_json) {
  const auto j =
      run_well(
          "converge pendulum --scheme simpson --until 1 --steps 10,20 --digits 16 --format json")
          .json();
  EXPECT_EQ(j.at("rows")[1][1], 20);
  EXPECT_TRUE(j.at("rows")[0][5].is_null());
  EXPECT_TRUE(j.at("meta").at("slope_q").at("simpson").is_string());
}

double measured(const std::string& command, const std::string& name) {
  const auto j = run_well(command + " --format json").json();
  EXPECT_EQ(j.at("columns"), (nlohmann::json{"name", "value"}));
  for (const auto& row : j.at("rows")) {
    if (row[0] == name) {
      return std::stod(row[1].get<std::string>());
    }
  }
  ADD_FAILURE() << command << " has no row " << name;
  return 0;
}

TEST(measure, symplectic_schemes_have_no_defect) {
  EXPECT_LT(measured("measure symplecticity double-pendulum --scheme simpson --step 1/10",
                     "symplecticity"),
            1e-60);
  EXPECT_LT(
      measured("measure symplecticity double-pendulum --scheme simpson --step 1/10 --digits 200",
               "symplecticity"),
      1e-190);
  EXPECT_GT(
      measured("measure symplecticity double-pendulum --scheme rk4 --step 1/10", "symplecticity"),
      1e-8);
}

// QL: Simpson is stable up to 2 sqrt 2 and again from 2 sqrt 3 to 2 sqrt 6
TEST(measure, stability_limits_are_the_known_ones) {
  const std::string simpson =
      "measure stability-limit harmonic-oscillator --set k=1 --scheme simpson";
  EXPECT_NEAR(measured(simpson, "stability-limit"), 2 * std::sqrt(2.0), 1e-8);
  EXPECT_NEAR(measured(simpson, "window2-from"), 2 * std::sqrt(3.0), 1e-8);
  EXPECT_NEAR(measured(simpson, "window2-to"), 2 * std::sqrt(6.0), 1e-8);
  const std::string midpoint = run_well("measure stability-limit pendulum --scheme midpoint").out;
  EXPECT_EQ(midpoint, "stability-limit = inf\n");
}

// V = x^2/2 + y^4/4 + x y^2/3: the force has a zero of multiplicity 3 where it rests. mu = 3/2, so the limit is 2 sqrt(3/2).
TEST(measure, the_stability_limit_at_a_degenerate_equilibrium_has_all_digits) {
  const program::folder place;
  const auto file = (place / "quartic.toml").native();
  std::ofstream(file) << "name = \"quartic\"\ncoordinates = [\"x\", \"y\"]\nlagrangian = "
                         "\"3/4*dot(x)^2 + dot(y)^2 - x^2/2 - y^4/4 - x*y^2/3\"\n[start]\nx = "
                         "\"1/2\"\ny = \"-0.7\"\n";
  const std::string out =
      run_well("measure stability-limit " + file + " --scheme leapfrog --digits 64").out;
  EXPECT_NE(
      out.find("stability-limit = 2.44948974278317809819728407470589139196594748065667012843269"),
      std::string::npos)
      << out;
}

// Differences of energies are multiples of rounding errors, so that two runs often differ by none.
TEST(measure, the_energy_error_of_a_short_run_has_the_digits_that_it_has) {
  const auto value = [](const std::string& command, const char* digits) {
    const std::string out = run_well("measure " + command + " --digits " + digits).out;
    const auto begin = out.rfind('=') + 2;
    return out.substr(begin, out.find('\n', begin) - begin);
  };
  for (const char* const run :
       {"energy-error double-pendulum --scheme simpson --step 1/100 --steps 3",
        "energy-error pendulum --scheme rk4 --step 1/50 --steps 2",
        "energy-error pendulum --scheme leapfrog --step 1/30 --steps 7",
        "max(abs(energy-start(energy))) double-pendulum --scheme midpoint --step 1/60 --steps 4",
        "max(abs(energy-start(energy))) lagrange-top --scheme rk4 --step 1/500 --steps 3"}) {
    const plumbline::precision_scope scope(120);
    const std::string known = value(run, "100");
    for (const char* digits : {"16", "34", "64"}) {
      const std::string text = value(run, digits);
      // one unit of the last digit
      const std::size_t end = std::min(text.find('e'), text.size());
      std::string unit = text;
      for (std::size_t i = 0; i < end; ++i) {
        unit[i] = text[i] == '.' ? '.' : i + 1 == end ? '1' : '0';
      }
      const mp difference = abs(mp(from_text<mp>(known) - from_text<mp>(text)));
      EXPECT_LE(difference, from_text<mp>(unit)) << run << "\n" << text << "\n" << known;
    }
  }
}

// q'' = 4 q: two trajectories part like exp(2 t)
TEST(measure, the_lyapunov_exponent_of_an_inverted_oscillator_is_its_rate) {
  const program::folder place;
  std::ofstream(place / "saddle.toml") << "M = [[\"1\"]]\nK = [[\"-4\"]]\n";
  for (const char* digits : {"16", "34", "64"}) {
    const std::string command =
        "measure lyapunov quadratic --scheme simpson --step 0.01 --until 100 "
        "--start q1=0 --start p1=0 --matrices " +
        (place / "saddle.toml").native() + " --digits " + digits;
    // cosh(2t) of the growth lacks a factor of 2: ln 2 / 100
    EXPECT_NEAR(measured(command, "lyapunov"), 2 - std::log(2.0) / 100, 1e-6) << digits;
    // beside a rest motions part from one another, but the rest goes nowhere
    EXPECT_NE(run_well(command).out.find("motion = rest"), std::string::npos);
  }
}

// A pendulum with cos² + sin² before its velocity, of g = 1000, from rest at 1: by Jacobi's functions (mpmath 1.3).
TEST(taylor, takes_fast_motions_from_rest_whose_mass_is_a_formula) {
  const program::folder place;
  const auto file = (place / "fast.toml").native();
  std::ofstream(file)
      << "name = \"fast\"\ncoordinates = [\"x\"]\nlagrangian = \"(dot(x)*cos(x))^2/2 + "
         "(dot(x)*sin(x))^2/2 + 1000*cos(x)\"\n[start]\nx = \"1\"\n";
  const std::string known = "0.9581180030542267138928094476262498";
  for (const int digits : {16, 34, 40, 50, 64}) {
    const auto out = run_well("integrate " + file + " --scheme taylor --times 1/100 --digits " +
                              std::to_string(digits))
                         .out;
    EXPECT_NE(out.find("\n0.01," + known.substr(0, std::min(15, digits))), std::string::npos)
        << out;
  }
  // a force of 1e-60 sin^3(1000 t) beside an oscillator, of which nothing is seen: cos(1/10)
  const auto faint = (place / "faint.toml").native();
  std::ofstream(faint)
      << "name = \"faint\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - x^2/2 + "
         "1e-60*x*sin(1000*t)^3\"\n[start]\nx = \"1\"\n";
  for (const std::string digits : {"16", "34", "64"}) {
    const auto out =
        run_well("integrate " + faint + " --scheme taylor --times 1/10 --digits " + digits).out;
    EXPECT_NE(out.find("\n0.1,0.99500416527802"), std::string::npos) << out;
  }
  run_well("converge " + file + " --scheme rk4 --until 1/100 --steps 10,20");
  run_well("converge " + std::string(PLUMBLINE_SOURCE_DIR) +
           "/examples/systems/driven-pendulum.toml --scheme rk4 --until 1/2 --steps 200,400");
}

// The motion does not depend on the mass, nor does the error of rk4 in it.
TEST(converge, takes_masses_of_any_unit) {
  const program::folder place;
  const auto file = (place / "small.toml").native();
  std::ofstream(file) << "name = \"small\"\ncoordinates = [\"x\"]\nlagrangian = \"M*(dot(x)^2/2 + "
                         "cos(x))\"\n[parameters]\nM = \"1\"\n[start]\nx = \"1\"\n";
  for (const std::string mass : {"1", "1e-18", "1e-23", "9.11e-31"}) {
    const auto out = run_well("converge " + file +
                              " --scheme rk4 --until 1 --steps 10 --digits 16 --set M=" + mass)
                         .out;
    EXPECT_NE(out.find("rk4,10,0.1,3.06818e-7,"), std::string::npos) << mass << "\n" << out;
  }
}

// x = s y with b = 1/s^2 has the same equation for every s.
TEST(measure, lyapunov_takes_any_unit_of_length) {
  const program::folder place;
  const auto file = (place / "scaled.toml").native();
  std::ofstream(file)
      << "name = \"scaled\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - x^2/2 - "
         "b*x^4/4\"\n[parameters]\nb = \"1\"\n[start]\nx = \"1\"\n";
  const std::string command =
      "measure lyapunov " + file + " --scheme leapfrog --step 1/10 --until 50 --digits ";
  const double known = measured(command + "16", "growth");
  for (const std::string unit :
       {"34 --start x=1e-10 --set b=1e20", "34 --start x=1e-20 --set b=1e40",
        "64 --start x=1e20 --set b=1e-40"}) {
    EXPECT_NEAR(measured(command + unit, "growth"), known, 1e-8) << unit;
  }
}

// Rounding errors of a motion are as small as the motion is: 1e-10 leaves about 14 digits, as 1 does.
TEST(measure, roundoff_of_a_small_motion_is_small) {
  const std::string command =
      "measure roundoff pendulum --set omega=1 --scheme leapfrog --step 1/10 --until 100 "
      "--members 8 --start q1=";
  for (const std::string start : {"1e-10", "1e-20"}) {
    EXPECT_NEAR(measured(command + start, "digits-left"), 14.2, 0.5) << start;
  }
}

// x'' = x from 1: the motion leaves by the law by which the perturbation grows.
TEST(measure, lyapunov_does_not_call_a_motion_chaotic_that_leaves) {
  const program::folder place;
  const auto file = (place / "leaves.toml").native();
  std::ofstream(file) << "name = \"leaves\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 + "
                         "x^2/2\"\n[start]\nx = \"1\"\n";
  for (const char* const digits : {"16", "30"}) {
    const auto out = run_well("measure lyapunov " + file +
                              " --scheme rk4 --step 1/20 --until 20 --digits " + digits)
                         .out;
    EXPECT_NE(out.find("motion = undecided\nchaotic = 0"), std::string::npos) << out;
  }
}

// x'' = x from x = 0: the motion grows to 1e16 of its first step, and the perturbation with it, by cosh of RK4's rate.
TEST(measure, lyapunov_follows_a_motion_that_grows_out_of_its_digits) {
  const program::folder place;
  const auto file = (place / "saddle.toml").native();
  std::ofstream(file) << "name = \"saddle\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 + "
                         "x^2/2\"\n[start]\nx = \"0\"\n";
  const double factor = 1 + 0.1 + 0.1 * 0.1 / 2 + 0.1 * 0.1 * 0.1 / 6 + 0.1 * 0.1 * 0.1 * 0.1 / 24;
  const double known = std::pow(factor, 400) / 2;
  for (const char* const digits : {"16", "18", "25", "34", "50"}) {
    const double growth = measured(
        "measure lyapunov " + file + " --scheme rk4 --step 1/10 --until 40 --digits " + digits,
        "growth");
    EXPECT_NEAR(growth / known, 1, 1e-6) << digits;
  }
}

// x'' = x - x^3 from 1e-9 by leapfrog: the motion passes the saddle twice. The rate of mpmath's tangent map with 60 digits.
TEST(measure, lyapunov_beside_a_saddle_does_not_depend_on_the_digits) {
  const program::folder place;
  const auto file = (place / "wells.toml").native();
  std::ofstream(file) << "name = \"wells\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 + "
                         "x^2/2 - x^4/4\"\n[start]\nx = \"1e-9\"\n";
  for (const char* const digits : {"34", "50", "64"}) {
    const std::string command =
        "measure lyapunov " + file + " --scheme leapfrog --step 1/20 --until 60 --digits " + digits;
    EXPECT_NEAR(measured(command, "lyapunov"), 0.258140112, 1e-8) << digits;
    EXPECT_EQ(run_well(command).out.find("motion = chaotic"), std::string::npos) << digits;
  }
}

// x' = 1 - x: perturbations shrink like exp(-t), from sqrt(epsilon) far below epsilon.
TEST(measure, lyapunov_follows_perturbations_that_shrink) {
  const program::folder place;
  const auto file = (place / "shrinks.toml").native();
  std::ofstream(file) << "name = \"shrinks\"\ncoordinates = [\"x\"]\n[equations]\nx = \"1 - x\"\n"
                         "[start]\nx = \"0\"\n";
  for (const char* const digits : {"16", "34", "64"}) {
    EXPECT_NEAR(measured("measure lyapunov " + file +
                             " --scheme rk4 --step 1/100 --until 200 --digits " + digits,
                         "lyapunov"),
                -1, 1e-6)
        << digits;
  }
}

// TOP calls the double pendulum of its Table 1 chaotic; its orbit is not: a perturbation of 1e-9 grows linearly, to
// 2.7e-7 in 1000 s, by an independent integration. A wilder start is chaotic.
TEST(measure, lyapunov_tells_a_regular_double_pendulum_from_a_chaotic_one) {
  const std::string command = "measure lyapunov double-pendulum --scheme simpson --digits 16 ";
  const auto regular = run_well(command + "--step 0.025 --until 1000").out;
  EXPECT_NE(regular.find("motion = regular"), std::string::npos) << regular;
  const auto chaotic =
      run_well(command + "--step 0.01 --until 200 --start q1=3*pi/4 --start q2=pi").out;
  EXPECT_NE(chaotic.find("motion = chaotic"), std::string::npos) << chaotic;
}

TEST(measure, lyapunov_of_a_trajectory_that_leaves_ends_as_the_steps_do) {
  const program::folder place;
  const auto file = (place / "blow.toml").native();
  std::ofstream(file) << "name = \"blow\"\ncoordinates = [\"x\"]\n[equations]\nx = "
                         "\"x^3\"\n[start]\nx = \"1\"\n";
  const auto r = program::run(
      program::words("measure lyapunov " + file + " --scheme rk4 --step 1/4 --steps 3000"));
  EXPECT_EQ(r.code, 3) << r.err;
}

// Oscillators are not chaotic: a perturbation of a linear one does not grow, and that of a pendulum grows like t.
TEST(measure, lyapunov_calls_no_oscillator_chaotic) {
  for (const char* const command :
       {"measure lyapunov harmonic-oscillator --start q1=1 --set k=1 --scheme rk4 --step 1/10 "
        "--steps 60",
        "measure lyapunov linear-double-pendulum --scheme midpoint --step 1/10 --steps 200",
        "measure lyapunov pendulum --start q1=1 --scheme leapfrog --step 1/20 --steps 200",
        "measure lyapunov pendulum --start q1=0.01 --scheme leapfrog --step 1/20 --steps 100"}) {
    const auto out = run_well(std::string(command) + " --digits 16").out;
    EXPECT_EQ(out.find("motion = chaotic"), std::string::npos) << command << "\n" << out;
  }
}

// Implicit steps that are too long land on other roots than that of the motion; its energy is kept.
TEST(integrate, says_that_the_energy_is_far_off) {
  const auto said = [](const std::string& run) {
    return program::run(program::words("integrate " + run + " --digits 16")).err;
  };
  const std::string energy = "the energy, which the motion keeps, is -33 at the start";
  EXPECT_NE(said("pendulum-chain --set n=5 --scheme midpoint --step 1/20 --steps 18").find(energy),
            std::string::npos);
  EXPECT_EQ(said("pendulum-chain --set n=5 --scheme midpoint --step 1/100 --steps 90"), "");
  EXPECT_EQ(said("pendulum --scheme rk4 --step 1/10 --steps 200"), "");
  EXPECT_EQ(said("damped-forced-oscillator --scheme rk4 --step 1/10 --steps 200"), "");

  // from almost at rest at the top of a potential, where the energy is 0 and the motion exchanges far more
  const program::folder place;
  const std::string file = (place / "top.toml").native();
  program::write(file,
                 "name = \"top\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - cos(x) + 1\"\n"
                 "[start]\nx = \"1e-6\"\n");
  EXPECT_EQ(said(file + " --scheme leapfrog --step 1/20 --until 16"), "");
  EXPECT_EQ(said(file + " --scheme taylor --step 1 --until 30"), "");

  // a constraint that moves by itself does work: x' = x
  program::write(file,
                 "name = \"push\"\ncoordinates = [\"x\", \"y\"]\nlagrangian = \"(dot(x)^2 + "
                 "dot(y)^2)/2\"\n[start]\nx = \"1\"\n[velocity]\nx = \"1\"\ny = \"1\"\n"
                 "[nonholonomic]\npush = \"dot(x) - x\"\n");
  EXPECT_EQ(said(file + " --scheme midpoint --step 1/20 --until 5"), "");
}

// The derivative of a step of a body that spins by 150 rad/s has large entries, and what rounding errors leave of 0 is large, too: no
// more than two digits of that are printed.
TEST(measure, symplecticity_prints_no_digits_of_rounding_errors) {
  const auto value_of = [](const std::string& run) {
    const std::string out = program::run_well("measure symplecticity " + run).out;
    return out.substr(out.rfind(' ') + 1);
  };
  const auto length_of = [](const std::string& value) {
    return value.substr(0, value.find('e')).size();
  };
  const std::string top = PLUMBLINE_SOURCE_DIR "/examples/systems/heavy-top.toml";
  for (const std::string digits : {"16", "34", "64"}) {
    const std::string body = value_of(top + " --scheme lobatto --step 1/20 --digits " + digits);
    EXPECT_LE(length_of(body), 3U) << body;
    EXPECT_LT(std::stod(body), digits == "16" ? 1e-10 : 1e-28) << body;
    const std::string pendulum =
        value_of("pendulum --scheme simpson --step 1/20 --digits " + digits);
    EXPECT_LE(length_of(pendulum), 3U) << pendulum;
  }
  // 9.51915708357e-34 and 9.51915710632e-58 with 90 digits
  const std::string small = value_of("pendulum --scheme extrapolation --step 1/1000 --digits 16");
  EXPECT_LE(length_of(small), 4U) << small;
  EXPECT_EQ(value_of("pendulum --scheme extrapolation --step 1/100000 --digits 34").substr(0, 9),
            "9.5191571");
}

TEST(measure, symplecticity_is_asked_of_systems_with_momenta) {
  EXPECT_EQ(program::run(program::words(
                             "measure symplecticity reduced-lagrange-top --scheme rk4 --step 0.01"))
                .code,
            2);
  EXPECT_LT(measured("measure symplecticity lagrange-top --scheme gauss-collocation --set stages=3 "
                     "--step 0.01",
                     "symplecticity"),
            1e-60);
  EXPECT_GT(measured("measure symplecticity lagrange-top --scheme rk4-velocity --step 0.01",
                     "symplecticity"),
            1e-12);
}

// TOP section 4.2.1: RK4 on (q, v) loses the momenta that RK4 on (q, p) and the variational schemes keep
TEST(measure, only_rk4_on_velocities_loses_the_momenta_of_the_top) {
  const auto drift = [](const std::string& scheme) {
    return measured(
        "measure invariants lagrange-top --step nutation_period/20 --steps 20 --scheme " + scheme,
        "p1");
  };
  EXPECT_LT(drift("simpson"), 1e-60);
  EXPECT_LT(drift("rk4"), 1e-60);
  EXPECT_GT(drift("rk4-velocity"), 1e-8);
}

TEST(measure, energy_error_of_a_paper) {
  // QL: relative energy error of Simpson 3.89e-3 at h = 0.1 and 1.28e-5 at h = 0.025
  const std::string command =
      "measure energy-error linear-double-pendulum --scheme simpson --until 10 --digits 16 --step ";
  EXPECT_NEAR(measured(command + "0.1", "energy-error"), 3.89e-3, 0.01e-3);
  EXPECT_NEAR(measured(command + "0.025", "energy-error"), 1.28e-5, 0.01e-5);
}

TEST(measure, the_matrix_form_keeps_its_quadratic_form) {
  EXPECT_LT(measured("measure invariants linear-double-pendulum --scheme simpson-linear --step 0.1 "
                     "--steps 100",
                     "quadratic-form"),
            1e-60);
}

// The gradient of L = v'v/2 - z is constant, and each step looks at it.
TEST(study, evaluations_of_a_constant_gradient_are_counted) {
  const program::folder place;
  const auto file = (place / "rod.toml").native();
  std::ofstream(file) << "name = \"rod\"\ncoordinates = [\"x\", \"z\"]\nlagrangian = \"(dot(x)^2 + "
                         "dot(z)^2)/2 - z\"\n[constraints]\nrod = \"x^2 + z^2 - 1\"\n[start]\nx = "
                         "\"1\"\nz = \"0\"\n";
  for (const char* const digits : {"16", "30", "64"}) {
    EXPECT_GE(measured("measure evaluations " + file +
                           " --scheme simpson --step 1/20 --steps 20 --digits " + digits,
                       "value"),
              20)
        << digits;
  }
}

// x' = 1 + x^2 is tan t.
TEST(study, a_series_with_steps_names_the_singularity_that_ends_it) {
  const program::folder place;
  const auto file = (place / "tangent.toml").native();
  std::ofstream(file) << "name = \"tangent\"\ncoordinates = [\"x\"]\n[equations]\nx = \"1 + "
                         "x^2\"\n[start]\nx = \"0\"\n";
  const auto r =
      program::run(program::words("integrate " + file + " --scheme taylor --step 1/10 --until 2"));
  EXPECT_EQ(r.code, 3);
  EXPECT_NE(r.err.find("the motion has a singularity near this time"), std::string::npos) << r.err;
}

// A count has no rounding errors: no digit of it is left out.
TEST(study, evaluations_are_those_of_converge) {
  for (const char* const digits : {"16", "34"}) {
    const std::string shared = std::string(" double-pendulum --scheme simpson --digits ") + digits;
    const auto counted =
        run_well("measure evaluations" + shared + " --step 1/100 --steps 20 --format json").json();
    const auto table =
        run_well("converge" + shared + " --until 1/5 --steps 20 --work --format json").json();
    const auto columns = table.at("columns").get<std::vector<std::string>>();
    const auto place = std::ranges::find(columns, "evaluations") - columns.begin();
    const double count = table.at("rows").at(0).at(static_cast<std::size_t>(place)).get<double>();
    EXPECT_EQ(std::stod(counted.at("rows").at(0).at(1).get<std::string>()), count) << digits;
  }
}

}  // namespace
