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

std::array<double, 3> nearest_to_middle(const Box& box, const std::array<Vec3, 3>& corners) {
  if (!box.min.allFinite())
    return {1.0 / 3, 1.0 / 3, 1.0 / 3};
  const Eigen::Vector2d near =
      nearest_on_triangle(box.centre(), corners[0], corners[1], corners[2]).barycentric;
  return {1 - near.sum(), near[0], near[1]};
}

/// Places of a triangle in a field.
struct TrianglePlaces {
  const FieldBody& field;
  const std::array<Vec3, 3>& corners;

  DeepPlace at(const std::array<double, 3>& weights) const {
    DeepPlace place;
    place.weights = weights;
    for (std::size_t k = 0; k < 3; ++k)
      place.position += weights[k] * corners[k];
    place.value = field.at(place.position);
    return place;
  }

  /// Steps of Frank and Wolfe; the lowest place on the way, if it is below what is wanted.
  std::optional<DeepPlace> descend(DeepPlace place, double wanted, std::uint64_t& asked) const {
    std::optional<DeepPlace> lowest;
    for (int step = 0; step < most_steps && place.value.known; ++step) {
      if (place.value.distance < (lowest ? lowest->value.distance : wanted))
        lowest = place;
      std::size_t towards = 0;
      for (std::size_t k = 1; k < 3; ++k)
        if (place.value.gradient.dot(corners[k]) < place.value.gradient.dot(corners[towards]))
          towards = k;
      const double share = 2.0 / (step + 3);
      std::array<double, 3> weights = place.weights;
      for (std::size_t k = 0; k < 3; ++k)
        weights[k] = (1 - share) * weights[k] + (k == towards ? share : 0);
      place = at(weights);
      ++asked;
    }
    return lowest;
  }
};

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

std::vector<DeepPlace> deep_in_triangle(const FieldBody& field, const std::array<Vec3, 3>& corners,
                                        double lowest, std::uint64_t& asked) {
  std::vector<DeepPlace> found;
  const TrianglePlaces places{field, corners};
  DeepPlace deepest = places.at(nearest_to_middle(reach_of(field, lowest), corners));
  double reach = 0;
  for (const Vec3& corner : corners)
    reach = std::max(reach, (corner - deepest.position).norm());
  ++asked;
  if (deepest.value.distance - reach >= lowest)
    return found;

  double wanted = lowest - deeper * field.cell();
  for (std::size_t k = 0; k < 3; ++k) {
    std::array<double, 3> weights{1.0 / 6, 1.0 / 6, 1.0 / 6};
    weights[k] = 2.0 / 3;
    const DeepPlace place = places.at(weights);
    if (place.value.known && place.value.distance < wanted)
      found.push_back(place);
  }
  asked += 3;
  for (const DeepPlace& place : found)
    wanted = std::min(wanted, place.value.distance - deeper * field.cell());
  if (const std::optional<DeepPlace> lower = places.descend(deepest, wanted, asked))
    found.push_back(*lower);
  return found;
}

} // namespace lamina::distancefield
