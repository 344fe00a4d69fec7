#include "core/contact/proximity/tracked_surface.h"

#include "core/contact/proximity/distances.h"
#include "core/mesh/corners.h"

#include <algorithm>
#include <cmath>

namespace lamina::proximity {

namespace {

/// Triangles in a group of the tree, for a surface that brings no groups.
constexpr std::size_t own_group = 64;

/// Surfaces of no more triangles than this keep the prisms of all of them: they are large beside what they
/// meet, and each is asked about many boxes.
constexpr std::size_t most_prisms = 1024;

/// Whether no edge of the triangle, nor any at its corners, is folded inwards: then whatever is nearest to
/// one of these lies outside.
bool bulges(const PlacedFeatures& surface, std::uint32_t triangle) {
  const Features& features = *surface.features;
  for (const std::uint32_t corner : (*surface.triangles)[triangle])
    for (const std::uint32_t t : features.triangles_at(corner))
      for (int k = 0; k < 3; ++k) {
        const std::uint32_t edge = features.edge(t, k);
        if (edge == no_index || is_groove(surface, features.edges()[edge]))
          return false;
      }
  return true;
}

int number_of(BvhChildren children) {
  return children == BvhChildren::two ? 2 : children == BvhChildren::four ? 4 : 8;
}

} // namespace

void TrackedSurface::update(const Surface& surface, const ProximitySettings& settings, bool cones) {
  surface_ = &surface;
  if (surface.triangles != triangles_ || surface.topology != topology_ ||
      settings.bvh_children != children_ || cones != keeps_cones_ || surface.positions.size() != vertices_)
    rebuild(surface, settings.bvh_children, cones);
  // By their number alone, which is as well known of a state that was gone back to: a surface that breaks or
  // is cut has others.
  if (before_.size() != vertices_)
    before_.clear();
  thickness_ = usable() ? mean_thickness(surface) : 0;
  if (!usable())
    return;
  find_prisms();
  tree_->move_to(vertex_positions(), prisms_);
  if (cones)
    find_cones();
}

void TrackedSurface::rebuild(const Surface& surface, BvhChildren children, bool cones) {
  triangles_ = surface.triangles;
  topology_ = surface.topology;
  vertices_ = surface.positions.size();
  children_ = children;
  keeps_cones_ = cones;
  cones_.clear();
  features_.reset();
  tree_.reset();
  if (!triangles_ || triangles_->empty() || !corners_exist(*triangles_, vertices_))
    return;
  features_ = std::make_unique<const Features>(*triangles_, surface.positions.size());
  std::shared_ptr<const Meshlets> groups = surface.meshlets;
  if (!groups)
    groups = std::make_shared<const Meshlets>(*triangles_, surface.positions, own_group);
  tree_ =
      bvh::TwoLevelTree::make(number_of(children), *triangles_, surface.positions, std::move(groups), cones);
  if (cones)
    cones_.resize(surface.positions.size());
}

void TrackedSurface::find_prisms() {
  prisms_.clear();
  if (triangles_->size() > most_prisms || remembers() || is_sheet(*surface_))
    return;
  const PlacedFeatures placed = this->placed();
  for (std::uint32_t t = 0; t < triangles_->size(); ++t) {
    bvh::TrianglePrism& prism =
        prisms_.emplace_back(std::array{placed.corner(t, 0), placed.corner(t, 1), placed.corner(t, 2)});
    if (!bulges(placed, t))
      continue;
    prism.look_less_in_front();
    for (int k = 0; k < 3; ++k)
      if (features_->keeps_vertex(t, k))
        prism.look_about(placed.corner(t, static_cast<std::size_t>(k)));
  }
}

void TrackedSurface::find_cones() {
  const PlacedFeatures placed = this->placed();
  normals_.resize(triangles_->size());
  for (std::uint32_t t = 0; t < normals_.size(); ++t) {
    const Vec3 normal = placed.normal(t);
    const double length = normal.norm();
    // A triangle that faces nowhere may be seen from anywhere: its vertices' cones hold everything.
    normals_[t] = length > 0 ? Vec3(normal / length) : Vec3(Vec3::Zero());
  }
  for (std::uint32_t v = 0; v < cones_.size(); ++v) {
    around_.clear();
    for (const std::uint32_t t : features_->triangles_at(v))
      around_.push_back(normals_[t]);
    cones_[v] = bvh::cone_around(around_);
  }
}

void TrackedSurface::remember(const Surface& surface) {
  before_.assign(surface.positions.begin(), surface.positions.end());
  bounds_before_ = surface.bounds;
}

void TrackedSurface::save(std::vector<double>& memory) const {
  memory.push_back(static_cast<double>(before_.size()));
  if (before_.empty())
    return;
  memory.insert(memory.end(), bounds_before_.min.begin(), bounds_before_.min.end());
  memory.insert(memory.end(), bounds_before_.max.begin(), bounds_before_.max.end());
  for (const Vec3& p : before_)
    memory.insert(memory.end(), p.begin(), p.end());
}

std::span<const double> TrackedSurface::restore(std::span<const double> memory) {
  before_.resize(static_cast<std::size_t>(memory.front()));
  memory = memory.subspan(1);
  if (before_.empty())
    return memory;
  bounds_before_ = {Vec3(memory.data()), Vec3(memory.data() + 3)};
  memory = memory.subspan(6);
  for (Vec3& p : before_) {
    p = Vec3(memory.data());
    memory = memory.subspan(3);
  }
  return memory;
}

double TrackedSurface::way_to(const Surface& surface) const {
  if (before_.empty())
    return 0;
  const double way = std::max((surface.bounds.min - bounds_before_.min).cwiseAbs().maxCoeff(),
                              (surface.bounds.max - bounds_before_.max).cwiseAbs().maxCoeff());
  return std::isfinite(way) ? way : 0;
}

} // namespace lamina::proximity
