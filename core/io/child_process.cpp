#include "core/io/child_process.h"

#include "core/base/error.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <memory>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace lamina {

namespace {

constexpr std::size_t most_output = std::size_t{2} << 30; // bytes

/// A running child: killed and waited for when it goes out of scope unless it was waited for before.
class Child {
public:
  explicit Child(const std::vector<std::string>& command) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
      return;
    output_ = ends[0];
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    ::posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    std::vector<char*> arguments;
    for (const std::string& word : command)
      arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    if (::posix_spawn(&id_, command.front().c_str(), &actions, nullptr, arguments.data(), environ) != 0)
      id_ = -1;
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
  }
  ~Child() {
    if (id_ > 0) {
      ::kill(id_, SIGKILL);
      wait();
    }
    if (output_ >= 0)
      ::close(output_);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  bool started() const { return id_ > 0; }
  int output() const { return output_; }
  int wait() {
    int status = 0;
    while (::waitpid(id_, &status, 0) < 0 && errno == EINTR)
      continue;
    id_ = -1;
    return status;
  }

private:
  pid_t id_ = -1;
  int output_ = -1;
};

} // namespace

ChildResult run_child(const std::vector<std::string>& command, double time_limit_s, const Progress& progress,
                      const std::string& what) {
  using Clock = std::chrono::steady_clock;
  ChildResult result;
  Child child(command);
  if (!child.started())
    return result;

  // Read until the child closes its output; look at the clock and the progress in between.
  const auto start = Clock::now();
  constexpr std::size_t chunk = std::size_t{1} << 20;
  const auto buffer = std::make_unique_for_overwrite<char[]>(chunk);
  for (;;) {
    const double elapsed_s = std::chrono::duration<double>(Clock::now() - start).count();
    if (elapsed_s > time_limit_s) {
      result.end = ChildEnd::timed_out;
      return result;
    }
    if (progress && !progress(elapsed_s / (elapsed_s + 2), what))
      throw Cancelled();
    pollfd waiting = {child.output(), POLLIN, 0};
    if (::poll(&waiting, 1, 50) <= 0)
      continue;
    const ssize_t got = ::read(child.output(), buffer.get(), chunk);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      break;
    result.output.append(buffer.get(), static_cast<std::size_t>(got));
    if (result.output.size() > most_output) {
      result.end = ChildEnd::too_much_output;
      return result;
    }
  }

  const int status = child.wait();
  result.end = WIFSIGNALED(status) ? ChildEnd::crashed : ChildEnd::exited;
  result.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  if (result.end == ChildEnd::exited && result.code == 127)
    result.end = ChildEnd::not_started;
  return result;
}

} // namespace lamina
