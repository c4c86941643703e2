// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/data/dataset_sharing.hpp>

namespace plumbline {

namespace {

/// computed_states as texts (io/checkpoint.hpp).
struct sent_states {
  std::vector<std::vector<std::string>> rows;
  std::string method;
  std::string action;
  int order = 0;
  int digits = 0;

  template <class Archive>
  void transfer(Archive& archive) {
    archive(rows, method, action, order, digits);
  }
};

sent_states sent(const computed_states& c) {
  sent_states s{{}, c.how.method, c.how.action, c.how.order, c.how.digits};
  for (const auto& row : c.rows) {
    s.rows.emplace_back();
    for (const exact_number& x : row) {
      s.rows.back().push_back(x.text());
    }
  }
  return s;
}

/// The number that exact_number::text() wrote.
exact_number number_of(const std::string& text) {
  const auto bar = text.find('/');
  const exact_number numerator = exact_number::decimal(text.substr(0, bar));
  return bar == std::string::npos ? numerator
                                  : numerator / exact_number::decimal(text.substr(bar + 1));
}

computed_states received(const sent_states& s) {
  computed_states c{{}, {s.method, s.action, s.order, s.digits}};
  for (const auto& row : s.rows) {
    c.rows.emplace_back();
    for (const auto& text : row) {
      c.rows.back().push_back(number_of(text));
    }
  }
  return c;
}

/// A computation as the number of a piece.
struct piece {
  static constexpr std::size_t most_variants = 64;
  static constexpr std::size_t most_computations = 2;
  int digits;
  int variant;
  int which;

  std::size_t number() const {
    return (static_cast<std::size_t>(digits) * most_variants + static_cast<std::size_t>(variant)) *
               most_computations +
           static_cast<std::size_t>(which);
  }
  static piece of(std::size_t number) {
    return {static_cast<int>(number / most_computations / most_variants),
            static_cast<int>(number / most_computations % most_variants),
            static_cast<int>(number % most_computations)};
  }
};

/// Computes the piece of this number.
auto computing(const dataset_source& source, const std::vector<std::size_t>& rows,
               const run_control& control) {
  return [&source, &rows, &control](std::size_t number) {
    const piece p = piece::of(number);
    return sent(source.part(rows, {.digits = p.digits, .independent = true, .variant = p.variant},
                            p.which, control));
  };
}

}  // namespace

sharing shared_with(piece_dealer* others, const dataset_source& source,
                    const std::vector<std::size_t>& rows, int jobs, const run_control& control) {
  if (jobs == 1 && others == nullptr) {
    return {};
  }
  return [=, &source, &rows, &control](const verification& wanted) -> computing_all {
    return [=, &source, &rows, &control](int count, const auto&) {
      std::vector<std::size_t> pieces;
      for (int which = count; which-- > 0;) {  // the longer one has the higher number
        pieces.push_back(piece{wanted.digits, wanted.variant, which}.number());
      }
      std::vector<computed_states> all(static_cast<std::size_t>(count));
      deal_out(others, pieces, jobs, computing(source, rows, control),
               [&all](std::size_t number, const sent_states& s) {
                 all[static_cast<std::size_t>(piece::of(number).which)] = received(s);
               });
      return all;
    };
  };
}

void serve_dataset(piece_dealer* others, const dataset_source& source,
                   const std::vector<std::size_t>& rows, int jobs, const run_control& control) {
  deal_out(others, {}, jobs, computing(source, rows, control),
           [](std::size_t, const sent_states&) {});
}

}  // namespace plumbline
