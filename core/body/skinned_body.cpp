#include "core/body/skinned_body.h"

#include "core/base/error.h"
#include "core/body/free_rotation.h"
#include "core/body/rotation.h"
#include "core/body/scripted_motion.h"
#include "core/body/solve3.h"
#include "core/mesh/mass_properties.h"

#include <algorithm>
#include <cmath>

namespace lamina {

namespace {

Eigen::Index at(std::size_t bone) {
  return 6 * static_cast<Eigen::Index>(bone);
}

std::shared_ptr<const Rig> rig_of(const SceneBody& description) {
  if (!description.rig)
    throw InputError("body \"" + description.name +
                     "\": its mesh has no bones; take a skinned file (glTF, FBX) or the recipe octopus, or "
                     "another kind");
  try {
    check_rig(*description.rig, description.mesh->mesh.vertices.size());
  } catch (const InputError& error) {
    throw InputError("body \"" + description.name + "\": " + error.what());
  }
  return description.rig;
}

std::vector<BoneMass> masses_of(const SceneBody& description, const Rig& rig) {
  const double volume = closed_volume(description);
  const double mass = description.mass.value_or(description.density.value_or(1000.0) * volume);
  return bone_masses(rig, description.mesh->mesh, mass);
}

std::vector<Vec3> centres_of(const std::vector<BoneMass>& masses) {
  std::vector<Vec3> centres;
  for (const BoneMass& bone : masses)
    centres.push_back(bone.centre);
  return centres;
}

JointSprings springs_of(const SceneBody& description, const std::vector<BoneMass>& masses, double mass) {
  const double longest = bounds(description.mesh->mesh).size().maxCoeff();
  try {
    return {description.rig, centres_of(masses), joint_stiffness(mass, longest), description.drive};
  } catch (const InputError& error) {
    throw InputError("body \"" + description.name + "\": " + error.what());
  }
}

double total(const std::vector<BoneMass>& masses) {
  double sum = 0;
  for (const BoneMass& bone : masses)
    sum += bone.mass;
  return sum;
}

} // namespace

SkinnedBody::SkinnedBody(const SceneBody& description)
    : description_(description), rig_(rig_of(description)), masses_(masses_of(description, *rig_)),
      reach_(masses_.size(), 0.0), is_held_(masses_.size(), 0), mass_(total(masses_)),
      springs_(springs_of(description, masses_, mass_)), skin_(rig_, description.mesh, centres_of(masses_)),
      free_(masses_.size()), step_inertia_(masses_.size(), Mat3::Identity()) {
  const TriangleMesh& mesh = description.mesh->mesh;
  volume_ = description.mesh->report.volume_m3;
  thickness_ = 3 * volume_ / std::max(surface_area(mesh), 1e-300);
  for (std::uint32_t v = 0; v < mesh.vertices.size(); ++v)
    for (const BoneWeight& w : rig_->of(v))
      reach_[w.bone] = std::max(reach_[w.bone], (mesh.vertices[v] - masses_[w.bone].centre).norm());
  share_surface(description.mesh);
  surface_.self_contact = description.self_contact;

  const Quat orientation = description.pose.orientation.normalized();
  for (const BoneMass& bone : masses_)
    bones_.push_back(
        {orientation * bone.centre + description.pose.position, orientation, Vec3::Zero(), description.spin});
  const Vec3 middle = centre();
  for (BoneState& bone : bones_)
    bone.linear = description.velocity + description.spin.cross(bone.centre - middle);
  hold_bones();
  springs_.aim(0, 1);
  springs_.update(bones_);
  map_surface();
}

void SkinnedBody::hold_bones() {
  for (std::uint32_t b = 0; b < bones_.size(); ++b) {
    const Vec3 middle = 0.5 * (springs_.joint_position(bones_, b) + springs_.end_position(bones_, b));
    for (std::uint32_t c = 0; c < description_.clamps.size(); ++c) {
      if (!description_.clamps[c].box.contains(middle))
        continue;
      held_.push_back({b, c, {bones_[b].centre, bones_[b].orientation}});
      is_held_[b] = 1;
      bones_[b].linear.setZero();
      bones_[b].angular.setZero();
      break;
    }
  }
}

/// A clamp moves about the middle of its box.
Pose SkinnedBody::held_pose(const Held& held, double time) const {
  const Clamp& clamp = description_.clamps[held.clamp];
  if (!clamp.motion)
    return held.start;
  const Pose rest{clamp.box.centre(), Quat::Identity()};
  const Pose first = scripted_pose(*clamp.motion, rest, 0), now = scripted_pose(*clamp.motion, rest, time);
  return {now * first.to_local(held.start.position),
          (now.orientation * first.orientation.conjugate() * held.start.orientation).normalized()};
}

void SkinnedBody::map_surface() {
  skin_.move(bones_);
  skin_.apply(surface_.positions);
  measure_surface();
}

Mat3 SkinnedBody::world_inertia(std::size_t bone) const {
  const Mat3 rotation = bones_[bone].orientation.toRotationMatrix();
  return rotation * masses_[bone].inertia * rotation.transpose();
}

void SkinnedBody::predict(double time, double h, bool gyroscopic, Eigen::Ref<BlockVector> v) {
  time_ = time;
  for (const Held& held : held_) {
    BoneState& bone = bones_[held.bone];
    const Pose next = held_pose(held, time + h);
    bone.linear = (next.position - bone.centre) / h;
    bone.angular = rotation_log((next.orientation * bone.orientation.conjugate()).normalized()) / h;
  }
  for (std::size_t b = 0; b < bones_.size(); ++b) {
    const FreeTurn free = free_turn(bones_[b].orientation, masses_[b].inertia, bones_[b].angular, h,
                                    gyroscopic && !is_held_[b]);
    free_[b] = {bones_[b].centre + h * bones_[b].linear, free.orientation, bones_[b].linear, free.angular};
    const Mat3 rotation = free.orientation.toRotationMatrix();
    step_inertia_[b] = rotation * masses_[b].inertia * rotation.transpose();
    v.segment<3>(at(b)) = bones_[b].linear;
    v.segment<3>(at(b) + 3) = free.angular;
  }
  springs_.aim(time, h);
  springs_.update(bones_);
  springs_.foresee(bones_, free_, h);
}

void SkinnedBody::add_inertia(const Eigen::Ref<const BlockVector>& x, Eigen::Ref<BlockVector> y) const {
  for (std::size_t b = 0; b < bones_.size(); ++b) {
    y.segment<3>(at(b)) += masses_[b].mass * x.segment<3>(at(b));
    y.segment<3>(at(b) + 3).noalias() += step_inertia_[b] * x.segment<3>(at(b) + 3);
  }
}

void SkinnedBody::add_forces(const Vec3& gravity, Eigen::Ref<BlockVector> f) const {
  for (std::size_t b = 0; b < bones_.size(); ++b) {
    f.segment<6>(at(b)) += springs_.forces()[b];
    f.segment<3>(at(b)) += masses_[b].mass * gravity;
  }
}

void SkinnedBody::multiply(double h, const Eigen::Ref<const BlockVector>& x,
                           Eigen::Ref<BlockVector> y) const {
  add_inertia(x, y);
  springs_.stiffness().add_product(h * h, x, y);
  springs_.damping().add_product(h, x, y);
}

void SkinnedBody::add_diagonal(double h, ClusterDiagonal diagonal) const {
  for (std::size_t b = 0; b < bones_.size(); ++b) {
    const Mat6 own = h * h * springs_.stiffness().diagonal(b) + h * springs_.damping().diagonal(b);
    for (int k = 0; k < 4; ++k)
      diagonal[4 * b + static_cast<std::size_t>(k)] += own.block<3, 3>(3 * (k / 2), 3 * (k % 2));
    diagonal[4 * b].diagonal().array() += masses_[b].mass;
    diagonal[4 * b + 3] += step_inertia_[b];
  }
}

void SkinnedBody::couplings(double h, std::vector<ClusterCoupling>& out) const {
  for (std::size_t b = 0; b < bones_.size(); ++b)
    if (const int parent = rig_->bones[b].parent; parent >= 0)
      out.push_back({static_cast<std::uint32_t>(2 * b), static_cast<std::uint32_t>(2 * parent),
                     h * h * springs_.stiffness().coupling(b) + h * springs_.damping().coupling(b)});
}

Body::Anchor SkinnedBody::anchor() const {
  const bool moving = std::any_of(held_.begin(), held_.end(), [this](const Held& held) {
    return description_.clamps[held.clamp].motion.has_value();
  });
  if (moving || !description_.drive.animation.empty())
    return Anchor::moving;
  return held_.empty() ? Anchor::none : Anchor::still;
}

void SkinnedBody::filter(Eigen::Ref<BlockVector> x) const {
  for (const Held& held : held_)
    x.segment<6>(at(held.bone)).setZero();
}

void SkinnedBody::factor(double h, std::span<const Mat3> contact) {
  factors_ = springs_.stiffness();
  for (std::size_t b = 0; b < bones_.size(); ++b) {
    factors_.diagonal(b) *= h * h;
    factors_.coupling(b) *= h * h;
  }
  factors_.add(h, springs_.damping());
  for (std::size_t b = 0; b < bones_.size(); ++b) {
    Mat6& diagonal = factors_.diagonal(b);
    diagonal.diagonal().head<3>().array() += masses_[b].mass;
    diagonal.bottomRightCorner<3, 3>() += step_inertia_[b];
    for (int k = 0; k < 4; ++k)
      diagonal.block<3, 3>(3 * (k / 2), 3 * (k % 2)) += contact[4 * b + static_cast<std::size_t>(k)];
  }
  factors_.factor(is_held_);
}

void SkinnedBody::precondition(const Eigen::Ref<const BlockVector>& r, Eigen::Ref<BlockVector> z) const {
  factors_.solve(r, z);
}

void SkinnedBody::transpose(std::span<const VertexGradient> entries, std::vector<BlockEntry>& out) const {
  skin_.transpose(entries, out);
}

void SkinnedBody::point_jacobian(std::uint32_t triangle, const std::array<float, 2>& barycentric, const Vec3&,
                                 std::vector<BlockJacobian>& out) const {
  skin_.point((*surface_.triangles)[triangle], barycentric, out);
}

Grip SkinnedBody::take_hold(const Vec3& world) const {
  std::uint32_t nearest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t v = 0; v < surface_.positions.size(); ++v)
    if (const double distance = (surface_.positions[v] - world).squaredNorm(); distance < least) {
      least = distance;
      nearest = v;
    }
  const std::uint32_t bone = skin_.bone_of(nearest);
  return {bone, bones_[bone].orientation.conjugate() * (world - bones_[bone].centre), {}};
}

Vec3 SkinnedBody::grip_point(const Grip& grip) const {
  return bones_[grip.part].centre + bones_[grip.part].orientation * grip.local;
}

void SkinnedBody::grip_jacobian(const Grip& grip, std::vector<BlockJacobian>& out) const {
  out.push_back({2 * grip.part, Mat3::Identity()});
  out.push_back({2 * grip.part + 1, -cross_matrix(bones_[grip.part].orientation * grip.local)});
}

void SkinnedBody::set_material(const Material&) {
  throw InputError("body \"" + description_.name + "\" has bones and joints: it has no elastic material");
}

void SkinnedBody::look_inside(BodyInside& inside) const {
  for (std::uint32_t b = 0; b < bones_.size(); ++b) {
    inside.nodes.push_back(springs_.joint_position(bones_, b));
    inside.nodes.push_back(springs_.end_position(bones_, b));
    inside.edges.push_back({2 * b, 2 * b + 1});
  }
}

void SkinnedBody::advance(double h, const Eigen::Ref<const BlockVector>& v) {
  for (std::size_t b = 0; b < bones_.size(); ++b) {
    BoneState& bone = bones_[b];
    bone.linear = v.segment<3>(at(b));
    bone.angular = v.segment<3>(at(b) + 3);
    bone.centre += h * bone.linear;
    bone.orientation =
        (rotation_exp(h * (bone.angular - free_[b].angular)) * free_[b].orientation).normalized();
  }
  for (const Held& held : held_) {
    const Pose pose = held_pose(held, time_ + h);
    bones_[held.bone].centre = pose.position;
    bones_[held.bone].orientation = pose.orientation;
  }
  springs_.update(bones_);
  map_surface();
}

void SkinnedBody::set_velocity(const Eigen::Ref<const BlockVector>& v) {
  for (std::size_t b = 0; b < bones_.size(); ++b) {
    bones_[b].linear = v.segment<3>(at(b));
    bones_[b].angular = v.segment<3>(at(b) + 3);
  }
}

void SkinnedBody::velocity(Eigen::Ref<BlockVector> v) const {
  for (std::size_t b = 0; b < bones_.size(); ++b) {
    v.segment<3>(at(b)) = bones_[b].linear;
    v.segment<3>(at(b) + 3) = bones_[b].angular;
  }
}

void SkinnedBody::save(std::vector<double>& state) const {
  for (const BoneState& bone : bones_) {
    state.insert(state.end(), bone.centre.data(), bone.centre.data() + 3);
    state.insert(state.end(), bone.orientation.coeffs().data(), bone.orientation.coeffs().data() + 4);
    state.insert(state.end(), bone.linear.data(), bone.linear.data() + 3);
    state.insert(state.end(), bone.angular.data(), bone.angular.data() + 3);
  }
}

std::span<const double> SkinnedBody::restore(std::span<const double> state) {
  for (std::size_t b = 0; b < bones_.size(); ++b) {
    const std::span<const double> s = take(state, 13);
    bones_[b].centre = Vec3(s[0], s[1], s[2]);
    bones_[b].orientation.coeffs() << s[3], s[4], s[5], s[6];
    bones_[b].linear = Vec3(s[7], s[8], s[9]);
    bones_[b].angular = Vec3(s[10], s[11], s[12]);
  }
  springs_.update(bones_);
  map_surface();
  return state;
}

double SkinnedBody::speed_bound(const Vec3& velocity) const {
  double fastest = 0;
  for (std::size_t b = 0; b < bones_.size(); ++b)
    fastest = std::max(fastest, (bones_[b].linear - velocity).norm() + reach_[b] * bones_[b].angular.norm());
  return fastest;
}

Vec3 SkinnedBody::centre() const {
  Vec3 sum = Vec3::Zero();
  for (std::size_t b = 0; b < bones_.size(); ++b)
    sum += masses_[b].mass * bones_[b].centre;
  return sum / mass_;
}

Pose SkinnedBody::mesh_pose() const {
  return {bones_[0].centre - bones_[0].orientation * masses_[0].centre, bones_[0].orientation};
}

Vec3 SkinnedBody::angular_momentum() const {
  const Vec3 middle = centre();
  Vec3 sum = Vec3::Zero();
  for (std::size_t b = 0; b < bones_.size(); ++b)
    sum += masses_[b].mass * (bones_[b].centre - middle).cross(bones_[b].linear) +
           world_inertia(b) * bones_[b].angular;
  return sum;
}

Vec3 SkinnedBody::angular_velocity() const {
  const Vec3 middle = centre();
  Mat3 inertia = Mat3::Zero();
  for (std::size_t b = 0; b < bones_.size(); ++b) {
    const Mat3 arm = cross_matrix(bones_[b].centre - middle);
    inertia += world_inertia(b) - masses_[b].mass * arm * arm;
  }
  return solve3(inertia, angular_momentum());
}

double SkinnedBody::kinetic_energy() const {
  double sum = 0;
  for (std::size_t b = 0; b < bones_.size(); ++b)
    sum += 0.5 * masses_[b].mass * bones_[b].linear.squaredNorm() +
           0.5 * bones_[b].angular.dot(world_inertia(b) * bones_[b].angular);
  return sum;
}

double SkinnedBody::potential_energy(const Vec3& gravity) const {
  return -mass_ * gravity.dot(centre());
}

Vec3 SkinnedBody::momentum() const {
  Vec3 sum = Vec3::Zero();
  for (std::size_t b = 0; b < bones_.size(); ++b)
    sum += masses_[b].mass * bones_[b].linear;
  return sum;
}

} // namespace lamina
