#pragma once

#include "core/base/progress.h"

#include <string>
#include <vector>

namespace lamina {

enum class ChildEnd { exited, crashed, timed_out, too_much_output, not_started };

struct ChildResult {
  ChildEnd end = ChildEnd::not_started;
  int code = 0;       ///< exit status, or the signal that ended it
  std::string output; ///< what it wrote to standard output
};

/// Runs a program (absolute path first, then its arguments) and collects its standard output; standard input
/// and error are empty. Kills it after `time_limit_s`, if it writes more than 2 GiB, or if the progress asks
/// to stop, which throws Cancelled.
ChildResult run_child(const std::vector<std::string>& command, double time_limit_s, const Progress& progress,
                      const std::string& what);

} // namespace lamina
