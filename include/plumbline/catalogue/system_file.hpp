// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A system from a text file: its Lagrangian as a formula. The file is recorded as the C++ systems are, so that from the
// graph on they are the same thing: derivatives, facts and models follow from the formula (mechanics/form.hpp).
//
//   name = "pendulum-on-a-spring"
//   coordinates = ["r", "theta"]
//   lagrangian = "m/2*(dot(r)^2 + r^2*dot(theta)^2) - k/2*(r - l)^2 + m*g*r*cos(theta)"
//   [parameters]
//   m = "1"
//   l = { value = "3/4", unit = "m", meaning = "length at rest", domain = "positive" }
//
// docs/own-systems.md shows all keys. Instead of a Lagrangian, a file may have a potential and points with masses, or
// equations of first order; and generalised forces, a Rayleigh function, definitions, claimed invariants, start values.
//
//   const auto system = load_system("pendulum-on-a-spring.toml");
//   const model<mp64> m = system->make<mp64>();
#pragma once

#include <plumbline/catalogue/systems.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace plumbline {

/// The system that the text describes; `name_for_messages` is the name of the text in messages. The entry is what the
/// catalogue's are; its views into texts live as long as the pointer. Throws invalid_input, in one line with line and
/// column, for anything that is not such a system.
std::shared_ptr<const system_entry> parse_system(std::string_view text,
                                                 const std::string& name_for_messages);

/// The system in the file. Throws io_error when the file cannot be read, otherwise as parse_system does.
std::shared_ptr<const system_entry> load_system(const std::filesystem::path& path);

}  // namespace plumbline
