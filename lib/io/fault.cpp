// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/core/version.hpp>
#include <plumbline/io/fault.hpp>
#include <plumbline/io/output.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <new>
#include <stdexcept>

namespace plumbline {

fault fault_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const closed_pipe&) {
    return {fault_kind::closed_pipe, ""};
  } catch (const interrupted& error) {
    return {fault_kind::interrupted, error.what()};
  } catch (const io_error& error) {
    return {fault_kind::io, error.what()};
  } catch (const std::filesystem::filesystem_error& error) {
    return {fault_kind::io, error.what()};
  } catch (const domain_error& error) {
    return {fault_kind::domain, error.what()};
  } catch (const std::invalid_argument& error) {
    return {fault_kind::input, error.what()};
  } catch (const std::overflow_error& error) {
    return {fault_kind::input, error.what()};
  } catch (const std::bad_alloc&) {
    return {fault_kind::memory, "not enough memory"};
  } catch (const std::runtime_error& error) {
    return {fault_kind::numerics, error.what()};
  } catch (const std::exception& error) {
    return {fault_kind::internal, error.what()};
  } catch (...) {
    return {fault_kind::internal, "an exception of no known type"};
  }
}

std::string line_of(const fault& f) {
  return f.kind == fault_kind::internal
             ? fmt::format("internal error: {}, please report (plumbline {})", f.message,
                           version_with_commit())
             : "error: " + f.message;
}

}  // namespace plumbline
