// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline orbit`, as a user meets it. Kind: black box; truth from outside (reference/oracles/orbits, closed forms), identities,
// refusals in words.
#include "constraints/constrained_run.hpp"
#include "validation/orbit_program.hpp"

#include <nlohmann/json.hpp>

#include <map>

namespace {

using plumbline::from_text;
using plumbline::mp;
using program::example_system;
using program::expect_near;
using program::expect_orbit_message;
using program::orbit;
using program::orbit_of;
using program::orbit_result;
using program::run_well;

std::string file_of(const std::string& name) {
  return std::string(PLUMBLINE_SOURCE_DIR) + "/reference/oracles/orbits/" + name + ".toml";
}

/// What it says on standard error contains this.
orbit_result orbit_with_warning(const std::string& arguments, const std::string& warning) {
  const auto r = program::run(program::words("orbit " + arguments + " --format json"));
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.err.find(warning), std::string::npos) << r.err;
  return orbit_of(r);
}

// of x'' = −sin x with the velocity 1 at x = 0, by mpmath: 4*ellipk(1/mpf(4))
constexpr const char* pendulum_period = "6.7430014192503841714848146311963079580032035765644";
constexpr const char* vdp_start = "2.0086198608748431365096401883626403661920261377207";
constexpr const char* vdp_period = "6.6632868593231301896996820304823287068126463168837";
constexpr const char* vdp_multiplier = "0.00085969506360380518611970750878232172701612252506319";

TEST(orbit, of_van_der_pol_is_that_of_mpmath) {
  const auto r = orbit(file_of("van-der-pol") + " --section y --direction down --digits 50");
  expect_near(r.values.at("x"), vdp_start, 47);
  expect_near(r.values.at("y"), "0", 50);
  expect_near(r.values.at("period"), vdp_period, 47);
  expect_near(r.values.at("multiplier1.re"), vdp_multiplier, 47);
  EXPECT_EQ(r.values.at("multiplier1.im"), "0");
  EXPECT_EQ(r.values.at("trivial_multipliers"), "1");
  EXPECT_EQ(r.values.at("stability"), "asymptotically-stable");
  EXPECT_EQ(r.values.count("multiplier2.re"), 0U);
}

TEST(orbit, of_henon_and_heiles_at_an_energy_with_its_reversor) {
  const auto r =
      orbit(example_system("henon-heiles") +
            " --start y=0.1 --period 6.3 --digits 50 --reversor x=-x --hold energy=1/12");
  expect_near(r.values.at("q2"), "0.25480616296242535799758484565107020944744790678969", 46);
  expect_near(r.values.at("p1"), "0.33581177262503353497472829296228544447722025744916", 46);
  expect_near(r.values.at("period"), "6.135235496129221491260469377588269390371892250548", 46);
  expect_near(r.values.at("multiplier1.re"), "0.32339832294658847924434532302936212022407", 23);
  EXPECT_EQ(r.values.at("q1"), "0");
  EXPECT_EQ(r.values.at("trivial_multipliers"), "2");
  EXPECT_EQ(r.values.at("stability"), "stable");
  // without the reversor the same orbit
  const auto plain = orbit(example_system("henon-heiles") +
                           " --start y=0.2548 --period 6.13 --digits 50 --hold energy=1/12");
  expect_near(plain.values.at("period"), r.values.at("period"), 46);
  EXPECT_EQ(plain.meta.at("unknowns"), 6);
  EXPECT_EQ(r.meta.at("unknowns"), 3);
}

TEST(orbit, of_the_pendulum_has_the_period_of_the_closed_form) {
  const auto exact = run_well("exact pendulum --times 0 --digits 60 --format json").json();
  const std::string period = exact.at("meta").at("constants").at("period");
  const auto r = orbit("pendulum --period 1.2 --digits 60");
  expect_near(r.values.at("period"), period, 58);
  const auto held = orbit("pendulum --start q1=1.2 --period 1.1 --hold period=6/5 --digits 40");
  EXPECT_EQ(held.values.at("period"), "1.2");
  const auto there = run_well("exact pendulum --times 0 --digits 40 --format json --start q1=" +
                              held.values.at("q1"));
  expect_near(there.json().at("meta").at("constants").at("period"), "1.2", 36);
}

// Twice round is no orbit of its own: period and multipliers are those of once, as they come from the first return.
TEST(orbit, that_is_run_through_twice_is_given_once) {
  for (const char* const guess :
       {"--section y --direction down --returns 2", "--start x=2.0086 --start y=0 --period 13.3"}) {
    const auto r =
        orbit_with_warning(file_of("van-der-pol") + " --digits 30 " + guess,
                           "the orbit is run through 2 times in the period of the guess");
    EXPECT_EQ(r.meta.at("passages"), 2);
    expect_near(r.values.at("period"), vdp_period, 28);
    expect_near(r.values.at("multiplier1.re"), vdp_multiplier, 29);
  }
  EXPECT_FALSE(orbit(file_of("van-der-pol") + " --section y --direction down --digits 20")
                   .meta.contains("passages"));
}

TEST(orbit, that_is_run_through_twice_in_a_period_that_is_held_says_so) {
  const auto r =
      orbit_with_warning("pendulum --start q1=1.2 --period 2.2 --hold period=12/5 --digits 30",
                         "run through 2 times in the period that is asked for");
  EXPECT_EQ(r.meta.at("passages"), 2);
  EXPECT_EQ(r.values.at("period"), "2.4");
}

TEST(orbit, of_a_rotation_closes_after_a_turn) {
  const auto r = orbit(
      "pendulum --start q1=0 --start p1=13 --period 0.8 --digits 30 --symmetry "
      "1:q1=q1+2*pi");
  const auto exact = run_well("exact pendulum --start q1=0 --start p1=13 --digits 40 --times " +
                              r.values.at("period") + " --format json");
  expect_near(exact.json().at("rows").at(0).at(1),
              "6.2831853071795864769252867665590057683943387987502", 28);
}

TEST(orbit, of_a_driven_system_has_the_period_of_the_equations) {
  const program::folder place;
  const auto file = (place / "driven.toml").native();
  std::ofstream(file) << "name = \"driven\"\ncoordinates = [\"x\"]\n"
                         "lagrangian = \"dot(x)^2/2 - 4*x^2/2 + x*cos(t)\"\n"
                         "dissipation = \"dot(x)^2/2\"\n[start]\nx = \"1\"\n";
  // x'' + x' + 4 x = cos t: x = (3 cos t + sin t)/10
  const auto r = orbit(file + " --period 2*pi --digits 40");
  expect_near(r.values.at("q1"), "0.3", 38);
  expect_near(r.values.at("p1"), "0.1", 38);
  EXPECT_EQ(r.values.at("stability"), "asymptotically-stable");
  const auto certificate = (place / "driven.cert.json").native();
  const auto held =
      orbit(file + " --hold period=2*pi --digits 40 --prove --certificate " + certificate);
  expect_near(held.values.at("q1"), "0.3", 38);
  // the period is irrational: each precision has digits of its own
  EXPECT_EQ(run_well("orbit verify " + certificate).out.substr(0, 3), "OK\n");
  // a path that closes after another time is no orbit
  const std::string nearly = "6.28318530717958647692528676655900576839433879875021164";
  const std::string why = "the equations of driven depend on t and do not have the period";
  expect_near(orbit(file + " --digits 40 --period " + nearly).values.at("q1"), "0.3", 38);
  expect_orbit_message(file + " --digits 40 --prove --period " + nearly, 2, why);
  expect_orbit_message(file + " --digits 64 --period " + nearly, 2, why);
  expect_near(orbit(file + " --digits 16 --period 6.283185307179586").values.at("q1"), "0.3", 14);
  const std::string written = program::contents(certificate);
  auto changed = nlohmann::ordered_json::parse(written);
  changed.erase("checksum");
  changed["request"]["hold"] = {"period=" + nearly};
  std::ofstream(certificate) << changed;
  const auto of_changed = program::run(program::words("orbit verify " + certificate));
  EXPECT_EQ(of_changed.code, 1);
  EXPECT_NE(of_changed.out.find(why), std::string::npos) << of_changed.out;
}

// The forces are tested at times of which their periods are no simple multiples, and along the motion.
TEST(orbit, is_not_closed_by_a_map_that_holds_at_some_times_and_places) {
  const program::folder place;
  const auto file = (place / "forced.toml").native();
  const auto with = [&](const std::string& force) {
    std::ofstream(file) << "name = \"forced\"\ncoordinates = [\"x\"]\n"
                           "lagrangian = \"dot(x)^2/2 - x^2 + x*(" +
                               force + ")\"\n";
    return file;
  };
  const std::string late = " do not have the period";
  for (const char* const end : {" --digits 20 --prove", " --digits 20", " --digits 16"}) {
    expect_orbit_message(with("cos(t) + sin(7*t/2)") + " --period 2*pi" + end, 2, late);
    expect_orbit_message(with("cos(t) + sin(7*t)") + " --period 2*pi --reversor x=x" + end, 2,
                         "no reversor");
    expect_orbit_message(with("cos(t) + sin(14*t)") + " --period 2*pi --symmetry 2:x=-x" + end, 2,
                         "no symmetry");
    expect_orbit_message(with("1e-15*(cos(t) + cos(t/2))") + " --period 2*pi" + end, 2, late);
  }
  // a wall that the motion meets on one side
  std::ofstream(file)
      << "name = \"wall\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - x^2/2 - "
         "exp(-(10*(x + 3))^2)\"\n[start]\nx = \"0\"\n[velocity]\nx = \"4\"\n";
  expect_orbit_message(file + " --period 2*pi --reversor x=-x --digits 20 --prove", 2,
                       "no reversor");
  expect_orbit_message(file + " --period 2*pi --symmetry 2:x=-x --digits 20 --prove", 2,
                       "no symmetry");
}

// V has a term that no reversor x → −x keeps; the half orbit that reaches x = 0 is not half of an orbit.
TEST(orbit, has_a_reversor_to_all_digits_or_none) {
  const program::folder place;
  const auto file = (place / "nearly.toml").native();
  const auto with_term = [&](const std::string& size) {
    std::ofstream(file) << "name = \"nearly\"\ncoordinates = [\"x\"]\n"
                           "lagrangian = \"dot(x)^2/2 + cos(x) - x^3*" +
                               size +
                               "\"\n"
                               "[start]\nx = \"0\"\n[velocity]\nx = \"1\"\n";
    return file + " --period 6.7 --reversor x=-x --digits 30";
  };
  constexpr const char* why = "this map is no reversor of nearly";
  expect_orbit_message(with_term("1e-25"), 2, why);
  // beyond the digits that are printed, but not beyond those of a proof
  expect_near(orbit(with_term("1e-36")).values.at("period"), pendulum_period, 29);
  expect_orbit_message(with_term("1e-36") + " --prove", 2, why);
  expect_orbit_message(with_term("1e-90") + " --prove", 2, why);
  expect_near(orbit(with_term("0") + " --prove").values.at("period"), pendulum_period, 29);
}

TEST(orbit, of_lorenz_has_the_known_period_and_multipliers) {
  const auto r = orbit(file_of("lorenz") + " --period 1.56 --digits 40");
  expect_near(r.values.at("period"), "1.558652210716", 12);
  EXPECT_EQ(r.values.at("stability"), "unstable");
  // the divergence is constant: the product of the multipliers is exp(−(σ + 1 + β) T)
  const plumbline::precision_scope scope(60);
  const mp product =
      from_text<mp>(r.values.at("multiplier1.re")) * from_text<mp>(r.values.at("multiplier2.re"));
  const mp expected = exp(mp(-from_text<mp>(r.values.at("period")) * 41 / 3));
  EXPECT_LE(abs(mp(product / expected - 1)), pow(mp(10), -35));
}

TEST(orbit, of_a_strong_contraction_has_multipliers_with_all_digits) {
  // the product of the multipliers is exp(−41/3 T), of which one is 350 and the other 6e-43
  const auto r =
      orbit(file_of("lorenz") + " --start x=-13 --start y=-18 --start z=27 --period 6 --digits 20");
  const plumbline::precision_scope scope(60);
  const mp product =
      from_text<mp>(r.values.at("multiplier1.re")) * from_text<mp>(r.values.at("multiplier2.re"));
  const mp expected = exp(mp(-from_text<mp>(r.values.at("period")) * 41 / 3));
  EXPECT_LE(abs(mp(product / expected - 1)), pow(mp(10), -20));
}

TEST(orbit, of_a_stiff_cycle_has_its_multiplier_by_the_change_of_volume) {
  // ∫ mu (1 − x²) dt over the period by 400,000 steps of rk4 in double: −1194.7643799098
  const auto r =
      orbit(file_of("van-der-pol") + " --set mu=20 --section y --direction down --digits 20");
  const plumbline::precision_scope scope(60);
  const mp change = log(from_text<mp>(r.values.at("multiplier1.re"))) + mp("1194.7643799098");
  program::expect_small(change, 9);
  EXPECT_EQ(r.values.at("stability"), "asymptotically-stable");
}

TEST(orbit, returns_to_a_section_as_integrate_says_or_not_at_all) {
  // x = 2 cos t: 0 at the odd quarters of the period; the top of the swing is touched, not crossed
  const std::string oscillator = "harmonic-oscillator --start q1=2 --digits 30 ";
  const plumbline::precision_scope scope(60);
  const mp quarter = atan(mp(1));
  expect_near(orbit(oscillator + "--section q1 --returns 2").values.at("period"),
              plumbline::to_text(mp(2 * quarter)), 28);
  expect_orbit_message(oscillator + "--section q1-3", 3, "crosses the section 0 times of 1");
  expect_orbit_message("harmonic-oscillator --start q1=0 --start p1=8 --section q1-2", 3,
                       "touches zero");
}

TEST(orbit, of_the_figure_eight_is_a_choreography) {
  const std::string cycle = " --symmetry 3:x1=x3,x2=x1,x3=x2,y1=y3,y2=y1,y3=y2";
  const auto r = orbit(example_system("figure-eight") + " --period 6.3259 --digits 30" + cycle);
  expect_near(r.values.at("period"), "6.325914", 6);
  EXPECT_EQ(r.values.at("trivial_multipliers"), "8");
  EXPECT_EQ(r.values.at("stability"), "stable");
  EXPECT_EQ(r.values.count("multiplier4.re"), 1U);
  EXPECT_EQ(r.values.count("multiplier5.re"), 0U);
  // a pair on the unit circle
  const plumbline::precision_scope scope(60);
  const mp re = from_text<mp>(r.values.at("multiplier1.re"));
  const mp im = from_text<mp>(r.values.at("multiplier1.im"));
  EXPECT_LE(abs(mp(re * re + im * im - 1)), pow(mp(10), -28));
}

TEST(orbit, of_a_top_up_to_its_turns_has_the_numbers_of_the_closed_form) {
  const auto exact = run_well("exact lagrange-top --times 0 --digits 30 --format json").json();
  const auto& constants = exact.at("meta").at("constants");
  // from a guess that is half a per cent off; the spin turns through 460
  const auto r = orbit("lagrange-top --relative phi,psi --period 1.84 --digits 20");
  expect_near(r.values.at("period"), constants.at("nutation_period"), 19);
  expect_near(r.values.at("drift.phi"), constants.at("precession_per_period"), 17);
  expect_near(r.values.at("drift.psi"), constants.at("spin_per_period"), 16);
  expect_orbit_message("lagrange-top --relative phi,psi --period 0.1 --digits 20", 3,
                       "what is held does not tell it from its neighbours");
}

TEST(orbit, of_an_unstable_orbit_has_multipliers_with_all_digits) {
  const std::string halo =
      std::string(PLUMBLINE_SOURCE_DIR) +
      "/reference/orbits/restricted-three-body-in-space.toml --reversor y=-y --period 2.746 "
      "--hold z=0.0222 --digits ";
  const auto r = orbit(halo + "30");
  const auto more = orbit(halo + "50");
  const plumbline::precision_scope scope(80);
  for (const std::string name : {"multiplier1.re", "multiplier2.re", "multiplier4.re"}) {
    const mp a = from_text<mp>(r.values.at(name));
    EXPECT_LE(abs(mp(a / from_text<mp>(more.values.at(name)) - 1)), pow(mp(10), -30)) << name;
  }
  EXPECT_GT(from_text<mp>(r.values.at("multiplier1.re")), 2000);
  // of a Hamiltonian system with λ also 1/λ
  const mp product = from_text<mp>(more.values.at("multiplier1.re")) *
                     from_text<mp>(more.values.at("multiplier4.re"));
  EXPECT_LE(abs(mp(product - 1)), pow(mp(10), -48));
}

TEST(orbit, is_proven_with_radii_that_hold) {
  const program::folder place;
  const auto certificate = (place / "orbit.cert.json").native();
  const auto r =
      orbit(file_of("van-der-pol") +
            " --section y --direction down --digits 40 --prove --certificate " + certificate);
  EXPECT_EQ(r.meta.at("proven"), "yes");
  const plumbline::precision_scope scope(80);
  for (const auto& [name, truth] :
       {std::pair{"x", vdp_start}, {"period", vdp_period}, {"multiplier1.re", vdp_multiplier}}) {
    const mp radius = from_text<mp>(r.radii.at(name));
    EXPECT_LE(radius, pow(mp(10), -38)) << name;
    EXPECT_LE(abs(mp(from_text<mp>(r.values.at(name)) - from_text<mp>(truth))),
              radius + pow(mp(10), -48))
        << name;
  }
  EXPECT_GT(from_text<mp>(r.meta.at("unique_within").get<std::string>()), pow(mp(10), -30));
  EXPECT_EQ(run_well("orbit verify " + certificate).out.substr(0, 3), "OK\n");
  // another period is not proven
  const std::string written = program::contents(certificate);
  std::string text = written;
  const std::string digits = "6.66328685932";
  for (auto at = text.find(digits); at != std::string::npos; at = text.find(digits, at + 1)) {
    text.replace(at, digits.size(), "6.66328695932");
  }
  std::ofstream(certificate) << text;
  EXPECT_EQ(program::run(program::words("orbit verify " + certificate)).code, 1);
  // what is claimed beyond the proof, and any change
  const auto with = [&](auto&& change) {
    auto file = nlohmann::ordered_json::parse(written);
    change(file);
    std::ofstream(certificate) << file;
    return program::run(program::words("orbit verify " + certificate));
  };
  EXPECT_EQ(with([](auto& f) { f.erase("checksum"); }).code, 0);
  // the certificate has the text of the system
  const auto moved = [](auto& f) {
    f.erase("checksum");
    f["system"] = "/nowhere/van-der-pol.toml";
  };
  EXPECT_EQ(with(moved).code, 0);
  const auto of_another_system = with([&](auto& f) {
    moved(f);
    f["text"] = f["text"].template get<std::string>() + "# x";
  });
  EXPECT_EQ(of_another_system.code, 2) << of_another_system.err;
  for (const char* radius : {"0", "-1e-30", "1e-60"}) {
    const auto of_radius = with([&](auto& f) {
      f.erase("checksum");
      f["rows"][0][2] = radius;
    });
    EXPECT_EQ(of_radius.code, 1) << radius;
    EXPECT_NE(of_radius.out.find("x: "), std::string::npos) << of_radius.out;
  }
  const auto of_ball = with([](auto& f) {
    f.erase("checksum");
    f["unique_within"] = "1e-1";
  });
  EXPECT_NE(of_ball.out.find("unique_within: 1e-1 is claimed"), std::string::npos) << of_ball.out;
  for (const auto& row :
       {std::vector<std::string>{"lyapunov", "3", "1e-20"}, {"period", "7", "1e-20"}}) {
    const auto of_row = with([&](auto& f) {
      f.erase("checksum");
      f["rows"].push_back(row);
    });
    EXPECT_EQ(of_row.code, 1);
    EXPECT_NE(of_row.out.find(row[0] + ": it is claimed, and nothing proves it"), std::string::npos)
        << of_row.out;
  }
  const auto without_stability = with([](auto& f) {
    f.erase("checksum");
    f["rows"].erase(f["rows"].end() - 2);
  });
  EXPECT_EQ(without_stability.code, 1);
  const auto changed = with([](auto& f) { f["rows"][0][2] = "9e99"; });
  EXPECT_NE(changed.out.find("checksum: the file was changed"), std::string::npos) << changed.out;
  const auto upwards = with([](auto& f) {
    f.erase("checksum");
    f["request"]["direction"] = "up";
  });
  EXPECT_NE(upwards.out.find("direction: up is claimed, down is proven"), std::string::npos)
      << upwards.out;
  for (const auto& [key, nonsense] :
       {std::pair{"direction", "sideways"}, {"returns", "many"}, {"period", "7"}}) {
    const auto refused = with([&](auto& f) {
      f.erase("checksum");
      f["request"][key] = nonsense;
    });
    EXPECT_EQ(refused.code, 2) << key;
  }
  const auto shorter = with([](auto& f) {
    f.erase("checksum");
    f["guess"].erase(f["guess"].begin());
  });
  EXPECT_EQ(shorter.code, 1);
  EXPECT_NE(shorter.out.find("guess: the certificate has 1 number"), std::string::npos)
      << shorter.out;
  std::ofstream(certificate) << "{}";
  EXPECT_EQ(program::run(program::words("orbit verify " + certificate)).code, 2);
}

TEST(orbit, of_a_hamiltonian_system_is_proven_stable) {
  const auto r =
      orbit(example_system("henon-heiles") + " --start y=0.2548 --period 6.13 --digits 30 --prove");
  EXPECT_EQ(r.values.at("stability"), "stable");
  EXPECT_EQ(r.meta.at("proven"), "yes");
}

// Of first order: that M R M = R follows from the reversor, and not from a symplectic form.
TEST(orbit, of_a_reversible_system_is_proven_stable) {
  const program::folder place;
  const auto file = (place / "oscillator.toml").native();
  const auto with = [&](const std::string& damping) {
    std::ofstream(file)
        << "name = \"oscillator\"\ncoordinates = [\"x\", \"y\"]\n[equations]\nx = \"y\"\n"
           "y = \"-x/3 + cos(t)" +
               damping + "\"\n[start]\nx = \"-3/2\"\n";
    return file + " --period 2*pi --digits 30 --prove";
  };
  // x'' = -x/3 + cos t: x = -3/2 cos t, with the multipliers exp(± 2 pi i/sqrt(3))
  const auto r = orbit(with("") + " --reversor y=-y");
  EXPECT_EQ(r.values.at("stability"), "stable");
  expect_near(r.values.at("multiplier1.re"), "-0.8842054609409461429259498471029423674279", 28);
  EXPECT_EQ(orbit(with("")).values.at("stability"), "undecided");
  EXPECT_EQ(orbit(with(" - y/10")).values.at("stability"), "asymptotically-stable");
}

TEST(orbit, of_a_scheme_comes_nearer_with_its_order) {
  const auto r = orbit(example_system("henon-heiles") +
                       " --start y=0.1 --period 6.1 --digits 40 --reversor x=-x --scheme leapfrog "
                       "--steps 40 --step 6.1/40");
  EXPECT_EQ(r.values.at("period"), "6.1");
  EXPECT_EQ(r.values.at("period_difference"), "0");
  EXPECT_NEAR(std::stod(r.values.at("distance_order")), 2, 0.01);
  EXPECT_EQ(r.values.count("multiplier4.re"), 1U);
  EXPECT_EQ(r.values.at("stability"), "stable");
  // a limit cycle finds its step; RK4's multiplier near 1 leaves the circle by a power of the step
  const auto cycle = orbit(file_of("van-der-pol") + " --period 6.6 --scheme rk4 --steps 40");
  EXPECT_NEAR(std::stod(cycle.values.at("multiplier1.re")) - 1, 1.46e-7, 1e-9);
  EXPECT_NEAR(std::stod(cycle.values.at("period_difference")), 5.55e-4, 1e-6);
  EXPECT_EQ(cycle.values.at("stability"), "unstable");
}

/// The pair of multipliers that the energy would make 1 lies 3e-34 from it: which type it has, and its digits, are those of many more
/// digits than are asked for. The imaginary part is that of a tangent map of 150 digits (mpmath).
TEST(orbit, of_a_scheme_has_multipliers_near_one_to_all_digits) {
  const auto r = orbit(example_system("henon-heiles") +
                       " --start x=0 --start y=0.1 --start v1=0.4 --start v2=0 --period 6.1353 "
                       "--scheme leapfrog --steps 20 --step 0.307 --digits 40");
  std::vector<std::string> near;
  for (int k = 1; k <= 4; ++k) {
    const std::string im = r.values.at("multiplier" + std::to_string(k) + ".im");
    if (std::abs(std::stod(im)) < 1e-20) {
      near.push_back(im);
    }
  }
  ASSERT_EQ(near.size(), 2U);
  EXPECT_NEAR(std::abs(std::stod(near[0])), 3.36217574726573e-34, 1e-39);
  EXPECT_NEAR(std::abs(std::stod(near[1])), 3.36217574726573e-34, 1e-39);
}

TEST(orbit, of_rest_has_exponents) {
  const auto below = orbit("pendulum --equilibrium --start q1=1/10 --digits 40");
  EXPECT_EQ(below.values.at("q1"), "0");  // what is left of it is smaller than all digits
  EXPECT_EQ(below.values.at("stability"), "stable");
  const auto r = orbit("pendulum --equilibrium --start q1=3 --digits 40");
  const std::string tau = "6.2831853071795864769252867665590057683943387987502";
  expect_near(r.values.at("exponent1.re"), tau, 38);
  EXPECT_EQ(r.values.at("stability"), "unstable");
  // a conical pendulum: cos θ = g/(l ω²)
  const auto cone =
      orbit(example_system("spherical-pendulum") + " --equilibrium --relative phi --digits 40");
  const plumbline::precision_scope scope(60);
  const mp rate = from_text<mp>(cone.values.at("rate.phi"));
  const mp cosine = cos(from_text<mp>(cone.values.at("q1")));
  EXPECT_LE(abs(mp(cosine * rate * rate * 3 / 4 - from_text<mp>("9.81"))), pow(mp(10), -37));
  EXPECT_EQ(cone.values.at("stability"), "stable");
}

// Truth from outside: the period and the angle of the radial motion by quadratures (mpmath). The guess has its centre of mass beside the
// origin; a rotation moves the components of the linear momentum, whose multipliers are exp(±i angle).
TEST(orbit, of_bodies_that_turn_needs_no_centre_of_mass_at_rest_in_the_origin) {
  const program::folder place;
  const auto file = (place / "two.toml").native();
  std::ofstream(file) << R"toml(
name = "two"
coordinates = ["x1", "y1", "x2", "y2"]
lagrangian = "(m1*(dot(x1)^2 + dot(y1)^2) + m2*(dot(x2)^2 + dot(y2)^2))/2 + m1*m2*(1/r + 1/(50*r^3))"
[define]
r = "sqrt((x1 - x2)^2 + (y1 - y2)^2)"
[parameters]
m1 = "1"
m2 = "1/2"
[start]
x1 = "-1/3"
x2 = "0.66"
[velocity]
y1 = "-0.4"
y2 = "0.8"
[invariants]
Lz = "m1*(x1*dot(y1) - y1*dot(x1)) + m2*(x2*dot(y2) - y2*dot(x2))"
Px = "m1*dot(x1) + m2*dot(x2)"
Py = "m1*dot(y1) + m2*dot(y2)"
)toml";
  const std::string angle = "0.5087239400865659970647623589548046783387";
  const auto r = orbit(file + " --relative Lz --period 4.8 --digits 30");
  expect_near(r.values.at("period"), "4.486721145835938890027033413322132203513", 29);
  expect_near(r.values.at("drift.Lz"), angle, 29);
  EXPECT_EQ(r.values.at("trivial_multipliers"), "4");
  const plumbline::precision_scope scope(50);
  expect_near(r.values.at("multiplier1.re"), plumbline::to_text(mp(cos(from_text<mp>(angle))), 40),
              29);
  expect_near(r.values.at("multiplier4.im"), plumbline::to_text(mp(-sin(from_text<mp>(angle))), 40),
              29);
  // relative to translations too, the centre of mass may be anywhere
  const auto anywhere = orbit(file + " --relative Lz,Px,Py --period 4.8 --digits 20");
  expect_near(anywhere.values.at("drift.Lz"), angle, 19);
  expect_orbit_message(file + " --relative Lz,Lz --period 4.8", 2, "names 'Lz' twice");
}

// A symmetric top that turns: its spin is kept, which makes 0 a double exponent. Nothing tells a double exponent from two.
TEST(orbit, of_a_steady_top_is_undecided_at_all_digits) {
  for (const char* const digits : {"16", "17", "20", "34", "50", "100"}) {
    const auto r = orbit(example_system("heavy-top") + " --equilibrium --relative Lz --digits " +
                         std::string(digits));
    EXPECT_EQ(r.values.at("stability"), "undecided") << digits;
    EXPECT_EQ(r.values.at("exponent2.re"), "0") << digits;
    EXPECT_EQ(r.values.at("exponent2.im"), "0") << digits;
  }
}

TEST(orbit, says_what_is_wrong_with_a_request) {
  const std::string vdp = file_of("van-der-pol");
  expect_orbit_message(vdp, 2, "orbit needs --period T");
  expect_orbit_message(vdp + " --period -1", 2, "a period is positive, got -1");
  expect_orbit_message(vdp + " --period 6 --hold w=1", 2, "unknown name 'w'");
  expect_orbit_message(vdp + " --period 6 --hold period=6", 2, "nothing can be held");
  expect_orbit_message(vdp + " --section w", 2, "unknown name 'w'");
  expect_orbit_message(vdp + " --section 2", 2, "'2' is constant");
  expect_orbit_message(vdp + " --section abs(x)", 2, "not smooth");
  expect_orbit_message(vdp + " --section y --direction left", 2, "unknown direction 'left'");
  expect_orbit_message(vdp + " --period 6 --section y", 2, "either --period T or --section");
  expect_orbit_message(example_system("henon-heiles") + " --period 6 --reversor y=-y", 2,
                       "it violates the equation for p1'");
  expect_orbit_message(example_system("henon-heiles") + " --period 6 --reversor z=-z", 2,
                       "unknown");
  expect_orbit_message(example_system("henon-heiles") + " --period 6 --symmetry 2:x=x^2", 2,
                       "not a linear map");
  expect_orbit_message(example_system("driven-pendulum") + " --period 1.5", 2,
                       "do not have the period 1.5");
  expect_orbit_message(vdp + " --period 6 --scheme rk4 --steps 40 --prove", 2,
                       "--prove does not go");
  expect_orbit_message(vdp + " --period 6 --relative x", 2, "no cyclic coordinate");
}

TEST(orbit, refuses_periods_that_no_motion_from_the_guess_has) {
  const std::string star = example_system("henon-heiles");
  expect_orbit_message(star + " --period 1e400", 2, "the period 1e400 is too long");
  expect_orbit_message(star + " --period 1e18", 2, "the period 1e18 is too long");
  expect_orbit_message(star + " --period 1e-400", 2, "the period 1e-400 is too short");
  expect_orbit_message(star + " --period 6 --hold period=1e400", 2, "the period 1e400 is too long");
  expect_orbit_message(star + " --scheme leapfrog --steps 10 --step 1e400", 2, "is too long");
  expect_orbit_message(star + " --period 6 --continue period=1e400:6:3", 2, "is too long");
  expect_orbit_message(star + " --period 1e999999999", 2, "beyond the range of numbers");
}

TEST(orbit, of_a_scheme_without_symmetry_has_no_reversor) {
  expect_orbit_message(example_system("henon-heiles") +
                           " --start y=0.1 --period 6.1 --reversor x=-x --scheme rk4 --steps 40",
                       2, "--reversor needs a symmetric scheme");
}

TEST(orbit, refuses_a_period_of_too_many_steps) {
  expect_orbit_message(file_of("lorenz") + " --period 1e6", 2,
                       "is too long: 200000 steps of the motion from the guess");
}

TEST(orbit, from_a_poor_guess_of_a_long_period_contracts_as_the_field_says) {
  // From the file's start and 12 for the period, over which an error grows by 1e5. The field has the divergence
  // −(sigma + 1 + beta) = −41/3 everywhere, so the product of the multipliers is exp(−41 T/3).
  const auto r = orbit(example_system("lorenz") + " --period 12 --digits 20");
  EXPECT_GE(r.meta.at("shootings").get<int>(), 1);
  const plumbline::precision_scope scope(60);
  const mp period = from_text<mp>(r.values.at("period"));
  const mp product =
      from_text<mp>(r.values.at("multiplier1.re")) * from_text<mp>(r.values.at("multiplier2.re"));
  program::expect_small(mp(product / exp(mp(-41 * period / 3)) - 1), 16);
  EXPECT_GT(from_text<mp>(r.values.at("multiplier1.re")), 1000);
}

// Newton's method on the whole motion does not come from these guesses to an orbit; with the motion cut it does, to the orbit that it finds
// from a nearer guess.
TEST(orbit, that_only_several_shootings_find_is_the_one_that_a_near_guess_gives) {
  const auto cut = orbit(example_system("lorenz") +
                         " --start x=12 --start y=18 --start z=25 --period 4.3 --digits 20");
  EXPECT_GT(cut.meta.at("shootings").get<int>(), 1);
  const auto whole = orbit(example_system("lorenz") +
                           " --start x=12 --start y=18 --start z=25 --period 5.1 --digits 20");
  EXPECT_EQ(whole.meta.at("shootings").get<int>(), 1);
  expect_near(cut.values.at("period"), whole.values.at("period"), 18);
  const auto other = orbit_with_warning(
      example_system("lorenz") + " --start x=1 --start y=1 --start z=25 --period 5.1 --digits 20",
      "run through 3 times");
  EXPECT_GT(other.meta.at("shootings").get<int>(), 1);
  for (const auto* found : {&cut, &other}) {  // the field's divergence is −41/3
    const plumbline::precision_scope scope(60);
    const mp product = from_text<mp>(found->values.at("multiplier1.re")) *
                       from_text<mp>(found->values.at("multiplier2.re"));
    program::expect_small(
        mp(product / exp(mp(-41 * from_text<mp>(found->values.at("period")) / 3)) - 1), 16);
  }
}

TEST(orbit, says_why_none_is_found) {
  expect_orbit_message("pendulum --start q1=0 --period 1", 3, "equilibrium");
  expect_orbit_message(file_of("van-der-pol") + " --start x=0.001 --period 6", 3, "equilibrium");
  expect_orbit_message(file_of("lotka-volterra") + " --period 6.6", 3,
                       "the orbit is not isolated: the multiplier 1 has multiplicity 2, symmetries "
                       "explain 1");
  expect_orbit_message(example_system("figure-eight") + " --period 3 --digits 20", 3,
                       "no periodic orbit");
}

// In the first m is a coordinate that does not change, and nothing says so: each m has an orbit.
TEST(orbit, that_nothing_tells_from_its_neighbours_is_none) {
  const plumbline::testing::text_file family(R"toml(name = "family"
coordinates = ["x", "y", "m"]
[equations]
x = "y"
y = "m*(1 - x^2)*y - x"
m = "0"
[start]
x = "2"
m = "1"
)toml");
  for (const char* const guess : {" --period 6.6", " --section y --direction down"}) {
    expect_orbit_message(family.path() + guess + " --digits 20", 3,
                         "the orbit is not isolated: the multiplier 1 has multiplicity 2, "
                         "symmetries explain 1");
  }
}

// x'' + c x' + 2 x = cos t: |λ|^2 = exp(-2 pi c), of a system whose multipliers are no pairs.
TEST(orbit, of_weak_damping_is_told_from_the_circle) {
  const program::folder place;
  const auto file = (place / "weak.toml").native();
  const auto stability = [&](const std::string& c, const std::string& digits) {
    std::ofstream(file)
        << "name = \"weak\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - x^2 + x*cos(t)\"\n"
           "dissipation = \"" +
               c + "*dot(x)^2/2\"\n";
    return orbit(file + " --period 2*pi --digits " + digits).values.at("stability");
  };
  EXPECT_EQ(stability("1e-25", "40"), "asymptotically-stable");
  EXPECT_EQ(stability("-1e-25", "40"), "unstable");
  EXPECT_EQ(stability("1e-45", "40"), "stable");
  EXPECT_EQ(stability("-3e-20", "20"), "unstable");
  EXPECT_EQ(stability("1e-10", "16"), "asymptotically-stable");
}

// Friction, or a claimed invariant that is off, by less than half of the digits of the search: what is kept has one answer at all precisions.
TEST(orbit, of_what_is_nearly_kept_is_none_or_all) {
  const program::folder place;
  const auto file = (place / "friction.toml").native();
  std::ofstream(file)
      << "name = \"friction\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 + cos(x)\"\n"
         "dissipation = \"c*dot(x)^2/2\"\n[parameters]\nc = \"1/100\"\n[start]\nx = \"1\"\n";
  for (const char* const c : {"1e-15", "1e-16", "1e-17", "-1e-18"}) {
    for (const char* const end : {" --digits 20", " --digits 64", " --digits 20 --prove"}) {
      EXPECT_EQ(
          program::run(program::words("orbit " + file + " --period 6.7 --set c=" + c + end)).code,
          3)
          << c << end;
    }
  }
  // nothing beside 20 digits, but no orbit
  EXPECT_EQ(orbit(file + " --period 6.7 --digits 20 --set c=1e-60").values.at("stability"),
            "stable");
  EXPECT_EQ(program::run(
                program::words("orbit " + file + " --period 6.7 --digits 20 --prove --set c=1e-60"))
                .code,
            3);
  std::ofstream(file) << "name = \"prey\"\ncoordinates = [\"u\", \"v\"]\n[equations]\nu = \"u*(1 - "
                         "v)\"\nv = \"v*(u - 1)\"\n"
                         "[invariants]\nH = \"u - log(u) + v - (1 + 1e-21)*log(v)\"\n[start]\nu = "
                         "\"3/2\"\nv = \"1\"\n";
  for (const char* const digits : {"20", "64"}) {
    EXPECT_EQ(
        program::run(program::words("orbit " + file + " --period 6.6 --digits " + digits)).code,
        digits[0] == '2' ? 0 : 3)
        << digits;
  }
}

TEST(orbit, holds_nothing_twice) {
  const plumbline::testing::text_file star(R"toml(name = "star"
coordinates = ["x", "y"]
lagrangian = "(dot(x)^2 + dot(y)^2)/2 - (x^2 + y^2)/2 - x^2*y + y^3/3"
[start]
y = "1/4"
[velocity]
x = "0.4"
)toml");
  for (const char* const words : {" --section x --direction up --hold x=0.0001",
                                  " --section y-1/4 --direction up --hold y=0.2501",
                                  " --reversor x=-x --period 6.1 --hold p.y=0.0001",
                                  " --reversor x=-x --period 6.1 --hold x=0",
                                  " --reversor x=-x --period 6.1 --continue x=0:0.1:3"}) {
    expect_orbit_message(star.path() + words, 2, "is held already");
  }
  // an isochronous system has no orbit of another period
  expect_orbit_message("harmonic-oscillator --period 1.57 --hold period=1.5708 --digits 20", 3,
                       "equilibrium");
}

// What belongs to a drift can be held at another value than that of the guess.
TEST(orbit, holds_what_belongs_to_a_drift) {
  const plumbline::testing::text_file kepler(R"toml(name = "polar"
coordinates = ["r", "f"]
lagrangian = "(dot(r)^2 + r^2*dot(f)^2)/2 + 1/r - r^2/1000"
[start]
r = "0.7"
[velocity]
f = "1.6"
)toml");
  const auto r = orbit(kepler.path() + " --period 6 --relative f --hold p.f=0.785 --digits 30");
  expect_near(r.values.at("p2"), "0.785", 30);
  const auto as_it_is = orbit(kepler.path() + " --period 6 --relative f --digits 30");
  expect_near(as_it_is.values.at("p2"), "0.784", 30);
  expect_near(r.values.at("energy"), as_it_is.values.at("energy"), 28);
}

// A pendulum on a spring in kilograms, metres and seconds, then in other units of mass, length and time: the numbers are those of the
// first, times the units. Kind: the numbers of the first are those of a shooting by an independent program (Taylor series with
// variational equations, 65 digits, 2026-11-27); the others are consistency.
TEST(orbit, takes_any_unit) {
  const plumbline::testing::text_file file(R"(name = "springp"
coordinates = ["x", "y"]
lagrangian = "m*(dot(x)^2 + dot(y)^2)/2 - m*g*y - k/2*(sqrt(x^2 + y^2) - l)^2"
[parameters]
m = "1"
g = "1"
k = "7"
l = "1"
[start]
x = "0.5"
y = "-1.05"
)");
  const std::string period = "6.948571539110418523568866773171628538397689649457065910812";
  struct units {
    int mass;
    int length;
    int time;
  };
  for (const units& in : {units{0, 0, 0}, units{0, 3, 0}, units{0, 0, -3}, units{3, 0, 0},
                          units{0, 0, 6}, units{-27, -10, -15}, units{18, 6, 3}}) {
    for (const std::string further : {"", " --reversor y=y", " --prove"}) {
      const auto power = [](int k) { return "e" + std::to_string(k); };
      const auto r =
          orbit(file.path() + " --digits 40 --set m=1" + power(in.mass) + " --set l=1" +
                power(in.length) + " --set g=1" + power(in.length - 2 * in.time) + " --set k=7" +
                power(in.mass - 2 * in.time) + " --start x=0.5" + power(in.length) +
                " --start y=-1.05" + power(in.length) + " --period 6.5" + power(in.time) + further);
      const std::string what = "mass " + power(in.mass) + ", length " + power(in.length) +
                               ", time " + power(in.time) + further;
      SCOPED_TRACE(what);
      const plumbline::precision_scope scope(60);
      const auto number = [&r](const std::string& name, int unit) {
        return plumbline::to_text(mp(from_text<mp>(r.values.at(name)) * pow(mp(10), -unit)), 50);
      };
      expect_near(number("period", in.time), period, 37);
      expect_near(number("q1", in.length), "0.4993688490655307762505502134714110960188078", 38);
      expect_near(number("p1", in.mass + in.length - in.time), "0", 40);
      expect_near(number("energy", in.mass + 2 * in.length - 2 * in.time),
                  "-0.957042344729105052791186011241804613437869041", 28);
      expect_near(r.values.at("multiplier1.re"), "0.9998838987924154136843916854405015808983", 38);
      EXPECT_EQ(r.values.at("stability"), "stable");
    }
  }
}

// An angle beside lengths of atoms and of planets, with a shift of the angle.
// Kind: consistency with the same systems in units near 1.
TEST(orbit, takes_an_angle_beside_any_length) {
  const plumbline::testing::text_file polar(R"(name = "polar"
coordinates = ["r", "phi"]
lagrangian = "(dot(r)^2 + r^2*dot(phi)^2)/2 - (r - l)^2/2"
[parameters]
l = "1"
[start]
r = "1.3"
phi = "0"
[velocity]
phi = "0.3"
)");
  const auto at = [&polar](const std::string& unit, const std::string& further) {
    return orbit(polar.path() + " --set l=1" + unit + " --start r=1.3" + unit +
                 " --start v1=0 --start v2=0.3 --period 6 --digits 20" + further);
  };
  const auto near_one = at("", " --relative phi");
  for (const char* const unit : {"e-10", "e11"}) {
    SCOPED_TRACE(unit);
    const auto r = at(unit, " --relative phi");
    expect_near(r.values.at("period"), near_one.values.at("period"), 19);
    expect_near(r.values.at("drift.phi"), near_one.values.at("drift.phi"), 19);
    EXPECT_EQ(r.values.at("stability"), "stable");
  }
}

// Two atoms of argon in SI units: m x'' = -V', V'' = 72 e0/(2^(1/3) s^2) at the minimum.
TEST(orbit, at_rest_takes_any_unit) {
  const plumbline::testing::text_file argon(
      "name = \"argon\"\ncoordinates = [\"x\"]\n"
      "lagrangian = \"m*dot(x)^2/2 - 4*e0*((s/x)^12 - (s/x)^6)\"\n"
      "[parameters]\nm = \"6.6e-26\"\ne0 = \"1.65e-21\"\ns = \"3.4e-10\"\n"
      "[start]\nx = \"3.5e-10\"\n");
  const auto r = orbit(argon.path() + " --equilibrium --digits 34");
  EXPECT_EQ(r.values.at("exponent1.re"), "0");
  EXPECT_EQ(r.values.at("exponent1.im").substr(0, 26), "3515488402639.806549026022");
  // forces of 1e-27 have a zero as forces of 1 have one: x + x^3 = 2 at 1, where the rate is sqrt(1 + 3)
  const plumbline::testing::text_file light(
      "name = \"light\"\ncoordinates = [\"x\"]\n"
      "lagrangian = \"m*(dot(x)^2/2 - x^2/2 - x^4/4 + 2*x)\"\n"
      "[parameters]\nm = \"1e-27\"\n[start]\nx = \"3\"\n");
  for (const char* const more : {" --digits 16", " --digits 40", " --set m=1e24 --digits 16"}) {
    SCOPED_TRACE(more);
    const auto rest = orbit(light.path() + " --equilibrium" + more);
    expect_near(rest.values.at("q1"), "1", 14);
    expect_near(rest.values.at("exponent1.im"), "2", 14);
  }
}

// Five leapfrog steps of the pendulum: a multiplier is 3.065 (an independent program, RATTLE in mpmath, has it too).
TEST(orbit, of_a_scheme_with_long_steps_is_not_called_stable) {
  const plumbline::testing::text_file pendulum(
      "name = \"pend\"\ncoordinates = [\"th\"]\nlagrangian = \"dot(th)^2/2 + cos(th)\"\n");
  const auto r = orbit(pendulum.path() +
                       " --scheme leapfrog --steps 5 --step 7.2/5 --period 7.2 --start th=1.6");
  EXPECT_EQ(r.values.at("stability"), "unstable");
}

}  // namespace
