#include "core/record/machine.h"

#include <sys/utsname.h>

#include <fstream>
#include <thread>

namespace lamina {

namespace {

/// What follows the separator on the first line that begins with `key`, or "".
std::string value_in(const char* file, const std::string& key, char separator) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    if (line.rfind(key, 0) != 0)
      continue;
    std::size_t begin = line.find(separator);
    if (begin == std::string::npos)
      continue;
    begin = line.find_first_not_of(" \t\"", begin + 1);
    const std::size_t end = line.find_last_not_of(" \t\"");
    return begin == std::string::npos ? "" : line.substr(begin, end - begin + 1);
  }
  return "";
}

} // namespace

Machine this_machine() {
  Machine machine;
  machine.cpu = value_in("/proc/cpuinfo", "model name", ':');
  if (machine.cpu.empty())
    machine.cpu = "unknown";
  machine.cores = std::thread::hardware_concurrency();
  machine.system = value_in("/etc/os-release", "PRETTY_NAME", '=');
  utsname name{};
  if (uname(&name) == 0)
    machine.system += (machine.system.empty() ? "" : ", ") + std::string(name.sysname) + " " + name.release +
                      " " + name.machine;
  return machine;
}

} // namespace lamina
