#include "core/body/breakable_solid.h"

#include "core/base/error.h"
#include "core/body/cutting.h"
#include "core/mesh/tet_surface.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace lamina {

namespace {

/// Begins the state of a solid that is not whole: farther away than any node may be.
constexpr double cuts_mark = 1e300;

/// No solid has as many faces or nodes; a count is read from a file.
constexpr double most_counted = 4e9;

/// What cuts leave of a tetrahedron at rest, but for rounding: a state with less is damaged.
constexpr double least_left = (1 - 1e-9) * least_left_by_cuts;

InputError damaged() {
  return InputError("the state of a body that was cut is damaged, or belongs to another scene");
}

/// Takes the number at the beginning of `state` as a count or index.
std::uint32_t take_count(std::span<const double>& state) {
  if (state.empty() || !(state[0] >= 0 && state[0] < most_counted) || state[0] != std::floor(state[0]))
    throw damaged();
  const auto count = static_cast<std::uint32_t>(state[0]);
  state = state.subspan(1);
  return count;
}

} // namespace

void SolidCuts::save(std::vector<double>& state) const {
  if (empty())
    return;
  state.push_back(cuts_mark);
  state.push_back(static_cast<double>(faces.size()));
  state.insert(state.end(), faces.begin(), faces.end());
  state.push_back(static_cast<double>(moved.size()));
  for (const MovedNode& node : moved) {
    state.push_back(node.node);
    state.insert(state.end(), node.rest.data(), node.rest.data() + 3);
  }
}

std::span<const double> SolidCuts::restore(std::span<const double> state) {
  faces.clear();
  moved.clear();
  if (state.empty() || state[0] != cuts_mark)
    return state;
  state = state.subspan(1);
  const std::uint32_t face_count = take_count(state);
  if (state.size() < face_count)
    throw damaged();
  faces.reserve(face_count);
  for (std::uint32_t i = 0; i < face_count; ++i)
    faces.push_back(take_count(state));
  const std::uint32_t moved_count = take_count(state);
  if (state.size() < 4 * std::size_t{moved_count})
    throw damaged();
  moved.reserve(moved_count);
  for (std::uint32_t i = 0; i < moved_count; ++i) {
    const std::uint32_t node = take_count(state);
    moved.push_back({node, {state[0], state[1], state[2]}});
    state = state.subspan(3);
  }
  if (empty())
    throw damaged();
  return state;
}

BreakableSolid::BreakableSolid(std::shared_ptr<const TetMesh> whole,
                               std::shared_ptr<const PreparedMesh> surface,
                               std::shared_ptr<const std::vector<std::uint32_t>> node_of_vertex)
    : whole_(std::move(whole)), surface_(std::move(surface)), node_of_vertex_(std::move(node_of_vertex)),
      neighbours_(*whole_) {
  std::vector<std::uint32_t> unused_nodes;
  std::size_t unused_first = 0;
  boundary_ = Meshlets(split_surface(*whole_, neighbours_, {}, unused_nodes, unused_first));
  for (const Tetrahedron& t : whole_->tetrahedra)
    six_volumes_ += lamina::six_volumes(whole_->nodes, t);
  for (const Vec3& node : whole_->nodes)
    bounds_.include(node);
  // Nodes that have come along edges are off by roundings.
  const Vec3 margin = Vec3::Constant(1e-9 * bounds_.size().maxCoeff());
  bounds_ = {bounds_.min - margin, bounds_.max + margin};
}

void BreakableSolid::check(const SolidCuts& cuts) const {
  std::uint32_t after = 0;
  for (const std::uint32_t face : cuts.faces) {
    const std::uint32_t other = face < neighbours_.halves() ? neighbours_.across(face) : TetNeighbours::none;
    if (face < after || other == TetNeighbours::none || other < face)
      throw damaged();
    after = face + 1;
  }
}

/// That of the whole solid keeps the order of its triangles.
void BreakableSolid::make_surface(const SolidCuts& cuts, SolidForm& form) const {
  if (cuts.empty()) {
    form.surface = surface_;
    form.node_of_vertex = *node_of_vertex_;
    return;
  }
  auto surface = std::make_shared<PreparedMesh>();
  surface->mesh =
      split_surface(form.mesh, neighbours_, cuts.faces, form.node_of_vertex, surface->first_inner_triangle);
  surface->report = surface_->report;
  surface->report.vertices = surface->mesh.vertices.size();
  surface->report.triangles = surface->mesh.triangles.size();
  surface->report.bounds = bounds(surface->mesh);
  surface->shown_triangles = surface->mesh.triangles.size();
  surface->meshlets = Meshlets(surface->mesh, boundary_);
  form.surface = std::move(surface);
}

/// Nodes move along edges of the solid, never out of its bounds, and leave every tetrahedron some volume.
void BreakableSolid::move_nodes(const SolidCuts& cuts, SolidForm& form) const {
  std::vector<std::uint32_t> nodes;
  for (const SolidCuts::MovedNode& moved : cuts.moved) {
    if ((!nodes.empty() && moved.node <= nodes.back()) || moved.node >= form.mesh.nodes.size() ||
        !bounds_.contains(moved.rest))
      throw damaged();
    form.mesh.nodes[moved.node] = moved.rest;
    nodes.push_back(moved.node);
  }
  for (const std::uint32_t t : tetrahedra_at(neighbours_, form.mesh.tetrahedra, form.origin, nodes)) {
    const double now = lamina::six_volumes(form.mesh.nodes, form.mesh.tetrahedra[t]);
    const double before = lamina::six_volumes(whole_->nodes, whole_->tetrahedra[t]);
    if (!(now > least_left * before))
      throw damaged();
    form.six_volumes_gained += now - before;
  }
}

SolidForm BreakableSolid::make_form(const SolidCuts& cuts, SplitSolid split, SplitChange change) const {
  SolidForm form;
  form.mesh.name = whole_->name;
  form.mesh.tetrahedra = std::move(split.tetrahedra);
  form.mesh.nodes.reserve(split.origin.size());
  for (const std::uint32_t node : split.origin)
    form.mesh.nodes.push_back(whole_->nodes[node]);
  form.origin = std::move(split.origin);
  form.change = std::move(change);
  move_nodes(cuts, form);
  make_surface(cuts, form);
  return form;
}

SolidForm BreakableSolid::form(const SolidCuts& cuts) const {
  return form(cuts, {}, split_faces(*whole_, neighbours_, {}));
}

SolidForm BreakableSolid::form(const SolidCuts& cuts, std::span<const std::uint32_t> before,
                               SplitSolid split) const {
  check(cuts);
  SplitChange change = split_otherwise(*whole_, neighbours_, before, cuts.faces, split);
  return make_form(cuts, std::move(split), std::move(change));
}

SolidForm BreakableSolid::split_more(std::span<const std::uint32_t> more, SolidCuts& cuts,
                                     SplitSolid split) const {
  const SolidCuts before = std::move(cuts);
  cuts = {};
  std::set_union(before.faces.begin(), before.faces.end(), more.begin(), more.end(),
                 std::back_inserter(cuts.faces));
  std::vector<const Vec3*> rest(split.origin.size(), nullptr);
  for (const SolidCuts::MovedNode& moved : before.moved)
    rest[moved.node] = &moved.rest;
  SplitChange change = split_otherwise(*whole_, neighbours_, before.faces, cuts.faces, split);
  for (std::uint32_t node = 0; node < change.from.size(); ++node)
    if (const Vec3* const moved = rest[change.from[node]])
      cuts.moved.push_back({node, *moved});
  return make_form(cuts, std::move(split), std::move(change));
}

} // namespace lamina
