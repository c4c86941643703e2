# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Conan 2: `conan create packaging` from the project's folder. Untried (packaging/README.md)."""

import re
from pathlib import Path

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy


class Plumbline(ConanFile):
    name = "plumbline"
    description = "Geometric integration of mechanical systems at any precision"
    license = "BSL-1.0"
    settings = "os", "compiler", "build_type", "arch"
    requires = (
        "boost/[>=1.81]",
        "cli11/[>=2.3]",
        "eigen/[>=3.4 <4]",
        "fmt/[>=9 <12]",
        "gmp/[>=6.2]",
        "mpfr/[>=4.2]",
        "nlohmann_json/[>=3.11]",
        "onetbb/[>=2021]",
        "tomlplusplus/[>=3]",
    )

    def set_version(self):
        text = (Path(self.recipe_folder).parent / "CMakeLists.txt").read_text()
        self.version = re.search(r"project\(plumbline VERSION ([0-9.]+)", text).group(1)

    def export_sources(self):
        root = Path(self.recipe_folder).parent
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "lib/*", "validation/*", "reference/*"):
            copy(self, pattern, str(root), self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables.update(
            {"PLUMBLINE_BUILD_TESTS": False, "PLUMBLINE_MPI": False, "PLUMBLINE_HDF5": False, "PLUMBLINE_ARB": False}
        )
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        self.cpp_info.set_property("cmake_find_mode", "none")  # the package brings plumbline-config.cmake
        self.cpp_info.builddirs = ["lib/cmake/plumbline"]
