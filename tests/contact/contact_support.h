#pragma once

#include "core/contact/method.h"
#include "core/mesh/mesh.h"

#include <functional>
#include <random>
#include <span>

namespace lamina::test {

/// A mesh moved to a pose, as contact methods see it. Rigid surfaces know their axes.
Surface surface_of(const TriangleMesh& mesh, const Pose& pose = {}, bool rigid = true);
/// Moves a rigid one.
void move_to(Surface& surface, const Pose& pose);

/// A box with corners at `low` and `high`.
TriangleMesh box_between(const Vec3& low, const Vec3& high);

/// Several meshes as one body.
TriangleMesh together(const std::vector<TriangleMesh>& meshes);
TriangleMesh shifted(TriangleMesh mesh, const Vec3& offset);
TriangleMesh placed(TriangleMesh mesh, const Pose& pose);
TriangleMesh inside_out(TriangleMesh mesh);

/// One measure for the whole pair, sampled on the smallest tight region with staggered rows.
Settings whole_pair(int resolution);

/// As in F08: world axes, overlap box, plain rows.
Settings as_in_f08(int resolution);

/// The world's grid of one pixel size, plain rows: sampling that does not depend on where the bodies are.
Settings anchored(double pixel_size);

PairContacts detect(const Surface& a, const Surface& b, const Settings& settings,
                    const CameraView& camera = {});

/// The overlap of a body with itself.
PairContacts detect_self(Surface surface, const Settings& settings);

/// ∂V/∂x of one body, all contacts of the pair added up: one vector per vertex.
std::vector<Vec3> gradient_of(const PairContacts& contacts, int body, const Surface& surface);

Vec3 sum(const std::vector<Vec3>& vectors);
double sum_of_norms(const std::vector<Vec3>& vectors);

/// How often a surface winds about a place: the sum of the solid angles of its triangles (van Oosterom and
/// Strackee), over that of a sphere.
double winding_about(const TriangleMesh& mesh, const Vec3& place);

/// What all contacts push on a body, in the order of its gradient: a force and a torque about the origin, by
/// one pascal a metre.
struct Push {
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  double size = 0; ///< sum of the norms of all parts
};
/// `nodes`: those of the body's tetrahedra, if contacts act on them.
Push push_on(const PairContacts& found, std::size_t side, const Surface& surface,
             std::span<const Vec3> nodes = {});

/// Random numbers that are the same in every run.
class Dice {
public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  double within(double low, double high);
  Vec3 vector(double size) { return {within(-size, size), within(-size, size), within(-size, size)}; }
  Quat turn();

private:
  std::mt19937 engine_;
};

} // namespace lamina::test
