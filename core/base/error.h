#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace lamina {

/// Input that the user can mend: a file, a scene, a setting, an argument. The message is one line that names
/// the thing, the place in it where there is one, and the reason. The command line turns it into exit code 2,
/// the window into a dialog. Everything else that fails throws std::runtime_error (exit code 1); our own
/// mistakes are asserts.
class InputError : public std::runtime_error {
public:
  explicit InputError(const std::string& message) : std::runtime_error(message) {}

  /// "FILE:LINE: REASON", or "FILE: REASON" when line is 0.
  InputError(const std::string& file, std::size_t line, const std::string& reason)
      : std::runtime_error(line ? file + ":" + std::to_string(line) + ": " + reason : file + ": " + reason) {}
};

/// Thrown by long work whose Progress asked it to stop.
class Cancelled : public std::runtime_error {
public:
  Cancelled() : std::runtime_error("cancelled") {}
};

} // namespace lamina
