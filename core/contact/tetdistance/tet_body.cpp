#include "core/contact/tetdistance/tet_body.h"

#include <algorithm>
#include <cmath>

namespace lamina::tetdistance {

namespace {

Triangle rising(Triangle nodes) {
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

} // namespace

/// Whether each triangle of the surface has nodes; those are listed.
bool TetBody::find_triangles(const Surface& surface) {
  known_.clear();
  const std::span<const std::uint32_t> nodes = solid_.node_of_vertex;
  if (nodes.size() != surface.positions.size() ||
      std::any_of(nodes.begin(), nodes.end(), [&](std::uint32_t n) { return n >= solid_.nodes.size(); }))
    return false;
  const std::vector<Triangle>& triangles = *surface.triangles;
  for (std::uint32_t t = 0; t < triangles.size(); ++t)
    known_.push_back({rising({nodes[triangles[t][0]], nodes[triangles[t][1]], nodes[triangles[t][2]]}), t});
  std::sort(known_.begin(), known_.end(), [](const Known& a, const Known& b) {
    return a.nodes != b.nodes ? a.nodes < b.nodes : a.triangle < b.triangle;
  });
  return true;
}

void TetBody::update(const Surface& surface, const Solid& solid) {
  parts_.update(surface);
  solid_ = solid;
  if (solid.conforms() && (triangles_ != surface.triangles || tetrahedra_ != solid.tetrahedra.data() ||
                           topology_ != solid.topology)) {
    triangles_ = surface.triangles;
    tetrahedra_ = solid.tetrahedra.data();
    topology_ = solid.topology;
    matches_ = find_triangles(surface);
    is_marked_.assign(solid.nodes.size(), 0);
    marked_.clear();
  }
  if (!solid.conforms() || !matches_)
    solid_ = {};
}

void TetBody::unmark() {
  for (const std::uint32_t node : marked_)
    is_marked_[node] = 0;
  marked_.clear();
}

void TetBody::mark(std::uint32_t tetrahedron) {
  for (const std::uint32_t node : solid_.tetrahedra[tetrahedron])
    if (!is_marked_[node]) {
      is_marked_[node] = 1;
      marked_.push_back(node);
    }
}

void TetBody::march(const TetDistanceSettings& settings, int threads) {
  if (!marked_.empty())
    field_.update(solid_, {settings.march, settings.extent, marked_, threads});
}

TetEvidence::Marched TetBody::marched() const {
  return {solid_.nodes.size(), marked_.empty() ? 0 : field_.visited(), marked_.size()};
}

std::shared_ptr<const MarchedSolid> TetBody::marched_solid(TetMarch march, int threads) {
  if (!receives())
    return nullptr;
  full_field_.update(solid_, {march, TetExtent::full, {}, threads});
  auto shown = std::make_shared<MarchedSolid>();
  shown->rigid = solid_.rigid;
  shown->nodes.assign(solid_.nodes.begin(), solid_.nodes.end());
  shown->tetrahedra.assign(solid_.tetrahedra.begin(), solid_.tetrahedra.end());
  for (std::uint32_t node = 0; node < solid_.nodes.size(); ++node) {
    shown->distances.push_back(static_cast<float>(full_field_.distance(node)));
    const bool visited = !marked_.empty() && field_.came_to(node);
    shown->visits.push_back(visited ? NodeVisit::visited : NodeVisit::none);
  }
  for (const std::uint32_t node : marked_) {
    shown->visits[node] = NodeVisit::colliding;
    if (!field_.on_boundary(node) && std::isfinite(field_.distance(node)))
      shown->feet.push_back({node, field_.closest(node).place});
  }
  return shown;
}

OnSurface TetBody::on_surface(const Closest& closest) const {
  const Triangle nodes = rising(closest.corner);
  const auto known = std::lower_bound(known_.begin(), known_.end(), nodes,
                                      [](const Known& k, const Triangle& n) { return k.nodes < n; });
  OnSurface place;
  if (known == known_.end() || known->nodes != nodes)
    return place;
  place.triangle = known->triangle;
  place.exists = true;
  const Triangle& corners = (*triangles_)[place.triangle];
  for (std::size_t k = 1; k < 3; ++k)
    for (std::size_t i = 0; i < 3; ++i)
      if (closest.corner[i] == solid_.node_of_vertex[corners[k]])
        place.barycentric[k - 1] = static_cast<float>(closest.weight[i]);
  return place;
}

} // namespace lamina::tetdistance
