#include "ui/render/contacts/field_section.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lamina {
namespace {

constexpr double most_squares = 256; // along a side

struct FieldCorner {
  SectionCorner corner;
  bool known;
};

FieldCorner corner_at(const PlacedField& field, const Vec3& place) {
  const field::FieldValue value = field.at(place);
  return {{place, std::abs(value.distance), value.distance <= 0 ? 1.0 : 0.0}, value.known};
}

constexpr std::size_t corners_of_square = 6; // of its two triangles

/// Takes off squares that begin at `first` and lie outside farther from the surface than this (m).
void drop_far_squares(std::vector<SectionCorner>& corners, std::size_t first, double farthest) {
  std::size_t kept = first;
  for (std::size_t square = first; square < corners.size(); square += corners_of_square) {
    const auto begin = corners.begin() + static_cast<std::ptrdiff_t>(square), end = begin + corners_of_square;
    if (std::all_of(begin, end, [farthest](const SectionCorner& corner) {
          return corner.visited == 0 && corner.distance > farthest;
        }))
      continue;
    std::copy(begin, end, corners.begin() + static_cast<std::ptrdiff_t>(kept));
    kept += corners_of_square;
  }
  corners.resize(kept);
}

} // namespace

double add_field_section(std::vector<SectionCorner>& corners, const PlacedField& field, int axis,
                         double position) {
  if (!field.rest || field.bounds.empty() || !field.bounds.size().allFinite())
    return 0;
  const double band = field.rest->field().band();
  const Vec3 low = field.bounds.min - Vec3::Constant(band), high = field.bounds.max + Vec3::Constant(band);
  if (!(band > 0) || position < low[axis] || position > high[axis])
    return 0;
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  const double side =
      std::max(field.rest->field().cell(), std::max(high[u] - low[u], high[v] - low[v]) / most_squares);
  const auto across = static_cast<std::size_t>(std::ceil((high[u] - low[u]) / side)),
             along = static_cast<std::size_t>(std::ceil((high[v] - low[v]) / side));
  const auto row_at = [&](std::size_t j) {
    std::vector<FieldCorner> row;
    for (std::size_t i = 0; i <= across; ++i) {
      Vec3 place;
      place[axis] = position;
      place[u] = low[u] + static_cast<double>(i) * side;
      place[v] = low[v] + static_cast<double>(j) * side;
      row.push_back(corner_at(field, place));
    }
    return row;
  };
  double greatest = 0;
  const std::size_t first = corners.size();
  std::vector<FieldCorner> before = row_at(0);
  for (std::size_t j = 1; j <= along; ++j) {
    std::vector<FieldCorner> row = row_at(j);
    for (std::size_t i = 0; i < across; ++i) {
      const std::array around{&before[i], &before[i + 1], &row[i + 1], &row[i]};
      if (!std::all_of(around.begin(), around.end(), [](const FieldCorner* corner) { return corner->known; }))
        continue;
      for (const FieldCorner* corner : around)
        greatest = std::max(greatest, corner->corner.visited * corner->corner.distance);
      for (const std::size_t k : {0, 1, 2, 0, 2, 3})
        corners.push_back(around[k]->corner);
    }
    before = std::move(row);
  }
  drop_far_squares(corners, first, greatest);
  return greatest;
}

} // namespace lamina
