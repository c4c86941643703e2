// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What a scheme is, by its name or its file, beside what it claims to be.
#pragma once

#include <plumbline/catalogue/foreign_schemes.hpp>
#include <plumbline/io/table.hpp>
#include <plumbline/study/run_host.hpp>

#include <optional>
#include <string>
#include <vector>

namespace plumbline {

/// See `plumbline audit`.
struct audit_request {
  std::string scheme = {};  ///< of the catalogue, a file with a table, or FILE:NAME of several
  std::vector<std::string> set = {};  ///< NAME=VALUE: parameters of a scheme of the catalogue
  int refined_digits = 0;             ///< also the coefficients to so many digits; 0: not
};

struct audit_result {
  table_value table;  ///< name, value, claim, and the verdict: confirmed, refuted or nothing
  std::vector<std::string> notes;
  bool is_wrong = false;  ///< a claim is refuted, weights do not sum to one, or digits are suspect
};

/// The tables of coefficients of a name, of a scheme file, or of a source of other software, which may have several of them; none
/// for a scheme of the catalogue without one. Throws invalid_input for what is unknown or does not fit, io_error for a file that
/// cannot be read.
std::vector<foreign_scheme> audited_tables(const audit_request& request);
/// The only one of them. Throws invalid_input where there are several.
std::optional<foreign_scheme> audited_table(const audit_request& request);

/// Of one scheme: throws the same, and invalid_input for a file with several tables. The host hears what is about to take long; audits cannot be stopped.
audit_result audit_table(const audit_request& request, run_host& host);
audit_result audit_table(const audit_request& request);

}  // namespace plumbline
