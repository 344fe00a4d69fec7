#include "core/body/breaking.h"
#include "core/body/corotational.h"
#include "core/body/nodal_body.h"
#include "core/body/soft_body.h"

#include "core/base/error.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lamina {

namespace {

/// How far a crack relieves what is around it, by how thick a body is: a bar is free of load up to about its
/// width from a break (Saint-Venant).
constexpr double relief_by_thickness = 1.5;

} // namespace

BreakableSolid& NodalBody::breakable() {
  if (!breakable_)
    breakable_ = std::make_unique<BreakableSolid>(whole_, description_.mesh, description_.mesh_nodes);
  return *breakable_;
}

/// Each node of the new form lies and moves as the node did that its tetrahedra had before.
void NodalBody::carry_over(const SolidForm& form) {
  std::vector<Vec3> nodes(form.mesh.nodes.size()), velocities(nodes.size());
  renewed_.assign(nodes_.size(), TetNeighbours::none);
  for (std::size_t t = 0; t < tetrahedra_.size(); ++t)
    for (std::size_t k = 0; k < 4; ++k) {
      const std::uint32_t before = tetrahedra_[t][k], now = form.mesh.tetrahedra[t][k];
      nodes[now] = nodes_[before];
      velocities[now] = velocities_[before];
      renewed_[before] = std::min(renewed_[before], now);
    }
  nodes_ = std::move(nodes);
  velocities_ = std::move(velocities);

  held_.clear();
  is_held_.assign(nodes_.size(), 0);
  for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
    const auto same =
        std::lower_bound(held_when_whole_.begin(), held_when_whole_.end(), form.origin[node],
                         [](const Held& held, std::uint32_t wanted) { return held.node < wanted; });
    if (same == held_when_whole_.end() || same->node != form.origin[node])
      continue;
    held_.push_back({node, same->clamp, same->start});
    is_held_[node] = 1;
  }
}

/// Everything that follows from which tetrahedra hang together.
void NodalBody::take_form(const SolidCuts& cuts) {
  SolidForm form = breakable().form(cuts);
  carry_over(form);
  // Pieces are thought to overlap nowhere at rest.
  if (cuts_.empty())
    offset_when_whole_ = surface_.self_offset;
  surface_.self_offset = cuts.empty() ? offset_when_whole_ : nullptr;
  cuts_ = cuts;
  masses_ = node_masses(form.mesh, mass_of(description_, closed_volume(description_)));
  auto& model = static_cast<CorotationalTetrahedra&>(*model_); // of whatever is whole, see soft_parts()
  model.follow(form.mesh, nodes_);
  // At rest, so that it follows from the cuts alone.
  stiffness_over_mass_ = cuts.empty() ? stiffness_when_whole_ : model.rest_stiffness() / mass_;
  rest_ = std::move(form.mesh.nodes);
  mapping_ = NodeMapping::identity(form.node_of_vertex);
  tetrahedra_ = std::move(form.mesh.tetrahedra);
  node_of_vertex_ = std::move(form.node_of_vertex);
  share_surface(form.surface);
  surface_.piece_of_vertex = pieces_of_vertices(tetrahedra_, nodes_.size(), node_of_vertex_);
  factor_.forget_pattern();
  can_be_factored_.reset();
}

std::span<const double> NodalBody::restore_cuts(std::span<const double> state) {
  SolidCuts cuts;
  state = cuts.restore(state);
  if (cuts == cuts_)
    return state;
  if (!whole_)
    throw InputError("the stored state of body \"" + description_.name +
                     "\" was cut, and the body cannot be: it belongs to another scene");
  take_form(cuts);
  return state;
}

bool NodalBody::break_apart() {
  if (!whole_ || !description_.material.tensile_strength)
    return false;
  const std::vector<std::uint32_t> faces =
      overloaded_faces({tetrahedra_, nodes_, model_->stresses()}, breakable().neighbours(), cuts_.faces,
                       {*description_.material.tensile_strength, relief_by_thickness * thickness_});
  if (faces.empty())
    return false;
  take_form(breakable().with_faces(cuts_, faces, tetrahedra_));
  map_surface();
  return true;
}

/// Moves nodes along edges, where they are and at rest alike.
void NodalBody::move_onto_cut(std::span<const NodeMove> moves, SolidCuts& cuts) {
  for (const NodeMove& move : moves) {
    for (std::vector<Vec3>* list : {&rest_, &nodes_, &velocities_})
      (*list)[move.node] += move.share * ((*list)[move.towards] - (*list)[move.node]);
    cuts.moved.push_back({move.node, Vec3::Zero()});
  }
  std::sort(cuts.moved.begin(), cuts.moved.end(),
            [](const auto& a, const auto& b) { return a.node < b.node; });
  cuts.moved.erase(std::unique(cuts.moved.begin(), cuts.moved.end(),
                               [](const auto& a, const auto& b) { return a.node == b.node; }),
                   cuts.moved.end());
  for (auto& moved : cuts.moved)
    moved.rest = rest_[moved.node];
}

/// Adds the rigid motion that gives the body these momenta (the angular one about its centre of mass).
void NodalBody::restore_momentum(const Vec3& linear, const Vec3& angular) {
  const Vec3 middle = centre(), speed = (linear - momentum()) / mass_;
  const Mat3 inertia = inertia_about(middle);
  const Vec3 spin = solve_inertia(inertia, angular - angular_momentum());
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (!is_held_[i])
      velocities_[i] += speed + spin.cross(nodes_[i] - middle);
}

bool NodalBody::cut_along(const CutTriangle& triangle) {
  if (rest_.empty())
    rest_ = whole_->nodes;
  const SolidCut made = cut_solid({*whole_, tetrahedra_, nodes_, rest_, is_held_, cuts_.faces},
                                  breakable().neighbours(), triangle);
  if (made.faces.empty())
    return false;
  const Vec3 linear = momentum(), angular = angular_momentum();
  SolidCuts cuts = cuts_;
  move_onto_cut(made.moves, cuts);
  // The moved nodes of the form as it is; with_faces() finds their copies.
  take_form(breakable().with_faces(cuts, made.faces, tetrahedra_));
  restore_momentum(linear, angular);
  return true;
}

bool NodalBody::cut(std::span<const CutTriangle> sheet) {
  if (!whole_)
    return false;
  bool changed = false;
  std::vector<std::uint32_t> renewed(nodes_.size());
  std::iota(renewed.begin(), renewed.end(), 0u);
  for (const CutTriangle& triangle : sheet) {
    if (!cut_along(triangle))
      continue;
    changed = true;
    for (std::uint32_t& node : renewed)
      node = renewed_[node];
  }
  if (!changed)
    return false;
  renewed_ = std::move(renewed);
  map_surface();
  return true;
}

void NodalBody::renew(Grip& grip) const {
  for (Grip::Node& node : grip.nodes)
    if (node.node < renewed_.size())
      node.node = renewed_[node.node];
}

} // namespace lamina
