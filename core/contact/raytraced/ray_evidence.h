#pragma once

#include "core/contact/contact.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace lamina {

/// What became of a ray that a method cast from a vertex into the vertex's own body.
enum class RayFate : std::uint8_t {
  contact,   ///< it leaves the other body while it is still within its own
  missed,    ///< it meets nothing of the other body
  entering,  ///< where it meets the other body it enters it, so that it started outside
  own_first, ///< it leaves its own body before it meets the other, or without being in another part of itself
  open,      ///< its own body does not close around it
  at_rest    ///< no deeper than the surface overlaps itself at rest (Surface::self_offset)
};
inline constexpr std::size_t ray_fates = 6;

/// A ray that was cast: for drawing.
struct CastRay {
  Vec3 from, to; ///< world, m: the vertex, and where its fate was decided (or as far as the region is wide)
  std::uint32_t vertex; ///< of its surface
  std::uint8_t body;    ///< that the vertex belongs to: 0 is body a, 1 is body b
  RayFate fate;
};

/// What became of the rays between two bodies.
class RayEvidence : public EvidenceOf<RayEvidence> {
public:
  std::uint64_t rays = 0;                       ///< cast: one a vertex
  std::array<std::uint64_t, ray_fates> fates{}; ///< how many of them met with each RayFate
  /// That a and b may lie wholly within the other: all their vertices cast a ray, and each left its own body
  /// first. Such an overlap has no contact; pieces of bodies, which are pushed out then, are not marked.
  std::array<bool, 2> enclosed{};
  std::vector<CastRay> cast; ///< details, by vertex, those of body a first; none where not asked for

  std::uint64_t met(RayFate fate) const { return fates[static_cast<std::size_t>(fate)]; }

  void clear() override;
  std::unique_ptr<Evidence> summary() const override;
  void count(DetectionCounts& counts) const override { counts.rays += rays; }
};

/// That of a pair; empty if its method casts no rays.
const RayEvidence& rays_of(const PairContacts& pair);

} // namespace lamina
