#include "app/bench/peer_process.h"

#include "app/terminal/interrupt.h"
#include "core/base/error.h"
#include "core/bench/models.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <poll.h>
#include <spawn.h>
#include <sstream>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace lamina {

namespace {

/// Corefinement of large meshes takes a tenth of a second; a busy machine is no reason to give up.
constexpr std::chrono::seconds patience{120};
constexpr std::size_t longest_line = 1 << 16;

/// It is never installed, so it is looked for beside a program in its build folder.
std::filesystem::path find_peers_program() {
  if (const char* named = std::getenv("LAMINA_PEERS"); named && *named)
    return named;
  std::error_code error;
  const std::filesystem::path beside =
      std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "lamina-peers";
  if (!std::filesystem::exists(beside, error))
    throw InputError("there is no " + beside.string() +
                     ": it is built from source only, with the packages of section [peers] in "
                     "packaging/debian-packages, or named in the environment variable LAMINA_PEERS");
  return beside;
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, '\t');)
    fields.push_back(field);
  return fields;
}

} // namespace

PeerProcess::PeerProcess() {
  start(find_peers_program());
  try {
    read_descriptions();
  } catch (...) {
    stop();
    throw;
  }
}

PeerProcess::~PeerProcess() {
  stop();
}

void PeerProcess::stop() {
  if (socket_ >= 0)
    ::close(socket_);
  socket_ = -1;
  if (id_ > 0) {
    ::kill(id_, SIGKILL);
    while (::waitpid(id_, nullptr, 0) < 0 && errno == EINTR)
      continue;
  }
  id_ = -1;
}

void PeerProcess::start(const std::filesystem::path& program) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw std::runtime_error("cannot make a connection to lamina-peers");
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], 0);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  std::string name = program.string();
  char* arguments[] = {name.data(), nullptr};
  const int problem = ::posix_spawn(&id_, name.c_str(), &actions, nullptr, arguments, environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  socket_ = ends[0];
  if (problem != 0) {
    id_ = -1;
    ::close(socket_);
    throw InputError("cannot start " + name);
  }
}

void PeerProcess::send(const std::string& line) {
  const std::string text = line + "\n";
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t went = ::send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (went < 0 && errno == EINTR)
      continue;
    if (went <= 0)
      throw std::runtime_error("lamina-peers has ended");
    sent += static_cast<std::size_t>(went);
  }
}

std::string PeerProcess::receive() {
  const auto begin = std::chrono::steady_clock::now();
  for (;;) {
    if (const std::size_t end = unread_.find('\n'); end != std::string::npos) {
      std::string line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      return line;
    }
    if (interrupted())
      throw Cancelled();
    if (std::chrono::steady_clock::now() - begin > patience || unread_.size() > longest_line)
      throw std::runtime_error("lamina-peers does not answer");
    pollfd waiting = {socket_, POLLIN, 0};
    if (::poll(&waiting, 1, 100) <= 0)
      continue;
    char bytes[4096];
    const ssize_t got = ::read(socket_, bytes, sizeof bytes);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      throw std::runtime_error("lamina-peers has ended");
    unread_.append(bytes, static_cast<std::size_t>(got));
  }
}

bench::PeerBodies bodies_named(const std::string& word) {
  return word == "large"  ? bench::PeerBodies::large_pair
         : word == "tori" ? bench::PeerBodies::tori
                          : bench::PeerBodies::pair;
}

void PeerProcess::read_descriptions() {
  send("peers");
  for (std::string line = receive(); line != "end"; line = receive()) {
    const std::vector<std::string> fields = fields_of(line);
    if (fields.size() == 3 && fields[0] == "mesh") {
      const TriangleMesh& own = bench::bunny();
      if (fields[1] != own.name || fields[2] != std::to_string(own.triangles.size()))
        throw std::runtime_error("lamina-peers reads another mesh (" + fields[1] + ") than this program (" +
                                 own.name + ")");
    } else if (fields.size() == 9 && fields[0] == "peer") {
      peers_.push_back({fields[1], fields[2], fields[3] == "sampled", bodies_named(fields[4]), fields[5],
                        fields[6], fields[7], fields[8]});
    } else {
      throw std::runtime_error("lamina-peers says something that this program does not understand: \"" +
                               line.substr(0, 80) + "\"");
    }
  }
}

bench::PeerSample PeerProcess::measure(const std::string& peer, const bench::PeerTask& task) {
  send(peer + " " + task.bodies() + " " + std::to_string(task.subdivisions) + " " +
       std::to_string(task.resolution) + " " + std::to_string(task.repetition));
  const std::string line = receive();
  std::istringstream stream(line);
  bench::PeerSample sample;
  if (stream >> sample.milliseconds >> sample.result && sample.milliseconds > 0)
    return sample;
  throw std::runtime_error(line.substr(0, 200));
}

} // namespace lamina
