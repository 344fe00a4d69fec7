#pragma once

#include "core/bench/moved_bodies.h"
#include "core/mesh/mesh.h"

#include <array>

namespace lamina::bench {

/// How the bunny and the cube stand: resting on it, or about half inside.
enum class PairPose { shallow, deep };
constexpr std::array<PairPose, 2> pair_poses{PairPose::shallow, PairPose::deep};

const char* name_of(PairPose pose);

/// Sines and cosines of three phases.
struct Phases {
  Vec3 sine, cosine;
};
/// The two parts of the fixed waves, of at most 2 mm, that move a vertex. One depends on where it is at rest,
/// the other on the repetition. Kept apart because the sines of millions of vertices would take longer than
/// what is timed.
Phases phases_at(const Vec3& rest);
Phases phases_in(int repetition);
Vec3 waved(const Vec3& rest, const Phases& here, const Phases& now);

/// A mesh to be timed, with what a body makes of its triangles once when it is loaded.
struct TimedMesh {
  std::shared_ptr<const TriangleMesh> rest;
  std::shared_ptr<const std::vector<Triangle>> triangles;
  std::shared_ptr<const Meshlets> meshlets;
  std::shared_ptr<const std::vector<Phases>> phases; ///< at its vertices
};
TimedMesh timed(TriangleMesh mesh);

/// bunny(), subdivided so often. Made once each.
const TimedMesh& timed_bunny(int subdivisions);

/// The pair whose detection is timed. From one repetition to the next the bunny deforms by fixed waves of at
/// most 2 mm, and a turned cube shifts by at most 3 mm. So nothing but the triangles serves the next
/// repetition.
class MovedPair : public MovedBodies {
public:
  explicit MovedPair(PairPose pose, int subdivisions = 0) : MovedPair(pose, timed_bunny(subdivisions)) {}
  /// With another mesh in the bunny's place.
  MovedPair(PairPose pose, const TimedMesh& mesh);
  /// Groups the triangles anew, as is done once when a body is loaded.
  void make_meshlets() { bunny_.meshlets = std::make_shared<const Meshlets>(*rest_); }
  MovedPair(const MovedPair&) = delete;
  MovedPair& operator=(const MovedPair&) = delete;

  void move(int repetition) override;
  void refit() override;
  std::span<const Surface* const> surfaces() const override { return both_; }
  double exact_volume() const override;

  const Surface& bunny() const { return bunny_; }
  const Surface& cube() const { return cube_; }

private:
  std::shared_ptr<const TriangleMesh> rest_;
  std::shared_ptr<const std::vector<Phases>> phases_;
  TriangleMesh rest_cube_;
  Surface bunny_, cube_;
  std::array<const Surface*, 2> both_{&bunny_, &cube_};
};

/// By how much what does not deform has shifted, m.
Vec3 shift_in(int repetition);

} // namespace lamina::bench
