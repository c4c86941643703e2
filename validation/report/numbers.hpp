// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The numbers of a report as CSV and JSON, so that anyone can count them again. Columns:
//
//   id,where,printed,computed,verdict,reason   the experiment; the place in the paper and what is compared; the text as
//                                              it stands there (a sentence is quoted), empty where no paper prints it;
//                                              our value; the verdict; why
//   paper,key,kind                             NX …; the entry's key in reference/published/; printed, blank, claim,
//                                              repeat, check or own (published.hpp)
//   rule,compared,difference,tier              how it is judged (verdict.hpp); the number it is compared with; computed
//                                              − compared in units of the last digit, where digits are compared; how
//                                              near it comes
//   expected,because,truth                     the recorded verdict; where the bound of a claim comes from; where the
//                                              true value comes from
//   known,place                                what is known of a value that no paper prints; which of several places a
//                                              sentence is quoted from: paper, place and quotation are a sentence
//   fence,margin                               where a comparison turns, and how far it is from there, positive where it
//                                              holds (verdict.hpp)
#pragma once

#include "report/page.hpp"

#include <string>

namespace plumbline::report {

/// `# key: value` lines (first `# lines: K`), a header row, one row for each number. RFC 4180 quoting.
std::string numbers_csv(const findings& r);

/// The points of the figures that say them (result.hpp), with the same lines first and the columns id,figure,curve,x,y;
/// empty where there are none. The figures of an experiment are numbered from 1.
std::string figures_csv(const findings& r);

/// {"meta": {…}, "columns": […], "rows": [[…], …]}, all values as strings.
std::string numbers_json(const findings& r);

}  // namespace plumbline::report
