#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>

namespace lamina {

/// Names taken so far.
class UniqueNames {
public:
  /// False if the name is taken already.
  bool add(const std::string& name) { return taken_.insert(name).second; }

  /// The name itself, or with the first free number behind it; takes it.
  std::string make_unique(const std::string& name) {
    if (add(name))
      return name;
    for (std::size_t& number = last_number_[name];;) {
      if (number == 0)
        number = 1;
      std::string numbered = name + " " + std::to_string(++number);
      if (add(numbered))
        return numbered;
    }
  }

private:
  std::set<std::string> taken_;
  std::map<std::string, std::size_t> last_number_;
};

/// A name from a mesh file made fit for a scene: valid UTF-8 without control characters, neither empty nor
/// long.
std::string printable_name(const std::string& name);

} // namespace lamina
