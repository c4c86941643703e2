// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/math/order_conditions.hpp>
#include <plumbline/scalar/in_place.hpp>

#include <algorithm>
#include <utility>

namespace plumbline {

namespace {

std::size_t place(int which) { return static_cast<std::size_t>(which); }

mp reciprocal(std::int64_t n) {
  mp x;
  mpfr_set_sj(x.backend().data(), n, MPFR_RNDN);
  return mp(1) / x;
}

mp dot(const vector<mp>& b, const vector<mp>& x) {
  mp sum(0);
  mp term;
  for (Eigen::Index i = 0; i < b.size(); ++i) {
    set_product(term, b[i], x[i]);
    set_sum(sum, sum, term);
  }
  return sum;
}

void multiply(const matrix<mp>& a, const vector<mp>& x, vector<mp>& y) {
  y.resize(x.size());
  mp term;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    y[i] = mp(0);
    for (Eigen::Index j = 0; j < x.size(); ++j) {
      if (a(i, j) != 0) {
        set_product(term, a(i, j), x[j]);
        set_sum(y[i], y[i], term);
      }
    }
  }
}

void scale(vector<mp>& x, const vector<mp>& by) {
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    set_product(x[i], x[i], by[i]);
  }
}

/// Powers and products of factors as text: "c^2 (A c)".
std::string product_text(std::vector<std::string> factors) {
  std::sort(factors.begin(), factors.end());
  std::reverse(factors.begin(), factors.end());
  std::string text;
  for (std::size_t i = 0; i < factors.size();) {
    std::size_t j = i;
    while (j < factors.size() && factors[j] == factors[i]) {
      ++j;
    }
    text += (text.empty() ? "" : " ") + factors[i] +
            (j - i > 1 ? "^" + std::to_string(j - i) : std::string());
    i = j;
  }
  return text;
}

}  // namespace

word_list word_list::make(std::vector<int> letters, int weight) {
  word_list list;
  list.letters = std::move(letters);
  list.words.push_back({});
  std::vector<std::size_t> first = {0, 1};  // the place of the first word of each weight
  for (int n = 1; n <= weight; ++n) {
    for (std::size_t l = 0; l < list.letters.size(); ++l) {
      const int before = n - list.letters[l];
      if (before < 0) {
        continue;
      }
      for (std::size_t u = first[place(before)]; u < first[place(before + 1)]; ++u) {
        list.words.push_back(
            {n, static_cast<int>(u), static_cast<int>(l), list.words[u].length + 1});
      }
    }
    first.push_back(list.words.size());
  }
  return list;
}

order_conditions order_conditions::runge_kutta(int order) {
  order_conditions c;
  c.family_ = family::runge_kutta;
  c.order_ = order;
  c.trees_ = rooted_trees(order, 1);
  for (std::size_t t = 0; t < c.trees_.size(); ++t) {
    c.orders_.push_back(c.trees_[t].order);
    c.members_.push_back(static_cast<int>(t));
  }
  return c;
}

/// The time is a variable of its own with t′ = 1: of the trees of two colours those in which no vertex is upon the second colour.
order_conditions order_conditions::with_time(int order) {
  order_conditions c = runge_kutta(1);
  c.family_ = family::with_time;
  c.order_ = order;
  c.trees_.clear();
  c.orders_.clear();
  c.members_.clear();
  const std::vector<rooted_tree> all = rooted_trees(order, 2);
  std::vector<int> place_of(all.size(), -1);
  for (std::size_t t = 0; t < all.size(); ++t) {
    rooted_tree tree = all[t];
    if (tree.base >= 0) {
      tree.base = place_of[place(tree.base)];
      tree.branch = place_of[place(tree.branch)];
      if (tree.colour == 1 || tree.base < 0 || tree.branch < 0) {
        continue;
      }
    }
    place_of[t] = static_cast<int>(c.trees_.size());
    c.orders_.push_back(tree.order);
    c.members_.push_back(place_of[t]);
    c.trees_.push_back(tree);
  }
  return c;
}

order_conditions order_conditions::partitioned(int order) {
  order_conditions c = runge_kutta(1);
  c.family_ = family::partitioned;
  c.order_ = order;
  c.trees_ = rooted_trees(order, 2);
  c.orders_.clear();
  c.members_.clear();
  for (std::size_t t = 0; t < c.trees_.size(); ++t) {
    c.orders_.push_back(c.trees_[t].order);
    c.members_.push_back(static_cast<int>(t));
  }
  return c;
}

order_conditions order_conditions::separable(int order) {
  order_conditions c = runge_kutta(order);
  c.family_ = family::partitioned;
  const std::vector<rooted_tree> shapes = std::move(c.trees_);
  c.trees_.clear();
  c.orders_.clear();
  c.members_.clear();
  // the places 2 t and 2 t + 1 are the shape t with a root of the colour 0 and 1
  for (rooted_tree tree : shapes) {
    const int base = tree.base;
    const int branch = tree.branch;
    for (const int colour : {0, 1}) {
      tree.colour = colour;
      tree.base = base < 0 ? -1 : 2 * base + colour;
      tree.branch = branch < 0 ? -1 : 2 * branch + 1 - colour;
      c.orders_.push_back(tree.order);
      c.members_.push_back(static_cast<int>(c.trees_.size()));
      c.trees_.push_back(tree);
    }
  }
  return c;
}

order_conditions order_conditions::nystrom(int order) {
  order_conditions c;
  c.family_ = family::nystrom;
  c.order_ = order;
  c.nystrom_trees_ = nystrom_trees(order - 1);
  for (int n = 1; n <= order; ++n) {
    for (std::size_t t = 0; t < c.nystrom_trees_.size(); ++t) {
      const int degree = c.nystrom_trees_[t].degree;
      if (degree == n - 1 || degree == n - 2) {
        c.orders_.push_back(n);
        c.members_.push_back(static_cast<int>(t));
        c.is_position_.push_back(degree == n - 2);
      }
    }
  }
  return c;
}

order_conditions order_conditions::nystrom_splitting(int order) {
  order_conditions c = nystrom(order);
  c.orders_.insert(c.orders_.begin(), 1);
  c.members_.insert(c.members_.begin(), sum_of_drifts);
  c.is_position_.insert(c.is_position_.begin(), true);
  return c;
}

order_conditions order_conditions::splitting(int order) {
  order_conditions c;
  c.family_ = family::splitting;
  c.order_ = order;
  c.words_ = word_list::make({1, 1}, order);
  for (std::size_t w = 1; w < c.words_.words.size(); ++w) {
    c.orders_.push_back(c.words_.words[w].weight);
    c.members_.push_back(static_cast<int>(w));
  }
  return c;
}

order_conditions order_conditions::composition(int order, int base_order, bool symmetric_base) {
  order_conditions c;
  c.family_ = family::composition;
  c.order_ = order;
  c.alternates_ = !symmetric_base && base_order == 1;
  std::vector<int> letters = {1};
  for (int k = base_order + 1; k <= order; ++k) {
    if (!symmetric_base || k % 2 == 1) {
      letters.push_back(k);
    }
  }
  c.words_ = word_list::make(std::move(letters), order);
  for (std::size_t w = 1; w < c.words_.words.size(); ++w) {
    c.orders_.push_back(c.words_.words[w].weight);
    c.members_.push_back(static_cast<int>(w));
  }
  return c;
}

double order_conditions::count_runge_kutta(int order) {
  double sum = 0;
  for (int n = 1; n <= order; ++n) {
    sum += static_cast<double>(count_rooted_trees(n, 1));
  }
  return sum;
}

double order_conditions::count_partitioned(int order) {
  double sum = 0;
  for (int n = 1; n <= order; ++n) {
    sum += static_cast<double>(count_rooted_trees(n, 2));
  }
  return sum;
}

std::int64_t order_conditions::symmetry_of(std::size_t k) const {
  switch (family_) {
    case family::runge_kutta:
    case family::with_time:
    case family::partitioned:
      return trees_[place(members_[k])].sigma;
    case family::nystrom:
      return members_[k] == sum_of_drifts ? 1 : nystrom_trees_[place(members_[k])].sigma;
    default:
      return 1;
  }
}

std::string order_conditions::formula(int tree) const {
  std::vector<std::string> factors;
  for (int t = tree; trees_[place(t)].base >= 0; t = trees_[place(t)].base) {
    const int child = trees_[place(t)].branch;
    const bool momentum = family_ == family::partitioned && trees_[place(child)].colour == 1;
    const std::string inner = formula(child);
    if (inner.empty()) {
      factors.emplace_back(family_ == family::runge_kutta ? "c" : momentum ? "(Abar 1)" : "(A 1)");
    } else {
      factors.push_back((momentum ? "(Abar " : "(A ") + inner + ")");
    }
  }
  return product_text(std::move(factors));
}

std::string order_conditions::nystrom_formula(int tree) const {
  std::vector<std::string> factors;
  for (int t = tree; nystrom_trees_[place(t)].base >= 0; t = nystrom_trees_[place(t)].base) {
    const int child = nystrom_trees_[place(t)].branch;
    if (child < 0) {
      factors.emplace_back("c");
    } else {
      const std::string inner = nystrom_formula(child);
      factors.push_back("(A " + (inner.empty() ? "1" : inner) + ")");
    }
  }
  return product_text(std::move(factors));
}

std::string order_conditions::text(std::size_t k) const {
  const int which = members_[k];
  const auto reciprocal = [](std::int64_t n) {
    return n == 1 ? std::string("1") : "1/" + std::to_string(n);
  };
  const auto sum_of = [](const std::string& weights, const std::string& rest) {
    return "sum " + weights + (rest.empty() ? "" : " " + rest);
  };
  switch (family_) {
    case family::runge_kutta:
      return tree_text(trees_, which) + ": " + sum_of("b", formula(which)) + " = " +
             reciprocal(trees_[place(which)].gamma);
    case family::partitioned:
      return tree_text(trees_, which, 2) + ": " +
             sum_of(trees_[place(which)].colour == 1 ? "bbar" : "b", formula(which)) + " = " +
             reciprocal(trees_[place(which)].gamma);
    case family::nystrom: {
      if (which == sum_of_drifts) {
        return "sum a = 1";
      }
      const nystrom_tree& t = nystrom_trees_[place(which)];
      const std::int64_t gamma = t.density * (t.degree + 1) * (is_position_[k] ? t.degree + 2 : 1);
      return tree_text(nystrom_trees_, which) + ": " +
             sum_of(is_position_[k] ? "bbar" : "b", nystrom_formula(which)) + " = " +
             reciprocal(gamma);
    }
    default: {
      std::string word;
      bool pure = true;
      for (int w = which; w > 0; w = words_.words[place(w)].prefix) {
        const int letter = words_.words[place(w)].letter;
        pure = pure && (family_ == family::splitting || letter == 0);
        word =
            (family_ == family::splitting ? std::string(letter == 0 ? "A" : "B")
                                          : "Y" + std::to_string(words_.letters[place(letter)])) +
            (word.empty() || family_ == family::splitting ? "" : " ") + word;
      }
      std::int64_t factorial = 1;
      for (int n = 2; n <= words_.words[place(which)].length; ++n) {
        factorial *= n;
      }
      return "the word " + word + ": coefficient = " + (pure ? reciprocal(factorial) : "0");
    }
  }
}

std::string order_conditions::drawing(std::size_t k) const {
  switch (family_) {
    case family::runge_kutta:
      return tree_drawing(trees_, members_[k], 1);
    case family::partitioned:
      return tree_drawing(trees_, members_[k], 2);
    default:
      return {};
  }
}

std::vector<mp> order_conditions::residuals(const scheme_coefficients<mp>& x,
                                            const vector<mp>* weights) const {
  switch (family_) {
    case family::runge_kutta:
    case family::with_time:
    case family::partitioned:
      return tree_residuals(x, weights != nullptr ? *weights : x.b);
    case family::nystrom:
      return nystrom_residuals(x, weights != nullptr ? *weights : x.b);
    default:
      return word_residuals(x);
  }
}

std::vector<mp> order_conditions::tree_residuals(const scheme_coefficients<mp>& x,
                                                 const vector<mp>& b) const {
  const auto s = b.size();
  std::vector<vector<mp>> stage(trees_.size());   // φ_i of the tree
  std::vector<vector<mp>> branch(trees_.size());  // A φ, or Ā φ
  std::vector<mp> r;
  r.reserve(trees_.size());
  for (std::size_t t = 0; t < trees_.size(); ++t) {
    const rooted_tree& tree = trees_[t];
    vector<mp> value;
    if (tree.base < 0) {
      value = vector<mp>::Constant(s, mp(1));
    } else {
      value = stage[place(tree.base)];
      scale(value, branch[place(tree.branch)]);
    }
    const bool momentum = family_ == family::partitioned && tree.colour == 1;
    r.push_back(dot(momentum ? x.bbar : b, value) - reciprocal(tree.gamma));
    if (family_ == family::with_time && tree.colour == 1) {
      branch[t] = x.c;
    } else if (tree.order < order_) {
      multiply(momentum ? x.abar : x.a, value, branch[t]);
      stage[t] = std::move(value);
    }
  }
  return r;
}

std::vector<mp> order_conditions::nystrom_residuals(const scheme_coefficients<mp>& x,
                                                    const vector<mp>& b) const {
  const auto s = b.size();
  std::vector<vector<mp>> stage(nystrom_trees_.size());
  std::vector<vector<mp>> branch(nystrom_trees_.size());
  for (std::size_t t = 0; t < nystrom_trees_.size(); ++t) {
    const nystrom_tree& tree = nystrom_trees_[t];
    if (tree.base < 0) {
      stage[t] = vector<mp>::Constant(s, mp(1));
    } else {
      stage[t] = stage[place(tree.base)];
      scale(stage[t], tree.branch < 0 ? x.c : branch[place(tree.branch)]);
    }
    if (tree.degree + 2 < order_) {
      multiply(x.a, stage[t], branch[t]);
    }
  }
  std::vector<mp> r;
  r.reserve(members_.size());
  for (std::size_t k = 0; k < members_.size(); ++k) {
    if (members_[k] == sum_of_drifts) {
      r.push_back(x.drifts.sum() - mp(1));
      continue;
    }
    const nystrom_tree& t = nystrom_trees_[place(members_[k])];
    const std::int64_t gamma = t.density * (t.degree + 1) * (is_position_[k] ? t.degree + 2 : 1);
    r.push_back(dot(is_position_[k] ? x.bbar : b, stage[place(members_[k])]) - reciprocal(gamma));
  }
  return r;
}

std::vector<mp> order_conditions::word_residuals(const scheme_coefficients<mp>& x) const {
  const auto& words = words_.words;
  std::vector<mp> inverse_factorial(place(order_ + 1), mp(1));
  for (int n = 1; n <= order_; ++n) {
    inverse_factorial[place(n)] = inverse_factorial[place(n - 1)] / n;
  }
  std::vector<mp> series(words.size(), mp(0));
  series[0] = mp(1);
  mp product;
  mp term;
  // series ← series · exp(Σ g_k Y_k)
  const auto multiply_by = [&](const std::vector<mp>& g) {
    for (std::size_t w = words.size(); w-- > 1;) {
      product = mp(1);
      int letters = 0;
      for (auto u = static_cast<int>(w); u > 0;) {
        const mp& factor = g[place(words[place(u)].letter)];
        if (factor == 0) {
          break;
        }
        set_product(product, product, factor);
        ++letters;
        u = words[place(u)].prefix;
        set_product(term, series[place(u)], product);
        set_product(term, term, inverse_factorial[place(letters)]);
        set_sum(series[w], series[w], term);
      }
    }
  };
  if (family_ == family::splitting) {
    for (Eigen::Index i = 0; i < std::max(x.drifts.size(), x.b.size()); ++i) {
      if (i < x.drifts.size()) {
        multiply_by({x.drifts[i], mp(0)});
      }
      if (i < x.b.size()) {
        multiply_by({mp(0), x.b[i]});
      }
    }
  } else {
    for (Eigen::Index i = 0; i < x.gamma.size(); ++i) {
      std::vector<mp> g;
      for (const int k : words_.letters) {
        mp power = x.gamma[i];
        for (int n = 1; n < k; ++n) {
          set_product(power, power, x.gamma[i]);
        }
        g.push_back(alternates_ && i % 2 == 1 && k % 2 == 0 ? mp(-power) : power);
      }
      multiply_by(g);
    }
  }
  std::vector<mp> r;
  r.reserve(words.size() - 1);
  for (std::size_t w = 1; w < words.size(); ++w) {
    bool target = true;
    for (auto u = static_cast<int>(w); u > 0; u = words[place(u)].prefix) {
      target = target && (family_ == family::splitting || words[place(u)].letter == 0);
    }
    r.push_back(target ? mp(series[w] - inverse_factorial[place(words[w].length)]) : series[w]);
  }
  return r;
}

scheme_coefficients<mp> nystrom_of_splitting(const scheme_coefficients<mp>& x) {
  const auto s = x.b.size();
  scheme_coefficients<mp> n;
  n.a = matrix<mp>::Constant(s, s, mp(0));
  n.b = x.b;
  n.drifts = x.drifts;
  n.bbar = vector<mp>(s);
  n.c = vector<mp>(s);
  mp sum(0);
  for (Eigen::Index i = 0; i < s; ++i) {
    sum += i < x.drifts.size() ? x.drifts[i] : mp(0);
    n.c[i] = sum;
  }
  for (Eigen::Index i = s; i < x.drifts.size(); ++i) {
    sum += x.drifts[i];
  }
  for (Eigen::Index i = 0; i < s; ++i) {
    n.bbar[i] = x.b[i] * (sum - n.c[i]);
    for (Eigen::Index j = 0; j < i; ++j) {
      n.a(i, j) = x.b[j] * (n.c[i] - n.c[j]);
    }
  }
  return n;
}

scheme_coefficients<mp> partitioned_of_splitting(const scheme_coefficients<mp>& x) {
  const auto s = std::max(x.drifts.size(), x.b.size());
  scheme_coefficients<mp> p;
  p.a = matrix<mp>::Constant(s, s, mp(0));
  p.abar = p.a;
  p.b = vector<mp>::Constant(s, mp(0));
  p.bbar = p.b;
  p.b.head(x.drifts.size()) = x.drifts;
  p.bbar.head(x.b.size()) = x.b;
  for (Eigen::Index i = 0; i < s; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      p.a(i, j) = p.b[j];
      if (j < i) {
        p.abar(i, j) = p.bbar[j];
      }
    }
  }
  return p;
}

scheme_coefficients<mp> partitioned_of_composition(
    const vector<mp>& gamma, const std::vector<scheme_coefficients<mp>>& bases) {
  const auto base_of = [&](Eigen::Index k) -> const scheme_coefficients<mp>& {
    return bases[static_cast<std::size_t>(k) % bases.size()];
  };
  Eigen::Index s = 0;
  for (Eigen::Index k = 0; k < gamma.size(); ++k) {
    s += base_of(k).b.size();
  }
  scheme_coefficients<mp> whole;
  whole.a = matrix<mp>::Constant(s, s, mp(0));
  whole.abar = whole.a;
  whole.b = vector<mp>(s);
  whole.bbar = vector<mp>(s);
  Eigen::Index first = 0;
  for (Eigen::Index k = 0; k < gamma.size(); ++k) {
    const scheme_coefficients<mp>& base = base_of(k);
    const Eigen::Index n = base.b.size();
    for (Eigen::Index j = 0; j < n; ++j) {
      whole.b[first + j] = gamma[k] * base.b[j];
      whole.bbar[first + j] = gamma[k] * base.bbar[j];
      for (Eigen::Index i = 0; i < n; ++i) {
        whole.a(first + i, first + j) = gamma[k] * base.a(i, j);
        whole.abar(first + i, first + j) = gamma[k] * base.abar(i, j);
      }
      for (Eigen::Index i = first + n; i < s;
           ++i) {  // the substeps that follow begin where this one ends
        whole.a(i, first + j) = whole.b[first + j];
        whole.abar(i, first + j) = whole.bbar[first + j];
      }
    }
    first += n;
  }
  return whole;
}

scheme_coefficients<mp> splitting_of_composition(
    const vector<mp>& gamma, const std::vector<scheme_coefficients<mp>>& bases) {
  // drifts at even places, kicks at odd ones
  std::vector<mp> moves;
  const auto move = [&moves](std::size_t parity, const mp& part) {
    if (part == 0) {
      return;
    }
    if (!moves.empty() && (moves.size() - 1) % 2 == parity) {
      moves.back() += part;
      return;
    }
    if (moves.empty() && parity == 1) {
      moves.emplace_back(0);
    }
    moves.push_back(part);
  };
  for (Eigen::Index k = 0; k < gamma.size(); ++k) {
    const scheme_coefficients<mp>& base = bases[static_cast<std::size_t>(k) % bases.size()];
    for (Eigen::Index i = 0; i < std::max(base.drifts.size(), base.b.size()); ++i) {
      move(0, i < base.drifts.size() ? mp(gamma[k] * base.drifts[i]) : mp(0));
      move(1, i < base.b.size() ? mp(gamma[k] * base.b[i]) : mp(0));
    }
  }
  scheme_coefficients<mp> whole;
  whole.drifts = vector<mp>(static_cast<Eigen::Index>((moves.size() + 1) / 2));
  whole.b = vector<mp>(static_cast<Eigen::Index>(moves.size() / 2));
  for (std::size_t i = 0; i < moves.size(); ++i) {
    (i % 2 == 0 ? whole.drifts : whole.b)[static_cast<Eigen::Index>(i / 2)] = moves[i];
  }
  return whole;
}

}  // namespace plumbline
