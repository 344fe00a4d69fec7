#pragma once

#include "core/base/error.h"
#include "core/edit/scene_edits.h"
#include "core/scene/scene_file.h"

#include <string>

namespace lamina {

/// The scene as a file in the folder / would hold it.
inline std::string written(const Scene& scene) {
  return write_scene(scene, "/");
}

inline std::string reason_of(const Scene& scene, const SceneEdit& edit) {
  try {
    edited(scene, edit);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// A floor with a box of half a metre and a ball of 0.2 m radius on it.
inline Scene small_scene() {
  Scene scene = edited(new_scene(), add_recipe({"box", {{"x", 0.5}, {"y", 0.5}, {"z", 0.5}}}, Vec3::Zero()));
  return edited(scene, add_recipe({"sphere", {{"radius", 0.2}, {"triangles", 320}}}, Vec3(1, 0, 0)));
}

constexpr const char* tetrahedron =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";

} // namespace lamina
