#include "core/contact/ldi/region/meshlet_culling.h"

#include <numeric>

namespace lamina::ldi {

namespace {

/// Triangles in a meshlet of a surface that comes without.
constexpr std::size_t own_meshlet = 32;

} // namespace

void CulledMeshlets::set_surface(const Surface& surface) {
  surface_ = &surface;
  groups_ = surface.meshlets.get();
  balls_ = &surface.balls;
  if (groups_)
    return;
  own_groups_ = Meshlets(*surface.triangles, surface.vertex_positions(), own_meshlet);
  enclose_meshlets(own_groups_, surface.vertex_positions(), own_balls_);
  groups_ = &own_groups_;
  balls_ = &own_balls_;
}

void CulledMeshlets::take_all() {
  meshlets.resize(groups_->size());
  std::iota(meshlets.begin(), meshlets.end(), 0u);
  inside.assign(meshlets.size(), false);
  kept_ = meshlets;
  ends = {};
  Vec3 nothing = Vec3::Zero();
  for (const Ball& ball : *balls_)
    nothing += 0 * ball.centre;
  finite = nothing == Vec3::Zero();
}

/// Bounds that are no numbers lie at the border, so what is wrong with their vertices will be found. Twice
/// the axis for what lies beyond its lower end, one more for its upper. Without branches, which could not be
/// foreseen.
std::uint8_t CulledMeshlets::place_of(const Box& bounds, const Box& box) {
  int axes = 0, end = 0;
  bool inside = true;
  for (int k = 0; k < 3; ++k) {
    const bool below = bounds.max[k]<box.min[k], above = bounds.min[k]> box.max[k];
    axes += below | above;
    end += below * (2 * k) + above * (2 * k + 1);
    inside &= bounds.min[k] > box.min[k];
    inside &= bounds.max[k] < box.max[k];
  }
  const int place = axes == 1 ? end : axes > 1 ? beside : inside ? in_box : at_border;
  return static_cast<std::uint8_t>(place);
}

template <class MeshletAt>
void CulledMeshlets::keep_near(std::size_t count, const MeshletAt& meshlet_at, const SampledBox& box,
                               double slack) {
  taken_for_ = box.box;
  kept_.resize(count);
  placement_.resize(count);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t meshlet = meshlet_at(i);
    const std::uint8_t place = place_of(bounds_of((*balls_)[meshlet], box.frame, slack), box.box);
    kept_[kept] = meshlet;
    placement_[kept] = place;
    kept += place != beside;
  }
  kept_.resize(kept);
  placement_.resize(kept);
  choose_meshlets();
}

void CulledMeshlets::choose_ends() {
  ends = {};
  std::array<std::size_t, 6> beyond{};
  for (std::size_t i = 0; i < kept_.size(); ++i)
    if (placement_[i] < at_border)
      beyond[placement_[i]] += groups_->triangles(kept_[i]).size();
  for (std::size_t k = 0; k < 3; ++k)
    if (surface_->balanced && !whole_columns && beyond[2 * k] + beyond[2 * k + 1] > 0)
      ends[k] = beyond[2 * k] <= beyond[2 * k + 1] ? KnownEnds::below : KnownEnds::above;
}

void CulledMeshlets::choose_meshlets() {
  choose_ends();
  meshlets.clear();
  inside.clear();
  Vec3 nothing = Vec3::Zero();
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    const std::uint8_t place = placement_[i];
    const KnownEnds unknown = place & 1 ? KnownEnds::below : KnownEnds::above;
    if (place < at_border && ends[place / 2] == unknown)
      continue;
    nothing += 0 * (*balls_)[kept_[i]].centre;
    meshlets.push_back(kept_[i]);
    inside.push_back(place == in_box);
  }
  finite = nothing == Vec3::Zero();
}

void CulledMeshlets::take_near(const SampledBox& box, double slack) {
  keep_near(
      balls_->size(), [](std::size_t i) { return static_cast<std::uint32_t>(i); }, box, slack);
}

void CulledMeshlets::take_nearer(const SampledBox& box, double slack) {
  if (box.box.min == taken_for_.min && box.box.max == taken_for_.max)
    return;
  last_kept_.swap(kept_);
  keep_near(
      last_kept_.size(), [this](std::size_t i) { return last_kept_[i]; }, box, slack);
}

} // namespace lamina::ldi
