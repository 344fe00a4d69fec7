#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace lamina::bench {

/// Another program at work: one line asks, lines answer, over its standard input and output. Ended with this
/// object. What it says is checked by whoever asks.
class LineProcess {
public:
  struct Limits {
    std::chrono::milliseconds patience{}; ///< with one line
    std::size_t longest_line = 0;         ///< bytes
    std::function<bool()> interrupted;    ///< asked while waiting; empty: never
    std::string name = {};                ///< of what it is to be, for messages; empty: that of its file
  };

  /// Looks for the program by name in PATH if it has no folder. Throws InputError if it cannot be started.
  LineProcess(const std::filesystem::path& program, const std::vector<std::string>& arguments, Limits limits);
  ~LineProcess();
  LineProcess(const LineProcess&) = delete;
  LineProcess& operator=(const LineProcess&) = delete;

  /// Throws std::runtime_error if the program has ended.
  void send(const std::string& line);
  /// Throws std::runtime_error if the program has ended or does not answer, and Cancelled.
  std::string receive();

private:
  pid_t id_ = -1;
  int socket_ = -1;
  std::string name_;
  Limits limits_;
  std::string unread_;
};

} // namespace lamina::bench
