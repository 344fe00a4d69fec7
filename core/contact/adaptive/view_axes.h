#pragma once

#include "core/contact/adaptive/normal_moments.h"
#include "core/contact/adaptive/surface_part.h"
#include "core/contact/ldi/region/sampled_box.h"

#include <array>
#include <span>
#include <vector>

namespace lamina::adaptive {

/// The three view directions of a pair, known by whom they move with.
struct ViewAxes {
  int owner = 0;                ///< the world (0), body a (1) or body b (2)
  bool turned = false;          ///< against the axes of the owner
  Mat3 turn = Mat3::Identity(); ///< columns are the directions in the axes of the owner

  bool operator==(const ViewAxes& other) const { return owner == other.owner && turn == other.turn; }
  /// In the world. A body that owns axes must have some.
  ldi::Frame frame(const Surface& a, const Surface& b) const;
  /// Appends them as numbers, and takes them from the front of such; returns what is left.
  void save(std::vector<double>& memory) const;
  std::span<const double> restore(std::span<const double> memory);
};

/// Those of a frame that is the world's, or has the axes of a or of b.
ViewAxes axes_of(const ldi::Frame& frame, const Surface& a, const Surface& b);

/// The normals of the faces of a part within a box, with the areas that lie there. Of more than 4,096
/// triangles every third is taken, or every ninth and so on.
NormalMoments normals_within(const SurfacePart& part, const ldi::SampledBox& box);

/// The directions along which the faces of both bodies are the least slanted: those of `given`, of `last` if
/// they were turned, of the world and the bodies, or turned ones that lie downhill from any of these (W12,
/// section on directions). What there was, `last` or else `given`, stays until others have three
/// quarters of its energy; turned ones need half of that of all others. Turned axes move with the body that
/// they suit better. `last` may be null.
ViewAxes least_slanted(const std::array<NormalMoments, 2>& normals, const Surface& a, const Surface& b,
                       const ViewAxes& given, const ViewAxes* last);

} // namespace lamina::adaptive
