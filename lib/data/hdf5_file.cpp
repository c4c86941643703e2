// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/data/hdf5_file.hpp>
#include <plumbline/scalar/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <stdexcept>

#if PLUMBLINE_HAS_HDF5
#include <dlfcn.h>
#include <hdf5.h>
#endif

namespace plumbline {

#if PLUMBLINE_HAS_HDF5

namespace {

/// An identifier that the library keeps as data, in place of its macro (H5T_C_S1 is H5T_C_S1_g after H5open): the program loads
/// HDF5 when it first calls it (cmake/on_demand.sh), which serves for functions only.
hid_t id_of(const char* name) {
  H5open();
  static void* const library = ::dlopen(PLUMBLINE_HDF5_NAME, RTLD_LAZY);
  const void* const place = library == nullptr ? nullptr : ::dlsym(library, name);
  if (place == nullptr) {
    throw io_error(std::string("the HDF5 library has no ") + name);
  }
  return *static_cast<const hid_t*>(place);
}

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
  const hid_t type = H5Tcopy(id_of("H5T_C_S1_g"));
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
  const handle properties = without_times(id_of("H5P_CLS_DATASET_CREATE_ID_g"));
  const handle dataset(
      H5Dcreate2(file, path.c_str(), type, space, H5P_DEFAULT, properties, H5P_DEFAULT), H5Dclose);
  require(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
  add_attributes(dataset, attributes);
}

double double_of(const std::string& text, hdf5_column::kind what) {
  if (what == hdf5_column::kind::numbers) {
    return from_text<double>(text);
  }
  try {
    return text.empty() ? std::numeric_limits<double>::quiet_NaN() : from_text<double>(text);
  } catch (const std::exception&) {  // a word in a column of numbers
    return std::numeric_limits<double>::quiet_NaN();
  }
}

void fill(hid_t file, const hdf5_table& table) {
  add_attributes(file, table.attributes);
  const handle group_properties = without_times(id_of("H5P_CLS_GROUP_CREATE_ID_g"));
  const handle group(H5Gcreate2(file, hdf5_texts, H5P_DEFAULT, group_properties, H5P_DEFAULT),
                     H5Gclose);
  for (const auto& column : table.columns) {
    std::vector<double> doubles;
    std::size_t longest = 1;
    for (const auto& text : column.texts) {
      if (column.what != hdf5_column::kind::words) {
        doubles.push_back(double_of(text, column.what));
      }
      longest = std::max(longest, text.size());
    }
    if (column.what != hdf5_column::kind::words) {
      add_column(file, column.name, id_of("H5T_IEEE_F64LE_g"), doubles.data(), doubles.size(),
                 column.attributes);
    }
    std::string strings;
    for (const auto& text : column.texts) {
      strings += text;
      strings.append(longest - text.size(), '\0');
    }
    const handle type = string_type(longest);
    add_column(group, column.name, type, strings.data(), column.texts.size(), column.attributes);
  }
}

/// A file may have attributes of up to 64 kB each unless it says otherwise.
bool has_long_attributes(const hdf5_table& table) {
  return std::any_of(table.attributes.begin(), table.attributes.end(), [](const auto& a) {
    constexpr std::size_t longest = 60'000;
    return a.second.size() > longest;
  });
}

void create(const char* path, hid_t access, const hdf5_table& table,
            const std::function<void(hid_t)>& use = {}) {
  const handle creation = without_times(id_of("H5P_CLS_FILE_CREATE_ID_g"));
  if (has_long_attributes(table)) {
    require(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_LATEST));
    require(H5Pset_attr_phase_change(creation, 0, 0));
  }
  const handle file(H5Fcreate(path, H5F_ACC_TRUNC, creation, access), H5Fclose);
  fill(file, table);
  if (use) {
    use(file);
  }
}

void write(const std::filesystem::path& path, const hdf5_table& table) {
  const handle access(H5Pcreate(id_of("H5P_CLS_FILE_ACCESS_ID_g")), H5Pclose);
  create(path.c_str(), access, table);
}

std::string bytes_of(const hdf5_table& table) {
  const handle access(H5Pcreate(id_of("H5P_CLS_FILE_ACCESS_ID_g")), H5Pclose);
  constexpr std::size_t growth = 1 << 20;
  require(H5Pset_fapl_core(access, growth, false));  // in memory, never on the disk
  std::string bytes;
  create("table", access, table, [&bytes](hid_t file) {
    require(H5Fflush(file, H5F_SCOPE_LOCAL));
    const auto size = H5Fget_file_image(file, nullptr, 0);
    if (size <= 0) {
      throw io_error("the HDF5 library refused a call");
    }
    bytes.resize(static_cast<std::size_t>(size));
    if (H5Fget_file_image(file, bytes.data(), bytes.size()) != size) {
      throw io_error("the HDF5 library refused a call");
    }
  });
  return bytes;
}

std::size_t length_of(hid_t dataset) {
  const handle space(H5Dget_space(dataset), H5Sclose);
  return static_cast<std::size_t>(H5Sget_simple_extent_npoints(space));
}

std::vector<std::string> strings_of(hid_t file, const std::string& name) {
  const handle dataset(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
  const handle type(H5Dget_type(dataset), H5Tclose);
  const std::size_t size = H5Tget_size(type);
  const std::size_t rows = length_of(dataset);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0) {
    throw io_error("the strings have another type");
  }
  std::string bytes(size * rows, '\0');
  require(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()));
  std::vector<std::string> texts;
  for (std::size_t row = 0; row < rows; ++row) {
    std::string text = bytes.substr(row * size, size);
    text.resize(std::min(text.find('\0'), text.size()));
    texts.push_back(std::move(text));
  }
  return texts;
}

hdf5_values read(const std::filesystem::path& path, const std::string& name) {
  const handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  hdf5_values values;
  {
    const handle dataset(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
    values.doubles.resize(length_of(dataset));
    require(H5Dread(dataset, id_of("H5T_NATIVE_DOUBLE_g"), H5S_ALL, H5S_ALL, H5P_DEFAULT,
                    values.doubles.data()));
  }
  values.texts = strings_of(file, "text/" + name);
  return values;
}

/// An array of the first level.
struct array {
  std::string name;
  std::vector<hsize_t> lengths;
};

std::vector<array> arrays_of(hid_t file) {
  std::vector<std::string> names;
  const auto collect = [](hid_t, const char* name, const H5L_info_t*, void* list) -> herr_t {
    static_cast<std::vector<std::string>*>(list)->emplace_back(name);
    return 0;
  };
  require(H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, nullptr, collect, &names));
  std::vector<array> found;
  for (const auto& name : names) {
    const handle object(H5Oopen(file, name.c_str(), H5P_DEFAULT), H5Oclose);
    if (H5Iget_type(object) != H5I_DATASET) {
      continue;
    }
    const handle type(H5Dget_type(object), H5Tclose);
    const H5T_class_t kind = H5Tget_class(type);
    const handle space(H5Dget_space(object), H5Sclose);
    const int rank = H5Sget_simple_extent_ndims(space);
    if ((kind != H5T_FLOAT && kind != H5T_INTEGER) || rank < 1 || rank > 2) {
      continue;
    }
    std::vector<hsize_t> lengths(static_cast<std::size_t>(rank));
    H5Sget_simple_extent_dims(space, lengths.data(), nullptr);
    found.push_back({name, std::move(lengths)});
  }
  return found;
}

std::vector<std::string> numbers_of(hid_t file, const std::string& name) {
  const handle dataset(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
  const handle type(H5Dget_type(dataset), H5Tclose);
  const std::size_t count = length_of(dataset);
  std::vector<std::string> texts;
  texts.reserve(count);
  if (H5Tget_class(type) == H5T_INTEGER) {
    std::vector<long long> values(count);
    require(H5Dread(dataset, id_of("H5T_NATIVE_LLONG_g"), H5S_ALL, H5S_ALL, H5P_DEFAULT,
                    values.data()));
    for (const long long x : values) {
      texts.push_back(std::to_string(x));
    }
    return texts;
  }
  std::vector<double> values(count);
  require(
      H5Dread(dataset, id_of("H5T_NATIVE_DOUBLE_g"), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  const bool single = H5Tget_size(type) <= sizeof(float);
  for (const double x : values) {
    texts.push_back(single ? fmt::format("{}", static_cast<float>(x)) : fmt::format("{}", x));
  }
  return texts;
}

hdf5_columns read_all(const std::filesystem::path& path) {
  const handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  const auto arrays = arrays_of(file);
  hdf5_columns found;
  for (const auto& a : arrays) {
    if (a.lengths.size() == 1) {
      const std::string text = "text/" + a.name;
      const bool has_text = H5Lexists(file, "text", H5P_DEFAULT) > 0 &&
                            H5Lexists(file, text.c_str(), H5P_DEFAULT) > 0;
      found.names.push_back(a.name);
      found.columns.push_back(has_text ? strings_of(file, text) : numbers_of(file, a.name));
    }
  }
  if (found.names.empty() && arrays.size() == 1) {
    const auto texts = numbers_of(file, arrays.front().name);
    const auto count = static_cast<std::size_t>(arrays.front().lengths[1]);
    found.columns.resize(count);
    for (std::size_t k = 0; k < texts.size(); ++k) {
      found.columns[k % count].push_back(texts[k]);
    }
  }
  return found;
}

}  // namespace

bool has_hdf5() { return true; }

std::string hdf5_bytes(const hdf5_table& table) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  return bytes_of(table);
}

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

hdf5_columns read_hdf5_columns(const std::filesystem::path& file) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  hdf5_columns found;
  try {
    found = read_all(file);
  } catch (const io_error& error) {
    throw invalid_input(
        fmt::format("'{}' is not an HDF5 file that can be read: {}", file.native(), error.what()));
  }
  if (found.columns.empty()) {
    throw invalid_input(
        fmt::format("'{}' holds no table: arrays of one length on the first level, one for each "
                    "column, are one",
                    file.native()));
  }
  return found;
}

#else

bool has_hdf5() { return false; }
hdf5_columns read_hdf5_columns(const std::filesystem::path& file) {
  throw invalid_input(fmt::format(
      "'{}' is HDF5, which this program was built without (Debian: libhdf5-dev)", file.native()));
}
std::string hdf5_bytes(const hdf5_table&) {
  throw std::logic_error("this program was built without HDF5");
}
void write_hdf5(const std::filesystem::path&, const hdf5_table&) {
  throw std::logic_error("this program was built without HDF5");
}
hdf5_values read_hdf5_column(const std::filesystem::path&, const std::string&) {
  throw std::logic_error("this program was built without HDF5");
}

#endif

}  // namespace plumbline
