// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Extrapolation in the catalogue, over any of its symmetric schemes: `extrapolation` with the base by name, and members
// whose base is fixed. What is not a parameter of the extrapolation is handed to the base.
#include "schemes/over_base.hpp"
#include <plumbline/schemes/extrapolation.hpp>

#include <algorithm>
#include <charconv>
#include <optional>

namespace plumbline {

namespace {

constexpr int most_levels = 64;

const std::string own_parameters[] = {"levels", "sequence", "base"};

bool is_own(const std::string& name) {
  return std::find(std::begin(own_parameters), std::end(own_parameters), name) !=
         std::end(own_parameters);
}

/// 1,3,5 as numbers; nothing for a text that does not begin with a digit.
std::optional<step_sequence> listed_sequence(const std::string& text) {
  if (text.empty() || text.front() < '0' || text.front() > '9') {
    return std::nullopt;
  }
  step_sequence n;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    std::int64_t value = 0;
    const auto read = std::from_chars(at, end, value);
    if (read.ec != std::errc{} || (read.ptr != end && *read.ptr != ',')) {
      throw invalid_input(
          "sequence must be romberg, bulirsch, harmonic or increasing whole numbers such as "
          "1,3,5, got '" +
          text + "'");
    }
    n.push_back(value);
    if (read.ptr == end) {
      require_increasing(n);
      return n;
    }
    at = read.ptr + 1;
  }
}

/// One member of the family: `extrapolation` itself has no fixed base.
class member {
 public:
  member(std::string name, std::string fixed_base, std::vector<parameter_info> parameters)
      : name_(std::move(name)),
        fixed_base_(std::move(fixed_base)),
        parameters_(std::move(parameters)) {}

  const std::string& name() const { return name_; }
  const std::vector<parameter_info>& parameters() const { return parameters_; }

  std::string base_name(const settings& chosen) const {
    return fixed_base_.empty() ? parameter_text(name_, parameters_, chosen, "base") : fixed_base_;
  }

  settings base_settings(const settings& chosen) const {
    settings passed;
    for (const auto& [name, value] : chosen) {
      if (!is_own(name)) {
        passed.emplace(name, value);
      }
    }
    return passed;
  }

  step_sequence sequence(const settings& chosen) const {
    const std::string text = parameter_text(name_, parameters_, chosen, "sequence");
    const int levels = whole_parameter(name_, parameters_, chosen, most_levels);
    const auto listed = listed_sequence(text);
    if (!listed) {
      return named_sequence(text, levels);
    }
    if (chosen.contains("levels") && static_cast<std::size_t>(levels) != listed->size()) {
      throw invalid_input(name_ + ": the sequence " + text + " has " +
                          std::to_string(listed->size()) + " levels, not " +
                          std::to_string(levels));
    }
    return *listed;
  }

  /// The facts of the base with its settings. Throws invalid_input for one that is not symmetric.
  scheme_info base_info(const scheme_entry& base, const settings& chosen) const {
    scheme_info info = base.info_for(base_settings(chosen));
    if (!info.symmetric) {
      throw invalid_input(
          name_ + " needs a symmetric base, whose error has even powers of the step only; " +
          info.name + " is not symmetric" +
          (base.parameters.empty() ? "" : " with these parameters"));
    }
    return info;
  }

  scheme_info info(const scheme_entry& base, const settings& chosen) const {
    const auto levels = static_cast<int>(sequence(chosen).size());
    scheme_info facts = extrapolation_info(name_, base_info(base, chosen), levels);
    if (!fixed_base_.empty()) {
      facts.summary = "extrapolation over " + fixed_base_;
    }
    return facts;
  }

 private:
  std::string name_;
  std::string fixed_base_;
  std::vector<parameter_info> parameters_;
};

/// Extrapolation over a base that keeps an energy: the substeps of a step belong to a trajectory that begins with the step.
template <class T>
class extrapolation_from_each_start {
 public:
  explicit extrapolation_from_each_start(extrapolation_stepper<T, any_stepper<T>> stepper)
      : stepper_(std::move(stepper)) {}
  any_stepper<T>& base() { return stepper_.base(); }
  const any_stepper<T>& base() const { return stepper_.base(); }
  solve_report step(vector<T>& y, const T& t, const T& h) {
    base().resume(base().phase(y, t), y);
    return stepper_.step(y, t, h);
  }

 private:
  extrapolation_stepper<T, any_stepper<T>> stepper_;
};

const scheme_entry& entry_named(const std::vector<scheme_entry>& entries, const std::string& name) {
  return *std::find_if(entries.begin(), entries.end(),
                       [&](const scheme_entry& e) { return e.info.name == name; });
}

/// levels, sequence, base where it is free, and what the bases take.
std::vector<parameter_info> parameters_over(const std::vector<scheme_entry>& bases,
                                            const std::string& default_base) {
  std::vector<parameter_info> list = {
      {"levels", "", "4", "number of levels P; the order is that of the base + 2P - 2",
       parameter_domain::positive},
      {"sequence", "", "romberg",
       "substeps of the levels: romberg (1, 2, 4, 8 ...), bulirsch (1, 2, 4, 6, 8, 12 ...), "
       "harmonic (2, 4, 6, 8 ...), or numbers such as 1,3,5",
       parameter_domain::any, parameter_kind::text}};
  if (!default_base.empty()) {
    list.push_back({"base", "", default_base, "the symmetric scheme that is extrapolated",
                    parameter_domain::any, parameter_kind::text});
  }
  for (const scheme_entry& base : bases) {
    for (parameter_info p : base.parameters) {
      const bool known = std::any_of(list.begin(), list.end(),
                                     [&](const parameter_info& q) { return q.name == p.name; });
      if (known || is_own(p.name)) {
        continue;
      }
      if (bases.size() > 1) {
        p.meaning = "handed to the base: " + base.info.name + ", " + p.meaning;
      }
      p.kind = parameter_kind::text;  // read by the base
      list.push_back(std::move(p));
    }
  }
  return list;
}

scheme_entry entry_of(const member& self, const scheme_entry& default_base) {
  scheme_entry entry;
  entry.info = self.info(default_base, {});
  entry.parameters = self.parameters();
  entry.info_for = [self](const settings& chosen) {
    return self.info(find_scheme(self.base_name(chosen)), chosen);
  };
  entry.base_for = [self](const settings& chosen) { return self.base_name(chosen); };
  entry.fits = default_base.fits;
  entry.needs = default_base.needs;
  entry.leaves_events_to_base = true;  // it is the substeps that are cut
  for_each_scalar_and_tangent([&]<class T>() {
    entry.makers.get<T>().make = [self](const settings& chosen, const model<T>& system) {
      const scheme_entry& base = find_scheme(self.base_name(chosen));
      scheme_info info = self.info(base, chosen);
      const int order = self.base_info(base, chosen).order;
      extrapolation_stepper<T, any_stepper<T>> stepper(
          base.make<T>(self.base_settings(chosen), system), self.sequence(chosen), order);
      if (stepper.base().info().conserves.energy) {
        return detail::erase_over_base<T>(std::move(info),
                                          extrapolation_from_each_start<T>(std::move(stepper)));
      }
      return detail::erase_over_base<T>(std::move(info), std::move(stepper));
    };
  });
  return entry;
}

}  // namespace

scheme_entry extrapolation_entry(const std::vector<scheme_entry>& bases) {
  const std::string by_default = "newmark";
  return entry_of(member("extrapolation", "", parameters_over(bases, by_default)),
                  entry_named(bases, by_default));
}

scheme_entry extrapolation_entry_over(const std::string& base,
                                      const std::vector<scheme_entry>& bases) {
  const scheme_entry& entry = entry_named(bases, base);
  return entry_of(member(base + "-extrapolation", base, parameters_over({entry}, "")), entry);
}

}  // namespace plumbline
