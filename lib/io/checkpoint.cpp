// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/io/checkpoint.hpp>
#include <plumbline/io/checksum.hpp>
#include <plumbline/io/output.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <io/system_failure.hpp>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>

namespace plumbline {

namespace {

constexpr std::string_view checkpoint_kind = "plumbline checkpoint ";
constexpr std::string_view checkpoint_head = "plumbline checkpoint 2 ";
constexpr std::string_view journal_kind = "plumbline rows ";
constexpr std::string_view journal_head = "plumbline rows 2\n";
constexpr std::size_t sum_digits = 16;

/// Throws io_error where there is a file that does not begin as one of this kind does.
void require_kind(const std::filesystem::path& file, std::string_view kind) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status)) {
    return;
  }
  if (!std::filesystem::is_regular_file(status)) {
    throw io_error(
        fmt::format("cannot keep a checkpoint in '{}': it is not a regular file", file.native()));
  }
  std::ifstream in(file, std::ios::binary);
  std::string begin(kind.size(), '\0');
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(in.gcount()));
  if (!begin.empty() && begin != kind) {
    throw io_error(fmt::format(
        "'{}' is not a checkpoint and is not replaced by one; remove it or name another file",
        file.native()));
  }
}

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

namespace {

/// What stands behind the first line. Throws io_error unless that line has the checksum of it.
std::string_view parse_head(const std::filesystem::path& file, std::string_view all) {
  if (all.substr(0, checkpoint_kind.size()) != checkpoint_kind) {
    throw io_error(fmt::format(
        "'{}' is not a checkpoint of this program, or its first line is damaged", file.native()));
  }
  const std::size_t size = checkpoint_head.size() + sum_digits;
  if (all.substr(0, checkpoint_head.size()) != checkpoint_head || all.size() <= size ||
      all[size] != '\n') {
    throw io_error(fmt::format(
        "the first line of the checkpoint '{}' is damaged, or of another version", file.native()));
  }
  const std::string_view body = all.substr(size + 1);
  const std::string there = checksum_text(checksum(body));
  const std::string_view said = all.substr(checkpoint_head.size(), sum_digits);
  if (said != there) {
    throw io_error(fmt::format(
        "the checkpoint '{}' is damaged: its contents have the checksum {}, its first line says {}",
        file.native(), there, said));
  }
  return body;
}

}  // namespace

checkpoint checkpoint::read(const std::filesystem::path& file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw io_error(fmt::format("cannot read '{}': it is not a regular file", file.native()));
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    detail::fail_on(file, "read", errno);
  }
  std::ostringstream text;
  text << in.rdbuf();
  if (in.bad()) {
    detail::fail_on(file, "read", EIO);
  }
  const std::string all = std::move(text).str();
  const std::string_view body = parse_head(file, all);
  try {
    const auto json = nlohmann::json::parse(body);
    checkpoint c;
    json.at("facts").get_to(c.facts);
    json.at("arguments").get_to(c.arguments);
    json.at("parts").get_to(c.parts);
    return c;
  } catch (const std::exception&) {
    throw io_error(fmt::format("the checkpoint '{}' has other contents than this program writes",
                               file.native()));
  }
}

void checkpoint::write(const std::filesystem::path& file) const {
  const nlohmann::json json = {{"facts", facts}, {"arguments", arguments}, {"parts", parts}};
  const std::string body =
      json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  write_file(file, fmt::format("{}{}\n{}", checkpoint_head, checksum_text(checksum(body)), body));
}

void checkpoint::require_replaceable(const std::filesystem::path& file) {
  require_kind(file, checkpoint_kind);
  require_kind(journal::beside(file), journal_kind);
}

std::filesystem::path journal::beside(const std::filesystem::path& checkpoint_file) {
  auto file = checkpoint_file;
  file += ".rows";
  return file;
}

journal::journal(std::filesystem::path file, const journal_mark& mark) : file_(std::move(file)) {
  const bool anew = mark.bytes == 0;
  if (anew) {
    require_kind(file_, journal_kind);
  }
  constexpr mode_t readable_and_writable = 0666;  // less the user's umask
  descriptor_ =
      ::open(file_.c_str(), O_RDWR | O_CLOEXEC | (anew ? O_CREAT : 0), readable_and_writable);
  if (descriptor_ < 0) {
    fail("open", errno);
  }
  try {
    if (!anew) {
      verify(mark);
    }
    // rows behind the checkpoint are computed again
    if (::ftruncate(descriptor_, mark.bytes) != 0 ||
        ::lseek(descriptor_, mark.bytes, SEEK_SET) < 0) {
      fail("write", errno);
    }
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
  written_ = mark;
  begin_ = static_cast<std::int64_t>(journal_head.size());
  opened_ = mark.bytes;
  if (anew) {
    buffer_ = journal_head;
  }
}

void journal::verify(const journal_mark& mark) const {
  if (::lseek(descriptor_, 0, SEEK_END) < mark.bytes) {
    throw io_error(fmt::format("'{}' has lost rows that its checkpoint counts on", file_.native()));
  }
  std::uint64_t sum = 0;
  std::vector<char> block(1 << 16);
  for (std::int64_t from = 0; from < mark.bytes;) {
    const auto wanted =
        std::min<std::int64_t>(static_cast<std::int64_t>(block.size()), mark.bytes - from);
    const auto got = ::pread(descriptor_, block.data(), static_cast<std::size_t>(wanted), from);
    if (got <= 0) {
      fail("read", got < 0 ? errno : EIO);
    }
    sum = checksum({block.data(), static_cast<std::size_t>(got)}, sum);
    from += got;
  }
  if (sum != mark.sum) {
    throw io_error(
        fmt::format("'{}' is damaged: its rows have the checksum {}, its checkpoint says {}",
                    file_.native(), checksum_text(sum), checksum_text(mark.sum)));
  }
}

journal::journal(journal&& other) noexcept
    : file_(std::move(other.file_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      written_(other.written_),
      begin_(other.begin_),
      opened_(other.opened_),
      buffer_(std::move(other.buffer_)) {}

journal::~journal() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

void journal::fail(const char* action, int error) const { detail::fail_on(file_, action, error); }

void journal::add(const std::string& line) {
  buffer_ += line;
  buffer_ += '\n';
  constexpr std::size_t buffer_size = 1 << 16;
  if (buffer_.size() >= buffer_size) {
    flush();
  }
}

int journal::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const auto written = ::write(descriptor_, rest.data(), rest.size());
    if (written >= 0) {
      const auto size = static_cast<std::size_t>(written);
      written_.bytes += written;
      written_.sum = checksum(rest.substr(0, size), written_.sum);
      rest.remove_prefix(size);
    } else if (errno != EINTR) {
      const int error = errno;
      buffer_.erase(0, buffer_.size() - rest.size());
      return error;
    }
  }
  buffer_.clear();
  return 0;
}

journal_mark journal::keep() {
  if (const int error = flush(); error != 0) {
    fail("write", error);
  }
  if (::fdatasync(descriptor_) != 0) {
    fail("write", errno);
  }
  return written_;
}

bool journal::next_line(std::int64_t& from, std::string& line) const {
  line.clear();
  char block[4096];
  while (from < opened_) {
    const auto wanted = std::min<std::int64_t>(sizeof block, opened_ - from);
    const auto got = ::pread(descriptor_, block, static_cast<std::size_t>(wanted), from);
    if (got <= 0) {
      fail("read", got < 0 ? errno : EIO);
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
