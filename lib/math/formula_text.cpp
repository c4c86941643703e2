// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A node of a graph as text that people read. Products and sums are written flat: their factors and terms are collected
// through the nodes, equal factors become powers, and the constants of a product become one number in front.
#include <plumbline/math/formula.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace plumbline {

namespace {

/// How tightly a text binds: a part is put in parentheses where its surroundings bind tighter.
enum class binding { sum, product, power, atom };

struct piece {
  std::string text;
  binding strength;
};

/// Thrown when a text has become too long.
struct too_long {};

class printer {
 public:
  printer(const graph& g, const formula_style& style, bool latex)
      : graph_(g), style_(style), latex_(latex) {}

  std::string run(node_id node) {
    try {
      const std::string text = show(node).text;
      if (text.size() <= style_.most) {
        return text;
      }
    } catch (const too_long&) {
    }
    return latex_ ? "\\ldots" : "...";
  }

 private:
  struct factor {
    node_id node;
    long exponent;
  };
  struct product {
    exact_number constant{1};
    std::vector<factor> factors;
  };
  struct term {
    node_id node;
    bool negative;
  };

  piece show(node_id node) {
    constexpr int deepest = 300;
    if (++depth_ > deepest) {
      throw too_long{};
    }
    piece made = show_node(node);
    --depth_;
    if (made.text.size() > style_.most) {
      throw too_long{};
    }
    return made;
  }

  piece show_node(node_id node) {
    const graph::node n = graph_[node];
    switch (n.what) {
      case operation::input:
        return {style_.input(n.a), binding::atom};
      case operation::constant:
        return number(graph_.value(node));
      case operation::pi:
        return {latex_ ? "\\pi" : "pi", binding::atom};
      case operation::add:
      case operation::subtract:
        return show_sum(node);
      case operation::negate:
      case operation::multiply:
      case operation::divide:
        return show_product(node);
      case operation::power:
        return power(wrapped(show(n.a), binding::atom), show(n.b));
      default:
        return call(n);
    }
  }

  piece call(const graph::node& n) {
    const std::string first = show(n.a).text;
    if (n.what == operation::sqrt && latex_) {
      return {"\\sqrt{" + first + "}", binding::atom};
    }
    if (n.what == operation::exp && graph_.is_constant(n.a) &&
        graph_.value(n.a) == exact_number(1)) {
      return {"e", binding::atom};
    }
    const std::string second = operands_of(n.what) == 2 ? ", " + show(n.b).text : "";
    const std::string name(name_of(n.what));
    if (!latex_) {
      return {name + "(" + first + second + ")", binding::atom};
    }
    constexpr std::array known = {"exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh"};
    std::string command = "\\operatorname{" + name + "}";
    if (std::ranges::find(known, name) != known.end()) {
      command = "\\" + name;
    } else if (name.starts_with("a")) {
      command =
          "\\operatorname{ar" + std::string(name.ends_with("h") ? "" : "c") + name.substr(1) + "}";
    }
    return {command + "\\left(" + first + second + "\\right)", binding::atom};
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

  void collect(node_id node, long exponent, product& into) {
    constexpr std::size_t most_factors = 200;
    const graph::node n = graph_[node];
    if (into.factors.size() > most_factors) {
      throw too_long{};
    }
    switch (n.what) {
      case operation::negate:
        into.constant = exponent % 2 == 0 ? into.constant : -into.constant;
        collect(n.a, exponent, into);
        return;
      case operation::multiply:
        if (n.a == n.b && exponent < 1'000'000 && -1'000'000 < exponent) {
          collect(n.a, 2 * exponent, into);
          return;
        }
        collect(n.a, exponent, into);
        collect(n.b, exponent, into);
        return;
      case operation::divide:
        collect(n.a, exponent, into);
        collect(n.b, -exponent, into);
        return;
      case operation::constant:
        if (exponent == 1 || exponent == -1) {
          into.constant = exponent == 1 ? into.constant * graph_.value(node)
                                        : into.constant / graph_.value(node);
          return;
        }
        break;
      default:
        break;
    }
    const auto same =
        std::ranges::find_if(into.factors, [node](const factor& f) { return f.node == node; });
    if (same == into.factors.end()) {
      into.factors.push_back({node, exponent});
    } else {
      same->exponent += exponent;
    }
  }

  /// Parameters, then coordinates, then everything that is no name.
  int rank(node_id node) const {
    constexpr int others = 1000;
    const graph::node n = graph_[node];
    if (n.what == operation::pi) {
      return -1;
    }
    return n.what == operation::input ? (style_.rank ? style_.rank(n.a) : 0) : others;
  }

  piece show_product(node_id node) {
    product p;
    collect(node, 1, p);
    std::ranges::stable_sort(p.factors, [this](const factor& a, const factor& b) {
      const int x = rank(a.node);
      const int y = rank(b.node);
      return x != y ? x < y : (graph_[a.node].what == operation::input ? a.node < b.node : false);
    });
    const bool negative = p.constant.sign() < 0;
    if (negative) {
      p.constant = -p.constant;
    }
    const std::string fraction = p.constant.text();
    const auto slash = fraction.find('/');
    std::string above;
    std::string below;
    if (slash == std::string::npos) {
      above = fraction == "1" ? "" : fraction;
    } else if (const piece whole = number(p.constant); whole.strength == binding::atom && !latex_) {
      above = whole.text;
    } else if (latex_ && whole.text.front() != '\\') {
      above = whole.text;
    } else {
      above = fraction.substr(0, slash) == "1" ? "" : fraction.substr(0, slash);
      below = fraction.substr(slash + 1);
    }
    int count_below = below.empty() ? 0 : 1;
    int count_above = above.empty() ? 0 : 1;
    const char* const times = latex_ ? " " : "*";
    for (const factor& f : p.factors) {
      if (f.exponent == 0) {
        continue;
      }
      std::string& side = f.exponent > 0 ? above : below;
      (f.exponent > 0 ? count_above : count_below) += 1;
      const long exponent = f.exponent > 0 ? f.exponent : -f.exponent;
      const piece base = show(f.node);
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
    }
    const binding strength = below.empty() && count_above == 1 && p.factors.size() <= 1
                                 ? binding::power
                                 : binding::product;
    if (negative) {
      return {"-" + text, binding::sum};
    }
    return {text, latex_ && !below.empty() ? binding::product : strength};
  }

  void collect_terms(node_id node, bool negative, std::vector<term>& into) {
    constexpr std::size_t most_terms = 400;
    if (into.size() > most_terms) {
      throw too_long{};
    }
    const graph::node n = graph_[node];
    switch (n.what) {
      case operation::add:
        collect_terms(n.a, negative, into);
        collect_terms(n.b, negative, into);
        return;
      case operation::subtract:
        collect_terms(n.a, negative, into);
        collect_terms(n.b, !negative, into);
        return;
      case operation::negate:
        collect_terms(n.a, !negative, into);
        return;
      default:
        into.push_back({node, negative});
    }
  }

  piece show_sum(node_id node) {
    std::vector<term> terms;
    collect_terms(node, false, terms);
    std::string text;
    std::string last;  // negative terms after the first positive one
    for (const term& t : terms) {
      piece p = show(t.node);
      bool negative = t.negative;
      if (!p.text.empty() && p.text.front() == '-') {
        p.text.erase(0, 1);
        p.strength = binding::product;  // a sum is no term of a sum, so this was a negative product
        negative = !negative;
      }
      if (p.strength == binding::sum) {
        p.text = wrapped(p, binding::product);
      }
      if (text.empty() && negative) {
        last += " - " + p.text;
        continue;
      }
      text += (text.empty() ? "" : negative ? " - " : " + ") + p.text + last;
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

  const graph& graph_;
  const formula_style& style_;
  bool latex_;
  int depth_ = 0;
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
