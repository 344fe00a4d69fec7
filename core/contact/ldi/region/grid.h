#pragma once

#include "core/contact/contact.h"
#include "core/contact/ldi/arithmetic/snap.h"
#include "core/contact/ldi/region/region.h"
#include "core/contact/method.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lamina::ldi {

inline constexpr int most_pixels = 1024;

/// The pixels of a pair's region. Axis k has pixels of one size whichever direction looks at it, so a vertex
/// has one snapped coordinate per axis.
struct Grid {
  Region region;
  Frame frame; ///< of the region
  std::array<AxisGrid, 3> axis{};
  Vec3 pixel_size = Vec3::Zero(); ///< m
  double depth_rounder = 0;       ///< see round_depth
  /// By how many units each row along axis k is shifted along axis k − 1, when k is the row axis.
  std::array<std::vector<std::int16_t>, 3> row_shifts;
  bool staggered = false; ///< some of these shifts are not 0
};

/// The three axes of one view direction.
struct View {
  int depth, u, v;
  explicit View(int direction) : depth(direction), u((direction + 1) % 3), v((direction + 2) % 3) {}
};

/// Neighbouring rows of a direction's image, [first, last).
struct Rows {
  int first, last;
  int count() const { return last - first; }
};

/// Lays pixels over a box (design: LDI volume contact, item 2). Anchored grids grow the box to whole pixels.
void make_grid(const SampledBox& box, const Settings& settings, const CameraView& camera, double quantum,
               Grid& grid);

} // namespace lamina::ldi
