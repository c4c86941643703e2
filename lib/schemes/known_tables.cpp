// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Coefficients are written as fractions and roots where they have such a form. Others are computed from the order
// conditions at every precision: what a source prints (13 to 26 digits) is where Newton's iteration starts.
#include "schemes/known_tables.hpp"

#include "schemes/audit_numbers.hpp"

#include <algorithm>
#include <mutex>

namespace plumbline::detail {

namespace {

std::vector<table_coefficient> list_of(const std::string& key,
                                       const std::vector<std::string>& values) {
  std::vector<table_coefficient> list;
  for (std::size_t i = 0; i < values.size(); ++i) {
    list.push_back({key, -1, static_cast<int>(i), values[i]});
  }
  return list;
}

void append(std::vector<table_coefficient>& to, const std::vector<table_coefficient>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

using rows = std::vector<std::vector<std::string>>;

std::vector<table_coefficient> rows_of(const std::string& key, const rows& values) {
  std::vector<table_coefficient> list;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < values[i].size(); ++j) {
      list.push_back({key, static_cast<int>(i), static_cast<int>(j), values[i][j]});
    }
  }
  return list;
}

struct facts {
  int order;
  bool symmetric = false;
  bool symplectic = false;
  std::optional<int> embedded = std::nullopt;
};

known_table finish(scheme_table table, const facts& f, const conserved_set& conserves,
                   const std::string& formula) {
  known_table k;
  k.info.name = table.name;
  k.info.summary = table.summary;
  k.info.order = f.order;
  k.info.symmetric = f.symmetric;
  k.info.symplectic = f.symplectic;
  k.info.conserves = conserves;
  k.info.formula = formula;
  k.info.reference = table.source;
  k.embedded_order = f.embedded;
  k.table = std::move(table);
  return k;
}

known_table runge_kutta(const std::string& name, const std::string& summary,
                        const std::string& source, const facts& f, const rows& a,
                        const std::vector<std::string>& b,
                        const std::vector<std::string>& bhat = {}) {
  scheme_table t;
  t.name = name;
  t.summary = summary;
  t.source = source;
  t.kind = table_kind::runge_kutta;
  t.stages = static_cast<int>(b.size());
  t.coefficients = rows_of("A", a);
  append(t.coefficients, list_of("b", b));
  append(t.coefficients, list_of("bhat", bhat));
  return finish(std::move(t), f, {.linear = true, .quadratic = f.symplectic},
                "k_i = f(y_0 + h sum a_ij k_j), y_1 = y_0 + h sum b_i k_i");
}

scheme_table splitting_table(const std::string& name, const std::string& summary,
                             const std::string& source, const std::vector<std::string>& a,
                             const std::vector<std::string>& b,
                             const std::map<std::string, std::string>& definitions = {}) {
  scheme_table t;
  t.name = name;
  t.summary = summary;
  t.source = source;
  t.kind = table_kind::splitting;
  t.stages = static_cast<int>(std::max(a.size(), b.size()));
  t.coefficients = list_of("a", a);
  append(t.coefficients, list_of("b", b));
  t.definitions = definitions;
  return t;
}

constexpr const char* splitting_formula =
    "q += a_1 h M^-1 p, p += b_1 h f(q), q += a_2 h M^-1 p, p += b_2 h f(q) ...";
const conserved_set kept_by_splittings = {.momenta = true, .bilinear = true};

known_table splitting(scheme_table t, const facts& f) {
  return finish(std::move(t), f, kept_by_splittings, splitting_formula);
}

/// Whether the last of the words stands in the middle once or at both of its sides.
enum class last_word { once, twice };

/// The same words from both ends: x, then x backwards.
std::vector<std::string> mirrored(std::vector<std::string> x, last_word middle) {
  for (std::size_t k = x.size() - (middle == last_word::once ? 1 : 0); k-- > 0;) {
    x.push_back(x[k]);
  }
  return x;
}

scheme_table composition_table(const std::string& name, const std::string& summary,
                               const std::string& source, const std::string& base,
                               const std::vector<std::string>& gamma,
                               const std::map<std::string, std::string>& definitions = {}) {
  scheme_table t;
  t.name = name;
  t.summary = summary;
  t.source = source;
  t.kind = table_kind::composition;
  t.base = base;
  t.stages = static_cast<int>(gamma.size());
  t.coefficients = list_of("gamma", gamma);
  t.definitions = definitions;
  return t;
}

known_table composition(scheme_table t, const facts& f) {
  return finish(std::move(t), f, kept_by_splittings, "Phi_{gamma_s h} o ... o Phi_{gamma_1 h}");
}

/// The table with its printed decimals computed from the order conditions at every precision. Numbers that the conditions
/// leave free keep their printed digits: they were chosen for small errors. The results are kept for each precision.
scheme_table refined(const scheme_table& printed, int order) {
  struct kept {
    std::mutex lock;
    std::map<int, std::vector<std::string>>
        literals;  // as text with all digits: mp belongs to its scope
  };
  scheme_table t = printed;
  t.coefficients.clear();
  t.definitions.clear();
  t.compute = [numbers = std::make_shared<const table_numbers>(printed), order,
               memory = std::make_shared<kept>()] {
    const int digits = static_cast<int>(mp::thread_default_precision());
    const std::scoped_lock guard(memory->lock);
    std::vector<std::string>& texts = memory->literals[digits];
    if (texts.empty()) {
      const std::vector<mp> x = solve_conditions_partly(*numbers, order, digits + 10);
      const precision_scope scope(digits + 10);
      for (const mp& value : x) {
        texts.push_back(to_text(value));
      }
    }
    std::vector<mp> literals;
    literals.reserve(texts.size());
    for (const std::string& text : texts) {
      literals.push_back(from_text<mp>(text));
    }
    return numbers->coefficients(literals);
  };
  return t;
}

/// γ of a symmetric composition whose middle entry makes the sum 1: w_1 … w_m, w_0, w_m … w_1.
scheme_table symmetric_composition(const std::string& name, const std::string& summary,
                                   const std::string& source,
                                   const std::vector<std::string>& outer) {
  std::vector<std::string> gamma = outer;
  std::string middle = "1 - 2*(";
  for (std::size_t k = 0; k < outer.size(); ++k) {
    middle += (k == 0 ? "" : " + ") + outer[k];
  }
  gamma.push_back(middle + ")");
  return composition_table(name, summary, source, "leapfrog", mirrored(gamma, last_word::once));
}

std::string rest_of(const std::string& total, const std::vector<std::string>& x) {
  std::string text = total + " - (";
  for (std::size_t k = 0; k < x.size(); ++k) {
    text += (k == 0 ? "" : " + ") + x[k];
  }
  return text + ")";
}

/// A table with its dense output and the order of that.
known_table with_dense_output(known_table known, const rows& dense, int order) {
  known.table.dense = rows_of("dense", dense);
  known.table.claims.dense_order = order;
  return known;
}

void add_explicit_runge_kutta(std::vector<known_table>& all) {
  all.push_back(with_dense_output(
      runge_kutta("heun", "Heun's method of order 2: the explicit trapezoidal rule",
                  "Heun 1900; Hairer, Norsett & Wanner I, II.1", {.order = 2}, {{}, {"1"}},
                  {"1/2", "1/2"}),
      {{"1", "-1/2"}, {"0", "1/2"}}, 2));
  all.push_back(runge_kutta("heun-3", "Heun's method of order 3",
                            "Heun 1900; Hairer, Norsett & Wanner I, table II.1.1", {.order = 3},
                            {{}, {"1/3"}, {"0", "2/3"}}, {"1/4", "0", "3/4"}));
  all.push_back(runge_kutta(
      "kutta-3-8", "Kutta's 3/8 rule", "Kutta 1901; Hairer, Norsett & Wanner I, table II.1.2",
      {.order = 4}, {{}, {"1/3"}, {"-1/3", "1"}, {"1", "-1", "1"}}, {"1/8", "3/8", "3/8", "1/8"}));
  // dense output: Hermite's cubic through both ends
  all.push_back(with_dense_output(
      runge_kutta("bogacki-shampine", "the pair 3(2) of Bogacki and Shampine",
                  "Bogacki & Shampine 1989", {.order = 3, .embedded = 2},
                  {{}, {"1/2"}, {"0", "3/4"}, {"2/9", "1/3", "4/9"}}, {"2/9", "1/3", "4/9", "0"},
                  {"7/24", "1/4", "1/3", "1/8"}),
      {{"1", "-4/3", "5/9"}, {"0", "1", "-2/3"}, {"0", "4/3", "-8/9"}, {"0", "-1", "1"}}, 3));
  all.push_back(runge_kutta("fehlberg", "the pair 4(5) of Fehlberg",
                            "Fehlberg 1969; Hairer, Norsett & Wanner I, table II.5.1",
                            {.order = 4, .embedded = 5},
                            {{},
                             {"1/4"},
                             {"3/32", "9/32"},
                             {"1932/2197", "-7200/2197", "7296/2197"},
                             {"439/216", "-8", "3680/513", "-845/4104"},
                             {"-8/27", "2", "-3544/2565", "1859/4104", "-11/40"}},
                            {"25/216", "0", "1408/2565", "2197/4104", "-1/5", "0"},
                            {"16/135", "0", "6656/12825", "28561/56430", "-9/50", "2/55"}));
  // dense output: Shampine 1986; Hairer, Norsett & Wanner I, (II.6.12)
  all.push_back(with_dense_output(
      runge_kutta(
          "dormand-prince", "the pair 5(4) of Dormand and Prince",
          "Dormand & Prince 1980; Hairer, Norsett & Wanner I, table II.5.2",
          {.order = 5, .embedded = 4},
          {{},
           {"1/5"},
           {"3/40", "9/40"},
           {"44/45", "-56/15", "32/9"},
           {"19372/6561", "-25360/2187", "64448/6561", "-212/729"},
           {"9017/3168", "-355/33", "46732/5247", "49/176", "-5103/18656"},
           {"35/384", "0", "500/1113", "125/192", "-2187/6784", "11/84"}},
          {"35/384", "0", "500/1113", "125/192", "-2187/6784", "11/84", "0"},
          {"5179/57600", "0", "7571/16695", "393/640", "-92097/339200", "187/2100", "1/40"}),
      {{"1", "-4034104133/1410260304", "105330401/33982176", "-13107642775/11282082432",
        "6542295/470086768"},
       {},
       {"0", "132343189600/32700410799", "-833316000/131326951", "91412856700/32700410799",
        "-523383600/10900136933"},
       {"0", "-115792950/29380423", "185270875/16991088", "-12653452475/1880347072",
        "98134425/235043384"},
       {"0", "70805911779/24914598704", "-4531260609/600351776", "988140236175/199316789632",
        "-14307999165/24914598704"},
       {"0", "-331320693/205662961", "31361737/7433601", "-2426908385/822651844",
        "97305120/205662961"},
       {"0", "44764047/29380423", "-1532549/353981", "90730570/29380423", "-8293050/29380423"}},
      4));
}

void add_splittings(std::vector<known_table>& all) {
  all.push_back(splitting(splitting_table("ruth-3", "Ruth's splitting of order 3", "Ruth 1983",
                                          {"0", "2/3", "-2/3", "1"}, {"7/24", "3/4", "-1/24"}),
                          {.order = 3, .symplectic = true}));
  all.push_back(
      splitting(splitting_table("forest-ruth", "the splitting of order 4 of Forest and Ruth",
                                "Forest & Ruth 1990; Yoshida 1990; Candy & Rozmus 1991",
                                {"w/2", "(1 - w)/2", "(1 - w)/2", "w/2"}, {"w", "1 - 2*w", "w"},
                                {{"w", "1/(2 - 2^(1/3))"}}),
                {.order = 4, .symmetric = true, .symplectic = true}));
  all.push_back(splitting(
      refined(splitting_table("pefrl", "Omelyan's extended Forest-Ruth splitting of order 4",
                              "Omelyan, Mryglod & Folk 2002, (17) to (21)",
                              {"xi", "chi", "1 - 2*(chi + xi)", "chi", "xi"},
                              {"(1 - 2*lambda)/2", "lambda", "lambda", "(1 - 2*lambda)/2"},
                              {{"xi", "0.1786178958448091"},
                               {"lambda", "-0.2123418310626054"},
                               {"chi", "-0.06626458266981849"}}),
              4),
      {.order = 4, .symmetric = true, .symplectic = true}));
  const std::vector<std::string> s6_a = {"0.0792036964311957", "0.353172906049774",
                                         "-0.0420650803577195"};
  const std::vector<std::string> s6_b = {"0.209515106613362", "-0.143851773179818"};
  {
    std::vector<std::string> a = s6_a;
    a.push_back(rest_of("1", {"2*" + a[0], "2*" + a[1], "2*(" + a[2] + ")"}));
    std::vector<std::string> b = s6_b;
    b.push_back(rest_of("1/2", {b[0], b[1]}));
    all.push_back(splitting(
        refined(splitting_table("blanes-moan-4", "the splitting S6 of order 4 of Blanes and Moan",
                                "Blanes & Moan 2002, table 2", mirrored(a, last_word::once),
                                mirrored(b, last_word::twice)),
                4),
        {.order = 4, .symmetric = true, .symplectic = true}));
  }
  // of Runge–Kutta–Nyström type: quadratic kinetic energy
  enum class part { kick, drift };
  const auto nystrom_type = [&](const std::string& name, const std::string& summary,
                                const std::vector<std::string>& kicks,
                                const std::vector<std::string>& drifts, part first, part middle,
                                int order) {
    const bool middle_kick = middle == part::kick;
    std::vector<std::string> b = kicks;
    std::vector<std::string> a = drifts;
    // the word in the middle stands once, every other word twice
    std::vector<std::string>& with_middle = middle_kick ? b : a;
    std::vector<std::string>& other = middle_kick ? a : b;
    std::vector<std::string> twice(with_middle.size());
    std::transform(with_middle.begin(), with_middle.end(), twice.begin(),
                   [](const std::string& x) { return "2*(" + x + ")"; });
    with_middle.push_back(rest_of("1", twice));
    other.push_back(rest_of("1/2", other));
    b = mirrored(b, middle_kick ? last_word::once : last_word::twice);
    a = mirrored(a, middle_kick ? last_word::twice : last_word::once);
    if (first == part::kick) {
      a.insert(a.begin(), "0");
    }
    scheme_table t = splitting_table(name, summary, "Blanes & Moan 2002, table 3", a, b);
    t.quadratic_kinetic = true;
    all.push_back(
        splitting(refined(t, order), {.order = order, .symmetric = true, .symplectic = true}));
  };
  nystrom_type("blanes-moan-srkn6", "the splitting SRKN6 of order 4 of Blanes and Moan",
               {"0.0829844064174052", "0.396309801498368", "-0.0390563049223486"},
               {"0.245298957184271", "0.604872665711080"}, part::kick, part::kick, 4);
  nystrom_type("blanes-moan-srkn11", "the splitting SRKN11 of order 6 of Blanes and Moan",
               {"0.0414649985182624", "0.198128671918067", "-0.0400061921041533",
                "0.0752539843015807", "-0.0115113874206879"},
               {"0.123229775946271", "0.290553797799558", "-0.127049212625417",
                "-0.246331761062075", "0.357208872795928"},
               part::kick, part::drift, 6);
  nystrom_type(
      "blanes-moan-srkn14", "the splitting SRKN14 of order 6 of Blanes and Moan",
      {"0.09171915262446165", "0.183983170005006", "-0.05653436583288827", "0.004914688774712854",
       "0.143761127168358", "0.328567693746804"},
      {"0.0378593198406116", "0.102635633102435", "-0.0258678882665587", "0.314241403071447",
       "-0.130144459517415", "0.106417700369543", "-0.00879424312851058"},
      part::drift, part::drift, 6);
  {
    scheme_table t = splitting_table(
        "calvo-sanz-serna-4", "the splitting of order 4 of Calvo and Sanz-Serna for q'' = f(q)",
        "Calvo & Sanz-Serna 1993",
        {"0", "0.205177661542290", "0.403021281604210", "-0.12092087633891", "0.512721933192410"},
        {"0.061758858135626", "0.33897802655364", "0.61479130717558", "-0.14054801465937",
         "0.12501982279453"});
    t.quadratic_kinetic = true;
    all.push_back(splitting(refined(t, 4), {.order = 4, .symplectic = true}));
  }
}

void add_compositions(std::vector<known_table>& all) {
  all.push_back(
      composition(composition_table("yoshida-4", "leapfrog composed to order 4: the triple jump",
                                    "Yoshida 1990; Suzuki 1990", "leapfrog", {"w", "1 - 2*w", "w"},
                                    {{"w", "1/(2 - 2^(1/3))"}}),
                  {.order = 4, .symmetric = true, .symplectic = true}));
  all.push_back(composition(
      composition_table("suzuki-4", "leapfrog composed to order 4: five steps, Suzuki's fractal",
                        "Suzuki 1990", "leapfrog", {"w", "w", "1 - 4*w", "w", "w"},
                        {{"w", "1/(4 - 4^(1/3))"}}),
      {.order = 4, .symmetric = true, .symplectic = true}));
  all.push_back(composition(
      composition_table("mclachlan-4",
                        "symplectic Euler maps composed to order 4: five pairs, small errors",
                        "McLachlan 1995; Hairer, Lubich & Wanner V.3.6", "symplectic-euler-a",
                        mirrored({"(14 - sqrt(19))/108", "(146 + 5*sqrt(19))/540",
                                  "(-23 - 20*sqrt(19))/270", "(-2 + 10*sqrt(19))/135", "1/5"},
                                 last_word::twice)),
      {.order = 4, .symmetric = true, .symplectic = true}));
  all.push_back(composition(
      refined(
          symmetric_composition("yoshida-6", "leapfrog composed to order 6: seven steps",
                                "Yoshida 1990, solution A",
                                {"0.784513610477560", "0.235573213359357", "(-1.17767998417887)"}),
          6),
      {.order = 6, .symmetric = true, .symplectic = true}));
  all.push_back(composition(
      refined(symmetric_composition(
                  "kahan-li-6", "leapfrog composed to order 6: nine steps", "Kahan & Li 1997",
                  {"0.39216144400731413927925056", "0.33259913678935943859974864",
                   "(-0.70624617255763935980996482)", "0.08221359629355080023149045"}),
              6),
      {.order = 6, .symmetric = true, .symplectic = true}));
  all.push_back(composition(
      refined(
          symmetric_composition("yoshida-8", "leapfrog composed to order 8: fifteen steps",
                                "Yoshida 1990, solution D",
                                {"0.914844246229740", "0.253693336566229", "(-1.44485223686048)",
                                 "(-0.158240635368243)", "1.93813913762276", "(-1.96061023297549)",
                                 "0.102799849391985"}),
          8),
      {.order = 8, .symmetric = true, .symplectic = true}));
  all.push_back(composition(
      refined(symmetric_composition(
                  "mclachlan-8", "leapfrog composed to order 8: fifteen steps, small errors",
                  "McLachlan 1995",
                  {"0.74167036435061295344822780", "(-0.40910082580003159399730010)",
                   "0.19075471029623837995387626", "(-0.57386247111608226665638773)",
                   "0.29906418130365592384446354", "0.33462491824529818378495798",
                   "0.31529309239676659663205666"}),
              8),
      {.order = 8, .symmetric = true, .symplectic = true}));
  all.push_back(composition(
      refined(symmetric_composition(
                  "kahan-li-8", "leapfrog composed to order 8: seventeen steps", "Kahan & Li 1997",
                  {"0.13020248308889008087881763", "0.56116298177510838456196441",
                   "(-0.38947496264484728640807860)", "0.15884190655515560089621075",
                   "(-0.39590389413323757733623154)", "0.18453964097831570709183254",
                   "0.25837438768632204729397911", "0.29501172360931029887096624"}),
              8),
      {.order = 8, .symmetric = true, .symplectic = true}));
  all.push_back(composition(
      refined(
          symmetric_composition("sofroniou-spaletta-10", "leapfrog composed to order 10: 35 steps",
                                "Sofroniou & Spaletta 2005",
                                {"0.07879572252168641926390768", "0.31309610341510852776481247",
                                 "0.02791838323507806610952027", "(-0.22959284159390709415121340)",
                                 "0.13096206107716486317465686", "(-0.26973340565451071434460973)",
                                 "0.07497334315589143566613711", "0.11199342399981020488957508",
                                 "0.36613344954622675119314812", "(-0.39910563013603589787862981)",
                                 "0.10308739852747107731580277", "0.41143087395589023782070412",
                                 "(-0.00486636058313526176219566)",
                                 "(-0.39203335370863990644808194)", "0.05194250296244964703718290",
                                 "0.05066509075992449633587434", "0.04967437063972987905456880"}),
          10),
      {.order = 10, .symmetric = true, .symplectic = true}));
}

}  // namespace

const std::vector<known_table>& known_tables() {
  static const std::vector<known_table> list = [] {
    std::vector<known_table> all;
    add_explicit_runge_kutta(all);
    add_splittings(all);
    add_compositions(all);
    return all;
  }();
  return list;
}

namespace {

/// Tables of schemes that have an engine of their own.
std::vector<scheme_table> equivalent_tables() {
  std::vector<scheme_table> all;
  // dense output: Hairer, Norsett & Wanner I, II.6
  all.push_back(
      with_dense_output(
          runge_kutta("rk4", "", "", {.order = 4}, {{}, {"1/2"}, {"0", "1/2"}, {"0", "0", "1"}},
                      {"1/6", "1/3", "1/3", "1/6"}),
          {{"1", "-3/2", "2/3"}, {"0", "1", "-2/3"}, {"0", "1", "-2/3"}, {"0", "-1/2", "2/3"}}, 3)
          .table);
  all.push_back(splitting_table("leapfrog", "", "", {"0", "1"}, {"1/2", "1/2"}));
  all.push_back(splitting_table("symplectic-euler-a", "", "", {"0", "1"}, {"1"}));
  all.push_back(splitting_table("symplectic-euler-b", "", "", {"1"}, {"1"}));
  return all;
}

}  // namespace

std::optional<scheme_table> table_of_scheme(const std::string& name, const settings& chosen) {
  for (const known_table& known : known_tables()) {
    if (known.table.name == name) {
      scheme_table table = known.table;
      table.claims.embedded_order = known.embedded_order;
      return table;
    }
  }
  for (const scheme_table& table : equivalent_tables()) {
    if (table.name == name) {
      return table;
    }
  }
  return collocation_table(name, chosen);
}

}  // namespace plumbline::detail

std::optional<plumbline::scheme_table> plumbline::known_scheme_table(const std::string& name,
                                                                     const settings& chosen) {
  const scheme_info facts = find_scheme(name).info_for(chosen);
  auto table = detail::table_of_scheme(name, chosen);
  if (table) {
    table->claims.order = facts.order;
    table->claims.symmetric = facts.symmetric;
    table->claims.symplectic = facts.symplectic;
  }
  return table;
}
