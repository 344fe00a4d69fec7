#pragma once

#include <string>

namespace lamina {

/// The computer that a run was made on.
struct Machine {
  std::string cpu; ///< model name; "unknown" where the system does not tell
  unsigned cores = 0;
  std::string system; ///< name and version of the operating system
};

Machine this_machine();

} // namespace lamina
