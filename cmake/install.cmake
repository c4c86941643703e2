# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# What `./run install` puts under the prefix: program, static library, headers, the published numbers that
# `plumbline reproduce` compares with, a CMake package and a pkg-config file. Everything is found relative to
# where it lies, so the prefix can be chosen at install time.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package "${CMAKE_INSTALL_LIBDIR}/cmake/plumbline")

install(TARGETS plumbline EXPORT plumbline-targets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/plumbline" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.hpp" PATTERN "*.def")
if(TARGET plumbline-cli)
  install(TARGETS plumbline-cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  # The program writes the completion scripts itself.
  foreach(shell_and_file IN ITEMS
      "bash;bash-completion/completions/plumbline"
      "zsh;zsh/site-functions/_plumbline"
      "fish;fish/vendor_completions.d/plumbline.fish")
    list(GET shell_and_file 0 shell)
    list(GET shell_and_file 1 file)
    install(CODE "
      set(file \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/${file}\")
      cmake_path(GET file PARENT_PATH folder)
      file(MAKE_DIRECTORY \"\${folder}\")
      execute_process(COMMAND \"$<TARGET_FILE:plumbline-cli>\" completion ${shell}
        OUTPUT_FILE \"\${file}\" COMMAND_ERROR_IS_FATAL ANY)
      message(STATUS \"Installing: \${file}\")")
  endforeach()
endif()
foreach(data published datasets)
  if(EXISTS "${PROJECT_SOURCE_DIR}/reference/${data}")
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/reference/${data}"
      DESTINATION "${CMAKE_INSTALL_DATADIR}/plumbline/reference")
  endif()
endforeach()
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

install(EXPORT plumbline-targets NAMESPACE plumbline:: DESTINATION "${package}")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/plumbline-config.cmake.in"
  "${PROJECT_BINARY_DIR}/plumbline-config.cmake" INSTALL_DESTINATION "${package}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/plumbline-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/plumbline-config.cmake"
  "${PROJECT_BINARY_DIR}/plumbline-config-version.cmake"
  "${PROJECT_SOURCE_DIR}/cmake/Findmpfr.cmake"
  DESTINATION "${package}")

if(PLUMBLINE_LINKS_QUADMATH)
  set(pc_quadmath " -lquadmath")
endif()
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}" OUTPUT_VARIABLE pc_libdir)
string(REGEX REPLACE "[^/]+" ".." pc_up "${pc_libdir}/pkgconfig")
configure_file("${CMAKE_CURRENT_LIST_DIR}/plumbline.pc.in" "${PROJECT_BINARY_DIR}/plumbline.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/plumbline.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
