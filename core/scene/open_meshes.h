#pragma once

#include "core/scene/scene_file.h"

namespace lamina {

/// Builds a scene from mesh files: each object a body, all keeping their places among each other, the lowest
/// point a little above a one-sided floor. See open_scene.
Scene open_meshes(std::span<const std::filesystem::path> files, const OpenOptions& options);

} // namespace lamina
