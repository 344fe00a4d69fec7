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

/// As the body is split now.
SplitSolid NodalBody::split() const {
  SplitSolid split{tetrahedra_, origin_};
  if (origin_.empty()) {
    split.origin.resize(nodes_.size());
    std::iota(split.origin.begin(), split.origin.end(), 0u);
  }
  return split;
}

/// Each node of the new form lies and moves as the node did that its tetrahedra had before.
void NodalBody::carry_over(const SolidForm& form) {
  std::vector<Vec3> nodes, velocities;
  nodes.reserve(form.change.from.size());
  velocities.reserve(form.change.from.size());
  for (const std::uint32_t before : form.change.from) {
    nodes.push_back(nodes_[before]);
    velocities.push_back(velocities_[before]);
  }
  nodes_ = std::move(nodes);
  velocities_ = std::move(velocities);
}

/// A clamp holds all copies of a node.
void NodalBody::hold_copies(const SolidForm& form) {
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

/// The volumes of nodes whose tetrahedra are what they were stay.
void NodalBody::renew_masses(const SolidForm& form, const SolidChange& change) {
  if (volumes_.empty())
    volumes_ = node_volumes(*whole_);
  renumber(volumes_, change.before, 0.0);
  for (const std::uint32_t node : change.anew) {
    volumes_[node] = 0;
    breakable().neighbours().for_each_at(form.mesh.tetrahedra, form.origin[node], node, [&](std::uint32_t t) {
      volumes_[node] += corner_volume(form.mesh, form.mesh.tetrahedra[t]);
    });
  }
  masses_ = volumes_;
  scale_to(mass_of(description_, closed_volume(description_)), masses_);
}

/// Everything that follows from which tetrahedra hang together.
void NodalBody::take_form(const SolidCuts& cuts, SolidForm form) {
  carry_over(form);
  hold_copies(form);
  // Pieces are thought to overlap nowhere at rest.
  if (cuts_.empty())
    offset_when_whole_ = surface_.self_offset;
  surface_.self_offset = cuts.empty() ? offset_when_whole_ : nullptr;
  cuts_ = cuts;
  auto& model = static_cast<CorotationalTetrahedra&>(*model_); // of whatever is whole, see soft_parts()
  const SolidChange change =
      find_change(form, breakable().neighbours(), model.places(), {form.mesh.nodes, nodes_});
  renew_masses(form, change);
  model.follow(form.mesh, nodes_, change);
  // At rest, so that it follows from the cuts alone.
  stiffness_over_mass_ = cuts.empty() ? stiffness_when_whole_ : model.rest_stiffness() / mass_;
  six_volumes_gained_ = form.six_volumes_gained;
  renewed_ = std::move(form.change.to);
  rest_ = std::move(form.mesh.nodes);
  mapping_ = NodeMapping::identity(form.node_of_vertex);
  tetrahedra_ = std::move(form.mesh.tetrahedra);
  origin_ = std::move(form.origin);
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
  take_form(cuts, breakable().form(cuts, cuts_.faces, split()));
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
  SolidCuts cuts = cuts_;
  SolidForm form = breakable().split_more(faces, cuts, split());
  take_form(cuts, std::move(form));
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
  const SolidCut made = cut_solid({*whole_, tetrahedra_, nodes_, rest_, is_held_, cuts_.faces,
                                   breakable().six_volumes(), six_volumes_gained_},
                                  breakable().neighbours(), triangle);
  if (made.faces.empty())
    return false;
  const Vec3 linear = momentum(), angular = angular_momentum();
  SolidCuts cuts = cuts_;
  move_onto_cut(made.moves, cuts);
  // The moved nodes of the form as it is: split_more() finds their copies.
  SolidForm form = breakable().split_more(made.faces, cuts, split());
  take_form(cuts, std::move(form));
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
