// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/io/toml_document.hpp>
#include <plumbline/scalar/types.hpp>
#include <plumbline/study/matrices.hpp>

#include <fmt/format.h>

#include <utility>

namespace plumbline {

namespace {

constexpr std::size_t longest_file = 64U << 20U;

class matrix_reader {
 public:
  explicit matrix_reader(const std::filesystem::path& path)
      : file_(path, longest_file, toml_document::place::line) {}

  matrix_file read() const {
    file_.require_known(file_.root(), "", "matrix", {"M", "K", "C"});
    matrix_file read{matrix("M"), matrix("K"), {}};
    if (file_.root().contains("C")) {
      read.damping = matrix("C");
    }
    for (const auto& [name, other] :
         {std::pair{"K", &read.stiffness}, std::pair{"C", &read.damping}}) {
      if (!other->empty() && read.mass.size() != other->size()) {
        file_.fail(
            *file_.root().find(name), "",
            fmt::format("M has {} rows and {} has {}", read.mass.size(), name, other->size()));
      }
    }
    return read;
  }

 private:
  expression_matrix matrix(const char* name) const {
    const toml_value* const rows = file_.root().find(name);
    if (rows == nullptr || !rows->is_list()) {
      throw invalid_input(fmt::format("'{}' lacks the matrix {}, written as {} = [[a, b], [c, d]]",
                                      file_.name(), name, name));
    }
    expression_matrix result;
    for (const toml_value& row : rows->items) {
      if (!row.is_list()) {
        file_.fail(row, "", fmt::format("{} must be a list of rows", name));
      }
      std::vector<expression> values;
      for (const toml_value& cell : row.items) {
        values.push_back(value(cell, name));
      }
      if (values.size() != rows->items.size()) {
        file_.fail(row, "",
                   fmt::format("{} must be square: it has {} rows and a row of {}", name,
                               rows->items.size(), values.size()));
      }
      result.push_back(std::move(values));
    }
    if (result.empty()) {
      file_.fail(*rows, "", fmt::format("{} is empty", name));
    }
    require_symmetric(*rows, result, name);
    return result;
  }

  /// Where an entry is not as its mirror is, to 64 digits. Of damping the systems ask no symmetry.
  void require_symmetric(const toml_value& rows, const expression_matrix& a,
                         const std::string& name) const {
    for (std::size_t i = 0; name != "C" && i < a.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (a[i][j].text() != a[j][i].text() &&
            evaluate<mp64>(a[i][j]) != evaluate<mp64>(a[j][i])) {
          file_.fail(rows.items[i], "",
                     fmt::format("{} is not symmetric: entries ({},{}) and ({},{}) differ", name,
                                 i + 1, j + 1, j + 1, i + 1));
        }
      }
    }
  }

  expression value(const toml_value& cell, const std::string& name) const {
    using kind = toml_value::kind;
    if (cell.is != kind::text && cell.is != kind::whole && cell.is != kind::decimal) {
      file_.fail(cell, "", "an entry must be a number or a string with an exact value");
    }
    try {
      const expression read(cell.text);
      (void)evaluate<mp64>(read);  // no name has a value here
      return read;
    } catch (const invalid_input& error) {
      file_.fail(cell, "", name + ": " + error.what());
    }
  }

  toml_document file_;
};

}  // namespace

matrix_file read_matrices(const std::filesystem::path& path) { return matrix_reader(path).read(); }

}  // namespace plumbline
