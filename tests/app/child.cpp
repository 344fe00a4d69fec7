#include "tests/app/child.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lamina::testing {

namespace {

#ifdef LAMINA_ADDRESS_SANITIZER
constexpr bool limits_address_space = false; // its shadow memory needs terabytes of address space
#else
constexpr bool limits_address_space = true;
#endif

void limit(__rlimit_resource_t resource, std::size_t bytes) {
  const rlimit both{bytes, bytes};
  setrlimit(resource, &both);
}

[[noreturn]] void become_program(const std::vector<std::string>& arguments, const ChildOptions& options,
                                 const std::filesystem::path& output, const std::filesystem::path& words) {
  const auto redirect = [](const char* path, int flags, int target) {
    dup2(open(path, flags, 0600), target);
  };
  redirect("/dev/null", O_RDONLY, STDIN_FILENO);
  redirect(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  redirect(words.c_str(), O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  setenv("XDG_CACHE_HOME", "/dev/null", 1); // nothing is kept for the user
  if (!options.display) {
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
  }
  if (options.memory_limit && limits_address_space)
    limit(RLIMIT_AS, options.memory_limit);
  if (options.file_limit) {
    std::signal(SIGXFSZ, SIG_IGN); // so that writing fails as on a full disk
    limit(RLIMIT_FSIZE, options.file_limit);
  }
  std::vector<char*> words_of_line{const_cast<char*>(LAMINA_PROGRAM)};
  for (const std::string& argument : arguments)
    words_of_line.push_back(const_cast<char*>(argument.c_str()));
  words_of_line.push_back(nullptr);
  execv(LAMINA_PROGRAM, words_of_line.data());
  _exit(127);
}

/// A descriptor that closes itself.
class Descriptor {
public:
  explicit Descriptor(int value) : value_(value) {
    if (value < 0)
      throw std::system_error(errno, std::generic_category(), "cannot watch a child process");
  }
  ~Descriptor() { close(value_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return value_; }

private:
  int value_;
};

std::filesystem::path deepest_folder(const std::filesystem::path& file) {
  std::filesystem::path folder = file.parent_path();
  while (!std::filesystem::is_directory(folder))
    folder = folder.parent_path();
  return folder;
}

/// Whether a file is there; while it is not, the watcher wakes up when something is made on the way to it.
bool is_there(const std::filesystem::path& file, const Descriptor& watcher) {
  for (;;) {
    const std::filesystem::path folder = deepest_folder(file);
    inotify_add_watch(watcher.get(), folder.c_str(), IN_CREATE | IN_MOVED_TO);
    // Looked at after the watch is set, so that nothing made in between is missed.
    if (std::filesystem::exists(file))
      return true;
    if (deepest_folder(file) == folder)
      return false;
  }
}

/// Waits for the end of a child, sending the asked signal on the way and killing it beyond its time.
int wait_for(pid_t child, const ChildOptions& options) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(options.time_limit_s);
  const Descriptor ended(static_cast<int>(syscall(SYS_pidfd_open, child, 0))),
      watcher(inotify_init1(IN_NONBLOCK));
  bool signalled = options.interrupt_when_exists == 0;
  for (;;) {
    if (!signalled && is_there(options.awaited, watcher)) {
      kill(child, options.interrupt_when_exists);
      signalled = true;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    std::array<pollfd, 2> events{{{ended.get(), POLLIN, 0}, {watcher.get(), POLLIN, 0}}};
    const int happened = poll(events.data(), signalled ? 1 : 2, static_cast<int>(std::max<long>(0, left)));
    if (happened == 0)
      kill(child, SIGKILL);
    if (happened == 0 || events[0].revents)
      break;
    std::array<char, 4096> unused;
    while (read(watcher.get(), unused.data(), unused.size()) > 0)
      ;
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

} // namespace

Outcome run_lamina(const std::vector<std::string>& arguments, const ChildOptions& options) {
  const TemporaryFolder folder;
  const auto output = folder.path() / "output", words = folder.path() / "words";
  const pid_t child = fork();
  if (child < 0)
    throw std::runtime_error("cannot start a child process");
  if (child == 0)
    become_program(arguments, options, output, words);
  const int status = wait_for(child, options);

  Outcome outcome;
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  outcome.output = read_file(output);
  outcome.words = read_file(words);
  return outcome;
}

void expect_refused(const std::vector<std::string>& arguments, const std::string& reason,
                    const std::filesystem::path& unwritten) {
  const Outcome outcome = run_lamina(arguments);
  EXPECT_EQ(outcome.exit_code, 2) << outcome.words;
  EXPECT_THAT(outcome.words, ::testing::HasSubstr(reason));
  EXPECT_EQ(std::count(outcome.words.begin(), outcome.words.end(), '\n'), 1) << outcome.words;
  EXPECT_FALSE(std::filesystem::exists(unwritten));
}

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "lamina-test-XXXXXX").string();
  if (!mkdtemp(pattern.data()))
    throw std::runtime_error("cannot make a temporary folder");
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& text) const {
  const std::filesystem::path file = path_ / name;
  std::ofstream(file, std::ios::binary) << text;
  return file.string();
}

std::string read_file(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::string box_obj(const std::vector<double>& minimum, const std::vector<double>& maximum) {
  std::ostringstream text;
  text.precision(17);
  for (int corner = 0; corner < 8; ++corner) {
    text << "v";
    for (int axis = 0; axis < 3; ++axis)
      text << ' ' << (corner >> axis & 1 ? maximum : minimum)[axis];
    text << '\n';
  }
  text << "f 1 3 4\nf 1 4 2\nf 5 6 8\nf 5 8 7\nf 1 2 6\nf 1 6 5\n"
          "f 3 7 8\nf 3 8 4\nf 1 5 7\nf 1 7 3\nf 2 4 8\nf 2 8 6\n";
  return text.str();
}

std::filesystem::path models_folder() {
  const char* named = std::getenv("LAMINA_MODELS");
  std::filesystem::path folder =
      named ? std::filesystem::path(named) : std::filesystem::path(LAMINA_SOURCE_DIR) / "../shared/models";
  return std::filesystem::is_directory(folder) ? folder : std::filesystem::path();
}

} // namespace lamina::testing
