// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/named_values.hpp"

#include <fmt/format.h>

#include <optional>

namespace plumbline::cli {

void write_named_values(const shared_options& o, const metadata& meta, number_kind kind,
                        const std::vector<named_value>& values, bool complete) {
  const bool are_complex = kind == number_kind::complex;
  const auto format = o.format.empty() ? std::nullopt : std::optional(parse_format(o.format));
  auto out = open_output(o);
  if (!format) {
    for (const auto& v : values) {
      out.write(fmt::format("{} = {}\n", v.name, are_complex ? complex_text(v.re, v.im) : v.re));
    }
    out.write(complete ? "" : "# incomplete\n");
  } else {
    std::vector<table_column> columns = {{"name", column_kind::text}};
    if (are_complex) {
      columns.insert(columns.end(), {{"re"}, {"im"}});
    } else {
      columns.push_back({"value"});
    }
    table_writer table(out, *format, meta, columns);
    for (const auto& v : values) {
      table.row(are_complex ? std::vector<std::string>{v.name, v.re, v.im}
                            : std::vector<std::string>{v.name, v.re});
    }
    complete ? table.finish() : table.finish_incomplete();
  }
  if (complete) {
    out.commit();
  } else {
    out.keep_partial();
  }
}

}  // namespace plumbline::cli
