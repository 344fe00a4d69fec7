#pragma once

#include "core/math/types.h"

#include <array>
#include <cstdint>

namespace lamina {

/// Where two surfaces may slide on one another: all that friction needs to know, whatever the method found it
/// by. Between the two ends of a pair of contact pixels, or between two points.
///
///      ───────●─────── end[1], on body[1]
///             ┊ ↕ normal: no friction along it
///             × middle: where both forces act
///             ┊
///      ───────●─────── end[0], on body[0]
struct FrictionPoint {
  Vec3 normal; ///< unit, world; zero where nothing slides
  Vec3
      axis; ///< in its place under FrictionSampling::along_view_axis: the view axis of a pixel, else the same
  std::array<Vec3, 2> end; ///< world, m
  Vec3 middle;             ///< world, m
  double area; ///< m², which counts under FrictionSampling::along_view_axis: of the pixel, else the same as
               ///< weight
  double weight; ///< m² of surface; 0 if both ends are on one body or sheet, so that nothing slides
  std::array<std::uint32_t, 2> cell;               ///< Contact::cell of what presses on either end
  std::array<std::uint32_t, 2> triangle;           ///< that the ends lie on
  std::array<std::array<float, 2>, 2> barycentric; ///< of corners 1 and 2 of those triangles
  std::array<std::uint8_t, 2> body;                ///< of the two ends: 0 is body a, 1 is body b
};

} // namespace lamina
