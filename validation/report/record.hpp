// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A section of the report as plain values that can be written and read (io/checkpoint.hpp): what an experiment found goes
// from one process to another, and into a checkpoint. The numbers are judged again where they are read, from the same texts
// by the same rules, so verdicts are not sent.
#pragma once

#include "report/result.hpp"

#include <string>
#include <vector>

namespace plumbline::report {

struct section_record {
  struct number {
    std::string key;
    std::string computed;
    std::string failure;
    template <class Archive>
    void transfer(Archive& archive) {
      archive(key, computed, failure);
    }
  };
  struct row {
    std::string group;
    std::string label;
    std::vector<std::size_t> numbers;
    std::vector<std::string> cells;
    template <class Archive>
    void transfer(Archive& archive) {
      archive(group, label, numbers, cells);
    }
  };
  /// Any of the kinds of block; what a kind does not have is empty.
  struct part {
    std::size_t kind = 0;  ///< its place in the variant `block`
    std::string text;
    std::string label_header;
    std::vector<std::string> texts;  ///< headers, or the drawings of a figure
    std::vector<std::size_t> numbers;
    std::vector<row> rows;
    template <class Archive>
    void transfer(Archive& archive) {
      archive(kind, text, label_header, texts, numbers, rows);
    }
  };
  std::vector<number> numbers;
  std::vector<part> parts;

  template <class Archive>
  void transfer(Archive& archive) {
    archive(numbers, parts);
  }
};

section_record record_of(const section& s);

/// The section that was recorded. Throws std::logic_error as section::judge() does, and for a record that is none.
section section_of(const section_record& r, std::vector<published_number> published);

}  // namespace plumbline::report
