#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace lamina {

/// One run of this very program.
struct ChildJob {
  std::vector<std::string> arguments; ///< what would be typed behind its name
  std::filesystem::path words;        ///< file that takes its standard error; standard output is dropped
};

/// How a job ended.
struct ChildEnd {
  int exit_code = -1; ///< -1 if a signal ended it
  int signal = 0;     ///< 0 if none did
};

/// Runs jobs as processes of their own, `most` at a time, and calls `ended` after each with its index; a job
/// that starts is told to `started`. `go_on` is asked several times a second; once it says no, what runs is
/// asked to end (SIGTERM), waited for, and no more is started; false is returned then. Children end with this
/// process, however it ends. Throws std::runtime_error if a process cannot be started.
bool run_child_jobs(const std::vector<ChildJob>& jobs, unsigned most,
                    const std::function<void(std::size_t)>& started,
                    const std::function<void(std::size_t, ChildEnd)>& ended,
                    const std::function<bool()>& go_on);

} // namespace lamina
