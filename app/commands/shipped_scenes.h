#pragma once

#include <string>
#include <vector>

namespace lamina {

/// A scene that comes with the program, as `lamina scenes` lists it.
struct ShippedScene {
  std::string name; ///< file name without extension; what the command line takes
  std::string title;
  std::string look_for;
};

/// All of them by name. Throws InputError for a scene file that cannot be read.
std::vector<ShippedScene> shipped_scenes();

} // namespace lamina
