// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What a user may get wrong. Kind: black box; each command must end with its exit code, one clear line on
// standard error that names the culprit, and nothing on standard output.
#include "validation/program.hpp"

namespace {

struct bad_command {
  const char* command;
  const char* said;  ///< a part of the message
};

class bad_input : public ::testing::TestWithParam<bad_command> {};

TEST_P(bad_input, is_one_line_and_exit_code_2) {
  const auto r = program::run(program::words(GetParam().command));
  program::expect_refused(r, 2, GetParam().command);
  EXPECT_NE(r.err.find(GetParam().said), std::string::npos) << GetParam().command << "\n" << r.err;
}

#define RUN "integrate pendulum --scheme simpson "
INSTANTIATE_TEST_SUITE_P(
    usage, bad_input,
    ::testing::Values(
        bad_command{"", "command is missing"}, bad_command{"integrte", "did you mean 'integrate'?"},
        bad_command{"--nonsense", "unknown option '--nonsense'"},
        bad_command{"integrate pendulum --schem simpson --step 1 --steps 1",
                    "did you mean '--scheme'?"},
        bad_command{RUN "--step 0.1 --steps 1 surplus", "'surplus' is one word too many"},
        bad_command{"integrate pendlum --scheme simpson --step 1 --steps 1",
                    "did you mean 'pendulum'?"},
        bad_command{"integrate pendulum --scheme simson --step 1 --steps 1",
                    "did you mean 'simpson'?"},
        bad_command{"integrate pendulum --step 1 --steps 1", "--scheme"},
        bad_command{"integrate --scheme simpson --step 1 --steps 1", "system"},
        bad_command{"integrate", "the name of a system is missing"},
        bad_command{"converge", "the name of a system is missing"},
        bad_command{"measure period", "the name of a system is missing"},
        bad_command{"integrate pendulum --scheme simpson-linear --step 1 --steps 1",
                    "linear-double-pendulum"},
        bad_command{"integrate bilinear-oscillator --scheme gauss-collocation --step 1 --steps 1",
                    "implicit tables such as radau-iia take every system"},
        bad_command{RUN "--step nutation_period/20 --steps 1",
                    "known here: pi, sqrt(...), m, omega, period"},
        bad_command{RUN "--step 1 --steps 1 --set omga=1", "did you mean 'omega'?"},
        bad_command{RUN "--step 1 --steps 1 --set omega", "NAME=VALUE"},
        bad_command{RUN "--step 1 --steps 1 --set omega=1 --set omega=2", "twice"},
        bad_command{RUN "--step 1 --steps 1 --start q7=1", "q7"},
        bad_command{RUN "--step 1 --steps 1 --start q1=1 --start x1=2", "twice"},
        bad_command{"integrate double-pendulum --scheme simpson --step 1 --steps 1 --start p1=1 "
                    "--start v2=2",
                    "not both"},
        bad_command{RUN "--step 1 --steps 1 --observe enrgy", "did you mean 'energy'?"},
        bad_command{RUN "--step 1 --steps 1 --observe energy,v1,energy",
                    "the column energy is named twice"},
        bad_command{
            "integrate lagrange-top --scheme rk4 --step 1/1000 --steps 1 --observe p1,momentum",
            "the column p1 is named twice"},
        bad_command{RUN "--step 1 --steps 1 --format xml", "csv"},
        bad_command{RUN "--step 1 --steps 1 --every 0", "--every"},
        bad_command{"exact pendulum --times 1 --step 1 --steps 2", "give either --times"},
        bad_command{"integrate pendulum --scheme rk4 --start q1=pi --step period/20 --steps 1",
                    "this motion of pendulum has no period"},
        bad_command{"show pendlum", "did you mean 'pendulum'?"}, bad_command{"show", "name"},
        bad_command{"list things", "systems"}, bad_command{"completion tcsh", "bash"}));

INSTANTIATE_TEST_SUITE_P(
    numbers, bad_input,
    ::testing::Values(
        bad_command{RUN "--step 0 --steps 10", "--step must be positive"},
        bad_command{RUN "--step -1 --steps 10", "--step must be positive"},
        bad_command{RUN "--step nan --steps 10", "nan"},
        bad_command{RUN "--step inf --steps 10", "inf"},
        bad_command{RUN "--step 1/0 --steps 10", "divides by zero"},
        bad_command{RUN "--step sqrt(-1) --steps 10", "negative"},
        bad_command{RUN "--step 0.1 --steps -3", "--steps"},
        bad_command{RUN "--step 0.1 --steps 1.5", "--steps"},
        bad_command{RUN "--step 0.1 --steps 99999999999999999999", "--steps"},
        bad_command{RUN "--step 0.1", "--until"},
        bad_command{RUN "--step 0.1 --steps 1 --until 1", "either"},
        bad_command{RUN "--step 0.3 --until 1", "nearest steps that fit"},
        bad_command{RUN "--step 0.1 --until -1", "negative"},
        bad_command{RUN "--step 0.1 --steps 1 --digits 0",
                    "--digits must be a whole number from 1 to 100000"},
        bad_command{RUN "--step 0.1 --steps 1 --digits 1e9", "--digits"},
        bad_command{RUN "--step 0.1 --steps 1 --digits 100001", "--digits"},
        bad_command{RUN "--step 0.1 --steps 1 --digits abc", "--digits"},
        bad_command{RUN "--step 0.1 --steps 1 --digits -3", "--digits"},
        bad_command{RUN "--step 0.1 --steps 1 --set m=0", "positive"},
        bad_command{RUN "--step 0.1 --steps 1 --set m=-1", "positive"},
        bad_command{RUN "--step 0.1 --steps 1 --set m=nan", "nan"},
        bad_command{RUN "--step 0.1 --steps 1 --set m=1e400 --digits 16", "range"},
        bad_command{RUN "--step 0.1 --steps 1 --start q1=1+i", "not real"},
        bad_command{"integrate double-pendulum --scheme simpson --step 0.1 --steps 1 --set m1=-1",
                    "m1"},
        bad_command{"integrate double-pendulum --scheme simpson --step period/20 --steps 1",
                    "period"},
        bad_command{"converge pendulum --scheme simpson --until 1 --steps 10,x", "--steps"},
        bad_command{"converge pendulum --scheme simpson --until 1 --steps 10,,20", "empty parts"},
        bad_command{"converge pendulum --scheme simpson --until 0 --steps 10", "--until"},
        bad_command{"converge pendulum --scheme simpson,simpson --until 1 --steps 10", "twice"},
        bad_command{"converge pendulum --scheme simpson --until 1 --steps 10 --norm sup", "max"},
        bad_command{"converge pendulum --scheme simpson --until 1 --steps 10 --jobs 0", "--jobs"},
        bad_command{"exact double-pendulum --times 0", "no exact solution"},
        bad_command{"exact pendulum --times 1,nan", "nan"},
        bad_command{"exact pendulum", "--times"},
        bad_command{"exact pendulum --times 1 --step 1 --steps 2", "--times"},
        bad_command{"measure energy-eror pendulum --scheme simpson --step 0.1 --steps 1",
                    "did you mean 'energy-error'?"},
        bad_command{"measure entropy pendulum --scheme simpson --step 0.1 --steps 1",
                    "symplecticity"},
        bad_command{"exact lagrange-top --start theta=0 --times 1", "axis"},
        bad_command{
            "integrate reduced-lagrange-top --scheme rk4 --step 0.1 --steps 1 --start theta=0",
            "axis"},
        bad_command{"integrate reduced-lagrange-top --scheme simpson --step 0.1 --steps 1",
                    "it fits"},
        bad_command{"integrate reduced-lagrange-top --scheme rk4 --step 0.1 --steps 1 --start p1=0",
                    "theta"},
        bad_command{"integrate pendulum --scheme gauss-collocation --set stages=0 --step 0.1 "
                    "--steps 1",
                    "positive"},
        bad_command{"measure stability-limit pendulum --scheme simpson --step 0.1", "--step"}));

INSTANTIATE_TEST_SUITE_P(
    functions, bad_input,
    ::testing::Values(bad_command{"evaluate pendulum --functions boost", "no elliptic functions"},
                      bad_command{"evaluate ellint-q m=1", "did you mean"},
                      bad_command{"evaluate ellint-k", "needs the argument m"},
                      bad_command{"evaluate ellint-k m=1", "ellint_k"},
                      bad_command{"evaluate ellint-k m=2", "ellint_k"},
                      bad_command{"evaluate ellint-k m=1/2 m1=1/2", "not both"},
                      bad_command{"evaluate ellint-k k=1/2", "unknown argument"},
                      bad_command{"evaluate ellint-k m=1/2+i", "not real"},
                      bad_command{"evaluate ellint-k m=x", "'x'"},
                      bad_command{"evaluate weierstrass-p z=0 g2=4 g3=1", "pole"},
                      bad_command{"evaluate weierstrass-p z=pi g2=4/3 g3=8/27", "pole"},
                      bad_command{"evaluate weierstrass-half-periods g2=3 g3=1", "degenerate"},
                      bad_command{"evaluate weierstrass-half-periods g2=4/3 g3=8/27", "degenerate"},
                      bad_command{
                          "evaluate weierstrass-half-periods g2=3*sqrt(2) g3=sqrt(2*sqrt(2))",
                          "degenerate"},
                      bad_command{"evaluate weierstrass-p z=1 g2=i g3=1", "not real"}));
#undef RUN

TEST(bad_input, singular_matrices_are_refused) {
  const program::folder place;
  const auto check = [&](const std::string& toml, const std::string& said) {
    std::ofstream(place / "m.toml") << toml;
    const auto r =
        program::run({"integrate", "quadratic", "--matrices", (place / "m.toml").native(),
                      "--scheme", "simpson", "--step", "0.1", "--steps", "1"});
    program::expect_refused(r, 2, toml);
    EXPECT_NE(r.err.find(said), std::string::npos) << r.err;
  };
  check("M = [[1, 1], [1, 1]]\nK = [[1, 0], [0, 1]]\n", "singular");
  check("M = [[0.1, 0.3], [0.3, 0.9]]\nK = [[1, 0], [0, 1]]\n", "singular");
  check("K = [[1, 0], [0, 1]]\nM = [[1, 2],\n[0, 1]]\n",
        "m.toml' line 3: M is not symmetric: entries (2,1) and (1,2) differ");
  check("M = [[1]]\nK = [[\"x\"]]\n", "m.toml' line 2: K: the value 'x' has the unknown name 'x'");
  check("M = [[1, 0], [0]]\nK = [[1, 0], [0, 1]]\n", "line 1");
  check("M = [[1, 0], [0, 1]]\n", "lacks the matrix K");
  check("M = [[1]]\nK = [[1, 0], [0, 1]]\n", "rows");
  check("M = [[nan]]\nK = [[1]]\n", "nan");
  check("M = [[1]\nK = [[1]]\n", "line");
  check("M = [[\"2+\"]]\nK = [[1]]\n", "line 1");
}

TEST(bad_input, a_file_that_is_not_there_is_exit_code_4) {
  program::expect_refused(
      program::run(program::words("integrate quadratic --matrices /no/such.toml --scheme simpson "
                                  "--step 0.1 --steps 1")),
      4, "a missing file");
}

}  // namespace
