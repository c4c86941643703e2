// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A node of a graph as text that people read: a sum of products (lib/math/formula_terms.hpp) in one of two forms. The first
// keeps the parentheses of the formula, m/2 (ṙ² + r² φ̇²); the second multiplies them out, m ṙ²/2 + m r² φ̇²/2. Both have their
// equal terms collected. The shorter text is taken, for each part in parentheses anew.
#include "math/formula_terms.hpp"
#include <plumbline/math/formula.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace plumbline {

namespace {

/// Thrown when a text has become too long.
struct too_long {};
/// Thrown when a formula is nested too deeply or has too many terms, whatever the length of its text.
struct too_involved : too_long {};

class printer {
 public:
  printer(const graph& g, const formula_style& style, bool latex)
      : graph_(g), style_(style), latex_(latex) {}

  std::string run(node_id node) {
    try {
      const std::string text = best(node).text;
      if (text.size() <= style_.most) {
        return text;
      }
    } catch (const too_involved&) {
      return said("too involved");
    } catch (const too_long&) {
    }
    return said("longer than " + std::to_string(style_.most) + " characters");
  }

 private:
  /// What stands in the place of a text that is not printed.
  std::string said(const std::string& why) const {
    const std::string text = "(" + why + "; not printed)";
    return latex_ ? "\\text{" + text + "}" : text;
  }

  /// A part as terms and as text.
  struct shown {
    term_sum terms;
    std::string text;
    binding strength;
  };
  struct piece {
    std::string text;
    binding strength;
  };

  /// The shorter of the two forms.
  const shown& best(node_id node) {
    if (const auto found = best_.find(node); found != best_.end()) {
      return found->second;
    }
    shown made = opened(written(kept(node)));
    if (const auto& open = multiplied(node); open && made.terms.size() + open->size() > 2) {
      try {
        term_sum terms = *open;
        join_angles(terms);
        shown other = written(std::move(terms));
        if (other.text.size() < made.text.size()) {
          made = std::move(other);
        }
      } catch (const too_long&) {  // the form with parentheses it is
      }
    }
    return best_.emplace(node, std::move(made)).first->second;
  }

  /// The text with those parentheses multiplied out that make it shorter, one after the other.
  shown opened(shown made) {
    constexpr std::size_t many = 24;
    for (bool shorter = true; shorter && made.terms.size() <= many;) {
      shorter = false;
      for (const term& t : made.terms.list()) {
        if (auto other = with_open(made.terms, t); other && other->text.size() < made.text.size()) {
          made = std::move(*other);
          shorter = true;
          break;
        }
      }
    }
    return made;
  }
  std::optional<shown> with_open(const term_sum& terms, const term& t) {
    for (const auto& [factor, exponent] : t.factors) {
      const auto inside = sums_.find(factor);
      if (exponent != 1 || inside == sums_.end()) {
        continue;
      }
      const term rest = product_of(t, {exact_number(1), {{factor, -1}}});
      term_sum other = terms;
      other.remove(t.factors);
      for (const term& each : inside->second.list()) {
        other.add(product_of(rest, each));
      }
      try {
        count_work(other.size());
        return written(std::move(other));
      } catch (const too_long&) {
        return std::nullopt;
      }
    }
    return std::nullopt;
  }

  shown written(term_sum terms) {
    piece p = sum_text(terms);
    if (p.text.size() > style_.most) {
      throw too_long{};
    }
    return {std::move(terms), std::move(p.text), p.strength};
  }

  class deeper {
   public:
    explicit deeper(int& depth) : depth_(depth) {
      constexpr int deepest = 300;
      if (++depth_ > deepest) {
        --depth_;
        throw too_involved{};
      }
    }
    deeper(const deeper&) = delete;
    deeper& operator=(const deeper&) = delete;
    ~deeper() { --depth_; }

   private:
    int& depth_;
  };

  static constexpr std::size_t most_terms = 400;

  void count_work(std::size_t terms) {
    constexpr std::size_t most_work = 20'000;
    work_ += terms;
    if (terms > most_terms || work_ > most_work) {
      throw too_involved{};
    }
  }

  /// The node as terms, with the parentheses of the formula.
  const term_sum& kept(node_id node) {
    if (const auto found = kept_.find(node); found != kept_.end()) {
      return found->second;
    }
    const deeper level(depth_);
    const graph::node n = graph_[node];
    term_sum made;
    switch (n.what) {
      case operation::add:
      case operation::subtract:
        made = kept(n.a);
        made.add(kept(n.b), exact_number(n.what == operation::add ? 1 : -1));
        break;
      case operation::negate:
        made.add(kept(n.a), exact_number(-1));
        break;
      case operation::multiply:
      case operation::divide: {
        const term a =
            single(n.a);  // one after the other: the factors have the order in which they came
        const term b = single(n.b);
        made = term_sum(product_of(a, n.what == operation::multiply ? b : inverse(b)));
        break;
      }
      default:
        made = term_sum(leaf(node));
    }
    if (made.size() > most_terms) {
      throw too_involved{};
    }
    return kept_.emplace(node, std::move(made)).first->second;
  }

  /// The node as terms without parentheses; nothing where these are too many.
  const std::optional<term_sum>& multiplied(node_id node) {
    if (const auto found = multiplied_.find(node); found != multiplied_.end()) {
      return found->second;
    }
    std::optional<term_sum> made;
    try {
      made = multiply_out(node);
    } catch (const too_long&) {
    }
    return multiplied_.emplace(node, std::move(made)).first->second;
  }
  std::optional<term_sum> multiply_out(node_id node) {
    constexpr std::size_t many = 150;
    const deeper level(depth_);
    const graph::node n = graph_[node];
    const auto operand = [&](node_id i) -> const term_sum& {
      const auto& open = multiplied(i);
      if (!open) {
        throw too_long{};
      }
      return *open;
    };
    term_sum made;
    switch (n.what) {
      case operation::add:
      case operation::subtract:
        made = operand(n.a);
        made.add(operand(n.b), exact_number(n.what == operation::add ? 1 : -1));
        break;
      case operation::negate:
        made.add(operand(n.a), exact_number(-1));
        break;
      case operation::multiply: {
        const term_sum& a = operand(n.a);
        const term_sum& b = operand(n.b);
        if (a.size() * b.size() > many) {
          throw too_long{};
        }
        count_work(a.size() * b.size());
        for (const term& x : a.list()) {
          for (const term& y : b.list()) {
            made.add(product_of(x, y));
          }
        }
        break;
      }
      case operation::divide: {
        const term_sum& b = operand(n.b);
        const term below = inverse(b.size() == 1 ? b.list().front() : single(n.b));
        for (const term& x : operand(n.a).list()) {
          made.add(product_of(x, below));
        }
        break;
      }
      default:
        made = term_sum(leaf(node));
    }
    count_work(made.size());
    return made;
  }

  /// The node as one term: a sum becomes a factor in parentheses.
  term single(node_id node) {
    const term_sum& terms = kept(node);
    if (terms.size() == 1) {
      return terms.list().front();
    }
    const shown& p = best(node);
    if (p.terms.size() <= 1) {
      return p.terms.size() == 1 ? p.terms.list().front() : term{exact_number(0), {}};
    }
    const bool negative =
        std::ranges::all_of(p.terms.list(), [](const term& t) { return t.coefficient.sign() < 0; });
    term_sum inside;
    inside.add(p.terms, exact_number(negative ? -1 : 1));
    const int factor = place({sum_text(inside).text, binding::sum, others, 0});
    sums_.try_emplace(factor, std::move(inside));
    return {exact_number(negative ? -1 : 1), {{factor, 1}}};
  }

  static term inverse(term t) {
    if (t.coefficient.sign() == 0) {
      throw too_involved{};  // a denominator whose terms cancel
    }
    t.coefficient = exact_number(1) / t.coefficient;
    for (auto& [factor, exponent] : t.factors) {
      exponent = -exponent;
    }
    return t;
  }

  /// What is no sum and no product.
  term leaf(node_id node) {
    const graph::node n = graph_[node];
    switch (n.what) {
      case operation::input:
        return of(
            place({style_.input(n.a), binding::atom, style_.rank ? style_.rank(n.a) : 0, n.a}));
      case operation::constant:
        return {graph_.value(node), {}};
      case operation::pi:
        return of(place({latex_ ? "\\pi" : "pi", binding::atom, -1, 0}));
      case operation::power: {
        const shown& base = best(n.a);
        const shown& exponent = best(n.b);
        const piece p = power(wrapped({base.text, base.strength}, binding::atom),
                              {exponent.text, exponent.strength});
        return of(place({p.text, p.strength, others, 0}));
      }
      case operation::sin:
      case operation::cos:
        return of(angle_function(n.what, best(n.a).terms));
      default:
        return of(place({call(n), binding::atom, others, 0}));
    }
  }
  static term of(int factor) { return {exact_number(1), {{factor, 1}}}; }

  int place(factor_text f) {
    const auto [found, is_new] = places_.try_emplace(f.text, static_cast<int>(factors_.size()));
    if (is_new) {
      f.index = f.rank == others ? static_cast<int>(factors_.size()) : f.index;
      factors_.push_back(std::move(f));
    }
    return found->second;
  }

  /// The factor sin(…) or cos(…); each knows the other.
  int angle_function(operation what, const term_sum& angle) {
    const std::string text = sum_text(angle).text;
    const auto factor = [&](operation f) {
      return place({function_text(f, text), binding::atom, others, 0});
    };
    const int sine = factor(operation::sin);
    const int cosine = factor(operation::cos);
    angles_.try_emplace(sine, angle_pair{false, cosine, angle});
    angles_.try_emplace(cosine, angle_pair{true, sine, angle});
    return what == operation::sin ? sine : cosine;
  }

  /// Σ with pairs of terms joined by
  ///   cos² x + sin² x = 1,  cos x cos y ± sin x sin y = cos(x ∓ y),  sin x cos y ± cos x sin y = sin(x ± y).
  void join_angles(term_sum& terms) {
    constexpr int most_rounds = 100;
    for (int round = 0; round < most_rounds && join_one(terms); ++round) {
    }
  }
  bool join_one(term_sum& terms) {
    for (const term& t : terms.list()) {
      for (const auto& [x, i] : t.factors) {
        for (const auto& [y, k] : t.factors) {
          if (i < 1 || k < 1 || x > y || (x == y && i < 2) || !angles_.contains(x) ||
              !angles_.contains(y)) {
            continue;
          }
          if (join(terms, t, x, y)) {
            return true;
          }
        }
      }
    }
    return false;
  }
  /// The terms in the order in which their factors come.
  term_sum sorted(const term_sum& terms) const {
    std::vector<term> list = terms.list();
    std::ranges::stable_sort(list, [this](const term& a, const term& b) {
      return !a.factors.empty() && !b.factors.empty() &&
             comes_first(a.factors.front().first, b.factors.front().first);
    });
    term_sum result;
    for (const term& t : list) {
      result.add(t);
    }
    return result;
  }
  bool join(term_sum& terms, const term& t, int x, int y) {
    const angle_pair& first = angles_.at(x);
    const angle_pair& second = angles_.at(y);
    const term rest = product_of(
        t, {exact_number(1), x == y ? factor_powers{{x, -2}} : sorted_powers({{x, -1}, {y, -1}})});
    const term wanted = product_of(
        rest, x == y ? term{exact_number(1), {{first.other, 2}}}
                     : term{exact_number(1), sorted_powers({{first.other, 1}, {second.other, 1}})});
    const exact_number* const other = terms.coefficient_of(wanted.factors);
    if (other == nullptr || wanted.factors == t.factors) {  // sin x cos x has no partner
      return false;
    }
    const bool equal = *other == t.coefficient;
    const bool opposite = *other == -t.coefficient;
    if (!equal && (!opposite || x == y)) {
      return false;
    }
    term joined = rest;
    if (x != y) {
      // cos cos + sin sin, sin sin + cos cos: cosine of the difference; cos cos − sin sin: of the sum, with the sign of the
      // term with two cosines; sin cos ± cos sin: sine, of the angle of the sine first
      const bool cosine = first.is_cosine == second.is_cosine;
      const bool difference = cosine == equal;
      if (cosine && opposite && !first.is_cosine) {
        joined.coefficient = -joined.coefficient;
      }
      const bool swapped = !cosine && first.is_cosine;
      term_sum angle = swapped ? second.angle : first.angle;
      angle.add(swapped ? first.angle : second.angle, exact_number(difference ? -1 : 1));
      angle = sorted(angle);
      term_sum opposite_angle;
      opposite_angle.add(angle, exact_number(-1));
      if (angle.size() == 0) {
        return false;
      }
      const std::string text = sum_text(angle).text;
      const std::string negative = sum_text(opposite_angle).text;
      if (std::pair(negative.size(), negative) < std::pair(text.size(), text)) {
        angle = std::move(opposite_angle);
        if (!cosine) {
          joined.coefficient = -joined.coefficient;
        }
      }
      const int factor = angle_function(cosine ? operation::cos : operation::sin, angle);
      joined = product_of(joined, of(factor));
    }
    const factor_powers here = t.factors;  // t is an entry of terms
    const factor_powers there = wanted.factors;
    const term result = joined;
    terms.remove(here);
    terms.remove(there);
    terms.add(result);
    return true;
  }

  std::string function_text(operation what, const std::string& arguments) const {
    const std::string name(name_of(what));
    if (!latex_) {
      return name + "(" + arguments + ")";
    }
    constexpr std::array known = {"exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh"};
    std::string command = "\\operatorname{" + name + "}";
    if (std::ranges::find(known, name) != known.end()) {
      command = "\\" + name;
    } else if (name.starts_with("a")) {
      command =
          "\\operatorname{ar" + std::string(name.ends_with("h") ? "" : "c") + name.substr(1) + "}";
    }
    return command + "\\left(" + arguments + "\\right)";
  }

  std::string call(const graph::node& n) {
    const std::string first = best(n.a).text;
    if (n.what == operation::sqrt && latex_) {
      return "\\sqrt{" + first + "}";
    }
    if (n.what == operation::exp && graph_.is_constant(n.a) &&
        graph_.value(n.a) == exact_number(1)) {
      return "e";
    }
    return function_text(n.what, first + (operands_of(n.what) == 2 ? ", " + best(n.b).text : ""));
  }

  std::string wrapped(const piece& p, binding least) const {
    if (p.strength >= least) {
      return p.text;
    }
    return latex_ ? "\\left(" + p.text + "\\right)" : "(" + p.text + ")";
  }

  piece power(const std::string& base, const piece& exponent) const {
    return {
        latex_ ? base + "^{" + exponent.text + "}" : base + "^" + wrapped(exponent, binding::atom),
        binding::power};
  }

  /// Decimals as they were written; halves, quarters … and thirds as fractions.
  piece number(const exact_number& x) const {
    if (x.sign() < 0) {
      return {"-" + number(-x).text, binding::sum};
    }
    const std::string text = x.text();
    const auto slash = text.find('/');
    if (slash == std::string::npos) {
      return {text, binding::atom};
    }
    if (const auto decimal = decimal_text(text.substr(0, slash), text.substr(slash + 1))) {
      return {*decimal, binding::atom};
    }
    if (latex_) {
      return {"\\frac{" + text.substr(0, slash) + "}{" + text.substr(slash + 1) + "}",
              binding::atom};
    }
    return {text, binding::product};
  }

  /// n/d as a decimal where d divides a power of ten up to 10^15 and is not a small power of two.
  static std::optional<std::string> decimal_text(const std::string& n, const std::string& d) {
    constexpr std::size_t most_digits = 15;
    if (d.size() > most_digits || n.size() > 2 * most_digits || d == "2" || d == "4" || d == "8" ||
        d == "16" || d == "32" || d == "64") {
      return std::nullopt;
    }
    exact_number scaled = exact_number::decimal(n) / exact_number::decimal(d);
    std::size_t places = 0;
    for (; !scaled.is_integer() && places <= most_digits; ++places) {
      scaled = scaled * exact_number(10);
    }
    if (!scaled.is_integer()) {
      return std::nullopt;
    }
    std::string digits = scaled.text();
    if (digits.size() <= places) {
      digits.insert(0, places + 1 - digits.size(), '0');
    }
    return digits.insert(digits.size() - places, ".");
  }

  /// Numbers, then pi, parameters, coordinates, then everything that is no name, in the order in which it came.
  bool comes_first(int a, int b) const {
    const factor_text& x = factors_[static_cast<std::size_t>(a)];
    const factor_text& y = factors_[static_cast<std::size_t>(b)];
    return std::tie(x.rank, x.index) < std::tie(y.rank, y.index);
  }

  /// A product, its sign left out.
  piece product_text(const term& t) const {
    if (t.factors.empty()) {
      return number(t.coefficient.sign() < 0 ? -t.coefficient : t.coefficient);
    }
    factor_powers factors = t.factors;
    std::ranges::sort(
        factors, [this](const auto& a, const auto& b) { return comes_first(a.first, b.first); });
    const exact_number constant = t.coefficient.sign() < 0 ? -t.coefficient : t.coefficient;
    const std::string fraction = constant.text();
    const auto slash = fraction.find('/');
    std::string above;
    std::string below;
    if (slash == std::string::npos) {
      above = fraction == "1" ? "" : fraction;
    } else if (const piece whole = number(constant);
               whole.strength == binding::atom && (!latex_ || whole.text.front() != '\\')) {
      above = whole.text;
    } else {
      above = fraction.substr(0, slash) == "1" ? "" : fraction.substr(0, slash);
      below = fraction.substr(slash + 1);
    }
    int count_below = below.empty() ? 0 : 1;
    int count_above = above.empty() ? 0 : 1;
    const char* const times = latex_ ? " " : "*";
    for (const auto& [factor, signed_exponent] : factors) {
      std::string& side = signed_exponent > 0 ? above : below;
      (signed_exponent > 0 ? count_above : count_below) += 1;
      const long exponent = signed_exponent > 0 ? signed_exponent : -signed_exponent;
      const factor_text& f = factors_[static_cast<std::size_t>(factor)];
      const piece base = {f.text, f.strength};
      const std::string text =
          exponent == 1
              ? wrapped(base, latex_ ? binding::product : binding::power)
              : power(wrapped(base, binding::atom), {std::to_string(exponent), binding::atom}).text;
      side += (side.empty() ? "" : times) + text;
      if (side.size() > style_.most) {
        throw too_long{};
      }
    }
    if (above.empty()) {
      above = "1";
      count_above = 1;
    }
    std::string text = above;
    if (!below.empty()) {
      text = latex_            ? "\\frac{" + above + "}{" + below + "}"
             : count_below > 1 ? above + "/(" + below + ")"
                               : above + "/" + below;
      return {text, binding::product};
    }
    if (count_above > 1) {
      return {text, binding::product};
    }
    if (factors.front().second != 1) {
      return {text, binding::power};
    }
    const binding alone = factors_[static_cast<std::size_t>(factors.front().first)].strength;
    return {text, alone == binding::sum ? binding::atom : alone};  // a sum has parentheses here
  }

  piece sum_text(const term_sum& terms) const {
    if (terms.size() == 0) {
      return {"0", binding::atom};
    }
    if (terms.size() == 1) {
      const term& t = terms.list().front();
      piece p = product_text(t);
      return t.coefficient.sign() < 0 ? piece{"-" + wrapped(p, binding::product), binding::sum} : p;
    }
    std::string text;
    std::string last;  // negative terms before the first positive one
    for (const term& t : terms.list()) {
      const piece p = product_text(t);
      const bool negative = t.coefficient.sign() < 0;
      const std::string each = wrapped(p, binding::product);
      if (text.empty() && negative) {
        last += " - " + each;
        continue;
      }
      text += (text.empty() ? "" : negative ? " - " : " + ") + each + last;
      last.clear();
      if (text.size() > style_.most) {
        throw too_long{};
      }
    }
    if (text.empty()) {
      text = "-" + last.substr(3);
    }
    return {text, binding::sum};
  }

  static constexpr int others = 1000;

  struct angle_pair {
    bool is_cosine;
    int other;  ///< the sine of the cosine, and the other way round
    term_sum angle;
  };

  const graph& graph_;
  const formula_style& style_;
  bool latex_;
  int depth_ = 0;
  std::size_t work_ = 0;
  std::vector<factor_text> factors_;
  std::unordered_map<std::string, int> places_;  ///< of a factor, by its text
  std::unordered_map<int, angle_pair> angles_;
  std::unordered_map<int, term_sum> sums_;  ///< of a factor in parentheses: what is in them
  std::unordered_map<node_id, shown> best_;
  std::unordered_map<node_id, term_sum> kept_;
  std::unordered_map<node_id, std::optional<term_sum>> multiplied_;
};

}  // namespace

std::string formula_text(const graph& g, node_id node, const formula_style& style) {
  return printer(g, style, false).run(node);
}

std::string formula_latex(const graph& g, node_id node, const formula_style& style) {
  return printer(g, style, true).run(node);
}

std::string latex_name(const std::string& name) {
  constexpr std::array<std::string_view, 32> greek = {
      "alpha", "beta",  "gamma",   "delta", "epsilon", "zeta", "eta",   "theta",
      "iota",  "kappa", "lambda",  "mu",    "nu",      "xi",   "pi",    "rho",
      "sigma", "tau",   "upsilon", "phi",   "chi",     "psi",  "omega", "Gamma",
      "Delta", "Theta", "Lambda",  "Sigma", "Phi",     "Psi",  "Omega", "Xi"};
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::size_t letters = 0;
  while (letters < name.size() && !is_digit(name[letters]) && name[letters] != '_' &&
         name[letters] != '.') {
    ++letters;
  }
  const std::string word = name.substr(0, letters);
  std::string rest = name.substr(letters);
  std::erase_if(rest, [](char c) { return c == '_'; });
  const std::string stem = std::ranges::find(greek, word) != greek.end() ? "\\" + word
                           : word.size() == 1                            ? word
                                                                         : "\\mathrm{" + word + "}";
  const bool plain = std::ranges::all_of(rest, is_digit);
  return rest.empty() ? stem : stem + "_{" + (plain ? rest : "\\mathrm{" + rest + "}") + "}";
}

}  // namespace plumbline
