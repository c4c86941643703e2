// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// An interrupted measurement keeps the values that it has by then: they travel with the interruption, and the command writes
// them to PATH.partial.
#pragma once

#include "cli/named_values.hpp"
#include <plumbline/core/errors.hpp>

#include <utility>
#include <vector>

namespace plumbline::cli {

class interrupted_measurement : public interrupted {
 public:
  interrupted_measurement(const interrupted& signal, std::vector<named_value> so_far)
      : interrupted(signal), so_far_(std::move(so_far)) {}
  const std::vector<named_value>& so_far() const { return so_far_; }

 private:
  std::vector<named_value> so_far_;
};

/// As write_named_values of real values, with the mark of what is incomplete; to PATH.partial where there is a PATH.
void write_partial_values(const shared_options& o, const metadata& meta,
                          const std::vector<named_value>& values);

}  // namespace plumbline::cli
