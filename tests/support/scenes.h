#pragma once

#include "core/mesh/tet_mesh.h"
#include "core/scene/scene.h"
#include "core/simulation/simulation.h"
#include "tests/support/sanitized.h"

#include <memory>
#include <string>

namespace lamina::test {

/// A body with a procedural mesh, ready to run.
SceneBody body_of(const std::string& name, const TriangleMesh& mesh, BodyKind kind = BodyKind::rigid,
                  const Pose& pose = {});

/// A body of these tetrahedra, which must be in order (prepare_tets), ready to run.
SceneBody body_of_tets(const std::string& name, const TetMesh& mesh, const Pose& pose = {},
                       BodyKind kind = BodyKind::soft);

/// A one-sided ground in the plane y = 0, size × size metres.
SceneBody ground(double size = 100);

/// A closed room of the given width about the y axis, its floor in the plane y = 0: all around it is solid,
/// so that every body is paired with it wherever that is.
SceneBody room(double width);

/// A soft ring with a gap, 0.4 m thick and 2 m wide: a square tube around the y axis, `turns` of a full turn
/// long; from one turn on it overlaps itself.
SceneBody soft_ring(double turns);

/// A scene with earth gravity and default settings.
std::shared_ptr<Scene> scene_of(std::vector<SceneBody> bodies);

/// The same under a contact method.
std::shared_ptr<Scene> scene_under(const std::string& method, std::vector<SceneBody> bodies);

/// A turn about an axis.
Quat turn(const Vec3& axis, double radians);

/// Steps until `seconds` of simulated time have passed; fails the test if a step is rejected.
void run_for(Simulation& simulation, double seconds);

} // namespace lamina::test
