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

SolidCuts BreakableSolid::with_faces(const SolidCuts& cuts, std::span<const std::uint32_t> more,
                                     std::span<const Tetrahedron> tetrahedra) const {
  SolidCuts joined;
  std::set_union(cuts.faces.begin(), cuts.faces.end(), more.begin(), more.end(),
                 std::back_inserter(joined.faces));
  if (cuts.moved.empty())
    return joined;
  const SplitSolid now = split_faces(*whole_, neighbours_, joined.faces);
  // What splits more has no fewer nodes.
  std::vector<const Vec3*> rest(now.origin.size(), nullptr), rest_now(now.origin.size(), nullptr);
  for (const SolidCuts::MovedNode& moved : cuts.moved)
    rest[moved.node] = &moved.rest;
  for (std::size_t t = 0; t < now.tetrahedra.size(); ++t)
    for (std::size_t k = 0; k < 4; ++k)
      rest_now[now.tetrahedra[t][k]] = rest[tetrahedra[t][k]];
  for (std::uint32_t node = 0; node < rest_now.size(); ++node)
    if (rest_now[node])
      joined.moved.push_back({node, *rest_now[node]});
  return joined;
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
void BreakableSolid::move_nodes(const SolidCuts& cuts, TetMesh& mesh) const {
  std::uint32_t after = 0;
  for (const SolidCuts::MovedNode& moved : cuts.moved) {
    if (moved.node < after || moved.node >= mesh.nodes.size() || !bounds_.contains(moved.rest))
      throw damaged();
    mesh.nodes[moved.node] = moved.rest;
    after = moved.node + 1;
  }
  for (std::size_t t = 0; !cuts.moved.empty() && t < mesh.tetrahedra.size(); ++t)
    if (!(volume(mesh, mesh.tetrahedra[t]) > least_left * volume(*whole_, whole_->tetrahedra[t])))
      throw damaged();
}

SolidForm BreakableSolid::form(const SolidCuts& cuts) const {
  check(cuts);
  SplitSolid split = split_faces(*whole_, neighbours_, cuts.faces);
  SolidForm form;
  form.mesh.name = whole_->name;
  form.mesh.tetrahedra = std::move(split.tetrahedra);
  form.mesh.nodes.reserve(split.origin.size());
  for (const std::uint32_t node : split.origin)
    form.mesh.nodes.push_back(whole_->nodes[node]);
  move_nodes(cuts, form.mesh);
  form.origin = std::move(split.origin);
  make_surface(cuts, form);
  return form;
}

} // namespace lamina
