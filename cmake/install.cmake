# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# What `./run install` puts under the prefix: program, static library, headers, a CMake package, a pkg-config file.

include(GNUInstallDirs)
