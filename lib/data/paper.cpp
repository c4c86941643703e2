// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/data/paper.hpp>
#include <plumbline/scalar/printed_number.hpp>
#include <plumbline/scalar/traits.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

#include <map>

namespace plumbline {

namespace papers {

namespace {

/// A number is judged with ten digits more than are printed.
int digits_to_show(const published_number& n) {
  constexpr int fewest = 20;
  constexpr int more = 10;
  const auto is_digit = [](char c) { return '0' <= c && c <= '9'; };
  return std::max(fewest, more + static_cast<int>(std::ranges::count_if(n.value, is_digit)));
}

/// Why a computed value does not decide about a printed one: it has fewer digits, and agrees with the printed one in all but the last of
/// its own. "" where it decides.
std::string too_few_digits(const published_number& n, std::string computed, int digits) {
  if (n.magnitude && computed.starts_with('-')) {
    computed.erase(0, 1);
  }
  const auto printed = printed_number::read(n.value);
  if (n.compare != rule::digits || !printed || printed->digits <= digits ||
      judge(rule::digits, n.value, computed) != verdict::differs ||
      judge(rule::digits, decimal_text(printed->value, digits - 1), computed) == verdict::differs) {
    return "";
  }
  return fmt::format("it is printed with {} digits and computed with {}: --digits {} tells",
                     printed->digits, digits, printed->digits + 2);
}

/// Makes what ask() throws a message with file, line and key.
template <class Ask>
std::size_t ask_at(const paper_file& paper, std::size_t line, const std::string& key, Ask&& ask) {
  try {
    return ask();
  } catch (const invalid_input& error) {
    throw invalid_input(paper.placed(line, key + ": " + error.what()));
  } catch (const io_error& error) {
    throw io_error(paper.placed(line, key + ": " + error.what()));
  }
}

}  // namespace

int arithmetic_of(const paper_file& paper, int asked) {
  const int own = paper.digits == 0 ? default_digits : paper.digits;
  return std::max(asked == 0 ? own : asked, most_digits_of_double);
}

paper_work::paper_work(const paper_file& paper, int digits)
    : paper_(&paper), digits_(digits), formulas_([&] {
        try {
          return paper_formulas(paper.names, digits);
        } catch (const invalid_input& error) {
          throw invalid_input(paper.placed(error.what()));
        }
      }()) {}

void paper_work::ask(const paper_experiment& e) {
  asked made{&e, {}, {}};
  for (const published_number& n : e.numbers) {
    made.numbers.emplace_back();
    if (n.expected != verdict::not_reproducible) {
      made.numbers.back() = ask_at(*paper_, n.line, e.id + ": " + n.key + ": compute", [&] {
        const bool has_fence = n.compare == rule::below || n.compare == rule::above;
        return formulas_.ask(n.compute, n.words, digits_to_show(n), has_fence ? n.value : "");
      });
    }
  }
  for (const figure_text& f : e.figures) {
    made.curves.emplace_back();
    for (const curve_text& c : f.curves) {
      made.curves.back().push_back(
          ask_at(*paper_, f.line, e.id + ": figure: curve '" + c.label + "'",
                 [&] { return formulas_.ask_curve(c.x, c.y, f.values, c.words); }));
    }
  }
  asked_.push_back(std::move(made));
}

judged_numbers paper_work::judged(std::size_t which) const {
  const asked& own = asked_[which];
  const auto& numbers = own.experiment->numbers;
  judged_numbers found(numbers);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    paper_value value;
    if (own.numbers[i]) {
      value = formulas_.value(*own.numbers[i]);
      if (value.number.empty() && value.failure.empty()) {
        value.failure = "it has no value";
      }
      if (value.failure.empty()) {
        value.failure = too_few_digits(numbers[i], value.number, digits_);
      }
    }
    found.judge(numbers[i].key, value.failure.empty() ? value.number : "", value.failure);
  }
  return found;
}

std::vector<std::vector<paper_curve>> paper_work::curves(std::size_t which) const {
  std::vector<std::vector<paper_curve>> all;
  for (const auto& figure : asked_[which].curves) {
    all.emplace_back();
    for (const std::size_t curve : figure) {
      all.back().push_back(formulas_.curve(curve));
    }
  }
  return all;
}

void check_formulas(const paper_file& paper) {
  std::map<int, paper_work> checks;
  for (const paper_experiment& e : paper.experiments) {
    const int digits = std::max(arithmetic_of(paper, 0), e.least_digits);
    checks.try_emplace(digits, paper, digits).first->second.ask(e);
  }
}

namespace {

/// An experiment of a paper, as it is chosen.
struct choice {
  std::string id;
  effort needs;
  std::size_t place;  ///< among the paper's
};

}  // namespace

}  // namespace papers

paper load_paper(const std::filesystem::path& path) { return papers::read_paper_file(path); }

std::size_t reproduction::unexpected() const {
  std::size_t count = 0;
  for (const reproduced_experiment& e : experiments) {
    count += static_cast<std::size_t>(
        std::ranges::count_if(e.numbers, [](const auto& n) { return !n.as_recorded(); }));
  }
  return count;
}

table_value reproduction::table() const {
  table_value all{{{"paper", about.name}, {"title", about.title}, {"digits", digits}},
                  papers::columns_of_numbers(),
                  {}};
  for (const reproduced_experiment& e : experiments) {
    for (const papers::judged_number& n : e.numbers) {
      all.rows.push_back(papers::row_of_number(e.id, n));
    }
  }
  return all;
}

reproduction reproduce(const paper& p, const reproduce_request& request, run_host& host, int jobs) {
  std::vector<papers::choice> all;
  for (std::size_t i = 0; i < p.experiments.size(); ++i) {
    all.push_back({p.experiments[i].id, p.experiments[i].needs, i});
  }
  reproduction found{p.about, papers::arithmetic_of(p, request.digits), {}};
  // experiments with the same arithmetic share their runs; what is not wanted is checked, too
  std::map<int, papers::paper_work> works;
  std::map<int, papers::paper_work> checks;
  std::map<std::size_t, int> wanted;
  for (const papers::choice& e : papers::chosen_of(all, request.ids, request.limit)) {
    wanted[e.place] = std::max(found.digits, p.experiments[e.place].least_digits);
  }
  for (std::size_t i = 0; i < p.experiments.size(); ++i) {
    const papers::paper_experiment& e = p.experiments[i];
    const int digits = std::max(found.digits, e.least_digits);
    (wanted.contains(i) ? works : checks).try_emplace(digits, p, digits).first->second.ask(e);
  }
  checks.clear();
  std::map<const papers::paper_experiment*, reproduced_experiment> done;
  for (auto& [digits, work] : works) {
    work.compute(jobs, host);
    for (std::size_t k = 0; k < work.experiments(); ++k) {
      const papers::paper_experiment& e = work.experiment(k);
      done[&e] = {e.id, e.title, work.judged(k).numbers(), work.curves(k)};
    }
  }
  for (auto& [place, experiment] : done) {  // in the order of the file, in which they stand
    found.experiments.push_back(std::move(experiment));
  }
  return found;
}

reproduction reproduce(const paper& p, const reproduce_request& request) {
  run_host host;
  return reproduce(p, request, host);
}

}  // namespace plumbline
