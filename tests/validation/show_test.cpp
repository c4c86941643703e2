// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The formulas that `show` prints are those that are computed with. Kind: consistency of two ways through the program (the
// printed Lagrangian, written into a file, has the values of the system) and, for equations with a load, the textbook's; the
// facts of a scheme in a file are known.
#include "validation/program.hpp"

#include <cmath>

namespace {

using program::run_well;

/// A file with the printed Lagrangian of a system, its parameters and, as the start, 1/2, 2/3, … and 1, −1/2, … .
std::string file_of(const nlohmann::json& shown) {
  std::string text = "name = \"again\"\ncoordinates = " + shown.at("coordinates").dump() +
                     "\nlagrangian = " + shown.at("lagrangian").dump() + "\n[parameters]\n";
  for (const auto& p : shown.at("parameters")) {
    text += p.at("name").get<std::string>() + " = " + p.at("default").dump() + "\n";
  }
  return text;
}

TEST(show, a_printed_lagrangian_has_the_values_of_its_system) {
  std::size_t compared = 0;
  const auto systems = run_well("list systems --json").json();
  for (const auto& listed : systems.at("systems")) {
    const auto name = listed.at("name").get<std::string>();
    const auto shown = run_well("show " + name + " --json").json();
    if (!shown.contains("lagrangian")) {
      continue;
    }
    const program::folder folder;
    const auto file = folder / "again.toml";
    std::ofstream(file) << file_of(shown);
    std::string start;
    for (std::size_t i = 1; i <= shown.at("coordinates").size(); ++i) {
      start += " --start q" + std::to_string(i) + "=" + std::to_string(i) + "/3 --start v" +
               std::to_string(i) + "=" + std::to_string(i % 2 == 0 ? -2 : 1) + "/5";
    }
    const std::string rest = start + " --digits 30 --format json";
    const auto expected = run_well("evaluate " + name + rest).json().at("rows");
    const auto found = run_well("evaluate " + file.string() + rest).json().at("rows");
    ASSERT_EQ(found.size(), expected.size()) << name;
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i][0], expected[i][0]) << name;
      const double x = std::stod(expected[i][1].get<std::string>());
      EXPECT_NEAR(std::stod(found[i][1].get<std::string>()), x, 1e-14 * std::max(1.0, std::abs(x)))
          << name << ": " << found[i][0];
      ++compared;
    }
  }
  EXPECT_GE(compared, 60U);
}

TEST(show, equations_with_a_load_have_it_on_the_right) {
  // NX (46)
  const auto shown = run_well("show damped-forced-oscillator --json").json();
  const auto equation = shown.at("equations").at("x1").get<std::string>();
  const auto equals = equation.find(" = ");
  ASSERT_NE(equals, std::string::npos);
  const std::string load = equation.substr(equals + 3);
  for (const char* const part : {"amplitude", "exp(", "decay", "sin(", "frequency", "phase", "t"}) {
    EXPECT_NE(load.find(part), std::string::npos) << equation;
  }
  EXPECT_EQ(run_well("show harmonic-oscillator --json").json().at("equations").at("q1"),
            "k*q1 + m*ddot(q1) = 0");
}

// Linear are equations of motion that are linear, with damping, loads and forces that do not move the equilibrium or do.
TEST(show, says_once_what_linear_means) {
  const program::folder folder;
  const auto file = (folder / "s.toml").string();
  const auto expect_linear = [&](const std::string& name, bool linear) {
    const auto shown = run_well("show " + name + " --json").json();
    EXPECT_EQ(shown.at("linear"), linear) << name;
    if (shown.contains("facts")) {
      EXPECT_EQ(shown.at("facts").at("linear"), linear) << name;
    }
    EXPECT_EQ(run_well("show " + name).out.find(linear ? "linear       no" : "linear       yes"),
              std::string::npos)
        << name;
  };
  const std::string one = "name = \"s\"\ncoordinates = [\"x\"]\n";
  const std::string oscillator = one + "lagrangian = \"dot(x)^2/2 - x^2/2";
  for (const std::string& text :
       {"name = \"s\"\ncoordinates = [\"x\", \"y\"]\nlagrangian = \"(dot(x)^2+dot(y)^2)/2 + "
        "3*x*dot(y) - (x^2+y^2)/2\"\n" +
            std::string(),
        oscillator + "\"\n[forces]\nx = \"-dot(x)\"\n", oscillator + " + x*sin(t)\"\n",
        oscillator + " - 9*x\"\n", one + "[equations]\nx = \"-x\"\n"}) {
    std::ofstream(file) << text;
    expect_linear(file, true);
  }
  std::ofstream(file) << oscillator + " - x^4\"\n";
  expect_linear(file, false);
  for (const char* const name : {"harmonic-oscillator", "damped-forced-oscillator", "quadratic"}) {
    expect_linear(name, true);
  }
  for (const char* const name : {"pendulum", "bilinear-oscillator", "reduced-lagrange-top"}) {
    expect_linear(name, false);
  }
}

TEST(show, says_that_a_formula_is_too_long) {
  const program::folder folder;
  const auto file = (folder / "s.toml").string();
  const std::string name(90, 'k');
  const auto with_terms = [&](int count) {
    std::ofstream text(file);
    text << "name = \"s\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2";
    for (int i = 1; i <= count; ++i) {
      text << " + " << name << "*x^" << i;
    }
    text << "\"\n[parameters]\n" << name << " = 1\n";
  };
  const auto expect_said = [&](const std::string& said) {
    EXPECT_EQ(run_well("show " + file + " --json").json().at("lagrangian"), said);
    EXPECT_NE(run_well("show " + file).out.find(" " + said + "\n"), std::string::npos);
    EXPECT_NE(run_well("show " + file + " --latex").out.find("L &= \\text{" + said + "}"),
              std::string::npos);
  };
  with_terms(60);
  expect_said("(longer than 4000 characters; not printed)");
  with_terms(450);
  expect_said("(too involved; not printed)");
}

TEST(show, says_where_the_mass_matrix_is_singular) {
  const program::folder folder;
  const auto file = (folder / "s.toml").string();
  const auto shown = [&](const std::string& text) {
    std::ofstream(file) << "name = \"s\"\n" << text;
    return run_well("show " + file + " --json").json();
  };
  // a Lagrange multiplier among the coordinates: no scheme integrates this
  auto s = shown(
      "coordinates = [\"x\", \"y\", \"lambda\"]\nlagrangian = \"m/2*(dot(x)^2 + dot(y)^2) - "
      "m*g*y - lambda*(x^2 + y^2 - 1)\"\n[parameters]\nm = 1\ng = \"9.81\"\n[start]\nx = 1\n");
  EXPECT_EQ(s.at("facts").at("mass_matrix"), "singular");
  EXPECT_EQ(s.at("facts").at("singular"), "everywhere");
  EXPECT_EQ(s.at("facts").at("without_mass"), nlohmann::json::array({"lambda"}));
  EXPECT_EQ(s.at("facts").at("separable"), false);
  EXPECT_TRUE(s.at("schemes").empty());
  EXPECT_NE(s.at("schemes_reason").get<std::string>().find("velocity of lambda"),
            std::string::npos);
  const auto text = run_well("show " + file).out;
  EXPECT_NE(text.find("mass_matrix    singular"), std::string::npos) << text;
  EXPECT_NE(text.find("schemes      none: the mass matrix is singular everywhere"),
            std::string::npos)
      << text;
  const auto run =
      program::run(program::words("integrate " + file + " --scheme simpson --step 1/10 --steps 1"));
  program::expect_refused(run, 2, "no scheme integrates it");
  // two coordinates of one velocity: no coordinate is without mass
  s = shown(
      "coordinates = [\"x\", \"y\"]\nlagrangian = \"(dot(x) + sqrt(2)*dot(y))^2/2 - x^2 - "
      "y^2\"\n");
  EXPECT_EQ(s.at("facts").at("singular"), "everywhere");
  EXPECT_TRUE(s.at("facts").at("without_mass").empty());
  EXPECT_TRUE(s.at("schemes").empty());
  EXPECT_EQ(s.at("exact"), false);
  // polar coordinates at the origin: other starts have a motion
  const std::string polar =
      "coordinates = [\"r\", \"phi\"]\nlagrangian = \"(dot(r)^2 + r^2*dot(phi)^2)/2 - r^2/2\"\n"
      "[start]\nr = ";
  s = shown(polar + "0\n");
  EXPECT_EQ(s.at("facts").at("mass_matrix"), "singular");
  EXPECT_EQ(s.at("facts").at("singular"), "at-the-start");
  EXPECT_FALSE(s.at("schemes").empty());
  s = shown(polar + "1\n");
  EXPECT_EQ(s.at("facts").at("mass_matrix"), "regular");
  EXPECT_FALSE(s.at("facts").contains("singular"));
  EXPECT_FALSE(s.contains("schemes_reason"));
  // a mass that is zero by default
  s = shown(
      "coordinates = [\"x\", \"y\"]\nlagrangian = \"(dot(x)^2 + m*dot(y)^2)/2 - x^2 - y^2\"\n"
      "[parameters]\nm = 0\n");
  EXPECT_EQ(s.at("facts").at("singular"), "with-these-parameters");
  EXPECT_EQ(s.at("facts").at("without_mass"), nlohmann::json::array({"y"}));
  EXPECT_FALSE(s.at("schemes").empty());
  // not quadratic in the velocity: singular at rest alone
  s = shown("coordinates = [\"x\"]\nlagrangian = \"dot(x)^4/4 - x^2\"\n");
  EXPECT_EQ(s.at("facts").at("singular"), "at-the-start");
  s = shown("coordinates = [\"x\"]\nlagrangian = \"dot(x)^4/4 - x^2\"\n[velocity]\nx = 1\n");
  EXPECT_EQ(s.at("facts").at("mass_matrix"), "regular");
}

TEST(show, knows_the_table_of_a_scheme) {
  const program::folder folder;
  const auto file = folder / "two-stages.toml";
  std::ofstream(file) << "name = \"two-stages\"\nkind = \"runge-kutta\"\nA = [[], [\"2/3\"]]\n"
                         "b = [\"1/4\", \"3/4\"]\n";
  const auto shown = run_well("show " + file.string() + " --json").json();
  EXPECT_EQ(shown.at("kind"), "scheme");
  EXPECT_EQ(shown.at("order"), 2);  // Ralston's method
  EXPECT_EQ(shown.at("symplectic"), false);
  EXPECT_EQ(shown.at("file"), file.string());
  program::expect_refused(program::run({"show", file.string(), "--latex"}), 2, "LaTeX of a scheme");
}

}  // namespace
