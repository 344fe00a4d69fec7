#pragma once

#include "ui/render/pick.h"

#include <cstdint>
#include <optional>

namespace lamina {

/// What is drawn of a snapshot, and how.
struct ViewOptions {
  bool show_grid = true;
  bool show_shadows = true;
  bool show_pixels = false;     ///< contact pixels: x red, y green, z blue (F08 Fig. 10)
  bool show_regions = false;    ///< the box sampled for each pair
  bool show_pixel_grid = false; ///< with regions: the pixels on three sides of each box
  bool show_forces = false;     ///< contact force on each body, as an arrow from its centre of mass
  bool show_dropped = true;     ///< columns that could not be trusted, magenta
  bool ghost_bodies = true;     ///< bodies are see-through while contact pixels are shown
  bool dark = false;            ///< theme
  double arrow_scale = 1; ///< 1: the weight of the heaviest movable body is drawn as long as that body's size
  double pixel_ratio = 1; ///< device pixels per logical pixel, for the width of lines
  std::optional<std::uint32_t> hovered_body;
  std::optional<std::uint32_t> selected_body;
  std::optional<PixelReference> hovered_pixel; ///< its whole interval is marked
};

} // namespace lamina
