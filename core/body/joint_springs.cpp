#include "core/body/joint_springs.h"

#include "core/base/error.h"
#include "core/base/nearest_word.h"
#include "core/body/rotation.h"
#include "core/math/rotation_between.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamina {

namespace {

using std::numbers::pi;

constexpr double earth_gravity = 9.81;     // m/s²
constexpr double opening_over_side = 1e-4; // see JointStiffness
constexpr double turning_over_holding = 1;
constexpr double limit_give = 0.05; // rad

/// The turn of a relative orientation about an axis that both share, in (−π, π].
double twist_about(const Quat& turn, const Vec3& axis) {
  const double angle = 2 * std::atan2(turn.vec().dot(axis), turn.w());
  return angle > pi ? angle - 2 * pi : angle <= -pi ? angle + 2 * pi : angle;
}

const Animation* find_animation(const Rig& rig, const std::string& name) {
  if (name.empty())
    return nullptr;
  std::vector<std::string> names;
  for (const Animation& animation : rig.animations) {
    if (animation.name == name)
      return &animation;
    names.push_back(animation.name);
  }
  const std::string nearest = nearest_word(name, names);
  throw InputError("there is no animation \"" + name + "\"" +
                   (names.empty()     ? ": the mesh has none"
                    : nearest.empty() ? "; there is \"" + names.front() + "\""
                                      : " (did you mean \"" + nearest + "\"?)"));
}

} // namespace

JointStiffness joint_stiffness(double mass, double longest_side) {
  JointStiffness stiffness;
  stiffness.position = mass * earth_gravity / (opening_over_side * longest_side);
  stiffness.rotation = turning_over_holding * stiffness.position * longest_side * longest_side;
  stiffness.limit = mass * earth_gravity * longest_side / limit_give;
  return stiffness;
}

/// A bone and its parent, and what all springs between them need.
struct JointSprings::Pair {
  std::size_t bone, parent;
  const Bone* joint;
  Vec3 head_of_bone, head_of_parent; ///< the joint as each of the two carries it, world
  Vec3 centre_of_bone, centre_of_parent;
  Quat bone_turn, parent_turn;

  Quat relative() const { return (parent_turn.conjugate() * bone_turn).normalized(); }
};

JointSprings::JointSprings(std::shared_ptr<const Rig> rig, std::vector<Vec3> centres,
                           const JointStiffness& stiffness, const JointDrive& drive)
    : rig_(std::move(rig)), centres_(std::move(centres)), hold_(stiffness), drive_(drive),
      animation_(find_animation(*rig_, drive.animation)), targets_(rig_->bones.size(), Quat::Identity()),
      target_speed_(rig_->bones.size(), Vec3::Zero()), forces_(rig_->bones.size(), Vec6::Zero()) {
  std::vector<int> parents;
  for (const Bone& bone : rig_->bones)
    parents.push_back(bone.parent);
  stiffness_.set_parents(parents);
  damping_.set_parents(parents);
}

void JointSprings::aim(double time, double h) {
  if (!animation_)
    return;
  const std::size_t count = rig_->bones.size();
  const double from = drive_.speed * time, to = drive_.speed * (time + h);
  // Where the animation starts over it may jump; the drive is not to be kicked by that.
  const bool jumps = animation_->duration > 0 &&
                     std::floor(from / animation_->duration) != std::floor(to / animation_->duration);
  const double begin = jumps ? to : from, end = jumps ? 2 * to - from : to;
  for (std::size_t b = 0; b < count; ++b) {
    targets_[b] = animated_rotation(*animation_, count, b, to);
    const Quat before = animated_rotation(*animation_, count, b, begin);
    const Quat after = animated_rotation(*animation_, count, b, end);
    target_speed_[b] = rotation_log((after * before.conjugate()).normalized()) / h;
  }
}

Vec3 JointSprings::in_world(std::span<const BoneState> bones, std::size_t bone, const Vec3& at_rest) const {
  return bones[bone].centre + bones[bone].orientation * (at_rest - centres_[bone]);
}

Vec3 JointSprings::joint_position(std::span<const BoneState> bones, std::size_t bone) const {
  return in_world(bones, bone, rig_->bones[bone].head);
}

Vec3 JointSprings::end_position(std::span<const BoneState> bones, std::size_t bone) const {
  return in_world(bones, bone, rig_->bones[bone].tail);
}

double JointSprings::opening(std::span<const BoneState> bones, std::size_t bone) const {
  const Bone& joint = rig_->bones[bone];
  if (joint.parent < 0)
    return 0;
  return (in_world(bones, bone, joint.head) -
          in_world(bones, static_cast<std::size_t>(joint.parent), joint.head))
      .norm();
}

void JointSprings::update(std::span<const BoneState> bones) {
  stiffness_.set_zero();
  damping_.set_zero();
  std::fill(forces_.begin(), forces_.end(), Vec6::Zero());
  energy_ = 0;
  for (std::size_t b = 0; b < bones.size(); ++b) {
    const Bone& joint = rig_->bones[b];
    if (joint.parent < 0)
      continue;
    const auto parent = static_cast<std::size_t>(joint.parent);
    const Pair pair{b,
                    parent,
                    &joint,
                    in_world(bones, b, joint.head),
                    in_world(bones, parent, joint.head),
                    bones[b].centre,
                    bones[parent].centre,
                    bones[b].orientation,
                    bones[parent].orientation};
    hold_together(pair);
    if (joint.joint == JointKind::fixed) {
      keep_fixed(pair);
      continue;
    }
    if (joint.joint == JointKind::hinge) {
      keep_hinge(pair);
      keep_hinge_limits(pair);
    } else {
      keep_ball_limits(pair);
    }
    if (drive_.stiffness > 0)
      drive_joint(pair);
  }
}

/// The force acts on both at the middle between the two ends of the open joint, so that it has no moment.
void JointSprings::hold_together(const Pair& pair) {
  const Vec3 opening = pair.head_of_bone - pair.head_of_parent;
  const Vec3 middle = 0.5 * (pair.head_of_bone + pair.head_of_parent);
  Eigen::Matrix<double, 3, 6> bone, parent;
  bone << Mat3::Identity(), -cross_matrix(middle - pair.centre_of_bone);
  parent << -Mat3::Identity(), cross_matrix(middle - pair.centre_of_parent);
  const Vec3 force = -hold_.position * opening;
  forces_[pair.bone].noalias() += bone.transpose() * force;
  forces_[pair.parent].noalias() += parent.transpose() * force;
  energy_ += 0.5 * hold_.position * opening.squaredNorm();

  const Mat6 on_bone = hold_.position * bone.transpose() * bone;
  const Mat6 on_parent = hold_.position * parent.transpose() * parent;
  const Mat6 between = hold_.position * bone.transpose() * parent;
  stiffness_.diagonal(pair.bone) += on_bone;
  stiffness_.diagonal(pair.parent) += on_parent;
  stiffness_.coupling(pair.bone) += between;
  damping_.diagonal(pair.bone) += hold_.damping * on_bone;
  damping_.diagonal(pair.parent) += hold_.damping * on_parent;
  damping_.coupling(pair.bone) += hold_.damping * between;
}

void JointSprings::foresee(std::span<const BoneState> bones, std::span<const BoneState> after, double h) {
  for (std::size_t b = 0; b < bones.size(); ++b) {
    const Bone& joint = rig_->bones[b];
    if (joint.parent < 0)
      continue;
    const auto parent = static_cast<std::size_t>(joint.parent);
    const Vec3 of_bone = in_world(bones, b, joint.head), of_parent = in_world(bones, parent, joint.head);
    const Vec3 middle = 0.5 * (of_bone + of_parent);
    const Vec3 arm = middle - bones[b].centre, parent_arm = middle - bones[parent].centre;
    const Vec3 speed = after[b].linear + after[b].angular.cross(arm) - after[parent].linear -
                       after[parent].angular.cross(parent_arm);
    const Vec3 opening_after = in_world(after, b, joint.head) - in_world(after, parent, joint.head);
    const Vec3 force = -hold_.position * (opening_after - (of_bone - of_parent) - h * speed);
    forces_[b].head<3>() += force;
    forces_[b].tail<3>() += arm.cross(force);
    forces_[parent].head<3>() -= force;
    forces_[parent].tail<3>() -= parent_arm.cross(force);
  }
}

void JointSprings::add_torque(const Pair& pair, const Vec3& torque) {
  forces_[pair.bone].tail<3>() += torque;
  forces_[pair.parent].tail<3>() -= torque;
}

void JointSprings::add_angular(const Pair& pair, const Mat3& stiffness, double damping) {
  stiffness_.diagonal(pair.bone).bottomRightCorner<3, 3>() += stiffness;
  stiffness_.diagonal(pair.parent).bottomRightCorner<3, 3>() += stiffness;
  stiffness_.coupling(pair.bone).bottomRightCorner<3, 3>() -= stiffness;
  damping_.diagonal(pair.bone).bottomRightCorner<3, 3>() += damping * stiffness;
  damping_.diagonal(pair.parent).bottomRightCorner<3, 3>() += damping * stiffness;
  damping_.coupling(pair.bone).bottomRightCorner<3, 3>() -= damping * stiffness;
}

void JointSprings::turn_back(const Pair& pair, const Vec3& axis, double angle, double stiffness,
                             double damping) {
  add_torque(pair, -stiffness * angle * axis);
  add_angular(pair, stiffness * axis * axis.transpose(), damping);
  energy_ += 0.5 * stiffness * angle * angle;
}

void JointSprings::keep_fixed(const Pair& pair) {
  const Vec3 turn = rotation_log((pair.bone_turn * pair.parent_turn.conjugate()).normalized());
  add_torque(pair, -hold_.rotation * turn);
  add_angular(pair, hold_.rotation * Mat3::Identity(), hold_.damping);
  energy_ += 0.5 * hold_.rotation * turn.squaredNorm();
}

/// The two images of the hinge's axis are kept together.
void JointSprings::keep_hinge(const Pair& pair) {
  const Vec3 of_bone = pair.bone_turn * pair.joint->hinge_axis;
  const Vec3 of_parent = pair.parent_turn * pair.joint->hinge_axis;
  const Vec3 lean = rotation_log(rotation_between(of_parent, of_bone));
  const Vec3 mean = of_bone + of_parent;
  const Vec3 axis = mean.norm() > 1e-6 ? Vec3(mean.normalized()) : of_parent;
  add_torque(pair, -hold_.rotation * lean);
  add_angular(pair, hold_.rotation * (Mat3::Identity() - axis * axis.transpose()), hold_.damping);
  energy_ += 0.5 * hold_.rotation * lean.squaredNorm();
}

void JointSprings::keep_hinge_limits(const Pair& pair) {
  const double angle = twist_about(pair.relative(), pair.joint->hinge_axis);
  const double beyond = angle - std::clamp(angle, pair.joint->least, pair.joint->greatest);
  if (beyond != 0)
    turn_back(pair, pair.parent_turn * pair.joint->hinge_axis, beyond, hold_.limit, hold_.limit_damping);
}

void JointSprings::keep_ball_limits(const Pair& pair) {
  const Vec3 along = pair.joint->tail - pair.joint->head;
  const double length = along.norm();
  if (!(length > 0))
    return;
  const Vec3 of_bone = pair.bone_turn * (along / length), of_parent = pair.parent_turn * (along / length);
  const Vec3 normal = of_parent.cross(of_bone);
  const double sine = normal.norm(), cosine = of_parent.dot(of_bone);
  const double lean = std::atan2(sine, cosine);
  if (lean > pair.joint->swing && sine > 1e-9)
    turn_back(pair, normal / sine, lean - pair.joint->swing, hold_.limit, hold_.limit_damping);

  // How fast the twist changes with the relative turn: (a + b)/(1 + a·b). It has no meaning for a bone that
  // is turned right back.
  const double twist = twist_about(pair.relative(), along / length);
  const double beyond = twist - std::clamp(twist, -pair.joint->twist, pair.joint->twist);
  if (beyond != 0 && 1 + cosine > 0.2)
    turn_back(pair, (of_bone + of_parent) / (1 + cosine), beyond, hold_.limit, hold_.limit_damping);
}

void JointSprings::drive_joint(const Pair& pair) {
  const Quat& target = targets_[pair.bone];
  const Vec3 wanted_speed = pair.parent_turn * target_speed_[pair.bone];
  if (pair.joint->joint == JointKind::hinge) {
    const Vec3 axis = pair.parent_turn * pair.joint->hinge_axis;
    double angle =
        twist_about(pair.relative(), pair.joint->hinge_axis) - twist_about(target, pair.joint->hinge_axis);
    angle = std::remainder(angle, 2 * pi);
    turn_back(pair, axis, angle, drive_.stiffness, drive_.damping);
    add_torque(pair, drive_.stiffness * drive_.damping * axis.dot(wanted_speed) * axis);
    return;
  }
  const Vec3 turn = rotation_log((pair.bone_turn * (pair.parent_turn * target).conjugate()).normalized());
  add_torque(pair, -drive_.stiffness * turn + drive_.stiffness * drive_.damping * wanted_speed);
  add_angular(pair, drive_.stiffness * Mat3::Identity(), drive_.damping);
  energy_ += 0.5 * drive_.stiffness * turn.squaredNorm();
}

} // namespace lamina
