// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// --checkpoint FILE --checkpoint-every SECONDS and --resume FILE; see study/file_keeper.hpp.
#pragma once

#include "cli/command.hpp"
#include "cli/options.hpp"
#include <plumbline/study/file_keeper.hpp>
#include <plumbline/study/integrate_kept.hpp>

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace plumbline::cli {

/// What the user asked for, as texts.
struct checkpoint_options {
  std::string file;
  std::string every;
  std::string resume;
};

void add_checkpoint(CLI::App& app, checkpoint_options& o);

/// The arguments without those that say how a run is kept and shown, and without the options `more`, which take a value:
/// what defines the result.
std::vector<std::string> defining_arguments(const std::vector<std::string>& arguments,
                                            const std::vector<std::string>& more = {});

/// The arguments of the run that `COMMAND --resume FILE` goes on with, where at most the output and the number of steps are
/// given anew; others are returned as they are. Throws as checkpoint::read does, and invalid_input where FILE is of another
/// command.
std::vector<std::string> resumed_arguments(const std::vector<std::string>& arguments);

/// What a refused call with --resume should also say: which arguments of the run it lacks. Empty where it lacks none.
std::string resume_hint(const std::vector<std::string>& arguments);

/// What of the call says how its run is kept.
kept_call kept_by(const checkpoint_options& o, const call& how);

class checkpoint_keeper final : public file_keeper {
 public:
  checkpoint_keeper(const checkpoint_options& o, const call& how, const metadata& facts)
      : file_keeper(kept_by(o, how), facts) {}
};

}  // namespace plumbline::cli
