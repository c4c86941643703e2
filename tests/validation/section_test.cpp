// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Sections on the command line: exit codes, columns, metadata.
#include "validation/program.hpp"

#include <gtest/gtest.h>

namespace {

TEST(section_commands, print_crossings_with_their_direction) {
  const auto r =
      program::run(program::words("integrate harmonic-oscillator --scheme taylor --section q1 "
                                  "--until 1 --direction down --digits "
                                  "20"));
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find("\nt,q1,p1,direction\n0.392699081698724154"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("# crossings: 1\n"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("# start_on_section: no\n"), std::string::npos) << r.out;
}

TEST(section_commands, say_that_a_crossing_is_a_partial_step) {
  const auto r =
      program::run(program::words("integrate harmonic-oscillator --scheme leapfrog --step 1/2 "
                                  "--steps 1 --section q1-1/2 --digits 16"));
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find("# located: partial step\n"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("\n0.25,0.5,-3,-1\n"), std::string::npos) << r.out;
}

TEST(section_commands, stand_in_formulas_of_schemes_that_choose_their_steps) {
  const auto r =
      program::run({"measure", "sections(time, section='q1', count=2)", "harmonic-oscillator",
                    "--scheme", "taylor", "--until", "10", "--digits", "16"});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find("1.17809724509617"), std::string::npos) << r.out;  // 3 π/8
}

TEST(section_commands, end_in_one_line_where_nothing_can_be_decided) {
  const auto undecided =
      program::run(program::words("integrate harmonic-oscillator --scheme taylor --start q1=0 "
                                  "--start p1=4 --section q1-1 --until 2"));
  EXPECT_EQ(undecided.code, 3);
  EXPECT_NE(undecided.err.find("undecided at t = 0.39269908169872"), std::string::npos)
      << undecided.err;
  const auto unknown =
      program::run(program::words("integrate pendulum --scheme taylor --section q9 --until 2"));
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("unknown name 'q9'"), std::string::npos) << unknown.err;
}

// q = 1/2 + t: the angle of (cos q, sin q) is 0 at q = 2 pi k, and jumps between; 1/(q - 3) changes its sign at q = 3 without a zero.
TEST(section_commands, a_jump_is_no_crossing) {
  const program::folder place;
  const std::string file = (place / "free.toml").native();
  program::write(
      file,
      "name = \"free\"\ncoordinates = [\"q\"]\nlagrangian = \"dot(q)^2/2\"\n[start]\nq = "
      "\"1/2\"\n[velocity]\nq = \"1\"\n");
  for (const char* digits : {"16", "30"}) {
    const auto angle =
        program::run({"integrate", file, "--scheme", "leapfrog", "--step", "1/4", "--until", "20",
                      "--section", "atan2(sin(q), cos(q))", "--digits", digits});
    EXPECT_EQ(angle.code, 0) << angle.err;
    EXPECT_NE(angle.out.find("# crossings: 3\n"), std::string::npos) << angle.out;
    for (const char* t : {"\n5.783185307179", "\n12.06637061435", "\n18.34955592153"}) {
      EXPECT_NE(angle.out.find(t), std::string::npos) << angle.out;
    }
    const auto pole = program::run({"integrate", file, "--scheme", "leapfrog", "--step", "1/3",
                                    "--until", "4", "--section", "1/(q - 3)", "--digits", digits});
    EXPECT_EQ(pole.code, 0) << pole.err;
    EXPECT_NE(pole.out.find("# crossings: 0\n"), std::string::npos) << pole.out;
  }
}

// A pendulum that starts at rest on the section leaves it to one side.
TEST(section_commands, a_start_at_rest_on_the_section_is_no_crossing) {
  for (const char* digits : {"16", "40"}) {
    const auto r = program::run({"integrate", "pendulum", "--scheme", "taylor", "--section",
                                 "q1 - pi/2", "--until", "1", "--digits", digits});
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_NE(r.out.find("# crossings: 0\n"), std::string::npos) << r.out;
    EXPECT_NE(r.out.find("# start_on_section: yes\n"), std::string::npos) << r.out;
  }
}

// The angle of (cos t, -sin t) is -1 at t = 1 + 2 pi k, and jumps by 2 pi in between, in the middle of a step of a series.
TEST(section_commands, a_series_finds_crossings_behind_a_jump) {
  for (const char* digits : {"16", "30"}) {
    const auto r = program::run({"integrate", "harmonic-oscillator", "--set", "k=1", "--start",
                                 "q1=1", "--start", "p1=0", "--scheme", "taylor", "--section",
                                 "atan2(p1, q1) + 1", "--until", "20", "--digits", digits});
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_NE(r.out.find("# crossings: 4\n"), std::string::npos) << r.out;
    for (const char* t :
         {"\n1,", "\n7.28318530717958", "\n13.5663706143591", "\n19.8495559215387"}) {
      EXPECT_NE(r.out.find(t), std::string::npos) << r.out;
    }
  }
}

// The motion x = t, y = t^2/2 has short series; those of the sections are long. Kind: truth from closed forms.
TEST(section_commands, series_are_as_short_as_the_section_needs) {
  const program::folder place;
  const std::string file = (place / "line.toml").native();
  program::write(file,
                 "name = \"line\"\ncoordinates = [\"x\", \"y\"]\n[equations]\nx = \"1\"\ny = "
                 "\"x\"\n[start]\nx = \"0\"\ny = \"0\"\n");
  struct crossed {
    std::string formula;
    std::vector<std::string> times;
  };
  const std::vector<crossed> sections = {
      {"cos(x)",
       {"1.570796326794896", "4.712388980384689", "7.853981633974483", "10.99557428756427",
        "14.13716694115406", "17.27875959474386"}},
      {"x^50-1", {"1"}},
      {"cos(25*x) - 1/2 - y",
       {"0.041847447793321", "0.210470304800985", "0.291227299104034", "0.465993510367490",
        "0.537475064154365", "0.725896711603556", "0.779468820733947"}},
      {"log(x+1/3)", {"0.666666666666666"}},
      {"sqrt((x-3)^2 + (y-2)^2) - 2", {"1.335295138014146", "2.825736576716971"}}};
  for (const crossed& each : sections) {
    for (const std::vector<std::string>& how :
         {std::vector<std::string>{"--scheme", "taylor", "--digits", "17"},
          std::vector<std::string>{"--scheme", "taylor", "--digits", "40"},
          std::vector<std::string>{"--certified", "--digits", "40"}}) {
      std::vector<std::string> words = {"integrate",  file,      "--section",
                                        each.formula, "--until", "20"};
      words.insert(words.end(), how.begin(), how.end());
      const auto r = program::run(words);
      EXPECT_EQ(r.code, 0) << each.formula << how.back() << r.err;
      EXPECT_NE(r.out.find("# crossings: " + std::to_string(each.times.size()) + "\n"),
                std::string::npos)
          << each.formula << how.front() << how.back() << r.out;
      for (const std::string& t : each.times) {
        EXPECT_NE(r.out.find("\n" + t), std::string::npos)
            << each.formula << how.front() << how.back() << r.out;
      }
    }
  }
}

// What is steep beside the time of the motion is found, a crossing at a corner is refused in words, and a jump or a pole where a run
// or a step ends ends nothing. x = t.
TEST(section_commands, series_say_what_they_cannot_follow) {
  const program::folder place;
  const std::string file = (place / "line.toml").native();
  program::write(file,
                 "name = \"line\"\ncoordinates = [\"x\", \"y\"]\n[equations]\nx = \"1\"\ny = "
                 "\"x\"\n[start]\nx = \"0\"\ny = \"0\"\n");
  const auto crossed = [&](const std::string& formula, const std::string& until,
                           const std::string& digits, const std::string& more = "") {
    return program::run(program::words("integrate " + file + " --scheme taylor --section " +
                                       formula + " --until " + until + " --digits " + digits +
                                       more));
  };
  struct counted {
    std::string formula;
    std::string until;
    std::string digits;
    std::string count;
  };
  for (const counted& each : {counted{"sqrt((x-1/3)^2+1e-12)-1e-5", "3", "30", "2"},
                              {"sqrt((x-100/3)^2+1e-6)-1e-2", "3000", "16", "2"},
                              {"sqrt((x-10000/3)^2+1e-2)-1", "1000000", "16", "2"},
                              {"atan(1e9*(x-1/3))", "3", "30", "1"},
                              {"x-1/3+1e-3*sqrt((x-1/3-1e-9)^2)", "3", "30", "1"},
                              {"atan2(x-1,-1)-1/2", "1", "16", "0"},
                              {"atan2(x-7/10,-1)-1/2", "7/10", "30", "0"},
                              {"1/(x-1)+5", "3", "16", "1"},
                              {"1/(x-1/3)+5", "3", "30", "1"},
                              {"x^20", "3", "16", "0"}}) {
    const auto r = crossed(each.formula, each.until, each.digits);
    EXPECT_EQ(r.code, 0) << each.formula << r.err;
    EXPECT_NE(r.out.find("# crossings: " + each.count + "\n"), std::string::npos)
        << each.formula << r.out;
  }
  EXPECT_EQ(crossed("atan2(x-1,-1)-1/2", "2", "16", " --step 1/2").code, 0);
  const auto corner = crossed("sqrt((x-1/3)^2)+2*(x-1/3)", "3", "30");
  EXPECT_EQ(corner.code, 3);
  EXPECT_NE(corner.err.find("crosses zero at a corner"), std::string::npos) << corner.err;
  EXPECT_NE(crossed("sqrt(1-x)-1/2", "3", "16").err.find("has no value there"), std::string::npos);
}

// A node that lies on the section but for rounding errors is a crossing: q = cos t at quarters of the period, and a free particle
// that comes to q = 0 after whole steps.
TEST(section_commands, a_crossing_at_a_node_is_no_jump) {
  const auto swing =
      program::run(program::words("integrate harmonic-oscillator --set k=1 --start q1=1 --start "
                                  "p1=0 --scheme exact-oscillator --step "
                                  "period/40 --until 10*period --section q1 --digits 16"));
  EXPECT_EQ(swing.code, 0) << swing.err;
  EXPECT_NE(swing.out.find("# crossings: 20\n"), std::string::npos) << swing.out;
  const program::folder place;
  const std::string file = (place / "free.toml").native();
  program::write(
      file,
      "name = \"free\"\ncoordinates = [\"q\"]\nlagrangian = \"dot(q)^2/2\"\n[start]\nq = "
      "\"-2/5\"\n[velocity]\nq = \"1\"\n");
  for (const char* start : {"q=-2/5", "q=-4/5", "q=-1/10"}) {
    for (const char* digits : {"16", "30", "64"}) {
      const auto r =
          program::run({"integrate", file, "--scheme", "leapfrog", "--step", "1/10", "--until", "2",
                        "--section", "q", "--start", start, "--digits", digits});
      EXPECT_EQ(r.code, 0) << r.err;
      EXPECT_NE(r.out.find("# crossings: 1\n"), std::string::npos) << start << digits << r.out;
    }
  }
}

// x = t: the last node lies on the section, and the motion crosses it there.
TEST(section_commands, count_a_crossing_at_the_last_node) {
  const folder place;
  const std::string file = place / "free.toml";
  write(file,
        "name = \"free\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2\"\n[velocity]\n"
        "x = \"1\"\n");
  for (const std::string scheme : {"leapfrog --step 1/2", "taylor --step 3",
                                   "dormand-prince --tolerance 1e-9", "simpson --step 3"}) {
    const std::string words = "integrate " + file + " --scheme " + scheme + " --until 3 ";
    const auto r = run_well(words + "--section x-3");
    EXPECT_NE(r.out.find("# crossings: 1\n"), std::string::npos) << scheme << r.out;
    const auto stopped = run_well(words + "--stop-at x-3");
    EXPECT_NE(stopped.out.find("# stopped: yes\n"), std::string::npos) << scheme << stopped.out;
  }
  // a node that is on the section but for rounding errors, as ten tenths are 1
  for (const std::string digits : {"16", "34", "64"}) {
    const auto r =
        run_well("integrate " + file +
                 " --scheme leapfrog --step 1/10 --section x-1 --until 1 --digits " + digits);
    EXPECT_NE(r.out.find("# crossings: 1\n"), std::string::npos) << digits << r.out;
  }
  // a turning point there is no crossing: x = t - t^2/2 has its largest value 1/2 at t = 1
  write(file,
        "name = \"thrown\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - x\"\n[velocity]\n"
        "x = \"1\"\n");
  const auto turned = run_well(
      "integrate " + file + " --scheme leapfrog --step 1/2 --section x-1/2 --until 1 --digits 16");
  EXPECT_NE(turned.out.find("# crossings: 0\n"), std::string::npos) << turned.out;
}

// The root has no derivative at 0, so that rounding errors of the formula have no bound: x = cos t crosses 1/2 three times.
TEST(section_commands, cross_where_rounding_errors_have_no_bound) {
  const folder place;
  const std::string file = place / "plane.toml";
  write(file,
        "name = \"plane\"\ncoordinates = [\"x\", \"y\"]\n"
        "lagrangian = \"(dot(x)^2 + dot(y)^2)/2 - (x^2 + y^2)/2\"\n[start]\nx = \"1\"\n");
  const auto r = run({"integrate", file, "--scheme", "simpson", "--step", "1/10", "--until", "10",
                      "--section", "x - 1/2 + sqrt(y^2 + dot(y)^2)"});
  EXPECT_NE(r.out.find("# crossings: 3\n"), std::string::npos) << r.err << r.out;
}

// The largest x of two coupled quartic oscillators, 0.335914177559454457084727 at t = 7.9433100923779238, and the crossings 1e-12 below it
// are from mpmath's odefun with 40 digits. In the rounding errors of double there are two crossings 1e-16 above it, too.
TEST(section_commands, beside_a_later_tangency_have_the_digits_that_are_printed) {
  const program::folder place;
  const std::string file = (place / "quartic.toml").native();
  program::write(file,
                 "name = \"quartic\"\ncoordinates = [\"x\", \"y\"]\nlagrangian = \"(dot(x)^2 + "
                 "3*dot(y)^2)/2 - x^4/4 - y^4/2 - x^2*y^2/5 - x*y/7\"\n[start]\nx = \"0.9\"\ny = "
                 "\"0.3\"\n[velocity]\nx = \"0.1\"\ny = \"-0.4\"\n");
  const std::string run = " --scheme taylor --until 8 --digits 16 ";
  const auto above = program::run(
      program::words("integrate " + file + run + "--section x-0.33591417755945455708"));
  EXPECT_EQ(above.code, 0) << above.err;
  EXPECT_NE(above.out.find("# crossings: 1\n"), std::string::npos) << above.out;
  const auto below = program::run(
      program::words("integrate " + file + run + "--section x-0.33591417755845445708"));
  EXPECT_NE(below.out.find("\n7.94330747613161"), std::string::npos) << below.out;
  EXPECT_NE(below.out.find("\n7.94331270862434"), std::string::npos) << below.out;
  for (const auto& [section, count] :
       {std::pair{"0.33591417755945455708", "1"}, {"0.33591417755845445708", "3"}}) {
    const auto counted = program::run(
        program::words("measure sections " + file + run + "--with section=x-" + section));
    EXPECT_EQ(counted.out.substr(0, counted.out.find('\n')), std::string("crossings = ") + count);
  }
}

// Crossings of log q are those of q = 1, of which steps that end where q < 0 say nothing.
TEST(section_commands, by_steps_warn_where_the_formula_has_no_value) {
  const std::string run =
      "integrate harmonic-oscillator --set k=1 --start q1=2 --scheme rk4 --step 0.9 --until 9 "
      "--digits 16 --section ";
  const auto logarithm = program::run(program::words(run + "log(q1)"));
  EXPECT_EQ(logarithm.code, 0);
  EXPECT_NE(logarithm.err.find("log(q1) has no value at 6 of the nodes"), std::string::npos)
      << logarithm.err;
  EXPECT_EQ(program::run(program::words(run + "q1-1")).err, "");
}

// q1 = 2 cos t passes the pole of 1/(q1 - 1/3) at acos(1/6), and 1/(q1 - 1/3) = -5 at q1 = 2/15.
TEST(section_commands, by_steps_pass_poles) {
  for (const std::string scheme : {"rk4", "simpson", "leapfrog"}) {
    const std::string run = "integrate harmonic-oscillator --set k=1 --start q1=2 --scheme " +
                            scheme + " --step 1/10 --until 7 --digits 16 --section ";
    const auto pole = program::run(program::words(run + "1/q1"));
    EXPECT_NE(pole.out.find("# crossings: 0\n"), std::string::npos) << scheme << pole.err;
    const auto beside = program::run(program::words(run + "1/(q1-1/3)+5"));
    EXPECT_NE(beside.out.find("# crossings: 2\n"), std::string::npos) << scheme << beside.err;
  }
}

TEST(section_commands, a_series_says_that_a_rate_is_singular_at_the_start) {
  const auto r = program::run(
      program::words("integrate harmonic-oscillator --set k=1 --start q1=2 --scheme taylor --until "
                     "7 --section asin(q1/2) --digits 16"));
  EXPECT_EQ(r.code, 3);
  EXPECT_NE(r.err.find("or is singular"), std::string::npos) << r.err;
}

}  // namespace
