// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Tables in the sources of other software. Kind: truth from outside (errors that were published, and the same tables put
// right), properties (one table in four languages is one table), and wrong input.
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/catalogue/foreign_schemes.hpp>
#include <plumbline/core/errors.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace plumbline {
namespace {

std::vector<foreign_scheme> read(source_language language, const std::string& text) {
  return parse_foreign_schemes(text, language, "tables");
}

/// The only table of a text.
scheme_table table_of(source_language language, const std::string& text) {
  const auto found = read(language, text);
  EXPECT_EQ(found.size(), 1U);
  EXPECT_EQ(found.at(0).problem, "");
  return found.at(0).table.value();
}

std::string value(const audit_report& report, const std::string& name) {
  const audit_row* row = report.find(name);
  return row == nullptr ? "(no row)" : row->value;
}

/// By the way of a file, as the program reads it.
foreign_scheme load(const std::string& ending, const std::string& text,
                    const std::string& name = {}) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("plumbline-foreign-" + std::to_string(::getpid()) + ending);
  std::ofstream(path) << text;
  const auto found = load_foreign_schemes({path, name});
  std::filesystem::remove(path);
  return found.at(0);
}

constexpr const char* heun_of_c = R"(
/* a list */
ARK_BUTCHER_TABLE(MY_NONE, {
    return NULL;
  })
ARK_BUTCHER_TABLE(MY_HEUN_2_1_2, { /* Heun-Euler */
    ARKodeButcherTable B = ARKodeButcherTable_Alloc(2, SUNTRUE);
    const sunrealtype half = SUN_RCONST(1.0) / SUN_RCONST(2.0);
    B->q = 2;
    B->p = 1;
    B->A[1][0] = SUN_RCONST(1.0);
    B->b[0] = half;
    B->b[1] = SUN_RCONST(1.0) - half;
    B->d[0] = SUN_RCONST(1.0);
    B->c[1] = SUN_RCONST(1.0);
    return B;
  })
)";
constexpr const char* heun_of_julia = R"(
function MyHeun(::Type{T}=Float64) where {T}
    a = @big [[ 0   0 ]
              [ 1   0 ]]
    b = @big  [ 1//2,  1//2 ]
    c = @big  [ 0,     1    ]
    bhat = T[1; 0]   # Euler
    o = 2
    adaptiveorder = 1
    Tableau{T}(:MyHeun, o, a, b, c)
end
)";
constexpr const char* heun_of_python = R"(
class MyHeun(RungeKutta):
    """A = [[1]] in the words of a docstring is no table."""
    order = 2
    error_estimator_order = 1
    A = np.array([[0, 0], [Fraction(1, 1), 0.0]], dtype=float)
    b = np.array([1/2,
                  1/2])  # weights
    c = (0, 1)
    bhat = [1, 0]
)";
constexpr const char* heun_of_numbers = R"(
order = 2
embedded-order = 1
0 |
1 | 1
--+------
  | 1/2 1/2
  | 1 0
)";

TEST(foreign_schemes, are_one_table_in_every_language) {
  const std::vector<std::pair<source_language, const char*>> texts = {
      {source_language::c, heun_of_c},
      {source_language::julia, heun_of_julia},
      {source_language::python, heun_of_python},
      {source_language::numbers, heun_of_numbers}};
  for (const auto& [language, text] : texts) {
    const scheme_table table = table_of(language, text);
    EXPECT_EQ(table.stages, 2) << text;
    EXPECT_EQ(table.claims.order, 2) << text;
    EXPECT_EQ(table.claims.embedded_order, 1) << text;
    const auto x = coefficients_in<double>(table);
    EXPECT_EQ(x.a(1, 0), 1) << text;
    EXPECT_EQ(x.a(0, 0) + x.a(0, 1) + x.a(1, 1), 0) << text;
    EXPECT_EQ(x.b[0], 0.5) << text;
    EXPECT_EQ(x.b[1], 0.5) << text;
    EXPECT_EQ(x.c[1], 1) << text;
    EXPECT_EQ(x.bhat[0], 1) << text;
    EXPECT_EQ(x.bhat[1], 0) << text;
    EXPECT_FALSE(audit(table).is_wrong) << text;
  }
}

// Ralston's method with the zeros on its diagonal, Kutta's third-order one, Lobatto IIIA and an embedded one-stage method.
constexpr const char* dictionaries = R"(
from fractions import Fraction as F
METHODS = {
    "heun": {"order": 2, "A": [[0, 0], [1, 0]], "b": [1/2, 1/2]},
    'radau_iia': {
        'A': [[5/12, -1/12], [3/4, 1/4]],
        'order': 3,
        'b': [3/4, 1/4],
    },
    "kutta": dict(A=[[0, 0, 0], [F(1, 2), 0, 0], [-1, 2, 0]], b=[F(1, 6), F(2, 3), F(1, 6)], order=3),
}
SUZUKI = {"order": 1, "A": [[0]], "b": [1]}

class Lobatto:
    A = np.array([[0, 0, 0], [5/24, 1/3, -1/24], [1/6, 2/3, 1/6]])
    b = A[-1, :]
    order = 4

def forest():
    tolerances = {"rtol": 1e-3}
    A = [[0, 0], [1, 0]]
    b = A[1][::-1]
    options = {"order": 1}
    return A, b
)";

TEST(foreign_schemes, of_python_stand_in_dictionaries_and_take_rows_from_one_another) {
  const auto found = read(source_language::python, dictionaries);
  std::vector<std::string> names;
  for (const foreign_scheme& scheme : found) {
    names.push_back(scheme.name);
    ASSERT_EQ(scheme.problem, "") << scheme.name;
    EXPECT_FALSE(audit(*scheme.table).is_wrong) << scheme.name;
  }
  EXPECT_EQ(names, (std::vector<std::string>{"heun", "radau_iia", "kutta", "SUZUKI", "Lobatto",
                                             "forest"}));
  EXPECT_EQ(found.at(1).table->claims.order, 3);
  EXPECT_EQ(found.at(2).table->claims.order, 3);
  const auto lobatto = coefficients_in<double>(*found.at(4).table);
  EXPECT_EQ(lobatto.b[0], 1. / 6);
  EXPECT_EQ(lobatto.b[1], 2. / 3);
  const auto euler = coefficients_in<double>(*found.at(5).table);
  EXPECT_EQ(euler.b[0], 0);
  EXPECT_EQ(euler.b[1], 1);
}

TEST(foreign_schemes, of_numbers_may_have_their_zeros) {
  for (const auto& [text, order] : {std::pair{"0,0\n2/3,2/3\n,1/4,3/4\n", "2"},
                                    {"0\n2/3,2/3\n,1/4,3/4\n", "2"},
                                    {"0,0\n1/2,1/2,0\n1,-1,2,0\n,1/6,2/3,1/6\n", "3"},
                                    {"0 0 0\n1 1/2 1/2\n1/2 1/2\n", "2"},
                                    {"1/2 1/2\n1\n1\n", "2"},
                                    {"0 0 0\n1 1 0\n2 1/2 1/2\n1 1 0\n", "2"}}) {
    const audit_report report = audit(table_of(source_language::numbers, text));
    EXPECT_EQ(value(report, "order"), order) << text;
    EXPECT_FALSE(report.is_wrong) << text;
  }
  const auto refused =
      parse_foreign_schemes("0 0 0 0\n1 1/2 1/2\n1/2 1/2\n", source_language::numbers, "a.txt");
  EXPECT_NE(refused.at(0).problem.find("3 rows of 4, 3, 2 numbers"), std::string::npos)
      << refused.at(0).problem;
}

TEST(foreign_schemes, of_numbers_may_have_the_exponents_of_fortran) {
  const scheme_table table =
      table_of(source_language::numbers, "0.0D0 0.0\n5.0D-1 5.0d-1\n  0.0D0 1.0D0\norder = 2\n");
  EXPECT_EQ(coefficients_in<double>(table).a(1, 0), 0.5);
  EXPECT_FALSE(audit(table).is_wrong);
}

TEST(foreign_schemes, of_c_say_where_whole_numbers_are_divided) {
  const auto notes_of = [](const std::string& weights) {
    const std::string text =
        "static const double A[2][2] = {{0}, {1.0}};\n"
        "static const double b[] = {" +
        weights + "};\n";
    return parse_foreign_schemes(text, source_language::c, "a.c").at(0).notes;
  };
  EXPECT_TRUE(notes_of("1.0/2, 1/2.0").empty());
  EXPECT_TRUE(notes_of("1.0*1/2, 2.0/2/2").empty());
  EXPECT_TRUE(notes_of("4/4, 0.5").empty());
  ASSERT_EQ(notes_of("1/2, 1/2").size(), 1U);
  EXPECT_NE(notes_of("1/2, 0.5").at(0).find("b has 1/2, of which C makes a whole number"),
            std::string::npos);
}

TEST(foreign_schemes, keep_exact_values) {
  const scheme_table table = table_of(source_language::julia, R"(
function gauss(T)
    γ = √3/6
    A = [ 1//4    1//4-γ
          1//4+γ  1//4 ]
    b = [2//2^2, big"0.5"]
    c = [1/2 - γ; 1/2 + sqrt(T(3))/2//1 / 3]
end)");
  const audit_report report = audit(table);
  EXPECT_EQ(value(report, "order-exact"), "4");
  EXPECT_EQ(value(report, "symplectic"), "true");
  EXPECT_EQ(value(report, "row-sums"), "0");
}

// Julia: the product 2a binds like a power, 1/2//3 is 1/(2//3), [1 -2] has two numbers and [1 - 2] one.
TEST(foreign_schemes, follow_the_rules_of_the_language) {
  const auto x = coefficients_in<double>(
      table_of(source_language::julia, "α = 1//4\na = [1/2//3, 2α^2, 1 - 2]\nb = [1 -2 3;]\n"));
  EXPECT_EQ(x.drifts[0], 1.5);
  EXPECT_EQ(x.drifts[1], 0.125);
  EXPECT_EQ(x.drifts[2], -1);
  EXPECT_EQ(x.b[1], -2);
}

// What other software leaves out: diffrax the first row and the first node, scipy the stage at the end of the step.
TEST(foreign_schemes, fill_in_what_is_left_out) {
  const scheme_table diffrax = table_of(source_language::python, R"(
_tableau = ButcherTableau(
    a_lower=(
        np.array([1 / 2]),
        np.array([0.0, 3 / 4]),
        np.array([2 / 9, 1 / 3, 4 / 9]),
    ),
    b_sol=np.array([2 / 9, 1 / 3, 4 / 9, 0.0]),
    b_error=np.array([2 / 9 - 7 / 24, 1 / 3 - 1 / 4, 4 / 9 - 1 / 3, -1 / 8]),
    c=np.array([1 / 2, 3 / 4, 1.0]),
)
)");
  const scheme_table scipy = table_of(source_language::python, R"(
class RK23(RungeKutta):
    C = np.array([0, 1/2, 3/4])
    A = np.array([
        [0, 0, 0],
        [1/2, 0, 0],
        [0, 3/4, 0]
    ])
    B = np.array([2/9, 1/3, 4/9])
    E = np.array([5/72, -1/12, -1/9, 1/8])
)");
  for (const scheme_table& table : {diffrax, scipy}) {
    const audit_report report = audit(table);
    EXPECT_EQ(table.stages, 4);
    EXPECT_EQ(value(report, "order"), "3");
    EXPECT_EQ(value(report, "embedded-order"), "2");
    EXPECT_EQ(value(report, "row-sums"), "0");
  }
}

// A two-stage table of which a public library claims order 2: sum b c is 2. With a[2][1] = -1/2, a[2][2] = 1 and c = [1/2, 1/2]
// it would be 1/2.
TEST(foreign_schemes, published_error_in_the_nodes_is_found) {
  const std::string text = R"(
function KraaijevangerSpijker(T)
    a = [[ 1/2   0 ]
         [-1/2   2 ]]
    b = [-1/2, 3/2 ]
    c = [ 1/2, 3/2 ]
    o = 2
end)";
  const audit_report report = audit(table_of(source_language::julia, text));
  EXPECT_TRUE(report.is_wrong);
  EXPECT_EQ(value(report, "order"), "1");
  EXPECT_EQ(report.find("order")->verdict, "refuted");
}

// McLachlan's composition of order 4: the coefficients are right, and so is the order in which they are applied backwards only.
TEST(foreign_schemes, published_error_in_the_order_of_composition_is_found) {
  const auto text = [](const std::string& a, const std::string& b) {
    return R"(
function coefficients(::McLachlan4, ::Type{T}=Float64) where {T}
    a = Array{T}(@big [ (146 +  5*√19) / 540,
                        ( -2 + 10*√19) / 135,
                                     1 / 5,
                        (-23 - 20*√19) / 270,
                        ( 14 -    √19) / 108])
    SplittingCoefficientsNonSymmetric(:McLachlan, 4, )" +
           a + ", " + b + ")\nend\n";
  };
  const auto wrong = read(source_language::julia, text("a", "a[end:-1:1]"));
  EXPECT_EQ(wrong.at(0).name, "McLachlan4");
  const audit_report report = audit(wrong.at(0).table.value());
  EXPECT_EQ(value(report, "order"), "2");
  EXPECT_EQ(report.find("order")->verdict, "refuted");
  const auto right = table_of(source_language::julia, text("a[end:-1:1]", "a"));
  EXPECT_EQ(value(audit(right), "order-exact"), "4");
}

// Cash's method of order 4: with the numbers of SUNDIALS 6.4.1, which are false from the tenth or eleventh decimal on, and with
// those of later releases, rounded to 12 decimals.
TEST(foreign_schemes, published_error_in_digits_is_found) {
  const auto is_wrong = [](const std::vector<std::string>& x) {
    const std::string& g = x[0];
    const std::vector<std::vector<std::string>> rows = {
        {g}, {x[1], g}, {x[2], x[3], g}, {x[4], x[5], x[6], g}, {x[7], x[8], x[9], x[10], g}};
    std::string text = "ARK_BUTCHER_TABLE(CASH, {\n  B->q = 4;\n";
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t k = 0; k < rows[i].size(); ++k) {
        text += "  B->A[" + std::to_string(i) + "][" + std::to_string(k) + "] = RCONST(" +
                rows[i][k] + ");\n";
      }
    }
    for (std::size_t k = 0; k < rows.size(); ++k) {
      text += "  B->b[" + std::to_string(k) + "] = B->A[4][" + std::to_string(k) + "];\n";
    }
    return audit(table_of(source_language::c, text + "})")).is_wrong;
  };
  EXPECT_TRUE(is_wrong({"0.435866521508", "-1.13586652150", "1.08543330679", "-0.721299828287",
                        "0.416349501547", "0.190984004184", "-0.118643265417", "0.896869652944",
                        "0.0182725272734", "-0.0845900310706", "-0.266418670647"}));
  EXPECT_FALSE(is_wrong({"0.435866521508", "-1.135866521508", "1.085433306501", "-0.721299828010",
                         "0.416349501579", "0.190984004180", "-0.118643265460", "0.896869652970",
                         "0.018272527274", "-0.084590031102", "-0.266418670651"}));
}

// Numbered constants are applied with b1 first. McLachlan and Atela's table of order 4 has it for q'' = f(q) only.
TEST(foreign_schemes, numbered_constants_are_a_splitting) {
  const std::string ruth = R"(
function Ruth3ConstantCache(T, T2)
    a1 = convert(T, 2 // 3)
    a2 = convert(T, -2 // 3)
    a3 = convert(T, 1)
    b1 = convert(T, 7 // 24)
    b2 = convert(T, 3 // 4)
    b3 = convert(T, -1 // 24)
end)";
  EXPECT_EQ(value(audit(table_of(source_language::julia, ruth)), "order-exact"), "3");
  const foreign_scheme atela = load(".c", R"(
static ARKodeSPRKTable McLachlan4(void)
{
  sprk_table->q       = 4;
  sprk_table->a[0]    = SUN_RCONST(0.515352837431122936);
  sprk_table->a[1]    = -SUN_RCONST(0.085782019412973646);
  sprk_table->a[2]    = SUN_RCONST(0.441583023616466524);
  sprk_table->a[3]    = SUN_RCONST(0.128846158365384185);
  sprk_table->ahat[0] = SUN_RCONST(0.134496199277431089);
  sprk_table->ahat[1] = -SUN_RCONST(0.224819803079420806);
  sprk_table->ahat[2] = SUN_RCONST(0.756320000515668291);
  sprk_table->ahat[3] = SUN_RCONST(0.33400360328632142);
  return sprk_table;
})");
  const audit_report report = audit(atela.table.value());
  EXPECT_FALSE(report.is_wrong);
  EXPECT_EQ(value(report, "order"), "4");
  ASSERT_EQ(atela.notes.size(), 1U);
  EXPECT_EQ(atela.notes[0],
            "of order 4 where the kinetic energy is quadratic, of order 3 elsewhere");
}

// A copy of PEFRL in which the drifts do not sum to 1, because one of them lacks its exponent.
TEST(foreign_schemes, published_error_in_a_splitting_is_found) {
  const auto text = [](const std::string& chi) {
    return "order = 4\nxi = 0.1786178958448091\nlam = -0.2123418310626054\nchi = " + chi +
           "\na = xi chi 1.1324752106-xi-1/10 chi xi\nb = (1-2*lam)/2 lam lam (1-2*lam)/2\n";
  };
  const auto report = audit(table_of(source_language::numbers, text("-0.6626458266981849")));
  EXPECT_TRUE(report.is_wrong);
  const auto right = audit(table_of(
      source_language::numbers,
      "order = 4\nxi = 0.1786178958448091\nlam = -0.2123418310626054\nchi = -0.06626458266981849\n"
      "a = xi chi 1-2*(chi+xi) chi xi\nb = (1-2*lam)/2 lam lam (1-2*lam)/2\n"));
  EXPECT_FALSE(right.is_wrong);
  EXPECT_EQ(value(right, "order"), "4");
}

TEST(foreign_schemes, several_of_a_file_have_names) {
  const std::string text = std::string(heun_of_python) + R"(
class Tables:
    def first():
        A = [[0]]
        b = [1]
        A = [[1/2]]
        b = [1]
        c = [1/2]
)";
  const auto found = read(source_language::python, text);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].name, "MyHeun");
  EXPECT_EQ(found[2].name, "first-16");
  EXPECT_EQ(found[2].line, 16);
  EXPECT_EQ(load(".py", text, "MyHeun").table->stages, 2);
  EXPECT_THROW((void)load(".py", text, "MyHeum"), invalid_input);
}

TEST(foreign_schemes, of_a_module_stand_before_and_behind_its_functions) {
  const auto found = read(source_language::python, std::string(heun_of_python) + R"(
def midpoint():
    a = [[0, 0], [1/2, 0]]
    b = [0, 1]
    return a, b
gamma = [1.3512071919596578, -1.7024143839193153, 1.3512071919596578]
)");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[1].name, "midpoint");
  EXPECT_EQ(found[2].name, "tables");
  EXPECT_EQ(found[2].problem, "");
  EXPECT_EQ(found[2].line, 16);
}

// The brackets of what a function takes may stand on lines of their own.
TEST(foreign_schemes, of_functions_over_several_lines_have_their_names) {
  const auto found = read(source_language::python, R"(
def first(
    x,
):
    A = [[0, 0], [1, 0]]
    b = [1/2, 1/2]

def second(
    x,
):
    A = [[0, 0], [1/2, 0]]
    b = [0, 1]
)");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].name, "first");
  EXPECT_EQ(found[1].name, "second");
}

// What a short function does is no part of the one before it.
TEST(foreign_schemes, of_a_function_of_one_line_are_its_own) {
  const auto found = read(source_language::julia, std::string(heun_of_julia) + R"(
unit(n) = ones(n) / n
)");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].problem, "");
  EXPECT_EQ(
      table_of(source_language::julia, "A = [0 0; 1 0]\ng(x) = x^2\nb = [1/2, 1/2]\nc = [0, 1]\n")
          .stages,
      2);
}

// The last value of a list is its value. A block that begins with all lists is another table.
TEST(foreign_schemes, take_the_last_value_of_a_list) {
  const std::string heun = "A = [[0, 0], [1, 0]]\nb = [1/2, 1/2]\n";
  const scheme_table again =
      table_of(source_language::python, heun + "b = [1/2, 1/3]\norder = 2\n");
  EXPECT_EQ(again.claims.order, 2);
  const audit_report report = audit(again);
  EXPECT_TRUE(report.is_wrong);
  EXPECT_EQ(value(report, "order"), "0");
  for (const char* const more : {"", "c = [0, 1]\n", "bhat = [1, 0]\nc = [0, 1]\n"}) {
    EXPECT_EQ(
        read(source_language::python, heun + more + "A = [[0, 0], [1/2, 0]]\nb = [0, 1]\n").size(),
        2U);
  }
}

// Crouzeix's γ = 1 − 1/√2 stands in three places; where one of them has another digit, that one is wrong and none of the others.
TEST(foreign_schemes, with_a_wrong_copy_of_a_number_name_the_copy) {
  const audit_report report = audit(table_of(
      source_language::python,
      "A = [[0.2928932188134524, 0], [0.7071067811865476, 0.2928932118134524]]\n"
      "b = [0.7071067811865476, 0.2928932188134524]\nc = [0.2928932188134524, 1]\norder = 2\n"));
  EXPECT_TRUE(value(report, "suspect-digits").starts_with("A[2][2] is 0.2928932118134524; with"))
      << value(report, "suspect-digits");
}

// Nyström's method of order 4: bbar belongs to the positions.
TEST(foreign_schemes, with_weights_of_positions_are_nystrom_tables) {
  const scheme_table table =
      table_of(source_language::python,
               "class RKN4:\n    c = [0, 1/2, 1]\n    A = [[0, 0, 0], [1/8, 0, 0], [0, 1/2, 0]]\n"
               "    bbar = [1/6, 1/3, 0]\n    b = [1/6, 2/3, 1/6]\n    order = 4\n");
  EXPECT_EQ(table.kind, table_kind::nystrom);
  EXPECT_FALSE(audit(table).is_wrong);
}

// McLachlan and Atela's splitting has order 4 where the kinetic energy is quadratic; a digit of ahat[1] is wrong, 0.2248198….
TEST(foreign_schemes, with_a_wrong_number_are_read_as_what_the_right_one_makes_of_them) {
  const scheme_table table =
      load(".py",
           "a = [0.515352837431122936, -0.085782019412973646, 0.441583023616466524, "
           "0.128846158365384185]\nahat = [0.134496199277431089, -0.224891803079420806, "
           "0.756320000515668291, 0.33400360328632142]\norder = 4\n")
          .table.value();
  EXPECT_TRUE(table.quadratic_kinetic);
  const std::string text = value(audit(table), "suspect-digits");
  EXPECT_TRUE(text.starts_with("b[2] is -0.224891803079420806; with the value -0.22481980307942"))
      << text;
}

TEST(foreign_schemes, are_refused_with_their_line) {
  const auto problem = [](source_language language, const std::string& text) {
    return read(language, text).at(0).problem;
  };
  EXPECT_EQ(problem(source_language::python, "A = [[0, 0], [1, 0]]\nb = weights(2)\n"),
            "'tables' line 2: b: weights(…) is a function whose value is not written out");
  EXPECT_EQ(problem(source_language::python, "A = [[0, 0], [1, 0]]\nb = [1, 2] / 2\n"),
            "'tables' line 2: b: arithmetic with lists is not read; write the numbers out");
  EXPECT_EQ(problem(source_language::julia, "A = [0 0; 1 0]\n\nb = [1//2]\n"),
            "'tables' line 1: A has 2 rows, but b has 1 entries");
  EXPECT_EQ(problem(source_language::numbers, "0 0 0\n1 x 0\n1/2 1/2\n"),
            "'tables' line 2: 'x' has no value");
  EXPECT_EQ(problem(source_language::c, "ARK_MRI_TABLE(MRI, {\n C->W[0][1][0] = 1.0;\n})"),
            "'tables' line 2: W: W has three indices; a table has a matrix and lists of numbers");
  EXPECT_EQ(
      problem(
          source_language::python,
          "gamma = 2\nA = [[0, 0], [1, 0]]\nGamma = [[gamma, 0], [-4, gamma]]\nb = [0.5, 0.5]\n"),
      "'tables' line 3: there is a second matrix of coefficients: Rosenbrock methods and the like "
      "are no tables of a "
      "kind that is known here");
  EXPECT_EQ(problem(source_language::python, "a = [0.25+0.14j, 0.5]\nb = [0.5+0.3j, 0.5-0.3j]\n"),
            "'tables' line 1: a: ',' or the end of a list is expected where 'j' stands");
  for (const char* text :
       {"", "\n", "((((", "def f(:\n", "A = ", "A = [[", "\xff\xfe", "a[1] = a[1]", "x = x"}) {
    for (const auto language : {source_language::c, source_language::julia, source_language::python,
                                source_language::numbers}) {
      try {
        for (const auto& found : read(language, text)) {
          EXPECT_FALSE(found.table.has_value()) << text;
        }
      } catch (const invalid_input& error) {
        EXPECT_NE(std::string(error.what()).find("line 1"), std::string::npos);
      }
    }
  }
}

// Whatever is repeated, the time is that of its length.
TEST(foreign_schemes, are_refused_quickly) {
  for (const std::string part :
       {"(",    "[",  "a=",           "a=[1]\n", "b=a\n", "x=x+1\n", "1,", "-",  "√",  "A[1]=",
        "a=[[", "T(", "function f\n", "f(a=",    "2a",    "1//",     "1^", "\"", "/*", "1 "}) {
    std::string text = "a=[1,2]\nx=1\n";
    while (text.size() < longest_foreign_file / 16) {
      text += part;
    }
    for (const auto language : {source_language::c, source_language::julia, source_language::python,
                                source_language::numbers}) {
      const auto begin = std::chrono::steady_clock::now();
      try {
        (void)read(language, text);
      } catch (const invalid_input&) {
      }
      const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
      EXPECT_LT(time.count(), 5) << part;
    }
  }
}

}  // namespace
}  // namespace plumbline
