#include "tests/physics/shipped_scenes.h"

#include "core/scene/scene_file.h"

#include <algorithm>
#include <filesystem>
#include <limits>

namespace lamina::test {

namespace {

std::filesystem::path folder() {
  return std::filesystem::path(LAMINA_SOURCE_DIR) / "scenes";
}

double lowest_point(const SceneBody& body) {
  double lowest = std::numeric_limits<double>::infinity();
  for (std::size_t t = 0; t < body.mesh->shown_triangles; ++t)
    for (const std::uint32_t corner : body.mesh->mesh.triangles[t])
      lowest = std::min(lowest, (body.pose * body.mesh->mesh.vertices[corner]).y());
  return lowest;
}

} // namespace

std::vector<std::string> shipped_scene_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder()))
    if (entry.path().extension() == ".json")
      names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

Scene shipped_scene(const std::string& name) {
  const std::filesystem::path file = folder() / (name + ".json");
  return open_scene(std::span<const std::filesystem::path>(&file, 1));
}

double floor_level(const Scene& scene) {
  constexpr double none = std::numeric_limits<double>::infinity();
  double one_sided = -none, fixed = none, movable = none;
  for (const SceneBody& body : scene.bodies) {
    const double lowest = lowest_point(body);
    if (body.sidedness == Sidedness::one_sided)
      one_sided = std::max(one_sided, lowest);
    else if (body.kind == BodyKind::fixed)
      fixed = std::min(fixed, lowest);
    else if (moves_freely(body.kind))
      movable = std::min(movable, lowest);
  }
  if (one_sided > -none)
    return one_sided;
  return fixed <= movable && fixed < none ? fixed : -none;
}

} // namespace lamina::test
