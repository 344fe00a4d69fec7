#include "core/body/rigid_body.h"

#include "core/base/error.h"
#include "core/body/free_rotation.h"
#include "core/body/rotation.h"
#include "core/body/scripted_motion.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lamina {

namespace {

/// What a ball becomes that turns and moves with what it holds.
Ball moved(const Ball& rest, const Mat3& rotation, const Vec3& position) {
  const Vec3 half_size = (rotation.cwiseAbs() * rest.half_size).cwiseMin(rest.radius);
  return {rotation * rest.centre + position, rest.radius, half_size};
}

} // namespace

RigidBody::RigidBody(const SceneBody& description) : description_(description) {
  const PreparedMesh& prepared = *description.mesh;
  prescribed_ = description.kind != BodyKind::rigid;

  // Mass, centre and inertia are exact integrals over the solid; what is prescribed needs none of them.
  const MassProperties properties = mass_properties(prepared.mesh);
  volume_ = std::abs(properties.volume);
  if (!prescribed_) {
    closed_volume(description);
    centre_ = properties.centre;
    const double density =
        description.mass ? *description.mass / properties.volume : description.density.value_or(1000.0);
    mass_ = density * properties.volume;
    inertia_ = density * properties.inertia;
  }
  thickness_ = prepared.sidedness == Sidedness::one_sided
                   ? description.one_sided_thickness
                   : 3 * volume_ / std::max(surface_area(prepared.mesh), 1e-300);

  std::vector<Vec3> rest;
  rest.reserve(prepared.mesh.vertices.size());
  for (const Vec3& vertex : prepared.mesh.vertices) {
    rest.push_back(vertex - centre_);
    radius_ = std::max(radius_, rest.back().norm());
  }
  share_surface(description.mesh);
  enclose_meshlets(prepared.meshlets, rest, rest_balls_);
  surface_.balls = rest_balls_;
  surface_.rest = std::make_shared<const std::vector<Vec3>>(std::move(rest));

  if (description.tetrahedra)
    nodes_.resize(description.tetrahedra->nodes.size());
  const Pose start = description.kind == BodyKind::scripted
                         ? scripted_pose(description.motion, description.pose, 0)
                         : description.pose;
  pose_ = {start * centre_, start.orientation.normalized()};
  if (!prescribed_) {
    linear_ = description.velocity;
    angular_ = description.spin;
  }
  map_surface();
}

Body::Lag RigidBody::surface_lag() const {
  Lag lag;
  lag.way = pose_.position - surface_pose_.position;
  if (pose_.orientation.coeffs() != surface_pose_.orientation.coeffs())
    lag.turn = rotation_log(pose_.orientation * surface_pose_.orientation.conjugate());
  return lag;
}

void RigidBody::place_surface(const Pose& pose) {
  surface_pose_ = pose;
  const Mat3 rotation = pose.orientation.toRotationMatrix();
  RigidPose& place = surface_.place;
  for (int axis = 0; axis < 3; ++axis) {
    for (int k = 0; k < 3; ++k)
      place.axes[axis][k] = rotation(axis, k);
    place.origin[axis] = pose.position[axis];
  }
  Box box;
  const std::vector<Vec3>& rest = *surface_.rest;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis)
      surface_.positions[i][axis] = world_coordinate(place, rest[i].data(), axis);
    box.include(surface_.positions[i]);
  }
  for (std::size_t b = 0; b < rest_balls_.size(); ++b)
    surface_.balls[b] = moved(rest_balls_[b], rotation, pose.position);
  surface_.bounds = box;
  surface_.axes = rotation;
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    nodes_[i] = rotation * (description_.tetrahedra->nodes[i] - centre_) + pose.position;
}

Solid RigidBody::solid() const {
  if (nodes_.empty())
    return {};
  return {nodes_, description_.tetrahedra->tetrahedra, *description_.mesh_nodes, 0,
          true,   description_.tetrahedra->nodes};
}

void RigidBody::predict(double time, double h, bool gyroscopic, Eigen::Ref<BlockVector> v) {
  time_ = time;
  if (description_.kind == BodyKind::scripted) {
    // The velocity that takes the body to its next prescribed pose within the step.
    const Pose next = scripted_pose(description_.motion, description_.pose, time + h);
    linear_ = (next.position - pose_.position) / h;
    angular_ = rotation_log((next.orientation * pose_.orientation.conjugate()).normalized()) / h;
  }
  const FreeTurn free = free_turn(pose_.orientation, inertia_, angular_, h, !prescribed_ && gyroscopic);
  predicted_orientation_ = free.orientation;
  predicted_angular_ = free.angular;
  const Mat3 rotation = predicted_orientation_.toRotationMatrix();
  step_inertia_ = rotation * inertia_ * rotation.transpose();
  v.segment<3>(0) = linear_;
  v.segment<3>(3) = predicted_angular_;
}

void RigidBody::add_forces(const Vec3& gravity, Eigen::Ref<BlockVector> f) const {
  f.segment<3>(0) += mass_ * gravity;
}

void RigidBody::add_inertia(const Eigen::Ref<const BlockVector>& x, Eigen::Ref<BlockVector> y) const {
  y.segment<3>(0) += mass_ * x.segment<3>(0);
  y.segment<3>(3) += step_inertia_ * x.segment<3>(3);
}

void RigidBody::multiply(double, const Eigen::Ref<const BlockVector>& x, Eigen::Ref<BlockVector> y) const {
  add_inertia(x, y);
}

void RigidBody::add_diagonal(double, ClusterDiagonal diagonal) const {
  diagonal[0].diagonal().array() += mass_;
  diagonal[3] += step_inertia_;
}

Grip RigidBody::take_hold(const Vec3& world) const {
  return {0, pose_.to_local(world), {}};
}

void RigidBody::grip_jacobian(const Grip& grip, std::vector<BlockJacobian>& out) const {
  point_jacobian(0, {0, 0}, grip_point(grip), out);
}

void RigidBody::set_material(const Material&) {
  throw InputError("body \"" + description_.name + "\" is rigid: it has no elastic material");
}

void RigidBody::transpose(std::span<const VertexGradient> entries, std::vector<BlockEntry>& out) const {
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  for (const VertexGradient& entry : entries) {
    force += entry.value;
    const std::size_t vertices = surface_.positions.size();
    const Vec3& at =
        entry.vertex < vertices ? surface_.positions[entry.vertex] : nodes_[entry.vertex - vertices];
    torque += (at - pose_.position).cross(entry.value);
  }
  out.push_back({0, force});
  out.push_back({1, torque});
}

void RigidBody::point_jacobian(std::uint32_t, const std::array<float, 2>&, const Vec3& world,
                               std::vector<BlockJacobian>& out) const {
  out.push_back({0, Mat3::Identity()});
  out.push_back({1, -cross_matrix(world - pose_.position)});
}

void RigidBody::advance(double h, const Eigen::Ref<const BlockVector>& v) {
  if (description_.kind == BodyKind::scripted) {
    const Pose next = scripted_pose(description_.motion, description_.pose, time_ + h);
    pose_ = {next.position, next.orientation.normalized()};
  }
  if (!prescribed_) {
    linear_ = v.segment<3>(0);
    angular_ = v.segment<3>(3);
    pose_.position += h * linear_;
    pose_.orientation =
        (rotation_exp(h * (angular_ - predicted_angular_)) * predicted_orientation_).normalized();
  }
  if (description_.kind == BodyKind::fixed)
    return;
  const Lag lag = surface_lag();
  if (!(lag.way.norm() + radius_ * lag.turn.norm() <= most_lag_))
    map_surface();
}

void RigidBody::set_velocity(const Eigen::Ref<const BlockVector>& v) {
  if (prescribed_)
    return;
  linear_ = v.segment<3>(0);
  angular_ = v.segment<3>(3);
}

void RigidBody::velocity(Eigen::Ref<BlockVector> v) const {
  v.segment<3>(0) = linear_;
  v.segment<3>(3) = angular_;
}

void RigidBody::save(std::vector<double>& state) const {
  for (int i = 0; i < 3; ++i)
    state.push_back(pose_.position[i]);
  for (const double c :
       {pose_.orientation.w(), pose_.orientation.x(), pose_.orientation.y(), pose_.orientation.z()})
    state.push_back(c);
  for (int i = 0; i < 3; ++i)
    state.push_back(linear_[i]);
  for (int i = 0; i < 3; ++i)
    state.push_back(angular_[i]);
}

std::span<const double> RigidBody::restore(std::span<const double> state) {
  const std::span<const double> s = take(state, 13);
  pose_ = {Vec3(s[0], s[1], s[2]), Quat(s[3], s[4], s[5], s[6])};
  linear_ = Vec3(s[7], s[8], s[9]);
  angular_ = Vec3(s[10], s[11], s[12]);
  map_surface();
  return state;
}

double RigidBody::kinetic_energy() const {
  if (prescribed_)
    return 0;
  return 0.5 * mass_ * linear_.squaredNorm() + 0.5 * angular_.dot(angular_momentum());
}

double RigidBody::potential_energy(const Vec3& gravity) const {
  return -mass_ * gravity.dot(pose_.position);
}

Vec3 RigidBody::momentum() const {
  return mass_ * linear_;
}

Mat3 RigidBody::world_inertia() const {
  const Mat3 rotation = pose_.orientation.toRotationMatrix();
  return rotation * inertia_ * rotation.transpose();
}

Vec3 RigidBody::angular_momentum() const {
  return world_inertia() * angular_;
}

Pose RigidBody::mesh_pose() const {
  return {pose_.position - pose_.orientation * centre_, pose_.orientation};
}

} // namespace lamina
