#include "core/contact/ldi/pixel_pairs.h"

#include "core/contact/ldi/arithmetic/pixel_pair.h"

namespace lamina::ldi {

namespace {

Triple triple(const Vec3& p) {
  return {p[0], p[1], p[2]};
}
Vec3 vector(const Triple& p) {
  return {p.x, p.y, p.z};
}

/// Unit normals of a body's triangles in the world; neighbouring columns often ask for the same one.
class Normals {
public:
  explicit Normals(const Surface& surface) : surface_(surface) {}

  const Triple& of(std::uint32_t triangle) {
    if (triangle != last_) {
      const Triangle& t = (*surface_.triangles)[triangle];
      normal_ = triangle_normal(triple(surface_.positions[t[0]]), triple(surface_.positions[t[1]]),
                                triple(surface_.positions[t[2]]));
      last_ = triangle;
    }
    return normal_;
  }

private:
  const Surface& surface_;
  std::uint32_t last_ = 0xffffffffu;
  Triple normal_{};
};

} // namespace

double make_pixel_pairs(const PreparedPair& pair, int direction, const std::vector<Interval>& intervals,
                        const CellLayout& layout, std::span<ContactPixelPair> pixels, CellSums& sums) {
  const View view(direction);
  const Grid& grid = pair.grid;
  const Region& region = grid.region;
  const double pixel_area = grid.pixel_size[view.u] * grid.pixel_size[view.v];
  const Triple axis = triple(region.axes.col(direction));
  const std::vector<std::int16_t>& shifts = grid.row_shifts[static_cast<std::size_t>(view.v)];
  std::array<Normals, 2> normals = {Normals(*pair.bodies[0].surface), Normals(*pair.bodies[1].surface)};
  sums.lengths.assign(static_cast<std::size_t>(layout.total()), 0);
  sums.areas.assign(static_cast<std::size_t>(layout.total()), 0);

  double area = 0;
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    const Interval& interval = intervals[i];
    ContactPixelPair& out = pixels[i];
    Vec3 lower;
    lower[view.depth] = interval.depth[0];
    const double across =
        interval.pixel[0] + 0.5 + shifts[interval.pixel[1]] / static_cast<double>(pixel_units);
    lower[view.u] = region.minimum[view.u] + across * grid.pixel_size[view.u];
    lower[view.v] = region.minimum[view.v] + (interval.pixel[1] + 0.5) * grid.pixel_size[view.v];
    out.lower = region.axes * lower;
    out.length = interval.length();
    out.area = pixel_area;
    out.triangle = interval.triangle;
    for (std::size_t end = 0; end < 2; ++end)
      out.barycentric[end] = {static_cast<float>(interval.barycentric[end][0]),
                              static_cast<float>(interval.barycentric[end][1])};
    out.body = interval.body;
    out.axis = static_cast<std::uint8_t>(direction);
    out.pixel = interval.pixel;
    out.cell = cells_of_ends(layout, view, interval);
    add_lengths(layout, view, interval, sums.lengths);
    out.normal = Vec3::Zero();
    out.weight = 0;
    if (!interval.between_bodies())
      continue;

    const Triple normal = pair_normal(normals[interval.body[1]].of(interval.triangle[1]),
                                      normals[interval.body[0]].of(interval.triangle[0]));
    out.normal = vector(normal);
    out.weight = pair_area(normal, axis, pixel_area);
    area += out.weight;
    for (const std::uint16_t cell : out.cell)
      sums.areas[cell] += 0.5 * out.weight;
  }
  return area;
}

} // namespace lamina::ldi
