// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The certificate of a proven orbit, a file in json: what was asked, the unknowns û of Krawczyk's test as decimals that read
// back, the guess that the conditions are about, the numbers with their radii, and the text of the system's file. The proof needs
// nothing else, so that it can be made again from the certificate (verify_orbit), also where the system's file is gone.
#pragma once

#include "io/temporary_folder.hpp"
#include <plumbline/core/vector.hpp>
#include <plumbline/study/orbit_table.hpp>

#include <memory>
#include <string>
#include <vector>

namespace plumbline {

struct orbit_certificate {
  orbit_request request;
  vector<mp> unknowns;
  vector<mp> guess;
  mp period;  ///< of the guess
  int working_digits = 0;
  std::string unique_within;
  std::string method;
  std::vector<std::vector<std::string>> rows;  ///< name, value, radius
  bool intact = true;                          ///< the file is as it was written, or from 0.2.0
  /// Of a certificate whose system's file is gone: that of its text.
  std::shared_ptr<const temporary_folder> system_folder = {};
};

void write_certificate(const orbit_certificate& c);
/// Throws io_error, invalid_input.
orbit_certificate read_certificate(const std::string& name);

}  // namespace plumbline
