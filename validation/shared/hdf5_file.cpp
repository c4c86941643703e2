// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "shared/hdf5_file.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#if PLUMBLINE_HAS_HDF5
#include <hdf5.h>
#endif

namespace plumbline::cli {

#if PLUMBLINE_HAS_HDF5

namespace {

/// An identifier of the library that is closed with its scope.
class handle {
 public:
  handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {
    if (id < 0) {
      throw io_error("the HDF5 library refused a call");
    }
  }
  handle(const handle&) = delete;
  handle& operator=(const handle&) = delete;
  ~handle() { close_(id_); }
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

void require(herr_t status) {
  if (status < 0) {
    throw io_error("the HDF5 library refused a call");
  }
}

/// Fixed length, filled with zero bytes.
handle string_type(std::size_t length) {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, std::max<std::size_t>(length, 1));
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  return {type, H5Tclose};
}

handle without_times(hid_t property_class) {
  const hid_t properties = H5Pcreate(property_class);
  H5Pset_obj_track_times(properties, false);
  return {properties, H5Pclose};
}

void add_attributes(hid_t object,
                    const std::vector<std::pair<std::string, std::string>>& attributes) {
  for (const auto& [name, value] : attributes) {
    const handle space(H5Screate(H5S_SCALAR), H5Sclose);
    const handle type = string_type(value.size());
    const handle attribute(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
                           H5Aclose);
    const std::string bytes = value.empty() ? std::string(1, '\0') : value;
    require(H5Awrite(attribute, type, bytes.data()));
  }
}

void add_column(hid_t file, const std::string& path, hid_t type, const void* data, std::size_t rows,
                const std::vector<std::pair<std::string, std::string>>& attributes) {
  const hsize_t length = rows;
  const handle space(H5Screate_simple(1, &length, nullptr), H5Sclose);
  const handle properties = without_times(H5P_DATASET_CREATE);
  const handle dataset(
      H5Dcreate2(file, path.c_str(), type, space, H5P_DEFAULT, properties, H5P_DEFAULT), H5Dclose);
  require(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
  add_attributes(dataset, attributes);
}

void write(const std::filesystem::path& path, const hdf5_table& table) {
  const handle creation = without_times(H5P_FILE_CREATE);
  const handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, H5P_DEFAULT), H5Fclose);
  add_attributes(file, table.attributes);
  const handle group_properties = without_times(H5P_GROUP_CREATE);
  const handle group(H5Gcreate2(file, "text", H5P_DEFAULT, group_properties, H5P_DEFAULT),
                     H5Gclose);
  for (const auto& column : table.columns) {
    std::vector<double> doubles;
    std::size_t longest = 1;
    for (const auto& text : column.texts) {
      doubles.push_back(from_text<double>(text));
      longest = std::max(longest, text.size());
    }
    add_column(file, column.name, H5T_IEEE_F64LE, doubles.data(), doubles.size(),
               column.attributes);
    std::string strings;
    for (const auto& text : column.texts) {
      strings += text;
      strings.append(longest - text.size(), '\0');
    }
    const handle type = string_type(longest);
    add_column(group, column.name, type, strings.data(), column.texts.size(), column.attributes);
  }
}

std::size_t length_of(hid_t dataset) {
  const handle space(H5Dget_space(dataset), H5Sclose);
  return static_cast<std::size_t>(H5Sget_simple_extent_npoints(space));
}

hdf5_values read(const std::filesystem::path& path, const std::string& name) {
  const handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  hdf5_values values;
  {
    const handle dataset(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
    values.doubles.resize(length_of(dataset));
    require(
        H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.doubles.data()));
  }
  const handle dataset(H5Dopen2(file, ("text/" + name).c_str(), H5P_DEFAULT), H5Dclose);
  const handle type(H5Dget_type(dataset), H5Tclose);
  const std::size_t size = H5Tget_size(type);
  const std::size_t rows = length_of(dataset);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0) {
    throw io_error("the strings have another type");
  }
  std::string bytes(size * rows, '\0');
  require(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()));
  for (std::size_t row = 0; row < rows; ++row) {
    std::string text = bytes.substr(row * size, size);
    text.resize(std::min(text.find('\0'), text.size()));
    values.texts.push_back(std::move(text));
  }
  return values;
}

}  // namespace

bool has_hdf5() { return true; }

void write_hdf5(const std::filesystem::path& file, const hdf5_table& table) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // failures are exceptions, not text
  try {
    write(file, table);
  } catch (const io_error& error) {
    throw io_error(fmt::format("cannot write '{}': {}", file.native(), error.what()));
  }
}

hdf5_values read_hdf5_column(const std::filesystem::path& file, const std::string& name) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  try {
    return read(file, name);
  } catch (const io_error&) {
    throw invalid_input(
        fmt::format("'{}' is not an HDF5 file with the column '{}'", file.native(), name));
  }
}

#else

bool has_hdf5() { return false; }
void write_hdf5(const std::filesystem::path&, const hdf5_table&) {
  throw std::logic_error("this program was built without HDF5");
}
hdf5_values read_hdf5_column(const std::filesystem::path&, const std::string&) {
  throw std::logic_error("this program was built without HDF5");
}

#endif

}  // namespace plumbline::cli
