// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The page of `plumbline audit --all`: every scheme of the catalogue by family, with its source, what the audit finds, and
// pictures of its efficiency.
#pragma once

#include <functional>
#include <string>

namespace plumbline::cli {

struct catalogue_page {
  std::string text;        ///< in Markdown
  bool any_wrong = false;  ///< an audit refuted what the catalogue says
};

/// Takes a picture, SVG, by its name without folder.
using picture_sink = std::function<void(const std::string& name, const std::string& svg)>;

/// `pictures` stands before the names of the pictures in the links of the page. Without a sink the page has none.
catalogue_page make_catalogue_page(const std::string& pictures, const picture_sink& keep);

}  // namespace plumbline::cli
