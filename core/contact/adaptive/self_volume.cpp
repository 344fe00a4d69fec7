#include "core/contact/adaptive/self_volume.h"

namespace lamina::adaptive {

namespace {

/// Turned by half a radian about a diagonal: along none of its axes faces are likely to lie.
ldi::Frame turned_frame() {
  return {Eigen::AngleAxisd(0.5, Vec3(1, 2, 3).normalized()).toRotationMatrix(), false};
}

} // namespace

const ViewVolume& SelfVolume::begin(const Surface& surface) {
  if (triangles_ != surface.triangles) {
    part_ = whole_surface(surface);
    triangles_ = surface.triangles;
  }
  part_.surface = &surface;
  const ldi::Frame frame = turned_frame();
  const VertexPositions positions = surface.vertex_positions();
  Box box;
  finite_ = surface.triangles && positions.size() > 0;
  for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
    const Vec3 place = frame.place(positions[vertex]);
    finite_ = finite_ && place.allFinite();
    box.include(place);
  }
  if (!finite_)
    return refine(0, 0);
  // Coordinates along other axes are larger by √3 at most.
  plane_ = plane_over(box, frame, 2, 2 * farthest_of(surface, surface));
  view(part_, plane_, seen_);
  tree_.begin_with_itself(seen_, plane_);
  // Where no more than three layers of a body lie in one another, a surface counts twice at most.
  rounding_ = 2 * rounding_of(plane_, seen_.area);
  return refine(tiles_at_first, 0);
}

const ViewVolume& SelfVolume::refine(std::size_t most_tiles, double tolerance) {
  if (!finite_) {
    found_ = {0, no_bound, no_bound};
    return found_;
  }
  found_ = tree_.refine({tolerance, false, most_tiles});
  found_.bound += rounding_;
  found_.error_bar += rounding_;
  if (!part_.closed || !is_fine(plane_))
    found_.bound = found_.error_bar = no_bound;
  return found_;
}

} // namespace lamina::adaptive
