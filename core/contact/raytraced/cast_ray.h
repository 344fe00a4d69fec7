#pragma once

#include "core/contact/raytraced/cast_surface.h"
#include "core/contact/raytraced/ray_evidence.h"

namespace lamina::raytraced {

/// What was found along the ray of one vertex.
struct RayOutcome {
  bool cast = false; ///< otherwise the vertex has no normal, and nothing else counts
  RayFate fate = RayFate::missed;
  Vec3 direction = Vec3::Zero(); ///< unit
  double reach = 0;              ///< m: from the vertex to where the fate was decided; infinite if nowhere
};

/// What a contact joins: the vertex and the collided surface, along the ray or along the second one. Kept
/// apart from outcomes, since few rays have any.
struct RayJoint {
  bvh::Hit hit;  ///< where the vertex is joined to
  Vec3 line;     ///< unit, from the vertex to there
  Vec3 normal;   ///< unit, of the collided surface there
  double cosine; ///< between line and normal (H08 section 4: cos α)
  double depth;  ///< φ, m: the distance between them, less what overlaps at rest
  double area;   ///< m²: that the contact stands for; until share_areas() the share of it seen
};

/// A vertex that rays are cast from.
struct Caster {
  const CastSurface& surface;
  std::uint32_t vertex;
  Vec3 area_vector; ///< VertexFans::area_vector
};

/// Casts a ray from a vertex against its normal (H08, algorithm 1). There is a contact if the ray leaves the
/// other surface where it meets it first, and leaves its own surface farther on:
///
///   vertex ●──────────┤ other ├───────────┤ own ├──►  ray
///          └─── φ ────┘
///
/// The paper leaves some cases open. A ray that does not leave its own body finds nothing, unless that body
/// is endless: its surface is open or folded. Touching, at no depth, is no overlap.
///
/// Under RayForce::ray the contact joins the vertex and that hit, as in the paper. At edges and corners of a
/// body such a line leans by 45° and more. Moving along the collided surface then changes the distance, so
/// that within a step contact holds a sliding body like a spring.
///
/// Under RayForce::normal (own formulation) a second ray is cast from the vertex, along the normal of the
/// surface that the first one left. The contact joins the vertex and the point where this ray leaves that
/// surface. The area is that seen along it, a factor cos α of the first ray. The first hit stays if the
/// second ray finds nothing nearer that looks about the same way.
///
/// The joint is made only if the fate is that of a contact.
void cast_between(const Caster& caster, const CastSurface& other, RayForce force, RayOutcome& outcome,
                  RayJoint& joint);

/// Casts a ray from a vertex into its own surface. The surface overlaps itself there if the ray leaves it
/// twice without entering it in between. The contact is where it leaves first.
void cast_within(const Caster& caster, RayForce force, RayOutcome& outcome, RayJoint& joint);

/// Joins a vertex of what lies within the other as a whole along the way out of that (unit). The joint stands
/// for the area of the vertex seen along it, all of it: no vertex of the other sees this one. False if the
/// vertex does not look back along the way, or nothing is met there. `inside_out`: it has to look forwards.
bool join_along(const Caster& caster, const CastSurface& other, const Vec3& way_out, bool inside_out,
                RayJoint& joint);

/// Finds what the joints of contacts among the outcomes stand for, where `own` cast into `other`.
/// `area_vectors`: of the vertices that cast. At most so many at a time.
inline constexpr std::size_t most_rays = CastSurface::most_hits;
void share_areas(const CastSurface& own, const CastSurface& other, std::span<const Vec3> area_vectors,
                 std::span<const RayOutcome> outcomes, std::span<RayJoint> joints);

} // namespace lamina::raytraced
