#pragma once

#include "core/base/range.h"
#include "core/contact/friction_samples.h"
#include "core/math/types.h"
#include "core/shape/vertex_gradient.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace lamina {

/// What the scalar measure φ of a contact is: a volume (m³), a penetration depth (m), an area of segments
/// (m²), or by how much two things are nearer than a distance that they should keep (m).
enum class MeasureKind { volume, depth, area, gap };

/// Gradient of a measure over the motion of two rigid bodies: that of body a; b's is the opposite. For
/// volumes an area vector (m²) and its moment (m³) about Region::middle.
struct RigidGradient {
  Vec3 linear = Vec3::Zero(), angular = Vec3::Zero(); ///< over translation, and rotation (rad); in the world
};

/// A scalar measure that should vanish, with its gradient over the vertices of the two surfaces of a pair.
struct Contact {
  MeasureKind kind = MeasureKind::volume;
  double measure = 0; ///< φ; volume in m³ for `ldi`; > 0 always means overlap
  double weight = 1;  ///< factor on the force
  /// m²: A_c of a cell or patch, A of the whole pair; 0 where it has none. Of a depth or gap: the area of
  /// surface that it stands for.
  double area = 0;
  /// What is thought to overlap no deeper than this, m: the shortest side of the region for a cell, of its
  /// own extent for a patch; for the whole pair there is no such limit.
  double depth_limit = std::numeric_limits<double>::infinity();
  int cell = -1; ///< index of the contact cell or patch, -1 for the whole pair
  /// Into PairContacts::gradient; [0] is body a, [1] body b. All of a self-contact's gradient is in [0].
  std::array<Range, 2> gradient;

  /// What turns φ and its gradient into a volume (m³) and area vectors (m²), on which pressure acts: 1 for
  /// volumes, the area stood for (m²) for depths and gaps.
  double spread() const;
  double depth() const; ///< m: how deep it is, a volume's mean over its area; 0 without an area
};

/// A pair of contact pixels: the lower and upper end of one interval of intersection in one column. Serves
/// friction, drawing, pointing and recording alike.
struct ContactPixelPair {
  Vec3 lower;    ///< world position of the lower crossing, m
  Vec3 normal;   ///< unit normal of n_up − n_low (world); zero if both ends are on one body or sheet
  double length; ///< interval along the view axis, m; upper = lower + length · axis
  double area;   ///< pixel area a_d, m²
  double weight; ///< a_d |n_d| for each pair of sheets, m²; 0 if both ends are on one body or sheet
  std::array<std::uint32_t, 2> triangle;           ///< of the lower and the upper crossing
  std::array<std::array<float, 2>, 2> barycentric; ///< of corners 1 and 2 of those triangles
  std::array<std::uint8_t, 2> body;                ///< of the two crossings: 0 is body a, 1 is body b
  std::uint8_t axis;                               ///< view direction: column of Region::axes
  std::array<std::uint16_t, 2> cell;               ///< contact cell or patch of each end (as Contact::cell)
  std::array<std::uint16_t, 2> pixel;              ///< column and row in that direction's image
  std::uint16_t multiplicity = 1; ///< pairs of sheets that overlap here: more than one only in self-contact
};

/// Two points of surfaces that a contact of depth or gap joins. Serves friction, drawing, pointing and
/// recording as pixel pairs do for volumes.
struct ContactPointPair {
  std::array<Vec3, 2> position;                    ///< world, m
  Vec3 normal;                                     ///< unit: nothing rubs along it
  double area;                                     ///< m²: what it stands for
  std::array<std::uint32_t, 2> triangle;           ///< that the points lie on
  std::array<std::array<float, 2>, 2> barycentric; ///< of corners 1 and 2 of those triangles
  std::array<std::uint8_t, 2> body;                ///< that they belong to: 0 is body a, 1 is body b
  std::uint32_t contact;                           ///< index into PairContacts::contacts
};

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

/// The box sampled for a pair: origin and size along the columns of `axes`, and pixels along each.
struct Region {
  Mat3 axes = Mat3::Identity();  ///< right-handed; columns are the three view directions, in the world
  Vec3 minimum = Vec3::Zero();   ///< lower corner, in the frame of the axes (m)
  Vec3 size = Vec3::Zero();      ///< m
  std::array<int, 3> pixels{};   ///< pixels along each axis; direction d looks at pixels[d+1] × pixels[d+2]
  Vec3 corner(int index) const { ///< world position of corner 0..7 (bit k set: far end of axis k)
    Vec3 p = minimum;
    for (int k = 0; k < 3; ++k)
      if (index >> k & 1)
        p[k] += size[k];
    return axes * p;
  }
  Vec3 middle() const { return axes * (minimum + 0.5 * size); } ///< world
};

/// Direction along which a pixel pair feels no friction: its normal, or F08's view axis.
inline Vec3 friction_normal(const ContactPixelPair& pixel, const Region& region, FrictionSampling sampling) {
  return sampling == FrictionSampling::along_view_axis ? Vec3(region.axes.col(pixel.axis)) : pixel.normal;
}

/// Halfway between the two crossings, where both friction forces act (world, m).
inline Vec3 middle_of(const ContactPixelPair& pixel, const Region& region) {
  return pixel.lower + 0.5 * pixel.length * region.axes.col(pixel.axis);
}

/// A column that could not be trusted: it did not balance, or had too many crossings.
struct DroppedColumn {
  std::uint8_t axis;
  std::array<std::uint16_t, 2> pixel;
  bool too_many_crossings;
};

/// Everything that a method found out about one pair of bodies in one step.
struct PairContacts {
  std::array<std::uint32_t, 2> body{}; ///< indices of a and b; equal for self-contact
  double volume = 0;                   ///< intersection volume V, m³ (mean of the three directions)
  Vec3 volume_xyz = Vec3::Zero();      ///< V per view direction, m³
  double area = 0;                     ///< A: sum of the weights of all pixel pairs, m²; 0 without them
  Region region;
  std::vector<Contact> contacts;        ///< one for the whole pair, or one per cell or patch with A_c > 0
  std::vector<VertexGradient> gradient; ///< entries of all contacts; world components
  std::vector<RigidGradient> rigid;     ///< per contact; none where it was not asked for
  /// In fixed order: direction, row, column, depth. One an interval; none where they were not asked for.
  std::vector<ContactPixelPair> pixels;
  FrictionSamples friction;             ///< of the pixels, where only friction asked for them
  std::vector<ContactPointPair> points; ///< of depths and gaps, in the order of the contacts
  /// By vertex, those of body a first, of methods that cast rays. None where pixels were not asked for.
  std::vector<CastRay> cast;
  std::vector<DroppedColumn> dropped;
  std::uint64_t columns = 0;                    ///< sampled, all three directions
  std::uint64_t fragments = 0;                  ///< crossings found
  std::uint64_t intervals = 0;                  ///< of intersection, in all columns
  std::uint64_t rays = 0;                       ///< cast, by methods that cast some: one a vertex
  std::array<std::uint64_t, ray_fates> fates{}; ///< of those rays: how many met with each RayFate
  /// That a and b may lie wholly within the other: all their vertices cast a ray, and each left its own body
  /// first. Such an overlap has no contact.
  std::array<bool, 2> enclosed{};
  void clear();
};

} // namespace lamina
