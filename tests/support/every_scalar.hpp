// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The scalars of the library for typed tests: quad is among them where the compiler has it.
#pragma once

#include <plumbline/scalar/types.hpp>

#include <gtest/gtest.h>

namespace plumbline {

template <class List>
struct types_of_list;
template <class... Ts>
struct types_of_list<type_list<Ts...>> {
  using type = ::testing::Types<Ts...>;
};
using every_scalar = types_of_list<scalars>::type;

}  // namespace plumbline
