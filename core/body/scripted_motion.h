#pragma once

#include "core/scene/scene.h"

namespace lamina {

/// Pose of the mesh's origin at a time (s) under a prescribed motion that starts from `rest`. Keyframe poses
/// replace `rest`; sinusoid and constant turn act about it.
Pose scripted_pose(const ScriptedMotion& motion, const Pose& rest, double time);

} // namespace lamina
