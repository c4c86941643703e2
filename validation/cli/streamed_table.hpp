// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "cli/command.hpp"
#include "cli/options.hpp"
#include <plumbline/core/errors.hpp>

namespace plumbline::cli {

/// The table of `compute(rows)`, written as its rows come. `shown`: a picture of it, before the file is in its place. What is
/// there of a table when its run is interrupted stays as PATH.partial.
template <class Compute, class Shown>
void stream_table(const shared_options& o, const call& how, Compute&& compute, Shown&& shown) {
  table_file rows(head_of_table(how.command_line), parse_format(o.format), o.output, o.matrices);
  try {
    compute(rows);
  } catch (const interrupted&) {
    rows.keep_partial();
    throw;
  } catch (const step_failure&) {
    rows.fail();
    throw;
  }
  rows.finish();
  shown();
  rows.commit();
}

}  // namespace plumbline::cli
