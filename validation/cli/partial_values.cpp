// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/partial_values.hpp"

#include <fmt/format.h>

namespace plumbline::cli {

void write_partial_values(const shared_options& o, const metadata& meta,
                          const std::vector<named_value>& values) {
  auto out = open_output(o);
  if (o.format.empty()) {
    for (const auto& v : values) {
      out.write(fmt::format("{} = {}\n", v.name, v.re));
    }
    out.write("# incomplete\n");
  } else {
    table_writer table(out, parse_format(o.format), meta, {{"name", column_kind::text}, {"value"}});
    for (const auto& v : values) {
      table.row({v.name, v.re});
    }
    table.finish_incomplete();
  }
  out.keep_partial();
}

}  // namespace plumbline::cli
