// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Files that appear whole, by POSIX calls: streams would hide the reason of a failure, and cannot sync.
#include <plumbline/io/messages.hpp>
#include <plumbline/io/output.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <io/system_failure.hpp>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <climits>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iterator>
#include <mutex>
#include <optional>
#include <system_error>
#include <tuple>
#include <utility>

namespace plumbline {

namespace {

constexpr std::size_t buffer_size = 1 << 16;

// What a signal handler that ends the process must remove: an output and the checkpoint that is being written, and a few more.
struct unfinished_file {
  char path[PATH_MAX];
  volatile std::sig_atomic_t is_there;
};
constexpr int most_unfinished = 8;
unfinished_file unfinished[most_unfinished];
std::mutex unfinished_guard;

void remember(const std::filesystem::path& path) {
  const std::lock_guard lock(unfinished_guard);
  const auto& text = path.native();
  for (auto& slot : unfinished) {
    if (slot.is_there == 0 && text.size() < sizeof slot.path) {
      std::memcpy(slot.path, text.c_str(), text.size() + 1);
      slot.is_there = 1;
      return;
    }
  }
}
void forget(const std::filesystem::path& path) {
  const std::lock_guard lock(unfinished_guard);
  for (auto& slot : unfinished) {
    if (slot.is_there != 0 && path.native() == slot.path) {
      slot.is_there = 0;
    }
  }
}

/// The folder that holds the name; "." for a bare name.
std::filesystem::path folder_of(const std::filesystem::path& path) {
  const auto folder = path.parent_path();
  return folder.empty() ? std::filesystem::path(".") : folder;
}

void sync_folder(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor >= 0) {
    ::fsync(descriptor);  // some file systems refuse it; the rename has been made all the same
    ::close(descriptor);
  }
}

// Temporary names: .NAME.plumbline-PID-N. The process that writes one holds a lock on it.

/// The part before PID; long names are cut, for the system allows 255 bytes.
std::string temporary_stem(const std::filesystem::path& real) {
  constexpr std::size_t most = 200;
  return "." + real.filename().native().substr(0, most) + ".plumbline-";
}

/// Removes temporary files of this target whose process has ended without doing so.
void remove_leftovers(const std::filesystem::path& real) {
  const std::string stem = temporary_stem(real);
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder_of(real), error), end;
       !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().native();
    if (name.rfind(stem, 0) != 0) {
      continue;
    }
    long process = 0;
    const char* const last = name.data() + name.size();
    const auto [rest, failed] = std::from_chars(name.data() + stem.size(), last, process);
    if (failed != std::errc() || rest == last || *rest != '-' || process <= 0 ||
        ::kill(static_cast<pid_t>(process), 0) == 0 || errno != ESRCH) {
      continue;
    }
    // the process may run on another machine that shares the folder: then the lock is taken
    const int descriptor = ::open(entry->path().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor >= 0) {
      if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
        ::unlink(entry->path().c_str());
      }
      ::close(descriptor);
    }
  }
}

constexpr int most_links = 40;  // as many as the system follows

/// The name under which keep_partial() leaves what was written.
std::filesystem::path partial_of(const std::filesystem::path& target) {
  auto partial = target;
  partial += ".partial";
  return partial;
}

/// True for a file whose text says that it is incomplete as this program says it: the last line of a table or of values, or an
/// attribute of an HDF5 file.
bool says_incomplete(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  constexpr std::string_view hdf5 = "\x89HDF";
  std::string text(hdf5.size(), '\0');
  if (!stream.read(text.data(), static_cast<std::streamsize>(text.size()))) {
    return false;
  }
  if (text == hdf5) {
    text.assign(std::istreambuf_iterator<char>(stream), {});
    return text.find("incomplete") != std::string::npos;
  }
  constexpr std::string_view csv = "# incomplete\n";
  constexpr std::string_view json = "\"incomplete\": true}\n";
  stream.seekg(0, std::ios::end);
  const auto longest = static_cast<std::streamoff>(std::max(csv.size(), json.size()));
  stream.seekg(-std::min<std::streamoff>(longest, stream.tellg()), std::ios::end);
  text.assign(std::istreambuf_iterator<char>(stream), {});
  return text.ends_with(csv) || text.ends_with(json);
}

/// What an interrupted run left beside the target is of no use once the target is whole. Another file of that name stays.
void remove_partial(const std::filesystem::path& target) {
  const auto partial = partial_of(target);
  std::error_code error;
  if (std::filesystem::is_regular_file(partial, error) && says_incomplete(partial)) {
    std::filesystem::remove(partial, error);
  }
}

/// What a symbolic link points to; nothing where the path is no link.
std::optional<std::filesystem::path> link_target(const std::filesystem::path& path) {
  std::error_code error;
  const auto target = std::filesystem::read_symlink(path, error);
  if (error) {
    return std::nullopt;
  }
  return target.is_absolute() ? target : folder_of(path) / target;
}

/// The file that the path names, through symbolic links, whether it exists or not. Links in a circle throw io_error.
std::filesystem::path file_behind(const std::filesystem::path& path) {
  std::filesystem::path file = path;
  for (int links = 0; links < most_links; ++links) {
    const auto next = link_target(file);
    if (!next) {
      return file;
    }
    file = *next;
  }
  detail::fail_on(path, "write", ELOOP);
}

/// The number of an open file of this process, where the path is a name of one: /dev/stdout, /dev/fd/3, or a link to such.
std::optional<int> descriptor_named(std::filesystem::path path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path own = fs::canonical("/proc/self/fd", error);
  for (int links = 0; !error && links < most_links; ++links) {
    const fs::path folder = fs::canonical(folder_of(path), error);
    if (!error && folder == own) {
      const std::string name = path.filename().native();
      int number = -1;
      const auto [rest, failed] = std::from_chars(name.data(), name.data() + name.size(), number);
      return failed == std::errc() && rest == name.data() + name.size() ? std::optional(number)
                                                                        : std::nullopt;
    }
    const auto next = link_target(path);
    if (error || !next) {
      return std::nullopt;
    }
    path = *next;
  }
  return std::nullopt;
}

}  // namespace

void remove_unfinished_files() noexcept {
  for (const auto& slot : unfinished) {
    if (slot.is_there != 0) {
      ::unlink(slot.path);
    }
  }
}

output::output(int descriptor, std::filesystem::path target, std::filesystem::path temporary)
    : descriptor_(descriptor), target_(std::move(target)), temporary_(std::move(temporary)) {
  buffer_.reserve(buffer_size);
}

output::output(output&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      target_(std::move(other.target_)),
      temporary_(std::move(other.temporary_)),
      buffer_(std::move(other.buffer_)) {
  other.temporary_.clear();
}

output output::standard() { return {STDOUT_FILENO, {}, {}}; }

output output::named(const std::string& target, const std::string& input) {
  // a name that promises what is not written would mislead every reader of the file
  for (const std::string_view ending :
       {".h5", ".hdf5", ".npy", ".npz", ".mat", ".xlsx", ".parquet", ".svg", ".png", ".pdf"}) {
    if (target.size() > ending.size() && target.ends_with(ending)) {
      throw invalid_input(fmt::format(
          "-o '{}': this command writes csv or json, not {}; give the file another ending", target,
          ending.substr(1)));
    }
  }
  std::error_code none;
  if (!input.empty() && !target.empty() && std::filesystem::equivalent(target, input, none)) {
    throw invalid_input(
        fmt::format("-o and --matrices name the same file '{}'; give each its own", target));
  }
  return target.empty() || target == "-" ? standard() : file(target);
}

output output::file(const std::filesystem::path& target) {
  if (target.empty()) {
    throw io_error("cannot write a file without a name");
  }
  if (const auto number = descriptor_named(target)) {
    if (*number == STDOUT_FILENO) {
      return standard();
    }
    const int descriptor = ::fcntl(*number, F_DUPFD_CLOEXEC, 0);
    if (descriptor < 0) {
      detail::fail_on(target, "write", errno);
    }
    return {descriptor, target, {}};
  }
  struct stat status {};
  const bool exists = ::stat(target.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) {
    detail::fail_on(target, "write", EISDIR);
  }
  if (exists && !S_ISREG(status.st_mode)) {
    const int descriptor = ::open(target.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) {
      detail::fail_on(target, "open", errno);
    }
    return {descriptor, target, {}};
  }
  if (exists && ::access(target.c_str(), W_OK) != 0) {
    detail::fail_on(target, "write", errno);
  }
  // a symbolic link stays one: the file that it points to is replaced or made
  const auto real = file_behind(target);
  remove_leftovers(real);
  constexpr int attempts = 100;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    auto temporary =
        folder_of(real) / fmt::format("{}{}-{}", temporary_stem(real), ::getpid(), attempt);
    constexpr mode_t readable_and_writable = 0666;  // less the user's umask
    const int descriptor =
        ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, readable_and_writable);
    if (descriptor >= 0) {
      std::ignore = ::flock(descriptor, LOCK_EX | LOCK_NB);  // some file systems have no locks
      if (exists) {
        constexpr mode_t permissions = 07777;
        std::ignore =
            ::fchmod(descriptor, status.st_mode & permissions);  // a courtesy, not a promise
      }
      remember(temporary);
      return {descriptor, real, std::move(temporary)};
    }
    if (errno != EEXIST) {
      detail::fail_on(target, "write", errno);
    }
  }
  detail::fail_on(target, "write", EEXIST);
}

output::~output() {
  if (descriptor_ < 0 || descriptor_ == STDOUT_FILENO) {
    return;
  }
  ::close(descriptor_);
  if (!temporary_.empty()) {
    ::unlink(temporary_.c_str());
    forget(temporary_);
  }
}

void output::fail(const char* action) const {
  if (errno == EPIPE) {
    throw closed_pipe();
  }
  if (target_.empty()) {
    throw io_error(fmt::format("cannot {} standard output: {}", action, detail::reason(errno)));
  }
  detail::fail_on(target_, action, errno);
}

void output::write(std::string_view text) {
  buffer_.append(text);
  if (buffer_.size() >= buffer_size) {
    flush();
  }
}

void output::flush() {
  if (descriptor_ == STDOUT_FILENO && !buffer_.empty()) {
    erase_status();
  }
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const auto written = ::write(descriptor_, rest.data(), rest.size());
    if (written >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      const int error = errno;
      buffer_.clear();
      errno = error;
      fail("write");
    }
  }
  buffer_.clear();
}

void output::close_file() {
  const bool regular = !temporary_.empty();
  if (regular && ::fsync(descriptor_) != 0) {
    fail("write");
  }
  if (::close(std::exchange(descriptor_, -1)) != 0) {
    const int error = errno;
    if (regular) {
      ::unlink(temporary_.c_str());
      forget(temporary_);
    }
    errno = error;
    fail("write");
  }
}

void output::move_to(const std::filesystem::path& name) {
  close_file();
  if (temporary_.empty()) {
    return;
  }
  if (::rename(temporary_.c_str(), name.c_str()) != 0) {
    const int error = errno;
    ::unlink(temporary_.c_str());
    forget(temporary_);
    detail::fail_on(name, "write", error);
  }
  forget(temporary_);
  sync_folder(folder_of(name));
}

void output::commit() {
  flush();
  if (descriptor_ != STDOUT_FILENO) {
    const bool regular = !temporary_.empty();
    move_to(target_);
    if (regular) {
      remove_partial(target_);
    }
  }
}

std::filesystem::path output::keep_partial() {
  flush();
  if (descriptor_ == STDOUT_FILENO) {
    return {};
  }
  if (temporary_.empty()) {
    close_file();
    return target_;
  }
  auto partial = partial_of(target_);
  move_to(partial);
  return partial;
}

void write_file(const std::filesystem::path& target, std::string_view text) {
  auto file = output::file(target);
  file.write(text);
  file.commit();
}

}  // namespace plumbline
