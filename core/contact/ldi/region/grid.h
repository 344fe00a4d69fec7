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

/// The pixels of a pair's region. The pixels along axis k have one size, whichever direction looks. So a
/// vertex has one snapped coordinate an axis.
///
/// Rows may be staggered: each is shifted by its own fraction of a pixel (row_shift in snap.h). Without that,
/// a thin contact along the diagonal meets every pixel centre of it, or none.
///
///             plain                    staggered
///   row 3   ·   ·   ·   ·          ·   ·   ·   ·           shift in pixels: −0.07
///   row 2   ·   ·   ·   ·            ·   ·   ·   ·                          +0.31
///   row 1   ·   ·   ·   ·         ·   ·   ·   ·                             −0.31
///   row 0   ·   ·   ·   ·           ·   ·   ·   ·                           +0.07
///           └───┘ one pixel
struct Grid {
  Region region;
  Frame frame; ///< of the region
  std::array<AxisGrid, 3> axis{};
  Vec3 pixel_size = Vec3::Zero(); ///< m
  double depth_rounder = 0;       ///< see round_depth
  /// The shift of each row, in units of 1/1024 pixel: [k][row], where rows follow one another along axis k
  /// and are shifted along axis k − 1.
  std::array<std::vector<std::int16_t>, 3> row_shifts;
  bool staggered = false; ///< some shifts are not 0
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

/// Lays pixels over a box (design: LDI volume contact, item 2). A grid of given pixel size grows the box to
/// whole pixels of the world. Depths are rounded to the `quantum` (m). `flat_faces`: both bodies have large
/// flat faces, so that a short side needs few pixels.
void make_grid(const SampledBox& box, const LdiSettings& settings, const CameraView& camera, double quantum,
               Grid& grid, bool flat_faces = false);

} // namespace lamina::ldi
