#include "core/contact/tetdistance/depth_in_tet.h"

#include <cmath>

namespace lamina::tetdistance {

namespace {

/// A gradient this short has met nodes that are closest to opposite sides.
constexpr double near_medial_axis = 0.5;

void add_corners(const Closest& closest, const Vec3& value, std::vector<AtNode>& at_nodes) {
  for (std::size_t k = 0; k < 3; ++k)
    if (closest.weight[k] != 0)
      at_nodes.push_back({closest.corner[k], closest.weight[k] * value});
}

} // namespace

DepthInTet::DepthInTet(const Solid& solid, const DistanceField& field, std::uint32_t tetrahedron)
    : solid_(solid), field_(field), nodes_(solid.tetrahedra[tetrahedron]), frame_(solid.nodes, nodes_),
      usable_(frame_.usable()) {
  for (std::size_t i = 0; i < 4; ++i) {
    distance_[i] = field.distance(nodes_[i]);
    usable_ = usable_ && std::isfinite(distance_[i]);
  }
  for (std::size_t i = 1; usable_ && i < 4; ++i)
    gradient_ += (distance_[i] - distance_[0]) * frame_.gradient(i);
}

double DepthInTet::depth(const tetrahedra::TetWeights& u) const {
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i)
    sum += u[i] * distance_[i];
  return sum;
}

Closest DepthInTet::closest(const Vec3& place) const {
  return field_.closest_to(place, nodes_);
}

Vec3 DepthInTet::push(const Vec3& place, const tetrahedra::TetWeights& u, double scale, TetReaction reaction,
                      std::vector<AtNode>& at_nodes) const {
  if (gradient_.squaredNorm() < near_medial_axis * near_medial_axis) {
    const Closest found = closest(place);
    const Vec3 way = place - found.place;
    const double length = way.norm();
    if (length > 0) {
      add_corners(found, -scale / length * way, at_nodes);
      return way / length;
    }
  }
  for (std::size_t i = 0; i < 4; ++i) {
    Vec3 value = -u[i] * gradient_;
    if (reaction == TetReaction::boundary && !field_.on_boundary(nodes_[i])) {
      const Closest found = field_.closest(nodes_[i]);
      const Vec3 way = solid_.nodes[nodes_[i]] - found.place;
      if (const double length = way.norm(); length > 0) {
        const Vec3 along = u[i] / length * way;
        value += along;
        add_corners(found, -scale * along, at_nodes);
      }
    }
    at_nodes.push_back({nodes_[i], scale * value});
  }
  return gradient_;
}

} // namespace lamina::tetdistance
