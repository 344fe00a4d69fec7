#pragma once

#include "app/import/collect.h"
#include "core/mesh/rig.h"

#include <optional>
#include <string>
#include <vector>

namespace lamina {

/// The bones that carry the vertices of collected meshes, one mesh after the other. They are the nodes that
/// the scene's meshes name as bones. Each hangs on the nearest bone above it. Rest is the pose in which the
/// meshes stand; meshes without bones go with the nearest bone above their node. Animations are sampled,
/// their rotations relative to that pose. No rig for a scene without bones; throws std::runtime_error for one
/// that is nonsense. Notes say what was left out.
std::optional<Rig> collect_rig(const aiScene& scene, const CollectedMeshes& collected,
                               std::vector<std::string>& notes);

} // namespace lamina
