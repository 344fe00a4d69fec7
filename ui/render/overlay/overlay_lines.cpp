#include "ui/render/overlay/overlay_lines.h"

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

constexpr Colour marked_colour{1.00f, 0.85f, 0.10f};
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

/// The twelve edges of the box, as lines of this kind.
void add_edges(std::vector<Line>& lines, const Region& box, Line line) {
  for (int corner = 0; corner < 8; ++corner)
    for (int axis = 0; axis < 3; ++axis)
      if (!(corner >> axis & 1)) {
        line.from = box.corner(corner);
        line.to = box.corner(corner | 1 << axis);
        lines.push_back(line);
      }
}

Region around(const Box& box) {
  Region region;
  region.minimum = box.min;
  region.size = box.size();
  return region;
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

/// How far row j of an image is shifted along its columns, in pixels (design: staggered rows).
double row_shift(const Settings& settings, int row) {
  if (settings.contact.ldi.rows != RowChoice::staggered ||
      settings.contact.ldi.resolution_mode == ResolutionMode::pixel_size)
    return 0;
  const double golden = 0.618 * (row + 1);
  return golden - std::floor(golden) - 0.5;
}

} // namespace

void add_region(std::vector<Line>& lines, const Region& region, bool with_pixels, const Colour& colour) {
  add_edges(lines, region, {{}, {}, 1.5, colour, 1});
  if (!with_pixels)
    return;
  for (int normal = 0; normal < 3; ++normal)
    for (int axis = 0; axis < 3; ++axis)
      if (axis != normal)
        add_pixel_lines(lines, region, normal, axis, colour);
}

ColumnLine column_line(const Region& region, const DroppedColumn& column, double row_shift) {
  const int axis = column.axis % 3, u = (axis + 1) % 3, v = (axis + 2) % 3;
  Vec3 from = region.minimum;
  from[u] += region.size[u] * (column.pixel[0] + 0.5 + row_shift) / pixels_along(region, u);
  from[v] += region.size[v] * (column.pixel[1] + 0.5) / pixels_along(region, v);
  Vec3 to = from;
  to[axis] += region.size[axis];
  return {region.axes * from, region.axes * to};
}

namespace {

/// More boxes than this, whole ones evenly left out, would only blur.
constexpr std::size_t most_tree_boxes = 4096;

void add_tree(std::vector<Line>& lines, const Snapshot& snapshot) {
  const std::vector<Colour> colours = snapshot.infos ? body_colours(*snapshot.infos) : std::vector<Colour>();
  const std::size_t stride = tree_box_stride(snapshot);
  for (std::size_t i = 0; i < snapshot.tree_boxes.size(); i += stride) {
    const auto& [body, box] = snapshot.tree_boxes[i];
    if (box.min.allFinite() && box.max.allFinite() && body < colours.size())
      add_edges(lines, around(box), {{}, {}, 1, colours[body], 0.7f});
  }
}

} // namespace

std::size_t tree_box_stride(const Snapshot& snapshot) {
  return 1 + (snapshot.tree_boxes.empty() ? 0 : (snapshot.tree_boxes.size() - 1) / most_tree_boxes);
}

std::vector<Line> overlay_lines(const Snapshot& snapshot, const ViewOptions& options) {
  std::vector<Line> lines;
  for (const PairState& pair : snapshot.pairs) {
    const PairContacts& contacts = pair.contacts;
    if (options.regions && contacts.region.size.maxCoeff() > 0)
      add_region(lines, contacts.region, options.pixel_grid, theme(options.dark).region);
    if (!options.dropped)
      continue;
    for (const DroppedColumn& column : contacts.dropped) {
      const ColumnLine line =
          column_line(contacts.region, column, row_shift(snapshot.settings, column.pixel[1]));
      lines.push_back({line.from, line.to, 2, dropped_colour, 1});
    }
  }
  if (options.tree)
    add_tree(lines, snapshot);
  if (options.contacts && options.hovered_pixel)
    if (const ContactPixelPair* pixel = find_pixel(snapshot, *options.hovered_pixel)) {
      const PairContacts& contacts = snapshot.pairs[options.hovered_pixel->pair].contacts;
      const Vec3 lower = pixel_position(contacts, *pixel, 0), upper = pixel_position(contacts, *pixel, 1);
      lines.push_back({lower, upper, 2.5, marked_colour, 1});
      const Vec3& pointed_at = options.hovered_pixel->end == 0 ? lower : upper;
      lines.push_back({pointed_at, pointed_at, 8, marked_colour, 1});
    }
  if (const ContactPointPair* points =
          options.hovered_points ? find_points(snapshot, *options.hovered_points) : nullptr) {
    lines.push_back({points->position[0], points->position[1], 2.5, marked_colour, 1});
    for (const Vec3& place : points->position)
      lines.push_back({place, place, 8, marked_colour, 1});
  }
  for (const DragState& drag : snapshot.drags)
    add_drag(lines, drag);
  return lines;
}

} // namespace lamina
