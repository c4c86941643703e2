// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/io/checkpoint.hpp>
#include <plumbline/io/output.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>

namespace plumbline {

namespace {

constexpr const char* kind = "plumbline checkpoint 1";

std::string reason(int error) { return std::generic_category().message(error); }

}  // namespace

void value_reader::finish() const {
  if (used_ != texts_->size()) {
    throw invalid_input("the checkpoint has more values than this run");
  }
}

const std::string& value_reader::next() {
  if (used_ == texts_->size()) {
    throw invalid_input("the checkpoint has fewer values than this run");
  }
  return (*texts_)[used_++];
}

void value_reader::refuse(const std::string& text) {
  throw invalid_input(fmt::format("the checkpoint has '{}' where another value belongs", text));
}

checkpoint checkpoint::read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    throw io_error(fmt::format("cannot read '{}': {}", file.native(), reason(errno)));
  }
  std::ostringstream text;
  text << in.rdbuf();
  if (std::filesystem::is_directory(file) || in.bad()) {
    throw io_error(fmt::format("cannot read '{}'", file.native()));
  }
  try {
    const auto json = nlohmann::json::parse(text.str());
    if (json.at("kind") != kind) {
      throw invalid_input("of another kind");
    }
    checkpoint c;
    json.at("facts").get_to(c.facts);
    json.at("arguments").get_to(c.arguments);
    json.at("parts").get_to(c.parts);
    return c;
  } catch (const std::exception&) {
    throw invalid_input(fmt::format("'{}' is not a checkpoint of this program", file.native()));
  }
}

void checkpoint::write(const std::filesystem::path& file) const {
  const nlohmann::json json = {
      {"kind", kind}, {"facts", facts}, {"arguments", arguments}, {"parts", parts}};
  write_file(file, json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

journal::journal(std::filesystem::path file, std::int64_t bytes)
    : file_(std::move(file)), bytes_(bytes), opened_(bytes) {
  constexpr mode_t readable_and_writable = 0666;  // less the user's umask
  descriptor_ = ::open(file_.c_str(), O_RDWR | O_CLOEXEC | O_CREAT, readable_and_writable);
  if (descriptor_ < 0) {
    fail("open");
  }
  const auto size = ::lseek(descriptor_, 0, SEEK_END);
  if (size < bytes) {
    ::close(descriptor_);
    throw invalid_input(
        fmt::format("'{}' has lost rows that its checkpoint counts on", file_.native()));
  }
  // rows behind the checkpoint are computed again
  if (::ftruncate(descriptor_, bytes) != 0 || ::lseek(descriptor_, bytes, SEEK_SET) < 0) {
    const int error = errno;
    ::close(descriptor_);
    errno = error;
    fail("write");
  }
}

journal::journal(journal&& other) noexcept
    : file_(std::move(other.file_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      bytes_(other.bytes_),
      opened_(other.opened_),
      buffer_(std::move(other.buffer_)) {}

journal::~journal() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

void journal::fail(const char* action) const {
  throw io_error(fmt::format("cannot {} '{}': {}", action, file_.native(), reason(errno)));
}

void journal::add(const std::string& line) {
  buffer_ += line;
  buffer_ += '\n';
  constexpr std::size_t buffer_size = 1 << 16;
  if (buffer_.size() >= buffer_size) {
    flush();
  }
}

void journal::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const auto written = ::write(descriptor_, rest.data(), rest.size());
    if (written >= 0) {
      bytes_ += written;
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      fail("write");
    }
  }
  buffer_.clear();
}

std::int64_t journal::keep() {
  flush();
  if (::fdatasync(descriptor_) != 0) {
    fail("write");
  }
  return bytes_;
}

bool journal::next_line(std::int64_t& from, std::string& line) const {
  line.clear();
  char block[4096];
  while (from < opened_) {
    const auto wanted = std::min<std::int64_t>(sizeof block, opened_ - from);
    const auto got = ::pread(descriptor_, block, static_cast<std::size_t>(wanted), from);
    if (got <= 0) {
      fail("read");
    }
    const std::string_view part(block, static_cast<std::size_t>(got));
    const auto end = part.find('\n');
    line += part.substr(0, end);
    if (end != std::string_view::npos) {
      from += static_cast<std::int64_t>(end) + 1;
      return true;
    }
    from += got;
  }
  return false;
}

}  // namespace plumbline
