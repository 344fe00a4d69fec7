#include "core/bench/line_process.h"

#include "core/base/error.h"

#include <cerrno>
#include <csignal>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace lamina::bench {

LineProcess::LineProcess(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                         Limits limits)
    : name_(limits.name.empty() ? program.filename().string() : limits.name), limits_(std::move(limits)) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw std::runtime_error("cannot make a connection to " + name_);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], 0);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const int problem = ::posix_spawnp(&id_, pointers[0], &actions, nullptr, pointers.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  socket_ = ends[0];
  if (problem != 0) {
    ::close(socket_);
    throw InputError("cannot start " + words[0]);
  }
}

LineProcess::~LineProcess() {
  ::close(socket_);
  ::kill(id_, SIGKILL);
  while (::waitpid(id_, nullptr, 0) < 0 && errno == EINTR)
    continue;
}

void LineProcess::send(const std::string& line) {
  const std::string text = line + "\n";
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t went = ::send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (went < 0 && errno == EINTR)
      continue;
    if (went <= 0)
      throw std::runtime_error(name_ + " has ended");
    sent += static_cast<std::size_t>(went);
  }
}

std::string LineProcess::receive() {
  const auto begin = std::chrono::steady_clock::now();
  std::size_t searched = 0;
  for (;;) {
    if (const std::size_t end = unread_.find('\n', searched); end != std::string::npos) {
      std::string line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      return line;
    }
    searched = unread_.size();
    if (limits_.interrupted && limits_.interrupted())
      throw Cancelled();
    if (std::chrono::steady_clock::now() - begin > limits_.patience || unread_.size() > limits_.longest_line)
      throw std::runtime_error(name_ + " does not answer");
    pollfd waiting = {socket_, POLLIN, 0};
    if (::poll(&waiting, 1, 100) <= 0)
      continue;
    char bytes[1 << 16];
    const ssize_t got = ::read(socket_, bytes, sizeof bytes);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      throw std::runtime_error(name_ + " has ended");
    unread_.append(bytes, static_cast<std::size_t>(got));
  }
}

} // namespace lamina::bench
