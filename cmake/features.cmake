# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# What of Plumbline this build has and what is off in it, each with the Debian package that brings it. The table is printed
# at the end of configure; what is off is compiled into the library (plumbline::missing_parts), for `plumbline --version`.

set(PLUMBLINE_MISSING "")
set(features "")

function(plumbline_feature is_on name gives package)
  string(LENGTH "${name}" length)
  math(EXPR blanks "10 - ${length}")
  string(REPEAT " " ${blanks} blanks)
  if(is_on)
    string(APPEND features "\n     on   ${name}${blanks}${gives}")
  else()
    string(APPEND features "\n     off  ${name}${blanks}${gives}: ${package}")
    string(APPEND PLUMBLINE_MISSING "{\"${name}\", \"${package}\"}, ")
  endif()
  return(PROPAGATE features PLUMBLINE_MISSING)
endfunction()

set(has_arb OFF)
if(PLUMBLINE_ARB AND TARGET arb::arb)
  set(has_arb ON)
endif()
set(has_mpi OFF)
if(PLUMBLINE_MPI AND MPI_CXX_FOUND)
  set(has_mpi ON)
endif()
set(has_hdf5 OFF)
if(TARGET hdf5::serial)
  set(has_hdf5 ON)
endif()
find_program(PLUMBLINE_GNUPLOT gnuplot)
mark_as_advanced(PLUMBLINE_GNUPLOT)

plumbline_feature(${has_arb} Arb "proven digits, faster elementary functions" "libflint-dev (Debian 12: libflint-arb-dev too)")
plumbline_feature("${PLUMBLINE_HAS_QUAD}" quad "17 to 34 digits at the speed of 113 bits" "g++ with its libquadmath")
plumbline_feature(${has_mpi} MPI "sweeps and papers on many machines" "libopenmpi-dev")
plumbline_feature(${has_hdf5} HDF5 "data.h5 of datasets" "libhdf5-dev")
# gnuplot is looked for when a report is written, so it is no part of the build.
set(of_the_build "${PLUMBLINE_MISSING}")
plumbline_feature("${PLUMBLINE_GNUPLOT}" plots "the pictures of reports" "gnuplot-nox")
set(PLUMBLINE_MISSING "${of_the_build}")
