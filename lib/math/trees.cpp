// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/math/trees.hpp>

#include <algorithm>

namespace plumbline {

namespace {

constexpr int largest_order = 16;

std::size_t place(int which) { return static_cast<std::size_t>(which); }

/// The children of a tree, the first grafted first.
template <class Tree>
std::vector<int> children(const std::vector<Tree>& trees, int which) {
  std::vector<int> list;
  for (int t = which; trees[place(t)].base >= 0; t = trees[place(t)].base) {
    list.push_back(trees[place(t)].branch);
  }
  std::reverse(list.begin(), list.end());
  return list;
}

/// "t" and "q", "p": how a vertex is written.
std::string vertex(const rooted_tree& t, int colours) {
  return colours == 1 ? "t" : t.colour == 0 ? "q" : "p";
}

void draw(const std::vector<rooted_tree>& trees, int which, int colours, const std::string& indent,
          std::string& text) {
  text += (colours == 1 ? "o" : vertex(trees[place(which)], colours)) + "\n";
  const std::vector<int> list = children(trees, which);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const bool last = i + 1 == list.size();
    text += indent + (last ? "`-" : "|-");
    draw(trees, list[i], colours, indent + (last ? "  " : "| "), text);
  }
}

}  // namespace

std::vector<rooted_tree> rooted_trees(int order, int colours) {
  if (order < 1 || order > largest_order || colours < 1 || colours > 2) {
    throw invalid_input("rooted trees are listed for orders 1 to " + std::to_string(largest_order) +
                        " and 1 or 2 colours, got " + std::to_string(order) + " and " +
                        std::to_string(colours));
  }
  std::vector<rooted_tree> trees;
  trees.reserve(static_cast<std::size_t>(colours));
  std::vector<std::size_t> first = {0, 0};  // the place of the first tree of each order
  for (int colour = 0; colour < colours; ++colour) {
    trees.push_back({1, colour, -1, -1, 0, 1, 1});
  }
  for (int n = 2; n <= order; ++n) {
    first.push_back(trees.size());
    for (int m = n - 1; m >= 1; --m) {  // vertices of the base
      const std::size_t base_end = m == n - 1 ? first[place(n)] : first[place(m + 1)];
      for (std::size_t u = first[place(m)]; u < base_end; ++u) {
        const std::size_t branch_end = n - m == n - 1 ? first[place(n)] : first[place(n - m + 1)];
        for (std::size_t v = first[place(n - m)]; v < branch_end; ++v) {
          const rooted_tree base = trees[u];
          const auto branch = static_cast<int>(v);
          if (base.base >= 0 && branch > base.branch) {
            continue;  // grafted in another order
          }
          rooted_tree t{n, base.colour, static_cast<int>(u), branch, 1, 0, 0};
          t.repeated = base.branch == branch ? base.repeated + 1 : 1;
          t.gamma = base.gamma / m * n * trees[v].gamma;  // γ(base) contains the factor m
          t.sigma = base.sigma * trees[v].sigma * t.repeated;
          trees.push_back(t);
        }
      }
    }
  }
  return trees;
}

std::int64_t count_rooted_trees(int order, int colours) {
  // a(n + 1) = (1/n) Σ_k (Σ_{d | k} d a(d)) a(n − k + 1), a(1) = number of colours (OEIS A000081, A000151)
  std::vector<std::int64_t> a(place(order + 1), 0);
  if (order < 1) {
    return 0;
  }
  a[1] = colours;
  for (int n = 1; n < order; ++n) {
    std::int64_t sum = 0;
    for (int k = 1; k <= n; ++k) {
      std::int64_t divisors = 0;
      for (int d = 1; d <= k; ++d) {
        divisors += k % d == 0 ? d * a[place(d)] : 0;
      }
      sum += divisors * a[place(n - k + 1)];
    }
    a[place(n + 1)] = sum / n;
  }
  return a[place(order)];
}

std::string tree_text(const std::vector<rooted_tree>& trees, int which, int colours) {
  const std::vector<int> list = children(trees, which);
  std::string text = colours == 1 && !list.empty() ? "" : vertex(trees[place(which)], colours);
  if (list.empty()) {
    return text;
  }
  text += "[";
  for (std::size_t i = 0; i < list.size(); ++i) {
    text += (i == 0 ? "" : ",") + tree_text(trees, list[i], colours);
  }
  return text + "]";
}

std::string tree_drawing(const std::vector<rooted_tree>& trees, int which, int colours) {
  std::string text;
  draw(trees, which, colours, "", text);
  return text;
}

std::vector<nystrom_tree> nystrom_trees(int degree) {
  if (degree < 0 || degree >= largest_order) {
    throw invalid_input("Nystroem trees are listed for degrees 0 to " +
                        std::to_string(largest_order - 1) + ", got " + std::to_string(degree));
  }
  std::vector<nystrom_tree> trees = {{}};
  std::vector<std::size_t> first = {0};
  for (int e = 1; e <= degree; ++e) {
    first.push_back(trees.size());
    for (int m = 0; m < e; ++m) {  // degree of the base
      for (std::size_t u = first[place(m)]; u < first[place(m + 1)]; ++u) {
        const nystrom_tree base = trees[u];
        const auto graft = [&](int branch, std::int64_t density, std::int64_t sigma) {
          nystrom_tree t{e, static_cast<int>(u), branch, 1, base.density * density, 0};
          t.repeated = base.base >= 0 && base.branch == branch ? base.repeated + 1 : 1;
          t.sigma = base.sigma * sigma * t.repeated;
          trees.push_back(t);
        };
        if (e - m == 1) {
          graft(-1, 1, 1);
          continue;
        }
        const int d = e - m - 2;  // degree of the branch
        for (std::size_t v = first[place(d)]; v < first[place(d + 1)]; ++v) {
          const auto branch = static_cast<int>(v);
          if (base.base < 0 || branch <= base.branch) {
            const nystrom_tree b = trees[v];
            graft(branch, b.density * (d + 1) * (d + 2), b.sigma);
          }
        }
      }
    }
  }
  return trees;
}

std::string tree_text(const std::vector<nystrom_tree>& trees, int which) {
  std::string text = "[";
  const std::vector<int> list = children(trees, which);
  for (std::size_t i = 0; i < list.size(); ++i) {
    text += (i == 0 ? "" : ",") + (list[i] < 0 ? std::string("v") : tree_text(trees, list[i]));
  }
  return text + "]";
}

}  // namespace plumbline
