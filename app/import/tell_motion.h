#pragma once

#include "core/mesh/rig.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <vector>

struct aiScene;

namespace lamina {

/// What a glTF document says of motion that Assimp does not pass on.
struct GltfMotion {
  std::vector<std::string> skins; ///< their names, empty for those without
  std::size_t morph_targets = 0;  ///< of the mesh that has most
};
GltfMotion find_motion(const nlohmann::json& document);

/// Notes on all that moves in a file: `rig`, which may be null, moves skinned bodies, and nothing else is
/// read.
void tell_of_motion(const aiScene& scene, const Rig* rig, const GltfMotion& motion,
                    std::vector<std::string>& notes);

} // namespace lamina
