// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/version.hpp>

#include <iostream>

int main() { std::cout << "plumbline " << plumbline::version() << '\n'; }
