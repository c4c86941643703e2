// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "report/record.hpp"

#include <stdexcept>

namespace plumbline::report {

namespace {

using part = section_record::part;

void put(part& p, const paragraph& b) { p.text = b.text; }
void put(part& p, const number_table& b) {
  p.text = b.caption;
  p.label_header = b.label_header;
  p.texts = b.number_headers;
  for (const auto& row : b.rows) {
    p.rows.push_back({row.group, row.label, row.numbers, {}});
  }
}
void put(part& p, const number_list& b) {
  p.text = b.caption;
  p.numbers = b.numbers;
}
void put(part& p, const plain_table& b) {
  p.text = b.caption;
  p.texts = b.header;
  for (const auto& cells : b.rows) {
    p.rows.push_back({"", "", {}, cells});
  }
}
void put(part& p, const figure& b) {
  p.text = b.caption;
  for (const auto& drawn : b.panels) {
    p.texts.push_back(drawn.svg);
  }
  for (const auto& curve : b.curves) {
    p.rows.push_back({"x", curve.name, {}, curve.x});
    p.rows.push_back({"y", curve.name, {}, curve.y});
  }
}

block block_of(const part& p) {
  switch (p.kind) {
    case 0:
      return paragraph{p.text};
    case 1: {
      number_table b{p.text, p.label_header, p.texts, {}};
      for (const auto& row : p.rows) {
        b.rows.push_back({row.group, row.label, row.numbers});
      }
      return b;
    }
    case 2:
      return number_list{p.text, p.numbers};
    case 3: {
      plain_table b{p.text, p.texts, {}};
      for (const auto& row : p.rows) {
        b.rows.push_back(row.cells);
      }
      return b;
    }
    case 4: {
      figure b{p.text, {}, {}};
      for (const auto& svg : p.texts) {
        b.panels.push_back({svg});
      }
      for (std::size_t k = 0; k + 1 < p.rows.size(); k += 2) {
        b.curves.push_back({p.rows[k].label, p.rows[k].cells, p.rows[k + 1].cells});
      }
      return b;
    }
    default:
      throw std::logic_error("a recorded section has a block of no known kind");
  }
}

static_assert(std::variant_size_v<block> == 5, "block_of() and put() know five kinds");

}  // namespace

section_record record_of(const section& s) {
  section_record r;
  for (const auto& n : s.numbers()) {
    r.numbers.push_back({n.published.key, n.computed, n.failure});
  }
  for (const auto& b : s.blocks()) {
    part p;
    p.kind = b.index();
    std::visit([&p](const auto& one) { put(p, one); }, b);
    r.parts.push_back(std::move(p));
  }
  return r;
}

section section_of(const section_record& r, std::vector<published_number> published) {
  section s(std::move(published));
  for (const auto& n : r.numbers) {
    (void)s.judge(n.key, n.computed, n.failure);
  }
  for (const auto& p : r.parts) {
    s.add(block_of(p));
  }
  return s;
}

}  // namespace plumbline::report
