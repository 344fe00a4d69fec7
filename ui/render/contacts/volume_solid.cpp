#include "ui/render/contacts/volume_solid.h"

#include "ui/render/contacts/tile_solid.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>

namespace lamina {
namespace {

/// Edges of pixels that are nearer, in pixels, are one.
constexpr double least_step = 1e-6;

/// One interval of intersection: its column's lower edges along u and v in pixels, its ends along the view
/// axis in metres.
struct Prism {
  int row, column;
  double left; ///< rows may be shifted against each other
  double front;
  double low, high;
};

/// Numbers columns row by row.
std::int64_t key(int row, int column) {
  return std::int64_t{row} * 65536 + column;
}

using Stack = std::span<const Prism>; ///< the intervals of one column, from low to high

Vec3 vector_of(const double (&v)[3]) {
  return {v[0], v[1], v[2]};
}

Vec3 unit_of(const SolidColumns& columns, int k) {
  return {columns.along[3 * k], columns.along[3 * k + 1], columns.along[3 * k + 2]};
}

/// Adds the quads of prisms one after the other, with the operations of solid_quads.comp in their order.
class SolidMaker {
public:
  SolidMaker(const SolidColumns& columns, std::vector<Prism> prisms, std::vector<SolidQuad>& quads)
      : columns_(columns), corner_(vector_of(columns.corner)), u_(vector_of(columns.step_u)),
        v_(vector_of(columns.step_v)), w_(unit_of(columns, 2)), prisms_(std::move(prisms)), quads_(quads) {}

  void add_all() {
    for (const Prism& prism : prisms_)
      add(prism);
  }

private:
  void add(const Prism& prism) {
    add_quad(place(prism.left, prism.front, prism.low), u_, v_, minus_w);
    add_quad(place(prism.left, prism.front, prism.high), u_, v_, plus_w);
    const auto [row, column, left, front, low, high] = prism;
    add_walls(prism, column_at(row, column - 1), left, front, v_, minus_u);
    add_walls(prism, column_at(row, column + 1), left + 1, front, v_, plus_u);
    add_row_walls(prism, row - 1, front, minus_v);
    add_row_walls(prism, row + 1, front + 1, plus_v);
  }

  /// Walls towards a neighbouring row, whose columns may be shifted.
  void add_row_walls(const Prism& prism, int row, double y, SolidFacing facing) {
    double from = prism.left;
    const double right = prism.left + 1;
    for (int column = prism.column - 1; column <= prism.column + 1; ++column) {
      const Stack stack = column_at(row, column);
      if (stack.empty())
        continue;
      const double left = stack.front().left, until = left + 1;
      if (left >= right - least_step || until <= from + least_step)
        continue;
      if (left > from + least_step) {
        add_walls(prism, {}, from, y, (left - from) * u_, facing);
        from = left;
      }
      add_walls(prism, stack, from, y, (std::min(until, right) - from) * u_, facing);
      from = std::min(until, right);
    }
    if (right > from + least_step)
      add_walls(prism, {}, from, y, (right - from) * u_, facing);
  }

  /// Walls where none of the prisms of a neighbouring column lies.
  void add_walls(const Prism& prism, Stack neighbours, double x, double y, const Vec3& side,
                 SolidFacing facing) {
    double from = prism.low;
    for (const Prism& other : neighbours) {
      if (other.high <= from || other.low >= prism.high)
        continue;
      if (other.low > from)
        add_wall(x, y, from, other.low, side, facing);
      from = std::max(from, other.high);
    }
    if (from < prism.high)
      add_wall(x, y, from, prism.high, side, facing);
  }

  void add_wall(double x, double y, double low, double high, const Vec3& side, SolidFacing facing) {
    add_quad(place(x, y, low), side, (high - low) * w_, facing);
  }

  void add_quad(const Vec3& at, const Vec3& side, const Vec3& other, SolidFacing facing) {
    add_solid_quad(quads_, columns_, at, side, other, facing);
  }

  Vec3 place(double x, double y, double z) const { return corner_ + x * u_ + y * v_ + z * w_; }

  Stack column_at(int row, int column) const {
    const auto before = [](const Prism& prism, std::int64_t wanted) {
      return key(prism.row, prism.column) < wanted;
    };
    const auto begin = std::lower_bound(prisms_.begin(), prisms_.end(), key(row, column), before);
    auto end = begin;
    while (end != prisms_.end() && end->row == row && end->column == column)
      ++end;
    return {begin, end};
  }

  const SolidColumns& columns_;
  Vec3 corner_, u_, v_, w_;
  std::vector<Prism> prisms_;
  std::vector<SolidQuad>& quads_;
};

/// Where a point lies along u, v or w from the region's corner.
double in_frame(const SolidColumns& columns, int k, const Vec3& place) {
  const double* const along = columns.along + 3 * k;
  return along[0] * place.x() + along[1] * place.y() + along[2] * place.z() - columns.minimum[k];
}

std::vector<Prism> sorted_prisms(const PairContacts& contacts, const SolidColumns& columns) {
  std::vector<Prism> prisms;
  for (const ContactPixelPair& pixel : images_of(contacts).pixels) {
    if (pixel.axis != columns.axis || !(pixel.length > 0) || !pixel.lower.allFinite())
      continue;
    const double left = in_frame(columns, 0, pixel.lower) * columns.scale[0] - 0.5;
    const double front = in_frame(columns, 1, pixel.lower) * columns.scale[1] - 0.5;
    const double low = in_frame(columns, 2, pixel.lower);
    prisms.push_back({pixel.pixel[1], pixel.pixel[0], left, front, low, low + pixel.length});
  }
  std::stable_sort(prisms.begin(), prisms.end(), [](const Prism& a, const Prism& b) {
    return a.row != b.row ? a.row < b.row : a.column != b.column ? a.column < b.column : a.low < b.low;
  });
  return prisms;
}

std::uint32_t normal_word(const Vec3& normal) {
  std::array<std::int8_t, 4> bytes{};
  for (int k = 0; k < 3; ++k)
    bytes[static_cast<std::size_t>(k)] = static_cast<std::int8_t>(std::lround(127 * normal[k]));
  return std::bit_cast<std::uint32_t>(bytes);
}

std::uint32_t ink_word(const Colour& colour) {
  const auto byte = [](float part) { return static_cast<std::uint8_t>(std::lround(255 * part)); };
  return std::bit_cast<std::uint32_t>(
      std::array<std::uint8_t, 4>{byte(colour[0]), byte(colour[1]), byte(colour[2]), 255});
}

bool can_be_sampled(const Region& region, int axis) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  return region.size[u] > 0 && region.size[v] > 0 && region.pixels[u] > 0 && region.pixels[v] > 0;
}

} // namespace

SolidColumns solid_columns(const Region& region, int axis, const Colour& colour, const Vec3& origin) {
  SolidColumns columns{};
  columns.axis = static_cast<std::uint32_t>(axis);
  columns.ink = ink_word(colour);
  const std::array<int, 3> axes{(axis + 1) % 3, (axis + 2) % 3, axis};
  const Vec3 corner = region.axes * region.minimum - origin;
  for (int k = 0; k < 3; ++k) {
    const int own = axes[static_cast<std::size_t>(k)];
    const Vec3 along = region.axes.col(own);
    columns.minimum[k] = region.minimum[own];
    columns.normals[2 * k] = normal_word(-along);
    columns.normals[2 * k + 1] = normal_word(along);
    columns.corner[k] = corner[k];
    const double size = region.size[own], pixels = region.pixels[static_cast<std::size_t>(own)];
    for (int i = 0; i < 3; ++i) {
      columns.along[3 * k + i] = along[i];
      if (k < 2)
        (k == 0 ? columns.step_u : columns.step_v)[i] = size / std::max(1.0, pixels) * along[i];
    }
    if (k < 2)
      columns.scale[k] = size > 0 ? pixels / size : 0;
  }
  return columns;
}

std::array<int, 3> solid_axes(const Region& region) {
  std::array<int, 3> axes{0, 1, 2};
  std::stable_sort(axes.begin(), axes.end(), [&](int a, int b) { return region.size[a] < region.size[b]; });
  return axes;
}

std::optional<int> solid_axis(const PairContacts& contacts) {
  std::array<bool, 3> found{};
  for (const ContactPixelPair& pixel : images_of(contacts).pixels)
    found[pixel.axis % 3] = true;
  for (const int axis : solid_axes(contacts.region))
    if (found[static_cast<std::size_t>(axis)])
      return axis;
  return std::nullopt;
}

void add_solid_quad(std::vector<SolidQuad>& quads, const SolidColumns& columns, const Vec3& at,
                    const Vec3& side, const Vec3& other, SolidFacing facing) {
  if (quads.size() >= most_solid_quads)
    return;
  SolidQuad quad;
  for (unsigned c = 0; c < 4; ++c) {
    const Vec3 p = at + (c & 1 ? side : Vec3::Zero()) + (c & 2 ? other : Vec3::Zero());
    for (int k = 0; k < 3; ++k)
      quad[c].position[k] = static_cast<float>(p[k]);
    std::memcpy(quad[c].normal, &columns.normals[facing], sizeof quad[c].normal);
    std::memcpy(quad[c].ink, &columns.ink, sizeof quad[c].ink);
  }
  quads.push_back(quad);
}

void add_volume_solid(std::vector<SolidQuad>& quads, const PairContacts& contacts, int axis,
                      const Colour& colour, const Vec3& origin) {
  if (!can_be_sampled(contacts.region, axis))
    return;
  const SolidColumns columns = solid_columns(contacts.region, axis, colour, origin);
  if (!images_of(contacts).extents.empty())
    return add_tile_solid(quads, contacts, columns);
  SolidMaker(columns, sorted_prisms(contacts, columns), quads).add_all();
}

Colour pair_colour(const std::array<std::uint32_t, 2>& bodies) {
  // Pairs are numbered by the greater index first, so that each has a number of its own.
  const auto [less, greater] = std::minmax(bodies[0], bodies[1]);
  return palette_colour(std::size_t{greater} * (std::size_t{greater} + 1) / 2 + less);
}

} // namespace lamina
