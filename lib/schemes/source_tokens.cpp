// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/source_tokens.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>

namespace plumbline::detail {

namespace {

using token_kind = source_token::kind;

bool is_figure(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         (static_cast<unsigned char>(c) & 0x80U) != 0;
}

class tokenizer {
 public:
  tokenizer(std::string_view text, source_language language)
      : text_(text),
        julia_(language == source_language::julia),
        python_(language == source_language::python) {}

  std::vector<source_token> run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      indented_ = at_ > 0 && text_[at_ - 1] != '\n';
      if (c == '\n') {
        end_line();
      } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
        spaced_ = true;
        ++at_;
      } else if (c == '\\') {  // goes on in the next line
        line_ += char_at(1) == '\n' ? 1 : 0;
        at_ += char_at(1) == '\n' ? 2 : 1;
      } else if (skip_comment()) {
        spaced_ = true;
      } else if (is_figure(c) || (c == '.' && is_figure(char_at(1)))) {
        number();
      } else if (starts("√")) {
        add(token_kind::symbol, "√");
        at_ += std::string_view("√").size();
      } else if (is_letter(c)) {
        name();
      } else if (c == '"' || (c == '\'' && !is_transpose())) {
        quoted();
      } else {
        symbol();
      }
    }
    add(token_kind::line_end, "");
    add(token_kind::end, "");
    return std::move(tokens_);
  }

 private:
  char char_at(std::size_t ahead) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool starts(std::string_view s) const { return text_.substr(at_, s.size()) == s; }

  void add(token_kind is, std::string text, bool member = false) {
    tokens_.push_back({is, std::move(text), line_, spaced_, indented_, member});
    spaced_ = false;
  }

  void end_line() {
    const bool counts =
        open_.empty() ? julia_ || python_ : julia_ && tokens_[open_.back()].text == "[";
    if (counts) {
      add(token_kind::line_end, "");
    }
    spaced_ = true;
    ++line_;
    ++at_;
  }

  void skip_to(std::size_t end) {
    for (end = std::min(end, text_.size()); at_ < end; ++at_) {
      line_ += text_[at_] == '\n' ? 1 : 0;
    }
  }
  void skip_past(std::string_view last) {
    const std::size_t found = text_.find(last, at_ + last.size());
    skip_to(found == std::string_view::npos ? found : found + last.size());
  }

  bool skip_comment() {
    const bool c = !julia_ && !python_;
    if (julia_ && starts("#=")) {
      skip_past("=#");
    } else if (c && starts("/*")) {
      skip_past("*/");
    } else if (starts("#") || (c && starts("//"))) {  // in C a line of the preprocessor
      skip_to(text_.find('\n', at_));
    } else {
      return false;
    }
    return true;
  }

  void number() {
    const std::size_t begin = at_;
    const auto figures = [&] {
      while (is_figure(char_at(0))) {
        ++at_;
      }
    };
    figures();
    const bool by_element =
        julia_ && std::string_view("*/^").find(char_at(1)) != std::string_view::npos;
    if (char_at(0) == '.' && !by_element) {
      ++at_;
      figures();
    }
    const std::size_t sign = char_at(1) == '-' || char_at(1) == '+' ? 2 : 1;
    if ((char_at(0) == 'e' || char_at(0) == 'E') && is_figure(char_at(sign))) {
      at_ += sign;
      figures();
    }
    add(token_kind::number, std::string(text_.substr(begin, at_ - begin)));
    const bool has_suffix = !julia_ && !python_ && (starts("f") || starts("L"));
    at_ += has_suffix ? 1 : 0;
  }

  /// Of B->A and np.array the last name.
  void name() {
    for (bool member = false;; member = true) {
      const std::size_t begin = at_;
      while (is_letter(char_at(0)) || is_figure(char_at(0))) {
        ++at_;
      }
      const std::size_t dot = starts("->") ? 2 : starts(".") ? 1 : 0;
      if (dot == 0 || starts("√") || !is_letter(char_at(dot))) {
        add(token_kind::name, spelled(text_.substr(begin, at_ - begin)), member);
        at_ += starts(".(") ? 1 : 0;  // Julia's T.(x)
        return;
      }
      at_ += dot;
    }
  }

  /// In Julia A' is the transposed A, 'x' a letter.
  bool is_transpose() const {
    return julia_ && !spaced_ && !tokens_.empty() &&
           (tokens_.back().is == token_kind::name || tokens_.back().is_symbol("]") ||
            tokens_.back().is_symbol(")"));
  }

  void quoted() {
    const std::string quote(starts("\"\"\"") || starts("'''") ? 3 : 1, text_[at_]);
    const std::size_t begin = at_ + quote.size();
    std::size_t end = begin;
    while (end < text_.size() && text_.substr(end, quote.size()) != quote &&
           (quote.size() == 3 || text_[end] != '\n')) {
      end += text_[end] == '\\' ? 2 : 1;
    }
    end = std::min(end, text_.size());
    add(token_kind::text, std::string(text_.substr(begin, end - begin)));
    const bool is_closed = text_.substr(end, quote.size()) == quote;
    skip_to(end + (is_closed ? quote.size() : 0));
  }

  void symbol() {
    const bool by_element = julia_ && text_[at_] == '.' &&
                            std::string_view("+-*/^").find(char_at(1)) != std::string_view::npos;
    at_ += by_element && at_ + 1 < text_.size() ? 1 : 0;
    for (const char* two : {"//", "**", "==", "<=", ">=", "!=", "+=", "-=", "*=", "/=", "::"}) {
      if (starts(two)) {
        add(token_kind::symbol, two);
        at_ += 2;
        return;
      }
    }
    const char c = text_[at_++];
    const std::size_t place = tokens_.size();
    add(token_kind::symbol, std::string(1, c));
    if (c == '(' || c == '[' || c == '{') {
      open_.push_back(place);
    } else if (c == ')' || c == ']' || c == '}') {
      const char partner = c == ')' ? '(' : c == ']' ? '[' : '{';
      if (!open_.empty() && tokens_[open_.back()].text[0] == partner) {
        tokens_[open_.back()].mate = place;
        open_.pop_back();
      } else {
        open_.clear();  // what is open cannot be closed any more
      }
    }
  }

  std::string_view text_;
  bool julia_;
  bool python_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool spaced_ = true;
  bool indented_ = false;  ///< the token that is being read does not begin its line
  std::vector<std::size_t> open_;
  std::vector<source_token> tokens_;
};

}  // namespace

std::string spelled(std::string_view name) {
  static const std::array<const char*, 25> greek = {
      "alpha", "beta",   "gamma",   "delta", "epsilon", "zeta",    "eta",  "theta", "iota",
      "kappa", "lambda", "mu",      "nu",    "xi",      "omicron", "pi",   "rho",   "sigma",
      "sigma", "tau",    "upsilon", "phi",   "chi",     "psi",     "omega"};
  std::string result;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto byte = static_cast<unsigned char>(name[i]);
    const unsigned next = i + 1 < name.size() ? static_cast<unsigned char>(name[i + 1]) : 0;
    const unsigned letter = (byte - 0xceU) * 64 + next - 0xb1U;  // in UTF-8, from α on
    if (byte < 0x80U) {
      result += name[i];
    } else if ((byte == 0xceU || byte == 0xcfU) && letter < greek.size()) {
      result += greek[letter];
      ++i;
    } else {
      result += fmt::format("x{:02x}", byte);
    }
  }
  return result;
}

std::vector<source_token> tokens_of(std::string_view text, source_language language) {
  return tokenizer(text, language).run();
}

}  // namespace plumbline::detail
