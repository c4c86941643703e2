# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# What `./run install` puts under the prefix: program, static library, headers, the published numbers that
# `plumbline reproduce` compares with, a CMake package and a pkg-config file. Everything is found relative to
# where it lies, so the prefix can be chosen at install time. A Boost that was unpacked for the build
# (cmake/dependencies.cmake) goes along, as far as the public headers need it: in include/plumbline-boost, where only
# users of the library see it.

include(CMakePackageConfigHelpers)

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
  # The manual pages too; their date is that of the commit, where there is one.
  install(CODE "
    set(folder \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/man\") # file(INSTALL) adds DESTDIR itself
    set(written \"${PROJECT_BINARY_DIR}/manual\")
    if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
      execute_process(COMMAND git -C \"${PROJECT_SOURCE_DIR}\" log -1 --format=%ct
        OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
      set(ENV{SOURCE_DATE_EPOCH} \"\${date}\")
    endif()
    file(REMOVE_RECURSE \"\${written}\")
    execute_process(COMMAND \"$<TARGET_FILE:plumbline-cli>\" help manual \"\${written}\" COMMAND_ERROR_IS_FATAL ANY)
    foreach(section IN ITEMS 1 7)
      file(GLOB pages \"\${written}/*.\${section}\")
      file(INSTALL \${pages} DESTINATION \"\${folder}/man\${section}\")
    endforeach()")
endif()
foreach(data published datasets)
  if(EXISTS "${PROJECT_SOURCE_DIR}/reference/${data}")
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/reference/${data}"
      DESTINATION "${CMAKE_INSTALL_DATADIR}/plumbline/reference")
  endif()
endforeach()
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# What g++ and clang++ read of Boost when they read all public headers, by library. tests/consumer/check.sh sees
# when one is missing; for this test the copy can be installed by itself (--component boost).
set(boost_libraries assert concept config container core detail exception integer iterator lexical_cast math move mpl
  multiprecision numeric predef preprocessor range type_traits utility)
set(boost_headers array assert concept_check config cstdfloat cstdint current_function integer integer_fwd
  integer_traits lexical_cast limits next_prior static_assert throw_exception type utility version)
if(PLUMBLINE_INSTALL_BOOST)
  set(only_alone "")
  set(find_boost "# Boost's headers are in include/plumbline-boost.")
  set(pc_boost " -isystem \${includedir}/plumbline-boost")
  install(FILES "${unpacked}/share/doc/libboost1.81-dev/copyright"
    DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME copyright-boost)
else()
  set(only_alone EXCLUDE_FROM_ALL)
  set(find_boost "find_dependency(Boost 1.81)")
  set(pc_boost "")
endif()
list(TRANSFORM boost_libraries PREPEND "${PLUMBLINE_BOOST_INCLUDE}/boost/")
list(TRANSFORM boost_headers REPLACE "(.+)" "${PLUMBLINE_BOOST_INCLUDE}/boost/\\1.hpp")
set(boost_copy "${CMAKE_INSTALL_INCLUDEDIR}/plumbline-boost/boost")
install(DIRECTORY ${boost_libraries} DESTINATION "${boost_copy}" COMPONENT boost ${only_alone} OPTIONAL)
install(FILES ${boost_headers} DESTINATION "${boost_copy}" COMPONENT boost ${only_alone} OPTIONAL)

if(PLUMBLINE_ARB AND TARGET arb::arb)
  set(PLUMBLINE_USES_ARB ON)
  cmake_path(GET ARB_LIBRARY STEM arb_name)  # flint-arb or arb
  string(REGEX REPLACE "^lib" "" arb_name "${arb_name}")
  set(pc_arb " -l${arb_name}")
  if(NOT arb_name STREQUAL "flint")
    string(APPEND pc_arb " -lflint")
  endif()
else()
  set(PLUMBLINE_USES_ARB OFF)
endif()
if(TARGET hdf5::serial)
  set(PLUMBLINE_USES_HDF5 ON)
  cmake_path(GET HDF5_SERIAL_LIBRARY STEM hdf5_name) # hdf5_serial or hdf5
  string(REGEX REPLACE "^lib" "" hdf5_name "${hdf5_name}")
  set(pc_hdf5 " -l${hdf5_name}")
else()
  set(PLUMBLINE_USES_HDF5 OFF)
endif()
if(PLUMBLINE_HAS_QUAD)
  set(pc_quadmath " -lquadmath")
endif()

# The library with its CMake package and its pkg-config file, in the folder `libdir`; further arguments are those of
# install(). `export` names the set of exported targets, `written` the folder of what is configured.
function(install_library libdir export written)
  set(package "${libdir}/cmake/plumbline")
  install(TARGETS plumbline EXPORT ${export}
    ARCHIVE DESTINATION "${libdir}" ${ARGN}
    INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
  install(EXPORT ${export} FILE plumbline-targets.cmake NAMESPACE plumbline:: DESTINATION "${package}" ${ARGN})
  configure_package_config_file("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/plumbline-config.cmake.in"
    "${written}/plumbline-config.cmake" INSTALL_DESTINATION "${package}")
  write_basic_package_version_file("${written}/plumbline-config-version.cmake" COMPATIBILITY SameMinorVersion)
  install(FILES
    "${written}/plumbline-config.cmake"
    "${written}/plumbline-config-version.cmake"
    "${PROJECT_SOURCE_DIR}/cmake/Findmpfr.cmake"
    "${PROJECT_SOURCE_DIR}/cmake/FindArb.cmake"
    "${PROJECT_SOURCE_DIR}/cmake/FindSerialHdf5.cmake"
    DESTINATION "${package}" ${ARGN})
  set(pc_libdir "${libdir}")
  string(REGEX REPLACE "[^/]+" ".." pc_up "${pc_libdir}/pkgconfig")
  configure_file("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/plumbline.pc.in" "${written}/plumbline.pc" @ONLY)
  install(FILES "${written}/plumbline.pc" DESTINATION "${libdir}/pkgconfig" ${ARGN})
endfunction()

install_library("${CMAKE_INSTALL_LIBDIR}" plumbline-targets "${PROJECT_BINARY_DIR}")
# Debian's packages have libraries in a folder of the machine's architecture (./run deb: --component multiarch).
if(CMAKE_LIBRARY_ARCHITECTURE)
  install_library("lib/${CMAKE_LIBRARY_ARCHITECTURE}" plumbline-targets-multiarch "${PROJECT_BINARY_DIR}/multiarch"
    COMPONENT multiarch EXCLUDE_FROM_ALL)
endif()
