// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/io/drawn_points.hpp>
#include <plumbline/study/quantity.hpp>
#include <plumbline/study/scheme_choices.hpp>
#include <plumbline/study/scheme_file.hpp>
#include <plumbline/study/texts.hpp>

#include <fmt/format.h>

namespace plumbline {

namespace {

/// The values over their number; where they have names of their own, the label says which is which.
plot picture_of(const quantity& wanted, const std::vector<named_value>& values) {
  plot p;
  p.description = wanted.name;
  p.x_label = "number";
  p.y_label = wanted.name;
  p.curves.push_back({"", curve_role::first, drawn_as::line_and_markers, {}});
  std::vector<drawn_points> points(1);
  std::string names;
  bool numbered = true;  // period1, period2 ...
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    points[0].add(static_cast<double>(i + 1), values[i].re);
    numbered = numbered && values[i].name.ends_with(number);
    names += fmt::format("{}{} {}", names.empty() ? "" : ", ", number, values[i].name);
  }
  put_points(p, points);
  constexpr std::size_t longest = 60;
  if (!numbered && values.size() > 1 && names.size() <= longest) {
    p.x_label = plain_label(names);
    p.curves[0].how = drawn_as::markers;
  }
  p.x_range = {0, static_cast<double>(values.size() + 1)};
  return p;
}

/// What was given as --scheme and stands for this scheme: its name, or its file.
std::string given_name(const measure_request& request, const scheme_choice& scheme) {
  for (const auto& text : split_list("--scheme", request.scheme)) {
    const std::string name = text.substr(0, text.find(':'));
    if (scheme_of(name)->info.name == scheme.entry->info.name) {
      return name;
    }
  }
  return scheme.entry->info.name;
}

/// The quantity of each scheme: its name stands before the names of its values.
measured_values measure_several(const measure_request& request, const problem_texts& texts,
                                int digits, run_host& host, const quantity& wanted,
                                const problem& all) {
  measured_values found;
  for (const auto& scheme : all.schemes) {
    // the same request for this scheme alone: its settings stand behind its name, those of the system in --set
    measure_request of_one = request;
    const std::string name = full_label_of(scheme);
    of_one.scheme = given_name(request, scheme) + name.substr(scheme.entry->info.name.size());
    problem_texts one = texts;
    one.set.clear();
    for (const auto& [parameter, value] : all.parameters) {
      one.set.push_back(all.system->name() + "." + parameter + "=" + value);
    }
    measurement m = read_measurement(wanted, of_one, one, digits);
    m.is_printed = true;
    if (found.values.empty()) {
      const metadata facts = metadata_of(m, request);
      found.facts.insert(found.facts.end(), facts.begin(), facts.end());
    }
    part_host part(host);
    const auto add = [&](std::vector<named_value> of_scheme) {
      for (auto& value : of_scheme) {
        value.name = label_of(all, scheme) + " " + value.name;
        found.values.push_back(std::move(value));
      }
      for (auto fact : part.facts()) {
        fact.key = label_of(all, scheme) + " " + fact.key;
        found.facts.push_back(std::move(fact));
      }
    };
    try {
      add(wanted.measure(m, part));
    } catch (const interrupted_measurement& e) {
      add(e.so_far());
      throw interrupted_values(e, found);
    } catch (const interrupted& e) {
      throw interrupted_values(e, found);
    }
  }
  return found;
}

}  // namespace

measured_values measure(const measure_request& request, const problem_texts& texts, int digits,
                        run_host& host, bool draws) {
  const quantity& wanted = find_quantity(quantities(), request.quantity);
  (void)required("the name of a system", request.system);
  const problem all =
      read_problem(request.system, texts,
                   wanted.asks_for_scheme(request.scheme)
                       ? split_list("--scheme", required("--scheme", request.scheme))
                       : std::vector<std::string>{});
  if (all.schemes.size() > 1) {
    if (draws || host.keeps()) {
      throw invalid_input("a checkpoint and a plot are of one scheme; measure one at a time");
    }
    return measure_several(request, texts, digits, host, wanted, all);
  }
  measurement m = read_measurement(wanted, request, texts, digits);
  m.is_printed = true;
  measured_values found{metadata_of(m, request), {}, {}};
  if (!wanted.keeps && host.keeps()) {
    throw invalid_input(fmt::format("{} leaves no checkpoints", wanted.name));
  }
  metadata defining = head_of_table("");  // bits depend on what the program was built with
  defining.insert(defining.end(), found.facts.begin(), found.facts.end());
  (void)host.keeper_of(defining);
  part_host part(host);
  try {
    found.values = wanted.measure(m, part);
  } catch (const interrupted_measurement& e) {
    found.values = e.so_far();
    throw interrupted_values(e, found);
  } catch (const interrupted& e) {
    throw interrupted_values(e, found);
  }
  if (draws) {
    found.picture = picture_of(wanted, found.values);
  }
  found.facts.insert(found.facts.end(), part.facts().begin(), part.facts().end());
  return found;
}

}  // namespace plumbline
