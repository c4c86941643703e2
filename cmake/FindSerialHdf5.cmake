# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# The C library of HDF5 without MPI: target hdf5::serial. (Debian calls it hdf5_serial, other systems hdf5.)

find_path(HDF5_SERIAL_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial)
find_library(HDF5_SERIAL_LIBRARY NAMES hdf5_serial hdf5)
mark_as_advanced(HDF5_SERIAL_INCLUDE_DIR HDF5_SERIAL_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SerialHdf5 REQUIRED_VARS HDF5_SERIAL_LIBRARY HDF5_SERIAL_INCLUDE_DIR)

if(SerialHdf5_FOUND AND NOT TARGET hdf5::serial)
  add_library(hdf5::serial UNKNOWN IMPORTED)
  set_target_properties(hdf5::serial PROPERTIES
    IMPORTED_LOCATION "${HDF5_SERIAL_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${HDF5_SERIAL_INCLUDE_DIR}")
endif()
