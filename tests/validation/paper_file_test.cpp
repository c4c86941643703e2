// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Papers from a file, from outside. Oracle tests: on the harmonic oscillator with ω = 4 the midpoint rule gives q_N =
// cos(2N atan(2h)) and leapfrog q_N = cos(N acos(1 − 8h²)); the values were computed with mpmath at 30 digits. A planted mistake
// is found and no other; a broken file is refused in one line that names file, line and key.
#include "validation/program.hpp"

#include <algorithm>
#include <map>

namespace {

using program::contents;
using program::expect_refused;
using program::folder;
using program::run;

using row = std::map<std::string, std::string>;

constexpr const char* oscillator = R"toml(paper = "OSC"
title = "Two schemes on the oscillator"
digits = 34

[define]
T = "1"
"h = 0.1" = "1/10"

[lists]
steps = ["0.1", "0.05"]
both = ["Verlet", "mid point"]
grid = "1/10:1/40:4"

[systems]
oscillator = { system = "harmonic-oscillator", set = { k = 16 }, start = { q1 = "1" } }

[schemes]
Verlet = "leapfrog"
"mid point" = { scheme = "midpoint" }

[quantity.error]
arguments = ["scheme", "step"]
system = "oscillator"
until = "T"
value = "at(until, abs(q1 - exact(q1)))"

[quantity.ratio]
arguments = ["h"]
compute = "error(Verlet, {h})/error('mid point', {h})"

[quantity.position]
arguments = ["scheme"]
system = "oscillator"
step = "1/1000"
until = "T"
value = "q1"

[quantity.itself]
arguments = ["h"]
compute = "{h}"

[table1]
title = "Table 1"
effort = "quick"
where = "Table 1, {scheme}, {column}"
keys = ["scheme"]
columns = ["0.1", "0.05", "order"]
rows = [
  ["Verlet", "2.08e-2", "5.08e-3", "2.03"],
  ["mid point", "3.85e-2", "", "1.95"],
]
compute = "error({scheme}, {column})"
[[table1.cell]]
key = "*/order"
compute = "order(error({scheme}, h) for h in steps)"
[[table1.number]]
key = "half"
where = "Section 2"
printed = "about half as large"
compute = "ratio(0.05)"
compare = "nearest"
value = "0.5"
because = "half"
[[table1.number]]
key = "lost"
where = "Section 3"
printed = "12.5"
verdict = "not-reproducible"
reason = "The paper does not say for which parameters."
[[table1.figure]]
caption = "Errors"
x = { label = "h", log = true, values = "steps" }
y = { label = "error", log = true }
curves = { label = "{scheme}", of = "error({scheme}, x)", scheme = "both" }

[section4]
[[section4.number]]
key = "quarter"
where = "Section 4"
printed = "0.25"
compute = "max(itself(h) for h in grid) + 3/20"

[section5]
effort = "all"
[[section5.number]]
key = "sum"
where = "Section 5"
printed = "3"
compute = "1 + 2"
)toml";

class paper_file : public ::testing::Test {
 protected:
  paper_file() { write(oscillator); }

  static std::string with(std::string text, const std::string& what, const std::string& by) {
    const auto at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return at == std::string::npos ? text : text.replace(at, what.size(), by);
  }
  /// The paper with this in the place of that.
  static std::string changed(const std::string& what, const std::string& by) {
    return with(oscillator, what, by);
  }
  void write(const std::string& text, const std::string& name = "osc.toml") const {
    std::ofstream(place / name) << text;
  }
  program::result reproduce(std::vector<std::string> more = {},
                            const std::string& report = "report") const {
    more.insert(more.begin(), {"reproduce", (place / "osc.toml").string(), "-o",
                               (place / report).string(), "--quiet"});
    return run(more);
  }
  std::vector<row> rows(const std::string& report = "report") const {
    const auto root = nlohmann::json::parse(contents(place / report / "numbers.json"));
    std::vector<row> all;
    for (const auto& line : root.at("rows")) {
      row r;
      for (std::size_t i = 0; i < line.size(); ++i) {
        r[root.at("columns").at(i).get<std::string>()] = line.at(i).get<std::string>();
      }
      all.push_back(std::move(r));
    }
    return all;
  }
  row number(const std::string& key, const std::string& report = "report") const {
    for (const row& r : rows(report)) {
      if (r.at("key") == key) {
        return r;
      }
    }
    ADD_FAILURE() << "no number " << key;
    return {};
  }

  folder place;
};

TEST_F(paper_file, numbers_are_those_of_the_closed_forms) {
  for (const char* digits : {"16", "34", "64"}) {
    const auto r = reproduce({"--digits", digits});
    ASSERT_EQ(r.code, 0) << r.out << r.err;
    const std::size_t known = std::string(digits) == "16" ? 12 : 18;
    const std::vector<std::pair<std::string, std::string>> truth = {
        {"Verlet/0.1", "0.020792072564418693"},
        {"Verlet/0.05", "0.0050828093995951"},
        {"Verlet/order", "2.0323355366895516"},
        {"mid point/0.1", "0.038516565434640848"},
        {"mid point/order", "1.949396880568348"},
        {"half", "0.509663116156226"},
        {"quarter", "0.25"}};
    for (const auto& [key, value] : truth) {
      const row n = number(key);
      EXPECT_EQ(n.at("computed").substr(0, std::min(known, value.size())), value.substr(0, known))
          << key << " with " << digits << " digits";
      EXPECT_EQ(n.at("verdict"), "reproduced") << key;
    }
    EXPECT_EQ(number("lost").at("verdict"), "not-reproducible");
    EXPECT_EQ(number("lost").at("computed"), "");
    EXPECT_EQ(rows().size(), 8U) << "an empty cell is no number";
  }
}

// 1/3 with more digits than 34: where those of the arithmetic agree, the reason says that they are too few.
TEST_F(paper_file, a_number_with_more_digits_than_the_arithmetic_names_those_that_tell) {
  const auto third = [&](const std::string& printed) {
    write(changed("printed = \"3\"\ncompute = \"1 + 2\"",
                  "printed = \"" + printed + "\"\ncompute = \"1/3\""));
    (void)reproduce({"--all", "--digits", "34"});
    return number("sum");
  };
  const std::string digits(40, '3');
  EXPECT_EQ(third("0." + digits).at("reason"),
            "it is printed with 40 digits and computed with 34: --digits 42 tells");
  const row far = third("0.34" + digits);
  EXPECT_EQ(far.at("verdict"), "differs");
  EXPECT_EQ(far.at("reason"), "");
  EXPECT_EQ(third("0." + digits.substr(0, 30)).at("verdict"), "reproduced");
}

TEST_F(paper_file, the_report_is_that_of_the_shipped_papers) {
  ASSERT_EQ(reproduce().code, 0);
  for (const char* name : {"index.html", "osc.html", "results.md", "numbers.csv"}) {
    EXPECT_FALSE(contents(place / "report" / name).empty()) << name;
  }
  const auto csv = program::parse_csv(contents(place / "report/numbers.csv"));
  EXPECT_EQ(csv.comments.front(), "# lines: 5");
  EXPECT_EQ(csv.comments.back(), "# digits: 34") << "those of the file";
  EXPECT_EQ(csv.header.front(), "id");
  EXPECT_EQ(csv.rows.front().front(), "osc-table1");
  EXPECT_NE(contents(place / "report/osc.html").find("<svg role=\"img\""), std::string::npos);
}

TEST_F(paper_file, a_planted_mistake_is_found_and_no_other) {
  write(changed("\"5.08e-3\"", "\"5.18e-3\""));
  const auto r = reproduce();
  EXPECT_EQ(r.code, 1);
  EXPECT_NE(r.err.find("osc-table1 Verlet/0.05: differs, recorded: reproduced"), std::string::npos)
      << r.err;
  EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), 1) << r.err;
  for (const row& n : rows()) {
    EXPECT_EQ(n.at("verdict") == n.at("expected"), n.at("key") != "Verlet/0.05") << n.at("key");
  }
}

TEST_F(paper_file, a_recorded_mistake_is_no_surprise_and_one_that_is_gone_is) {
  const std::string note =
      "[[table1.cell]]\nkey = \"Verlet/0.05\"\nverdict = \"differs\"\nreason = \"misprint\"\n";
  write(
      with(changed("\"5.08e-3\"", "\"5.18e-3\""), "[[table1.number]]", note + "[[table1.number]]"));
  EXPECT_EQ(reproduce().code, 0);
  EXPECT_EQ(number("Verlet/0.05").at("reason"), "misprint");
  write(changed("[[table1.number]]", note + "[[table1.number]]"));
  EXPECT_EQ(reproduce({}, "again").code, 1);
}

TEST_F(paper_file, later_entries_of_a_cell_win_word_by_word) {
  write(changed("[[table1.number]]",
                "[[table1.cell]]\nkey = \"Verlet/*\"\nreason = \"first\"\nverdict = \"differs\"\n"
                "[[table1.cell]]\nkeys = [\"*/0.1\", \"*/0.05\"]\nverdict = \"reproduced\"\n"
                "[[table1.cell]]\nkey = \"Verlet/order\"\ncompute = \"7\"\nreason = \"second\"\n"
                "[[table1.number]]"));
  const auto r = reproduce();
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(number("Verlet/0.1").at("reason"), "first");
  EXPECT_EQ(number("Verlet/order").at("reason"), "second");
  EXPECT_EQ(number("Verlet/order").at("verdict"), "differs");
  EXPECT_EQ(number("mid point/order").at("verdict"), "reproduced");
}

TEST_F(paper_file, figures_have_their_points_in_a_table) {
  write(changed("\n[section4]",
                "\n[[table1.figure]]\ncaption = \"Motion\"\ncurves = [{ label = \"q of {s}\", of = "
                "\"position({s})\", s = [\"Verlet\"] }]\n[section4]"));
  const auto r = reproduce();
  ASSERT_EQ(r.code, 0) << r.err;
  const auto csv = program::parse_csv(contents(place / "report/figures.csv"));
  EXPECT_EQ(csv.header, (std::vector<std::string>{"id", "figure", "curve", "x", "y"}));
  std::map<std::string, int> points;
  for (const auto& line : csv.rows) {
    ++points[line.at(1) + line.at(2)];
  }
  EXPECT_EQ(points["1Verlet"], 2);
  EXPECT_EQ(points["1mid point"], 2);
  EXPECT_EQ(points["2q of Verlet"], 1001) << "all nodes";
  EXPECT_EQ(csv.rows.at(1).at(3), "0.05");
  EXPECT_EQ(csv.rows.at(1).at(4).substr(0, 18), "0.0050828093995951");
  EXPECT_EQ(csv.rows.at(4).at(3), "0");
  EXPECT_EQ(csv.rows.at(4).at(4), "1");
}

TEST_F(paper_file, numbers_may_ask_for_other_numbers) {
  write(changed("compute = \"1 + 2\"",
                "compute = \"cell(table1, 'Verlet/0.1')/printed(table1, 'Verlet/0.1') + "
                "cell(section4, quarter) + 1.75\""));
  const auto r = reproduce({"osc-section5"});  // what it asks for is not asked for otherwise
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(rows().size(), 1U);
  // 0.020790…/0.0208 + 1/4 + 7/4
  EXPECT_EQ(number("sum").at("computed").substr(0, 4), "2.99");
}

TEST_F(paper_file, values_of_a_figure_may_be_digits) {
  write(
      changed("values = \"steps\" }\ny = { label = \"error\", log = true }\ncurves = { label = "
              "\"{scheme}\", of = \"error({scheme}, x)\", scheme = \"both\" }",
              "values = [\"16\", \"34\"] }\ncurves = { of = \"at_digits(x)\" }\n"
              "[quantity.at_digits]\narguments = [\"digits\"]\nsystem = \"oscillator\"\nscheme = "
              "\"Verlet\"\nstep = \"0.1\"\nuntil = \"T\"\nvalue = \"last(t)\""));
  const auto r = reproduce();
  ASSERT_EQ(r.code, 0) << r.err;
  const auto csv = program::parse_csv(contents(place / "report/figures.csv"));
  ASSERT_EQ(csv.rows.size(), 2U);
  EXPECT_EQ(csv.rows.at(1).at(3), "34");
}

TEST_F(paper_file, lists_in_texts_have_names_in_quotes) {
  write(with(changed("values = \"steps\"", "values = \"'h = 0.1', 1/20\""), "scheme = \"both\"",
             "scheme = \"'mid point', Verlet\""));
  const auto r = reproduce();
  ASSERT_EQ(r.code, 0) << r.err;
  const auto csv = program::parse_csv(contents(place / "report/figures.csv"));
  ASSERT_EQ(csv.rows.size(), 4U);
  EXPECT_EQ(csv.rows.at(0).at(2), "mid point");
  EXPECT_EQ(csv.rows.at(0).at(3), "0.1");
  EXPECT_EQ(csv.rows.at(3).at(2), "Verlet");
  EXPECT_EQ(csv.rows.at(3).at(4).substr(0, 18), "0.0050828093995951");
}

// The order of RK4 is 4 on every system.
TEST_F(paper_file, a_number_of_a_scheme_needs_no_system) {
  write(changed("[quantity.itself]",
                "[quantity.order_of]\narguments = [\"scheme\"]\nvalue = \"audit(order)\"\n\n"
                "[quantity.itself]") +
        "[[section5.number]]\nkey = \"order\"\nwhere = \"Section 5\"\nprinted = \"4\"\n"
        "compute = \"order_of(rk4)\"\n");
  const auto r = run({"reproduce", (place / "osc.toml").string(), "osc-section5", "-o",
                      (place / "report").string()});
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(number("order").at("computed"), "4");
}

TEST_F(paper_file, a_curve_without_a_place_on_its_axes_is_named) {
  write(changed("of = \"error({scheme}, x)\"", "of = \"-error({scheme}, x)\""));
  ASSERT_EQ(reproduce().code, 0);
  std::string pages;
  for (const auto& file : std::filesystem::directory_iterator(place / "report")) {
    pages += file.path().extension() == ".html" ? contents(file.path()) : "";
  }
  EXPECT_NE(pages.find("The curve Verlet is not drawn"), std::string::npos);
}

TEST_F(paper_file, a_long_curve_is_thinned) {
  write(with(changed("\n[section4]",
                     "\n[[table1.figure]]\ncurves = { of = \"position(Verlet)\" }\n[section4]"),
             "1/1000", "1/8000"));
  ASSERT_EQ(reproduce().code, 0);
  const auto csv = program::parse_csv(contents(place / "report/figures.csv"));
  const auto motion = std::count_if(csv.rows.begin(), csv.rows.end(),
                                    [](const auto& line) { return line.at(1) == "2"; });
  EXPECT_LE(motion, 2000);
  EXPECT_GT(motion, 500);
  EXPECT_EQ(csv.rows.back().at(3), "1") << "the last point stays";
}

TEST_F(paper_file, experiments_are_chosen_by_effort_and_by_id) {
  const auto ids = [&](std::vector<std::string> more, const std::string& report) {
    EXPECT_EQ(reproduce(std::move(more), report).code, 0);
    std::string all;
    for (const row& n : rows(report)) {
      all += all.ends_with(n.at("id") + " ") ? "" : n.at("id") + " ";
    }
    return all;
  };
  EXPECT_EQ(ids({}, "a"), "osc-table1 osc-section4 ");
  EXPECT_EQ(ids({"--quick"}, "b"), "osc-table1 ");
  EXPECT_EQ(ids({"--all"}, "c"), "osc-table1 osc-section4 osc-section5 ");
  EXPECT_EQ(ids({"osc-section5"}, "d"), "osc-section5 ");
  const auto r = reproduce({"osc-sektion5"}, "e");
  expect_refused(r, 2, "an unknown id");
  EXPECT_NE(r.err.find("did you mean 'osc-section5'?"), std::string::npos) << r.err;
  EXPECT_FALSE(std::filesystem::exists(place / "e"));
}

TEST_F(paper_file, a_run_that_fails_differs_and_the_report_goes_on) {
  write(changed("max(itself(h) for h in grid) + 3/20", "log(error(Verlet, 0.1) - 1)"));
  const auto r = reproduce();
  EXPECT_EQ(r.code, 1);
  const row n = number("quarter");
  EXPECT_EQ(n.at("verdict"), "differs");
  EXPECT_EQ(n.at("computed"), "");
  EXPECT_NE(n.at("reason"), "");
  EXPECT_EQ(number("Verlet/0.1").at("verdict"), "reproduced");
}

TEST_F(paper_file, bytes_do_not_depend_on_workers_or_checkpoints) {
  ASSERT_EQ(reproduce({"--jobs", "1"}, "one").code, 0);
  ASSERT_EQ(reproduce({"--jobs", "3"}, "three").code, 0);
  const std::string kept = (place / "kept").string();
  ASSERT_EQ(reproduce({"--checkpoint", kept}, "whole").code, 0);
  ASSERT_EQ(run({"reproduce", "--resume", kept, "-o", (place / "again").string()}).code, 0);
  for (const char* name : {"numbers.csv", "numbers.json", "figures.csv", "results.md"}) {
    for (const char* other : {"three", "whole", "again"}) {
      EXPECT_EQ(contents(place / "one" / name), contents(place / other / name))
          << other << " " << name;
    }
  }
  write(changed("\"5.08e-3\"", "\"5.18e-3\""));
  EXPECT_EQ(run({"reproduce", "--resume", kept, "-o", (place / "other").string()}).code, 2)
      << "the paper has changed";
}

TEST_F(paper_file, paths_count_from_the_folder_of_the_file) {
  std::ofstream(place / "spring.toml") << "name = \"spring\"\ncoordinates = [\"x\"]\nlagrangian = "
                                          "\"dot(x)^2/2 - 8*x^2\"\n[start]\nx = 1\n";
  write(changed("system = \"harmonic-oscillator\", set = { k = 16 }, start = { q1 = \"1\" }",
                "system = \"spring.toml\""));
  const auto r = reproduce({});
  EXPECT_EQ(r.code, 0) << r.err;
  write(changed("system = \"harmonic-oscillator\"", "system = \"nowhere.toml\""));
  expect_refused(reproduce({}, "none"), 4, "a file that is not there");
  EXPECT_FALSE(std::filesystem::exists(place / "none"));
  expect_refused(run({"reproduce", (place / "nofile.toml").string()}), 4, "no paper");
}

TEST_F(paper_file, a_new_paper_runs_and_all_of_it_reproduces) {
  const std::string file = (place / "my-paper.toml").string();
  program::run_well("new paper my-paper -o " + file);
  const auto r = program::run_well("reproduce " + file + " -o " + (place / "report").string());
  EXPECT_NE(r.out.find("all verdicts as recorded"), std::string::npos) << r.out;
  EXPECT_EQ(rows().size(), 7U);
  for (const row& n : rows()) {
    EXPECT_EQ(n.at("verdict"), "reproduced") << n.at("key");
  }
  EXPECT_FALSE(contents(place / "report/figures.csv").empty());
  expect_refused(run({"new", "paper", "index", "-o", "-"}), 2, "the name of the front page");
}

struct mistake {
  std::string what;  ///< in the paper
  std::string by;
  std::string at;    ///< a text in the line that the message names
  std::string said;  ///< in the message
};

TEST_F(paper_file, broken_files_are_refused_with_the_line) {
  const std::vector<mistake> mistakes = {
      {"title = \"Table 1\"", "titel = \"Table 1\"", "titel", "did you mean 'title'?"},
      {"\"2.08e-2\"", "2.08e-2", "2.08e-2", "write it in quotes"},
      {"\"2.08e-2\", ", "", "[\"Verlet\", \"5.08e-3\"", "the row has 3 entries"},
      {"\"2.08e-2\"", "\"2.08x\"", "2.08x", "'2.08x' is not a decimal number"},
      {"error({scheme}, {column})", "eror({scheme}, {column})", "eror", "did you mean 'error'?"},
      {"error({scheme}, {column})", "error({sheme}, {column})", "{sheme}", "did you mean 'scheme'"},
      {"error({scheme}, {column})", "error({column})", "error({column})", "lacks its argument"},
      {"h in steps)", "h in steps", "h in steps\"", "expected"},
      {"1 + 2", "cell(table1, 'Verlet/0.2')", "'Verlet/0.2'", "unknown key of table1"},
      {"1 + 2", "cell(table1, lost)", "lost)", "this number is not computed"},
      {"1 + 2", "cell(section5, sum) + 1", "sum) + 1", "needs itself"},
      {"1 + 2", "root(x^2 + 1 for x in 0, 1)", "root(", "no change of sign: 1 at x = 0"},
      {"1 + 2", "sum(n for n in 3 : 1)", "3 : 1", "has no values"},
      {"at(until, abs(q1 - exact(q1)))", "lyapunov(growh)",
       "compute = \"error({scheme}, {column})\"", "did you mean 'growth'?"},
      {"at(until, abs(q1 - exact(q1)))", "period(averag = '0,2')",
       "value =", "did you mean 'average'?"},
      {"at(until, abs(q1 - exact(q1)))", "shadow_energy(terms = '7')",
       "compute = \"error({scheme}, {column})\"", "must be even"},
      {"system = \"oscillator\"\nuntil", "system = \"osillator\"\nuntil", "osillator",
       "did you mean 'oscillator'?"},
      {"Verlet = \"leapfrog\"", "Verlet = \"leapfrgo\"", "leapfrgo", "did you mean 'leapfrog'?"},
      {"{ scheme = \"midpoint\" }", "{ scheme = \"midpoint\", set = { a = 1 } }", "midpoint\"",
       "unknown parameter of midpoint 'a'"},
      {"set = { k = 16 }", "set = { kk = 16 }", "kk", "did you mean 'k'?"},
      {"start = { q1", "start = { q9", "q9", "did you mean 'q1'?"},
      {"verdict = \"not-reproducible\"", "verdict = \"differ\"",
       "verdict =", "did you mean 'differs'?"},
      {"reason = \"The paper does not say for which parameters.\"\n", "",
       "verdict =", "needs a reason"},
      {"key = \"*/order\"", "key = \"Verlet/oder\"", "[[table1.cell]]",
       "did you mean 'Verlet/order'?"},
      {"key = \"*/order\"", "key = \"*/0.2\"", "[[table1.cell]]", "no cell has the key"},
      {"key = \"*/order\"", "key = \"mid point/0.05\"", "[[table1.cell]]", "is empty"},
      {"compare = \"nearest\"", "compare = \"nearst\"", "nearst", "did you mean 'nearest'?"},
      {"effort = \"quick\"", "effort = \"fast\"", "fast", "known: quick, normal, all"},
      {"compute = \"ratio(0.05)\"\n", "", "[[table1.number]]", "'compute' is missing"},
      {"value = \"0.5\"\n", "", "[[table1.number]]", "give one as 'value'"},
      {"key = \"lost\"", "key = \"half\"", "[[table1.number]]", "appears twice"},
      {"compute = \"error(Verlet", "value = \"1\"\ncompute = \"error(Verlet", "[quantity.ratio]",
       "either 'value'"},
      {"[quantity.ratio]", "[quantity.max]", "[quantity.max]", "a function has this name"},
      {"[quantity.ratio]", "[quantities.ratio]", "[quantities", "did you mean 'quantity'?"},
      {"[define]", "[defin]", "[defin]", "did you mean 'define'?"},
      {"both = [", "T = [", "T = [", "is a name in [define] already"},
      {"T = \"1\"", "T = 1.5", "T = 1.5", "write it in quotes"},
      {"\"1/10:1/40:4\"", "\"1/10:4\"", "1/10:4", "FIRST:LAST:COUNT"},
      {"\"1/10:1/40:4\"", "\"1/10:1/40:x\"", "1/40:x", "whole number"},
      {"values = \"steps\"", "values = \"stepps\"", "stepps", "did you mean 'steps'?"},
      {"of = \"error({scheme}, x)\", ", "", "curves =", "'of' is missing"},
      {"log = true, values", "log = \"yes\", values", "values =", "must be true or false"},
      {"label = \"error\", log = true", "label = \"error\", log = true, range = [\"0\", \"1\"]",
       "range = [", "must be positive where the axis is logarithmic"},
      {"[quantity.ratio]", "[quantity.dot]", "[quantity.dot]", "'dot' has a meaning in formulas"},
      {"paper = \"OSC\"", "paper = \"O S C\"", "paper =", "'O S C' must be a short name"},
      {"digits = 34", "digits = 0", "digits = 0", "from 1 to 100000"},
      {"paper = \"OSC\"", "paper = \"../OSC\"", "paper =", "short name"},
      {"paper = \"OSC\"\n", "", "title =", "'paper' is missing"},
      {"[schemes]", "[schemes", "[schemes", "not TOML"},
  };
  for (const mistake& m : mistakes) {
    const std::string text = changed(m.what, m.by);
    write(text);
    const auto r = reproduce();
    expect_refused(r, 2, m.by);
    EXPECT_NE(r.err.find(m.said), std::string::npos) << r.err << "instead of " << m.said;
    const std::string file = "osc.toml' line ";
    const auto at = r.err.find(file);
    ASSERT_NE(at, std::string::npos) << r.err;
    const std::size_t line = std::stoul(r.err.substr(at + file.size()));
    std::istringstream lines(text);
    std::string named;
    for (std::size_t i = 0; i < line; ++i) {
      std::getline(lines, named);
    }
    EXPECT_NE(named.find(m.at), std::string::npos) << r.err << "names the line " << named;
    EXPECT_FALSE(std::filesystem::exists(place / "report")) << m.by;
  }
}

// With a checkpoint each experiment is one piece of work: the second takes hours.
TEST_F(paper_file, an_interrupted_report_stands_in_a_folder_of_its_own) {
  write(R"toml(paper = "TWO"
title = "A quick number and one that takes hours"
digits = 16
[quantity.largest]
arguments = ["end"]
system = "harmonic-oscillator"
scheme = "rk4"
step = "1/100"
until = "{end}"
value = "max(abs(q1))"
[quick]
title = "quick"
[[quick.number]]
key = "one"
where = "here"
printed = "1.00"
compute = "largest(1)"
[slow]
title = "slow"
[[slow.number]]
key = "two"
where = "there"
printed = "1.00"
compute = "largest(10000000)"
)toml",
        "two.toml");
  const std::string paper = place / "two.toml";
  const std::string report = place / "report";
  const auto child = program::start(
      {"reproduce", paper, "-o", report, "--checkpoint", (place / "kept").native(), "--jobs", "1"},
      place / "out", place / "err");
  std::this_thread::sleep_for(std::chrono::seconds(4));
  ::kill(child, SIGINT);
  EXPECT_EQ(program::wait_for(child), 128 + SIGINT);
  EXPECT_FALSE(std::filesystem::exists(report));
  const std::string numbers = contents(report + ".partial/numbers.csv");
  EXPECT_NE(numbers.find("\ntwo-quick,here,"), std::string::npos) << numbers;
  EXPECT_TRUE(numbers.ends_with("\n# incomplete\n")) << numbers;
  EXPECT_NE(contents(report + ".partial/results.md").find("`two-slow`"), std::string::npos);
  EXPECT_NE(contents(report + ".partial/index.html").find("the run was interrupted"),
            std::string::npos);
  const auto whole = run({"reproduce", paper, "two-quick", "-o", report});
  EXPECT_EQ(whole.code, 0) << whole.err;
  EXPECT_FALSE(std::filesystem::exists(report + ".partial"));
}

}  // namespace
