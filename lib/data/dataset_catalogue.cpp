// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/data/dataset_catalogue.hpp>
#include <plumbline/data/dataset_tables.hpp>

#include <algorithm>

namespace plumbline {

const std::vector<dataset_entry>& datasets() {
  static const std::vector<dataset_entry> all = [] {
    std::vector<dataset_entry> list = {{"pendulum-libration",
                                        "the pendulum swings with an amplitude of 90 degrees",
                                        "pendulum",
                                        {},
                                        {"q1=pi/2", "p1=0"},
                                        "1/20",
                                        60},
                                       {"pendulum-near-separatrix",
                                        "the pendulum starts a thousandth of a turn from the top",
                                        "pendulum",
                                        {},
                                        {"q1=499*pi/500", "p1=0"},
                                        "1/10",
                                        60},
                                       {"pendulum-rotation",
                                        "the pendulum turns over",
                                        "pendulum",
                                        {},
                                        {"q1=0", "p1=5*pi"},
                                        "1/40",
                                        60},
                                       {"linear-double-pendulum-modes",
                                        "both modes of the linear double pendulum",
                                        "linear-double-pendulum",
                                        {},
                                        {},
                                        "1/20",
                                        60},
                                       {"double-pendulum-swing",
                                        "the double pendulum from 45 and 60 degrees",
                                        "double-pendulum",
                                        {},
                                        {},
                                        "1/20",
                                        60},
                                       {"top-loops",
                                        "a Lagrange top whose axis draws loops",
                                        "lagrange-top",
                                        {},
                                        {"v1=-6", "v3=252"},
                                        "1/400",
                                        60},
                                       {"top-cusps",
                                        "a Lagrange top whose axis is released at rest: cusps",
                                        "lagrange-top",
                                        {},
                                        {"v1=0", "v3=252"},
                                        "1/400",
                                        60},
                                       {"two-body-rolling",
                                        "two coupled bodies in the plane",
                                        "planar-two-body",
                                        {},
                                        {},
                                        "1/20",
                                        60},
                                       {"bilinear-oscillator-yielding",
                                        "an oscillator beyond its yield displacement",
                                        "bilinear-oscillator",
                                        {},
                                        {},
                                        "1/20",
                                        60}};
    for (const auto& name : table_names()) {
      list.push_back({name, make_table(name)->title()});
    }
    return list;
  }();
  return all;
}

const dataset_entry* find_dataset(const std::string& name) {
  const auto& all = datasets();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& entry) { return entry.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::unique_ptr<dataset_source> source_of(const dataset_entry& entry) {
  if (entry.is_table()) {
    return make_table(entry.name);
  }
  trajectory_request request;
  request.system = entry.system;
  request.options.set = entry.set;
  request.options.start = entry.start;
  request.step = entry.step;
  request.steps = std::to_string(entry.steps);
  return make_trajectory(request);
}

std::vector<std::string> column_names(const dataset_entry& entry) {
  std::vector<std::string> names;
  for (const auto& column : source_of(entry)->columns()) {
    names.push_back(column.name);
  }
  return names;
}

}  // namespace plumbline
