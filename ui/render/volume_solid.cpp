#include "ui/render/volume_solid.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace lamina {
namespace {

/// Beyond this a picture shows no more detail.
constexpr std::size_t most_solid_quads = 2'000'000;

/// One interval of intersection: its column's lower edges along u and v in pixels, its ends along the view
/// axis in metres.
struct Prism {
  int row, column;
  double left; ///< rows may be shifted against each other
  double front;
  double low, high;
};

/// The frame in which columns are a grid, and what their walls are made of.
struct Columns {
  Vec3 corner, u, v, w; ///< world, relative to the origin; u and v span a pixel, w is of unit length
  std::array<std::uint8_t, 4> ink;
  std::vector<SolidQuad>* quads;

  /// A rectangle from a corner along two sides, facing along `normal`.
  void add(const Vec3& at, const Vec3& side, const Vec3& other, const Vec3& normal) const {
    if (quads->size() >= most_solid_quads)
      return;
    SolidQuad quad;
    for (unsigned c = 0; c < 4; ++c) {
      const Vec3 p = at + (c & 1 ? side : Vec3::Zero()) + (c & 2 ? other : Vec3::Zero());
      SolidCorner& corner_out = quad[c];
      for (int k = 0; k < 3; ++k) {
        corner_out.position[k] = static_cast<float>(p[k]);
        corner_out.normal[k] = static_cast<std::int8_t>(std::lround(127 * normal[k]));
      }
      corner_out.normal[3] = 0;
      std::copy(ink.begin(), ink.end(), corner_out.ink);
    }
    quads->push_back(quad);
  }
  Vec3 at(double x, double y, double z) const { return corner + x * u + y * v + z * w; }
};

using Stack = std::span<const Prism>; ///< the intervals of one column, from low to high

/// Calls back with every part of a's intervals that lies in none of b's.
template <class Part>
void for_each_uncovered(Stack a, Stack b, const Part& part) {
  for (const Prism& interval : a) {
    double from = interval.low;
    for (const Prism& other : b) {
      if (other.high <= from || other.low >= interval.high)
        continue;
      if (other.low > from)
        part(from, other.low);
      from = std::max(from, other.high);
    }
    if (from < interval.high)
      part(from, interval.high);
  }
}

/// Walls on both sides of a boundary: a's towards b, and b's towards a.
void add_walls(const Columns& columns, Stack a, Stack b, const Vec3& from, const Vec3& side,
               const Vec3& towards_b) {
  for_each_uncovered(a, b, [&](double low, double high) {
    columns.add(from + low * columns.w, side, (high - low) * columns.w, towards_b);
  });
  for_each_uncovered(b, a, [&](double low, double high) {
    columns.add(from + low * columns.w, side, (high - low) * columns.w, -towards_b);
  });
}

/// Consecutive prisms for which `same` holds, one group after the other.
template <class Same>
std::vector<Stack> groups(std::span<const Prism> prisms, const Same& same) {
  std::vector<Stack> found;
  for (std::size_t begin = 0; begin < prisms.size();) {
    std::size_t end = begin + 1;
    while (end < prisms.size() && same(prisms[begin], prisms[end]))
      ++end;
    found.push_back(prisms.subspan(begin, end - begin));
    begin = end;
  }
  return found;
}

/// Walls between the columns of one row.
void add_row_walls(const Columns& columns, const std::vector<Stack>& row) {
  const Vec3 across = columns.u.normalized();
  for (std::size_t i = 0; i < row.size(); ++i) {
    const Prism& here = row[i].front();
    const bool left = i > 0 && row[i - 1].front().column + 1 == here.column;
    const bool right = i + 1 < row.size() && row[i + 1].front().column == here.column + 1;
    if (!left)
      add_walls(columns, {}, row[i], columns.at(here.left, here.front, 0), columns.v, across);
    add_walls(columns, row[i], right ? row[i + 1] : Stack{}, columns.at(here.left + 1, here.front, 0),
              columns.v, across);
  }
}

/// Walls between two rows that may be shifted against each other; either may be empty.
void add_walls_between(const Columns& columns, const std::vector<Stack>& lower,
                       const std::vector<Stack>& upper, double front) {
  const Vec3 towards_upper = columns.v.normalized();
  std::vector<double> edges;
  for (const auto* row : {&lower, &upper})
    for (const Stack& stack : *row)
      for (const double edge : {stack.front().left, stack.front().left + 1})
        edges.push_back(edge);
  std::sort(edges.begin(), edges.end());
  edges.erase(
      std::unique(edges.begin(), edges.end(), [](double a, double b) { return std::abs(b - a) < 1e-6; }),
      edges.end());
  std::size_t a = 0, b = 0;
  const auto covering = [](const std::vector<Stack>& row, std::size_t& i, double x) {
    while (i < row.size() && row[i].front().left + 1 <= x)
      ++i;
    return i < row.size() && row[i].front().left <= x ? row[i] : Stack{};
  };
  for (std::size_t e = 0; e + 1 < edges.size(); ++e) {
    const double middle = 0.5 * (edges[e] + edges[e + 1]);
    const Stack below = covering(lower, a, middle), above = covering(upper, b, middle);
    add_walls(columns, below, above, columns.at(edges[e], front, 0), (edges[e + 1] - edges[e]) * columns.u,
              towards_upper);
  }
}

std::vector<Prism> sorted_prisms(const PairContacts& contacts, int axis) {
  const Region& region = contacts.region;
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  std::vector<Prism> prisms;
  for (const ContactPixelPair& pixel : contacts.pixels) {
    if (pixel.axis != axis || !(pixel.length > 0) || !pixel.lower.allFinite())
      continue;
    const Vec3 local = region.axes.transpose() * pixel.lower - region.minimum;
    const double left = local[u] / region.size[u] * region.pixels[u] - 0.5;
    const double front = local[v] / region.size[v] * region.pixels[v] - 0.5;
    prisms.push_back({pixel.pixel[1], pixel.pixel[0], left, front, local[axis], local[axis] + pixel.length});
  }
  std::sort(prisms.begin(), prisms.end(), [](const Prism& a, const Prism& b) {
    return a.row != b.row ? a.row < b.row : a.column != b.column ? a.column < b.column : a.low < b.low;
  });
  return prisms;
}

} // namespace

std::optional<int> solid_axis(const PairContacts& contacts) {
  std::array<bool, 3> found{};
  for (const ContactPixelPair& pixel : contacts.pixels)
    found[pixel.axis % 3] = true;
  std::optional<int> best;
  for (int axis = 0; axis < 3; ++axis)
    if (found[static_cast<std::size_t>(axis)] &&
        (!best || contacts.region.size[axis] < contacts.region.size[*best]))
      best = axis;
  return best;
}

void add_volume_solid(std::vector<SolidQuad>& quads, const PairContacts& contacts, int axis,
                      const Colour& colour, const Vec3& origin) {
  const Region& region = contacts.region;
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  if (!(region.size[u] > 0) || !(region.size[v] > 0) || region.pixels[u] < 1 || region.pixels[v] < 1)
    return;
  const auto byte = [](float part) { return static_cast<std::uint8_t>(std::lround(255 * part)); };
  const Columns columns{region.axes * region.minimum - origin,
                        region.size[u] / region.pixels[u] * region.axes.col(u),
                        region.size[v] / region.pixels[v] * region.axes.col(v),
                        region.axes.col(axis),
                        {byte(colour[0]), byte(colour[1]), byte(colour[2]), 255},
                        &quads};
  const std::vector<Prism> prisms = sorted_prisms(contacts, axis);
  for (const Prism& prism : prisms) {
    columns.add(columns.at(prism.left, prism.front, prism.low), columns.u, columns.v, -columns.w);
    columns.add(columns.at(prism.left, prism.front, prism.high), columns.u, columns.v, columns.w);
  }
  const std::vector<Stack> rows =
      groups(prisms, [](const Prism& a, const Prism& b) { return a.row == b.row; });
  std::vector<Stack> before;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::vector<Stack> row =
        groups(rows[r], [](const Prism& a, const Prism& b) { return a.column == b.column; });
    const Prism& first = rows[r].front();
    const bool joined = r > 0 && rows[r - 1].front().row + 1 == first.row;
    add_row_walls(columns, row);
    if (!joined && !before.empty())
      add_walls_between(columns, before, {}, rows[r - 1].front().front + 1);
    add_walls_between(columns, joined ? before : std::vector<Stack>{}, row, first.front);
    before = row;
  }
  if (!before.empty())
    add_walls_between(columns, before, {}, rows.back().front().front + 1);
}

Colour pair_colour(const std::array<std::uint32_t, 2>& bodies) {
  return palette_colour((5 * std::size_t{bodies[0]} + 3 * std::size_t{bodies[1]} + 2) % 7);
}

} // namespace lamina
