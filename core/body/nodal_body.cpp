#include "core/body/nodal_body.h"

#include "core/base/error.h"
#include "core/body/block_product.h"
#include "core/body/rotation.h"
#include "core/body/scripted_motion.h"
#include "core/body/solve3.h"
#include "core/mesh/cloth_mesh.h"
#include "core/mesh/face_splits.h"
#include "core/mesh/mass_properties.h"

#include <algorithm>
#include <cmath>

namespace lamina {

namespace {

/// A hand reaches this far around the point that it takes hold of, over the body's longest side.
constexpr double grip_reach = 0.12;

/// As many nodes as a cell of a lattice has are held at least: one alone would be drawn out to a spike.
constexpr std::size_t least_held = 8;

Eigen::Index at(std::size_t node) {
  return 3 * static_cast<Eigen::Index>(node);
}

} // namespace

NodalBody::NodalBody(const SceneBody& description, NodalParts parts)
    : description_(description), nodes_(std::move(parts.nodes)), masses_(std::move(parts.masses)),
      mapping_(std::move(parts.mapping)), model_(std::move(parts.model)),
      tetrahedra_(std::move(parts.tetrahedra)), rest_(std::move(parts.nodes_at_rest)),
      node_of_vertex_(std::move(parts.node_of_vertex)), whole_(std::move(parts.whole)) {
  const PreparedMesh& prepared = *description.mesh;
  for (const double m : masses_)
    mass_ += m;
  volume_ = prepared.report.volume_m3;
  thickness_ = 3 * volume_ / std::max(surface_area(prepared.mesh), 1e-300);
  grip_radius_ = grip_reach * bounds(prepared.mesh).size().maxCoeff();
  share_surface(parts.surface ? parts.surface : description.mesh);
  surface_.node_spacing = parts.node_spacing;
  surface_.self_contact = description.self_contact;
  if (parts.is_cloth) {
    enclosed_volume_ = enclosed_volume(*mesh());
    measure_cloth();
  }
  if (whole_)
    surface_.piece_of_vertex = pieces_of_vertices(tetrahedra_, nodes_.size(), node_of_vertex_);

  first_centre_ = centre();
  velocities_.reserve(nodes_.size());
  for (const Vec3& node : nodes_)
    velocities_.push_back(description.velocity + description.spin.cross(node - first_centre_));
  hold_nodes();
  held_when_whole_ = held_;
  model_->update(nodes_);
  measure_stiffness();
  stiffness_when_whole_ = stiffness_over_mass_;
  map_surface();
}

/// Cloth goes through nothing by its own thinness, as what it passes is found between steps
/// (core/contact/proximity). Its mesh must be seen as it was, though, so nodes move by half of their spacing
/// at most.
void NodalBody::measure_cloth() {
  const TriangleMesh& mesh = this->mesh()->mesh;
  const double both_sides = surface_area(mesh);
  const double thickness = description_.material.cloth.thickness;
  surface_.sheet_thickness = encloses_ ? 0 : thickness;
  volume_ = encloses_ ? enclosed_volume_ : 0.5 * both_sides * thickness;
  thickness_ = std::sqrt(2 * both_sides / static_cast<double>(mesh.triangles.size()));
}

void NodalBody::enclose(bool volume) {
  if (!can_enclose() || encloses_ == volume)
    return;
  encloses_ = volume;
  share_surface(mesh());
  measure_cloth();
  if (volume)
    take_front();
  map_surface();
}

/// The vertices of the back stay, and no triangle has them.
void NodalBody::take_front() {
  auto front = std::make_shared<TriangleMesh>(front_of_cloth(*mesh()));
  surface_.meshlets = std::make_shared<const Meshlets>(*front);
  surface_.triangles = std::shared_ptr<const std::vector<Triangle>>(front, &front->triangles);
}

void NodalBody::measure_stiffness() {
  double sum = 0;
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    sum += model_->stiffness().diagonal(i).trace();
  stiffness_over_mass_ = sum / mass_;
}

void NodalBody::hold_nodes() {
  is_held_.assign(nodes_.size(), 0);
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    for (std::size_t c = 0; c < description_.clamps.size(); ++c) {
      if (!description_.clamps[c].box.contains(nodes_[i]))
        continue;
      held_.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(c), nodes_[i]});
      is_held_[i] = 1;
      velocities_[i].setZero();
      break;
    }
}

/// A clamp moves about the middle of its box.
Vec3 NodalBody::held_position(const Held& held, double time) const {
  const Clamp& clamp = description_.clamps[held.clamp];
  if (!clamp.motion)
    return held.start;
  const Pose rest{clamp.box.centre(), Quat::Identity()};
  const Pose first = scripted_pose(*clamp.motion, rest, 0);
  return scripted_pose(*clamp.motion, rest, time) * first.to_local(held.start);
}

void NodalBody::map_surface() {
  mapping_.apply(nodes_, surface_.positions);
  measure_surface();
}

void NodalBody::predict(double time, double h, bool, Eigen::Ref<BlockVector> v) {
  time_ = time;
  for (const Held& held : held_)
    velocities_[held.node] = (held_position(held, time + h) - nodes_[held.node]) / h;
  velocity(v);
}

void NodalBody::add_inertia(const Eigen::Ref<const BlockVector>& x, Eigen::Ref<BlockVector> y) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    y.segment<3>(at(i)) += masses_[i] * x.segment<3>(at(i));
}

void NodalBody::add_forces(const Vec3& gravity, Eigen::Ref<BlockVector> f) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    f.segment<3>(at(i)) += masses_[i] * gravity + model_->forces()[i];
}

void NodalBody::multiply(double h, const Eigen::Ref<const BlockVector>& x, Eigen::Ref<BlockVector> y) const {
  add_block_product(model_->stiffness(), masses_, h * (h + description_.material.damping), x.data(),
                    y.data());
}

void NodalBody::add_diagonal(double h, ClusterDiagonal diagonal) const {
  const double factor = h * (h + description_.material.damping);
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    diagonal[i] += masses_[i] * Mat3::Identity() + factor * model_->stiffness().diagonal(i);
}

bool NodalBody::preconditions_itself(double h) const {
  if (!NodeFactor::worth_it(stiffness_over_mass_, h, description_.material.damping))
    return false;
  if (!can_be_factored_)
    can_be_factored_ = NodeFactor::affordable(model_->stiffness());
  return *can_be_factored_;
}

void NodalBody::factor(double h, std::span<const Mat3> contact) {
  factor_.factor(model_->stiffness(), h * (h + description_.material.damping), masses_, contact, is_held_);
}

void NodalBody::precondition(const Eigen::Ref<const BlockVector>& r, Eigen::Ref<BlockVector> z) const {
  factor_.solve(r, z);
}

Body::Anchor NodalBody::anchor() const {
  const bool moving = std::any_of(held_.begin(), held_.end(), [this](const Held& held) {
    return description_.clamps[held.clamp].motion.has_value();
  });
  return moving ? Anchor::moving : held_.empty() ? Anchor::none : Anchor::still;
}

void NodalBody::filter(Eigen::Ref<BlockVector> x) const {
  for (const Held& held : held_)
    x.segment<3>(at(held.node)).setZero();
}

void NodalBody::transpose(std::span<const VertexGradient> entries, std::vector<BlockEntry>& out) const {
  mapping_.transpose(entries, out);
}

void NodalBody::point_jacobian(std::uint32_t triangle, const std::array<float, 2>& barycentric, const Vec3&,
                               std::vector<BlockJacobian>& out) const {
  thread_local std::vector<NodeMapping::Weight> weights;
  weights.clear();
  mapping_.point((*surface_.triangles)[triangle], barycentric, weights);
  for (const NodeMapping::Weight& weight : weights)
    out.push_back({weight.node, weight.weight * Mat3::Identity()});
}

/// Weights fall off with the distance, so that a region is pulled and not a point.
Grip NodalBody::take_hold(const Vec3& world) const {
  Grip grip;
  std::vector<bool> free(nodes_.size(), true);
  for (const Held& held : held_)
    free[held.node] = false;
  std::vector<double> distances;
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (free[i])
      distances.push_back((nodes_[i] - world).norm());
  double reach = grip_radius_;
  if (!distances.empty()) {
    const auto last =
        distances.begin() + static_cast<std::ptrdiff_t>(std::min(least_held, distances.size()) - 1);
    std::nth_element(distances.begin(), last, distances.end());
    reach = std::max(reach, 1.2 * *last);
  }
  double sum = 0;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const double share = 1 - (nodes_[i] - world).squaredNorm() / (reach * reach);
    if (!free[i] || !(share > 0))
      continue;
    grip.nodes.push_back({static_cast<std::uint32_t>(i), share * share});
    sum += share * share;
  }
  Vec3 middle = Vec3::Zero();
  for (Grip::Node& node : grip.nodes) {
    node.weight /= sum;
    middle += node.weight * nodes_[node.node];
  }
  grip.local = world - middle;
  return grip;
}

Vec3 NodalBody::grip_point(const Grip& grip) const {
  Vec3 point = grip.local;
  for (const Grip::Node& node : grip.nodes)
    point += node.weight * nodes_[node.node];
  return point;
}

void NodalBody::grip_jacobian(const Grip& grip, std::vector<BlockJacobian>& out) const {
  for (const Grip::Node& node : grip.nodes)
    out.push_back({node.node, node.weight * Mat3::Identity()});
}

void NodalBody::set_material(const Material& material) {
  model_->set_material(material);
  model_->update(nodes_);
  measure_stiffness();
  stiffness_when_whole_ = stiffness_over_mass_;
  description_.material = material;
  if (description_.kind == BodyKind::cloth)
    measure_cloth();
}

void NodalBody::look_inside(BodyInside& inside) const {
  inside.nodes = nodes_;
  model_->look_inside(inside);
  for (std::vector<float>* field : {&inside.strain, &inside.stress}) {
    if (field->empty())
      continue;
    std::vector<float> on_surface(mapping_.vertex_count(), 0.0f);
    for (std::size_t v = 0; v < on_surface.size(); ++v)
      for (const NodeMapping::Weight& weight : mapping_.of(static_cast<std::uint32_t>(v)))
        on_surface[v] += static_cast<float>(weight.weight) * (*field)[weight.node];
    *field = std::move(on_surface);
  }
}

void NodalBody::advance(double h, const Eigen::Ref<const BlockVector>& v) {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    velocities_[i] = v.segment<3>(at(i));
    nodes_[i] += h * velocities_[i];
  }
  for (const Held& held : held_)
    nodes_[held.node] = held_position(held, time_ + h);
  model_->update(nodes_);
  map_surface();
}

void NodalBody::set_velocity(const Eigen::Ref<const BlockVector>& v) {
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    velocities_[i] = v.segment<3>(at(i));
}

void NodalBody::velocity(Eigen::Ref<BlockVector> v) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    v.segment<3>(at(i)) = velocities_[i];
}

void NodalBody::save(std::vector<double>& state) const {
  cuts_.save(state);
  for (const std::vector<Vec3>* list : {&nodes_, &velocities_})
    for (const Vec3& p : *list)
      state.insert(state.end(), p.data(), p.data() + 3);
}

std::span<const double> NodalBody::restore(std::span<const double> state) {
  state = restore_cuts(state);
  for (std::vector<Vec3>* list : {&nodes_, &velocities_}) {
    const std::span<const double> numbers = take(state, 3 * list->size());
    for (std::size_t i = 0; i < list->size(); ++i)
      (*list)[i] = Vec3(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]);
  }
  model_->update(nodes_);
  map_surface();
  return state;
}

double NodalBody::speed_bound(const Vec3& velocity) const {
  double fastest = 0;
  for (const Vec3& v : velocities_)
    fastest = std::max(fastest, (v - velocity).squaredNorm());
  return std::sqrt(fastest);
}

Vec3 NodalBody::centre() const {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    sum += masses_[i] * nodes_[i];
  return sum / mass_;
}

Pose NodalBody::mesh_pose() const {
  return {description_.pose.position + centre() - first_centre_, description_.pose.orientation};
}

Vec3 NodalBody::angular_momentum() const {
  const Vec3 middle = centre();
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    sum += masses_[i] * (nodes_[i] - middle).cross(velocities_[i]);
  return sum;
}

Mat3 NodalBody::inertia_about(const Vec3& point) const {
  Mat3 inertia = Mat3::Zero();
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Mat3 arm = cross_matrix(nodes_[i] - point);
    inertia -= masses_[i] * arm * arm;
  }
  return inertia;
}

Vec3 NodalBody::solve_inertia(const Mat3& inertia, const Vec3& angular) {
  const double scale = inertia.trace();
  if (!(scale > 0))
    return Vec3::Zero();
  return solve3(inertia + 1e-12 * scale * Mat3::Identity(), angular);
}

Vec3 NodalBody::angular_velocity() const {
  return solve_inertia(inertia_about(centre()), angular_momentum());
}

double NodalBody::kinetic_energy() const {
  double sum = 0;
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    sum += 0.5 * masses_[i] * velocities_[i].squaredNorm();
  return sum;
}

double NodalBody::potential_energy(const Vec3& gravity) const {
  return -mass_ * gravity.dot(centre());
}

Vec3 NodalBody::momentum() const {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    sum += masses_[i] * velocities_[i];
  return sum;
}

} // namespace lamina
