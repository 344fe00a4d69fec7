#include "app/sweep/child_jobs.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lamina {

namespace {

constexpr int interval_ms = 100;    // between looks at go_on
constexpr int patience_ms = 10'000; // for a child to end after it was asked to

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error("cannot start a run: " + what + ": " + std::strerror(errno));
}

/// A running child: reaped at the latest when this goes away.
class Child {
public:
  Child(const ChildJob& job, std::size_t index) : index_(index) {
    // Everything that takes memory happens before the fork: other threads may hold locks.
    std::vector<std::string> words{"lamina"};
    words.insert(words.end(), job.arguments.begin(), job.arguments.end());
    std::vector<char*> arguments;
    for (std::string& word : words)
      arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    const int file = open(job.words.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    const pid_t parent = getpid();
    pid_ = nothing < 0 || file < 0 ? -1 : fork();
    if (pid_ == 0) {
      dup2(nothing, STDIN_FILENO);
      dup2(nothing, STDOUT_FILENO);
      dup2(file, STDERR_FILENO);
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() == parent)
        execv("/proc/self/exe", arguments.data());
      _exit(127);
    }
    const int error = errno;
    close(nothing);
    close(file);
    errno = error;
    if (pid_ < 0)
      fail(job.words.string());
    handle_ = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
    if (handle_ < 0) {
      kill(SIGKILL);
      reap();
      fail("pidfd_open");
    }
  }
  ~Child() {
    if (pid_ > 0) {
      kill(SIGKILL);
      reap();
    }
    if (handle_ >= 0)
      close(handle_);
  }
  Child(Child&& other) noexcept { *this = std::move(other); }
  Child& operator=(Child&& other) noexcept {
    std::swap(pid_, other.pid_);
    std::swap(handle_, other.handle_);
    std::swap(index_, other.index_);
    return *this;
  }

  void kill(int signal) const { ::kill(pid_, signal); }
  ChildEnd reap() {
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR)
      ;
    pid_ = -1;
    ChildEnd end;
    end.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return end;
  }
  int handle() const { return handle_; }
  std::size_t index() const { return index_; }

private:
  pid_t pid_ = -1;
  int handle_ = -1;
  std::size_t index_ = 0;
};

/// Waits until a child has ended or the time is over, and takes those that have ended out.
void collect(std::vector<Child>& running, int wait_ms,
             const std::function<void(std::size_t, ChildEnd)>& ended) {
  std::vector<pollfd> waiting;
  for (const Child& child : running)
    waiting.push_back({child.handle(), POLLIN, 0});
  if (poll(waiting.data(), waiting.size(), wait_ms) <= 0)
    return;
  for (std::size_t k = waiting.size(); k-- > 0;)
    if (waiting[k].revents != 0) {
      const ChildEnd end = running[k].reap();
      const std::size_t index = running[k].index();
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(k));
      ended(index, end);
    }
}

} // namespace

bool run_child_jobs(const std::vector<ChildJob>& jobs, unsigned most,
                    const std::function<void(std::size_t)>& started,
                    const std::function<void(std::size_t, ChildEnd)>& ended,
                    const std::function<bool()>& go_on) {
  std::vector<Child> running;
  std::size_t next = 0;
  while (go_on()) {
    while (next < jobs.size() && running.size() < std::max(most, 1u)) {
      running.emplace_back(jobs[next], next);
      started(next++);
    }
    if (running.empty())
      return true;
    collect(running, interval_ms, ended);
  }
  for (const Child& child : running)
    child.kill(SIGTERM);
  for (int waited = 0; !running.empty() && waited < patience_ms; waited += interval_ms)
    collect(running, interval_ms, ended);
  return false;
}

} // namespace lamina
