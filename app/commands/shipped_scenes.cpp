#include "app/commands/shipped_scenes.h"

#include "core/base/error.h"
#include "core/scene/scene_file.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace lamina {

namespace {

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file)
    throw InputError(path.string(), 0, "cannot be read");
  return text.str();
}

} // namespace

std::vector<ShippedScene> shipped_scenes() {
  std::vector<std::filesystem::path> paths;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(shipped_scenes_folder(), ignored))
    if (entry.path().extension() == ".json")
      paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());

  std::vector<ShippedScene> scenes;
  for (const std::filesystem::path& path : paths) {
    const Scene scene = parse_scene(read_text(path), path);
    scenes.push_back({path.stem().string(), scene.title, scene.look_for});
  }
  return scenes;
}

} // namespace lamina
