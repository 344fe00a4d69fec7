#include "core/contact/distancefield/deepest_point.h"

#include "core/mesh/nearest_on_triangle.h"

#include <algorithm>
#include <limits>

namespace lamina::distancefield {

namespace {

constexpr double fineness = 0.125; ///< cells: intervals of edges are not halved further
constexpr double deeper = 0.01;    ///< cells: by which the inside of an edge must lie deeper than its ends
constexpr int most_asked = 64;     ///< points an edge
constexpr int most_steps = 24;     ///< of Frank and Wolfe, a triangle

class EdgeSearch {
public:
  EdgeSearch(const FieldBody& field, const std::array<Vec3, 2>& ends, double wanted)
      : field_(field), ends_(ends), length_((ends[1] - ends[0]).norm()), lowest_(wanted) {}

  /// Between two places along the edge, from 0 to 1, with the distances there.
  void search(double begin, double at_begin, double end, double at_end) {
    const double way = (end - begin) * length_;
    if (0.5 * (at_begin + at_end - way) >= lowest_ || way < fineness * field_.cell() || asked_ >= most_asked)
      return;
    const double middle = 0.5 * (begin + end);
    const Vec3 position = ends_[0] + middle * (ends_[1] - ends_[0]);
    const field::FieldValue value = field_.at(position);
    ++asked_;
    if (value.known && value.distance < lowest_) {
      lowest_ = value.distance;
      found_ = DeepPlace{{1 - middle, middle, 0}, position, value};
    }
    // The side that falls lower first, so that the other one need not be searched.
    if (at_begin < at_end) {
      search(begin, at_begin, middle, value.distance);
      search(middle, value.distance, end, at_end);
    } else {
      search(middle, value.distance, end, at_end);
      search(begin, at_begin, middle, value.distance);
    }
  }
  const std::optional<DeepPlace>& found() const { return found_; }
  int asked() const { return asked_; }

private:
  const FieldBody& field_;
  const std::array<Vec3, 2>& ends_;
  double length_, lowest_;
  int asked_ = 0;
  std::optional<DeepPlace> found_;
};

/// The part of a line from 0 to 1 that lies in a box; the first is greater than the second if none does.
std::array<double, 2> part_in(const Box& box, const std::array<Vec3, 2>& ends) {
  std::array<double, 2> part{0, 1};
  for (int k = 0; k < 3; ++k) {
    const double from = ends[0][k], way = ends[1][k] - from;
    if (way == 0) {
      if (from < box.min[k] || from > box.max[k])
        part[1] = -1;
      continue;
    }
    const auto [first, second] = std::minmax({(box.min[k] - from) / way, (box.max[k] - from) / way});
    part = {std::max(part[0], first), std::min(part[1], second)};
  }
  return part;
}

Box reach_of(const FieldBody& field, double wanted) {
  const double infinity = std::numeric_limits<double>::infinity();
  if (field.surface().winding_at_infinity > 0)
    return {Vec3::Constant(-infinity), Vec3::Constant(infinity)};
  const Vec3 margin = Vec3::Constant(std::max(wanted, 0.0));
  return {field.surface().bounds.min - margin, field.surface().bounds.max + margin};
}

} // namespace

std::optional<DeepPlace> deepest_on_edge(const FieldBody& field, const std::array<Vec3, 2>& ends,
                                         const std::array<field::FieldValue, 2>& at_ends, double wanted,
                                         std::uint64_t& asked) {
  const auto [begin, end] = part_in(reach_of(field, wanted), ends);
  if (!(begin < end))
    return std::nullopt;
  const double lowest = std::min({wanted, at_ends[0].distance, at_ends[1].distance});
  EdgeSearch search(field, ends, lowest - deeper * field.cell());
  const auto distance = [&](double share, std::size_t at) {
    return share == static_cast<double>(at) ? at_ends[at].distance
                                            : field.at(ends[0] + share * (ends[1] - ends[0])).distance;
  };
  asked += (begin != 0) + (end != 1);
  search.search(begin, distance(begin, 0), end, distance(end, 1));
  asked += static_cast<std::uint64_t>(search.asked());
  return search.found();
}

std::optional<DeepPlace> deepest_on_triangle(const FieldBody& field, const std::array<Vec3, 3>& corners,
                                             double wanted, std::uint64_t& asked) {
  const Box around = reach_of(field, wanted);
  const Vec3 middle =
      around.min.allFinite() ? around.centre() : Vec3((corners[0] + corners[1] + corners[2]) / 3);
  const NearestOnTriangle nearest = nearest_on_triangle(middle, corners[0], corners[1], corners[2]);
  DeepPlace place;
  place.weights = {1 - nearest.barycentric.sum(), nearest.barycentric[0], nearest.barycentric[1]};
  for (std::size_t k = 0; k < 3; ++k)
    place.position += place.weights[k] * corners[k];
  double reach = 0;
  for (const Vec3& corner : corners)
    reach = std::max(reach, (corner - place.position).norm());
  place.value = field.at(place.position);
  ++asked;
  if (place.value.distance - reach >= wanted)
    return std::nullopt;
  std::optional<DeepPlace> lowest;
  for (int step = 0; step < most_steps; ++step) {
    if (place.value.known && place.value.distance < (lowest ? lowest->value.distance : wanted))
      lowest = place;
    if (!place.value.known)
      break;
    std::size_t towards = 0;
    for (std::size_t k = 1; k < 3; ++k)
      if (place.value.gradient.dot(corners[k]) < place.value.gradient.dot(corners[towards]))
        towards = k;
    const double share = 2.0 / (step + 3);
    for (double& weight : place.weights)
      weight *= 1 - share;
    place.weights[towards] += share;
    place.position += share * (corners[towards] - place.position);
    place.value = field.at(place.position);
    ++asked;
  }
  return lowest;
}

} // namespace lamina::distancefield
