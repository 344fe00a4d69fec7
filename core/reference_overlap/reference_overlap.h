#pragma once

#include "core/body/body.h"
#include "core/body/body_shapes.h"
#include "core/contact/broad_phase.h"
#include "core/contact/method.h"
#include "core/scene/scene.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lamina {

/// How much two bodies overlap by the reference overlap.
struct Overlap {
  std::array<std::uint32_t, 2> body{}; ///< indices in the scene, the lower one first
  double volume = 0;                   ///< m³
  double area = 0;                     ///< of the surface that bounds it on one side, m²
};

/// An overlap counts as one that a method should see from this share of the smaller body's volume on.
constexpr double least_share = 1e-6;

/// Where a movable body is, and how thick.
struct BodyPose {
  Vec3 centre = Vec3::Zero(); ///< of mass, world, m
  /// 2V/A at rest, m. That is no more than the distance of two parallel planes that hold the body between
  /// them. For its shadow P on them is at least V over that distance, and at most A/2.
  double thickness = 0;
};

/// Whether each body is nearer to its other place than it is thick. One that has passed through another, on
/// which it was, is not: it has gone at least its own thickness farther.
bool same_poses(std::span<const BodyPose> poses, std::span<const BodyPose> others);

/// One measure of overlap for all methods: the intersection volume of every two bodies that may touch. It is
/// found by `ldi` on the processor, with 64 pixels across each pair's region and default settings otherwise.
/// What the run itself detects does not matter. What a body overlaps itself by is no part of it.
class ReferenceOverlap {
public:
  static constexpr int resolution = 64;

  /// Makes bodies of its own from a loaded scene, in its first state. Throws InputError for a scene that
  /// cannot run.
  explicit ReferenceOverlap(const Scene& scene);

  /// Puts its bodies where a simulation of the scene has them (Simulation::body_states).
  void take(std::span<const double> states);

  /// All pairs that overlap now, sorted by their bodies.
  std::vector<Overlap> overlaps();

  /// What a method sees between bodies as they are now, under these settings, in all pairs that it may see
  /// something in; until the next call.
  std::span<const PairContacts> seen_by(ContactMethod& method, const Settings& settings);
  /// As it was seen last: closed cloth bounds a volume to overlaps() and to methods that measure volumes.
  const Surface& surface(std::uint32_t body) const { return *surfaces_[body]; }

  /// Of the movable bodies, in the scene's order.
  std::vector<BodyPose> poses() const;

  /// Whether a body is cloth that is closed.
  bool is_closed_cloth(std::uint32_t body) const { return bodies_[body]->can_enclose(); }

  /// Volume at rest of the smaller movable body of the two, m³; of closed cloth what it encloses.
  double smaller_volume(const Overlap& overlap) const;

  /// The volume of all movable bodies at rest, m³.
  double movable_volume() const;

private:
  bool may_collide(std::uint32_t a, std::uint32_t b) const;
  void detect(ContactMethod& method, const Settings& settings);

  const Scene* scene_;
  Settings settings_;
  std::unique_ptr<ContactMethod> method_;
  std::vector<std::unique_ptr<Body>> bodies_;
  std::vector<double> volumes_; ///< at rest, m³
  std::vector<const Surface*> surfaces_;
  std::vector<const Body*> body_pointers_;
  BodyShapes shapes_;
  std::vector<std::vector<bool>> apart_; ///< pairs that a rule or a group keeps from colliding
  BroadPhase broad_phase_;
  std::vector<BodyPair> pairs_;
  std::vector<PairContacts> contacts_;
};

/// Sums over pairs, m³ and m².
double volume_of(std::span<const Overlap> overlaps);
double area_of(std::span<const Overlap> overlaps);

} // namespace lamina
