#pragma once

#include "ui/render/contacts/distance_section.h"
#include "ui/render/frame.h"
#include "ui/render/gl/gl_objects.h"

#include <cstddef>
#include <vector>

namespace lamina {

/// Draws sections through solids, coloured by distance, with a line at each tenth of the scale.
class SectionPainter {
public:
  void setup();
  /// Takes triangles, and the distance at the upper end of the colours (m). Corners go to the GPU relative to
  /// `origin` (world).
  void fill(const std::vector<SectionCorner>& corners, double top, const Vec3& origin);
  void clear() { count_ = 0; }
  /// Opaque, hidden by what is nearer; `offset` leads from the origin of the frame to that of the corners.
  void render(const Eigen::Vector3f& offset) const;

private:
  GlObject program_, vertex_array_, corners_;
  std::size_t count_ = 0;
};

} // namespace lamina
