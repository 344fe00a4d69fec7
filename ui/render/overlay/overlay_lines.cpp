#include "ui/render/overlay/overlay_lines.h"

#include <algorithm>

namespace lamina {
namespace {

constexpr Colour spring_colour{0.98f, 0.55f, 0.10f};
constexpr Colour handle_colour{1.00f, 1.00f, 1.00f};

/// More pixel lines than this along a side would only blur into a plane.
constexpr int most_pixel_lines = 128;

/// The far end of a pixel grid's bound: pixels along an axis, at least one.
int pixels_along(const Region& region, int axis) {
  return std::max(1, region.pixels[axis]);
}

/// Lines across the side of the box at its lower end of `normal`, one for each pixel along `axis`.
void add_pixel_lines(std::vector<Line>& lines, const Region& region, int normal, int axis,
                     const Colour& colour) {
  const int other = 3 - normal - axis;
  const int count = pixels_along(region, axis);
  if (count > most_pixel_lines)
    return;
  for (int i = 1; i < count; ++i) {
    Vec3 from = region.minimum;
    from[axis] += region.size[axis] * i / count;
    Vec3 to = from;
    to[other] += region.size[other];
    lines.push_back({region.axes * from, region.axes * to, 1, colour, 0.35f});
  }
}

/// The region that a hand holds of what deforms: dots that fade and shrink with the hold.
void add_held(std::vector<Line>& lines, const DragState& drag) {
  for (const HeldNode& node : drag.held)
    if (node.position.allFinite())
      lines.push_back({node.position, node.position, 4 + 6 * node.share, spring_colour,
                       static_cast<float>(0.15 + 0.65 * node.share)});
}

void add_drag(std::vector<Line>& lines, const DragState& drag) {
  add_held(lines, drag);
  lines.push_back({drag.grabbed, drag.target, 2.5, spring_colour, 1});
  lines.push_back({drag.grabbed, drag.grabbed, 9, spring_colour, 1});
  lines.push_back({drag.target, drag.target, 13, spring_colour, 1});
  lines.push_back({drag.target, drag.target, 7, handle_colour, 1});
}

} // namespace

void add_edges(std::vector<Line>& lines, const Region& box, Line line) {
  for (int corner = 0; corner < 8; ++corner)
    for (int axis = 0; axis < 3; ++axis)
      if (!(corner >> axis & 1)) {
        line.from = box.corner(corner);
        line.to = box.corner(corner | 1 << axis);
        lines.push_back(line);
      }
}

void add_region(std::vector<Line>& lines, const Region& region, bool with_pixels, const Colour& colour) {
  add_edges(lines, region, {{}, {}, 1.5, colour, 1});
  if (!with_pixels)
    return;
  for (int normal = 0; normal < 3; ++normal)
    for (int axis = 0; axis < 3; ++axis)
      if (axis != normal)
        add_pixel_lines(lines, region, normal, axis, colour);
}

std::vector<Line> region_lines(const Snapshot& snapshot, const ViewOptions& options) {
  std::vector<Line> lines;
  for (const PairState& pair : snapshot.pairs)
    if (options.regions && pair.contacts.region.size.maxCoeff() > 0)
      add_region(lines, pair.contacts.region, options.pixel_grid, theme(options.dark).region);
  return lines;
}

std::vector<Line> drag_lines(const Snapshot& snapshot, const std::optional<Hand>& hand) {
  std::vector<DragState> drags = snapshot.drags;
  if (hand && drags.empty())
    drags.emplace_back().grabbed = hand->grabbed;
  if (hand)
    drags.front().target = hand->target;
  std::vector<Line> lines;
  for (const DragState& drag : drags)
    add_drag(lines, drag);
  return lines;
}

} // namespace lamina
