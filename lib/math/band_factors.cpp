// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/math/band_factors.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace plumbline::detail {

namespace {

/// One entry of so many has to be different from zero, at most.
constexpr std::size_t least_sparsity = 6;
/// The band takes less than one in so many of the places of the matrix.
constexpr std::size_t least_narrowness = 3;

/// |x|, of double-double its upper half: enough to choose a pivot.
double size_of(double x) { return std::abs(x); }
double size_of(const double_double& x) { return std::abs(to_double(x)); }

/// The neighbours of each node of the graph of A + Aᵀ.
class neighbours {
 public:
  neighbours(const std::vector<std::size_t>& first, const std::vector<std::size_t>& rows) {
    const std::size_t n = first.size() - 1;
    std::vector<std::vector<std::size_t>> lists(n);
    for (std::size_t column = 0; column < n; ++column) {
      for (std::size_t k = first[column]; k < first[column + 1]; ++k) {
        if (rows[k] != column) {
          lists[column].push_back(rows[k]);
          lists[rows[k]].push_back(column);
        }
      }
    }
    for (auto& list : lists) {
      std::ranges::sort(list);
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    lists_ = std::move(lists);
  }
  const std::vector<std::size_t>& of(std::size_t node) const { return lists_[node]; }
  std::size_t degree(std::size_t node) const { return lists_[node].size(); }
  std::size_t size() const { return lists_.size(); }

 private:
  std::vector<std::vector<std::size_t>> lists_;
};

/// The nodes that are reached from `root`, level by level, neighbours of few neighbours first; `levels` is their number.
std::vector<std::size_t> reached_from(std::size_t root, const neighbours& graph,
                                      std::vector<bool>& seen, std::size_t& levels) {
  std::vector<std::size_t> list = {root};
  seen[root] = true;
  levels = 0;
  std::size_t level_end = 1;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i == level_end) {
      ++levels;
      level_end = list.size();
    }
    const std::size_t begin = list.size();
    for (const std::size_t next : graph.of(list[i])) {
      if (!seen[next]) {
        seen[next] = true;
        list.push_back(next);
      }
    }
    std::ranges::stable_sort(list.begin() + static_cast<std::ptrdiff_t>(begin), list.end(), {},
                             [&](std::size_t node) { return graph.degree(node); });
  }
  return list;
}

/// A node at an end of its part of the graph: the last that is reached, as long as that makes more levels.
std::vector<std::size_t> from_an_end(std::size_t start, const neighbours& graph,
                                     std::vector<bool>& seen) {
  std::size_t levels = 0;
  std::vector<std::size_t> list = reached_from(start, graph, seen, levels);
  while (true) {
    for (const std::size_t node : list) {
      seen[node] = false;
    }
    std::size_t more = 0;
    std::vector<std::size_t> other = reached_from(list.back(), graph, seen, more);
    list = std::move(other);
    if (more <= levels) {
      return list;
    }
    levels = more;
  }
}

}  // namespace

template <class T>
band_outcome band_factors<T>::compute(const matrix<T>& a) {
  n_ = static_cast<std::size_t>(a.rows());
  if (!read_entries(a)) {
    return band_outcome::no_band;
  }
  if (first_ != known_first_ || rows_ != known_rows_) {
    find_order();
    known_first_ = first_;
    known_rows_ = rows_;
  }
  if (height_ * least_narrowness > n_) {
    return band_outcome::no_band;
  }
  return eliminate() ? band_outcome::factored : band_outcome::singular;
}

template <class T>
bool band_factors<T>::read_entries(const matrix<T>& a) {
  first_.assign(1, 0);
  rows_.clear();
  values_.clear();
  const std::size_t most = n_ * n_ / least_sparsity;
  const T* entry = a.data();
  for (std::size_t column = 0; column < n_; ++column) {
    for (std::size_t row = 0; row < n_; ++row, ++entry) {
      if (!(*entry == T(0))) {
        rows_.push_back(row);
        values_.push_back(*entry);
      }
    }
    if (rows_.size() > most) {
      return false;
    }
    first_.push_back(rows_.size());
  }
  return true;
}

template <class T>
void band_factors<T>::find_order() {
  const neighbours graph(first_, rows_);
  std::vector<bool> seen(n_, false);
  order_.clear();
  for (std::size_t start = 0; start < n_; ++start) {
    if (!seen[start]) {
      const std::vector<std::size_t> part = from_an_end(start, graph, seen);
      order_.insert(order_.end(), part.begin(), part.end());
    }
  }
  std::ranges::reverse(order_);
  place_.resize(n_);
  for (std::size_t k = 0; k < n_; ++k) {
    place_[order_[k]] = k;
  }
  lower_ = 0;
  std::size_t upper = 0;
  for (std::size_t column = 0; column < n_; ++column) {
    for (std::size_t k = first_[column]; k < first_[column + 1]; ++k) {
      const std::size_t i = place_[rows_[k]];
      const std::size_t j = place_[column];
      lower_ = std::max(lower_, i > j ? i - j : 0);
      upper = std::max(upper, j > i ? j - i : 0);
    }
  }
  upper_ = lower_ + upper;
  height_ = upper_ + lower_ + 1;
}

template <class T>
bool band_factors<T>::eliminate() {
  band_.assign(n_ * height_, T(0));
  column_sizes_.assign(n_, T(0));
  pivots_.resize(n_);
  for (std::size_t column = 0; column < n_; ++column) {
    const std::size_t j = place_[column];
    for (std::size_t k = first_[column]; k < first_[column + 1]; ++k) {
      entry(place_[rows_[k]], j) = values_[k];
      if (size_of(column_sizes_[j]) < size_of(values_[k])) {
        column_sizes_[j] = values_[k];
      }
    }
  }
  for (std::size_t k = 0; k < n_; ++k) {
    const std::size_t below = std::min(lower_, n_ - 1 - k);
    const std::size_t beside = std::min(upper_, n_ - 1 - k);
    T* const factors = &entry(k, k);
    std::size_t pivot = 0;
    for (std::size_t i = 1; i <= below; ++i) {
      if (size_of(factors[pivot]) < size_of(factors[i])) {
        pivot = i;
      }
    }
    const double largest = size_of(factors[pivot]);
    if (!std::isfinite(largest) ||
        !(size_of(column_sizes_[k]) * to_double(epsilon<T>()) < largest)) {
      return false;
    }
    pivots_[k] = k + pivot;
    if (pivot != 0) {
      for (std::size_t j = 0; j <= beside; ++j) {
        std::swap(entry(k, k + j), entry(k + pivot, k + j));
      }
    }
    for (std::size_t i = 1; i <= below; ++i) {
      factors[i] /= factors[0];
    }
    for (std::size_t j = 1; j <= beside; ++j) {
      T* const column = &entry(k, k + j);
      const T f = column[0];
      if (!(f == T(0))) {
        for (std::size_t i = 1; i <= below; ++i) {
          column[i] -= factors[i] * f;
        }
      }
    }
  }
  return true;
}

template <class T>
void band_factors<T>::solve(const vector<T>& b, vector<T>& x) const {
  const auto at = [&](std::size_t k) -> T& { return x[static_cast<Eigen::Index>(order_[k])]; };
  x = b;
  for (std::size_t k = 0; k < n_; ++k) {
    std::swap(at(k), at(pivots_[k]));
    const std::size_t below = std::min(lower_, n_ - 1 - k);
    for (std::size_t i = 1; i <= below; ++i) {
      at(k + i) -= entry(k + i, k) * at(k);
    }
  }
  for (std::size_t k = n_; k-- > 0;) {
    at(k) /= entry(k, k);
    const std::size_t above = std::min(upper_, k);
    for (std::size_t i = 1; i <= above; ++i) {
      at(k - i) -= entry(k - i, k) * at(k);
    }
  }
}

template class band_factors<double>;
template class band_factors<double_double>;

}  // namespace plumbline::detail
