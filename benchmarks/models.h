#pragma once

#include "core/bench/models.h"
#include "core/scene/scene.h"

#include <string>

namespace lamina::bench {

/// A body of a scene made in memory; the mesh is prepared here.
SceneBody body_of(std::string name, TriangleMesh mesh, BodyKind kind, const Pose& pose = {});

} // namespace lamina::bench
