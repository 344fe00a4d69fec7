#pragma once

#include "core/base/range.h"
#include "core/contact/evidence.h"
#include "core/contact/friction_point.h"
#include "core/contact/friction_samples.h"
#include "core/contact/sampled_cell.h"
#include "core/math/types.h"
#include "core/shape/vertex_gradient.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
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
  /// m²: A_c of a cell or patch, A of the whole pair; 0 where it has none. Of a depth, area or gap: the area
  /// of surface that it stands for.
  double area = 0;
  double length = 0; ///< of an area of segments: how long they are in all, m
  /// What is thought to overlap no deeper than this, m: the shortest side of the region for a cell, of its
  /// own extent for a patch; for the whole pair there is no such limit.
  double depth_limit = std::numeric_limits<double>::infinity();
  /// By which friction points name it: index of the contact cell, patch or pair of points; −1 for the whole
  /// pair.
  int cell = -1;
  /// Into PairContacts::gradient; [0] is body a, [1] body b. All of a self-contact's gradient is in [0].
  std::array<Range, 2> gradient;

  /// What turns φ and its gradient into a volume (m³) and area vectors (m²), on which pressure acts: 1 for
  /// volumes, the area stood for (m²) for depths and gaps, the width of surface that segments stand for (m).
  double spread() const;
  /// m: how deep it is, a volume's mean over its area, that of segments over their length; 0 without such.
  double depth() const;
};

/// The box in which a pair was looked at: origin and size along the columns of `axes`. Methods that make
/// images sample it with pixels along each.
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

/// What a method found out about one pair of bodies in one step: all that a response needs, and the method's
/// own evidence of it.
struct PairContacts {
  std::array<std::uint32_t, 2> body{}; ///< indices of a and b; equal for self-contact
  /// Of each body, the piece that meets where pieces were looked at one by one (PieceSurfaces); otherwise 0.
  std::array<std::uint32_t, 2> piece{};
  bool between_pieces = false;          ///< self-contact of two pieces, which meet as two bodies would
  double area = 0;                      ///< A: that all contacts stand for, m²; 0 where nobody needs it
  Region region;                        ///< about its middle rigid gradients have their moments
  std::vector<Contact> contacts;        ///< one for the whole pair, a cell or patch with A_c > 0, or a point
  std::vector<VertexGradient> gradient; ///< entries of all contacts; world components
  std::vector<RigidGradient> rigid;     ///< per contact; none where it was not asked for
  FrictionSamples friction;             ///< of the friction points, where only friction asked for them
  std::vector<SampledCell> sampled;     ///< per contact, sums over those; none where they were not asked for
  EvidenceSet evidence;

  /// Begins a detection that leaves evidence of these types: all else is emptied, and memory stays.
  template <class... Types>
  void begin(const std::array<std::uint32_t, 2>& bodies) {
    clear_contacts();
    evidence.begin<Types...>();
    body = bodies;
  }
  void clear() {
    clear_contacts();
    evidence.clear();
  }
  /// What a picture without details shows: without gradients, friction samples, and details of evidence.
  PairContacts summary() const;

  /// At how many points friction acts, as far as they are there.
  std::size_t friction_points() const;
  /// Calls visit(FrictionPoint) for each of them, in their order.
  template <class Visit>
  void for_each_friction_point(const Visit& visit) const {
    // Some at a time, so that finding them is no call each.
    std::array<FrictionPoint, 32> some;
    for (const auto& found : evidence.all())
      for (std::size_t first = 0, count = found->friction_points(); first < count; first += some.size()) {
        const auto points = std::span(some).first(std::min(some.size(), count - first));
        found->get_friction_points(*this, first, points);
        for (const FrictionPoint& point : points)
          visit(point);
      }
  }
  /// What friction between rigid bodies needs of them: as sampled by detection, or else taken into `memory`.
  const FrictionSamples& sampled_friction(FrictionSampling sampling, FrictionSamples& memory) const;

private:
  void clear_contacts();
};

} // namespace lamina
