#pragma once

#include "core/body/bone_tree.h"
#include "core/mesh/rig.h"
#include "core/scene/scene.h"

#include <memory>
#include <vector>

namespace lamina {

/// Where a bone is and how it moves.
struct BoneState {
  Vec3 centre = Vec3::Zero();          ///< of its mass, world, m
  Quat orientation = Quat::Identity(); ///< of its frame, which is the mesh's at rest
  Vec3 linear = Vec3::Zero();          ///< m/s
  Vec3 angular = Vec3::Zero();         ///< rad/s, world
};

/// How stiff the joints of a body are. A body of mass m and longest side L that hangs by one bone under earth
/// gravity opens its joints by 10⁻⁴ L each at most: k = m g / 10⁻⁴ L. Against turning, a joint that may not
/// turn has k L². A limit is softer, as it is run into at speed: it gives way by 0.05 rad under m g L. Being
/// implicit, they need no smaller step for it.
struct JointStiffness {
  double position = 0;         ///< N/m
  double rotation = 0;         ///< N·m/rad: hinges and fixed joints
  double limit = 0;            ///< N·m/rad
  double damping = 0.002;      ///< s, over stiffness
  double limit_damping = 0.05; ///< s, over stiffness: what runs into a limit does not bounce
};
JointStiffness joint_stiffness(double mass, double longest_side);

/// The forces between the bones of a rig. Springs hold the joints together, one-sided springs keep them
/// within their limits, and a drive pulls towards an animation or the rest pose. All act between a bone and
/// its parent, with equal and opposite forces in one line and equal and opposite torques, so that momentum
/// and angular momentum stay.
class JointSprings {
public:
  /// `centres`: of the bones' masses at rest, in the mesh's frame. Throws InputError if the rig has no
  /// animation of the drive's name.
  JointSprings(std::shared_ptr<const Rig> rig, std::vector<Vec3> centres, const JointStiffness& stiffness,
               const JointDrive& drive);

  /// Sets the pose that the drive pulls towards at the end of a step, and its speed.
  void aim(double time, double h);

  /// Forces and their derivatives for these bones.
  void update(std::span<const BoneState> bones);

  /// Adds what keeps joints closed on curved ways. That is how far they will have opened after a free step of
  /// h seconds, beyond what the velocities (those of `after`) say to first order. Call it after update().
  void foresee(std::span<const BoneState> bones, std::span<const BoneState> after, double h);

  const std::vector<Vec6>& forces() const { return forces_; }    ///< without what is linear in the velocity
  const BoneTreeMatrix& stiffness() const { return stiffness_; } ///< −∂f/∂x
  const BoneTreeMatrix& damping() const { return damping_; }     ///< −∂f/∂v
  double energy() const { return energy_; }                      ///< J

  /// How far a joint is open (m).
  double opening(std::span<const BoneState> bones, std::size_t bone) const;
  Vec3 joint_position(std::span<const BoneState> bones, std::size_t bone) const; ///< head, world
  Vec3 end_position(std::span<const BoneState> bones, std::size_t bone) const;   ///< tail, world

private:
  struct Pair;
  void hold_together(const Pair& pair);
  void keep_hinge(const Pair& pair);
  void keep_fixed(const Pair& pair);
  void keep_ball_limits(const Pair& pair);
  void keep_hinge_limits(const Pair& pair);
  void drive_joint(const Pair& pair);
  /// A spring about one axis (world) that turns the bone back by `angle` against its parent.
  void turn_back(const Pair& pair, const Vec3& axis, double angle, double stiffness, double damping);
  void add_torque(const Pair& pair, const Vec3& torque);
  void add_angular(const Pair& pair, const Mat3& stiffness, double damping);
  Vec3 in_world(std::span<const BoneState> bones, std::size_t bone, const Vec3& at_rest) const;

  std::shared_ptr<const Rig> rig_;
  std::vector<Vec3> centres_;
  JointStiffness hold_;
  JointDrive drive_;
  const Animation* animation_ = nullptr;
  std::vector<Quat> targets_;      ///< relative to the parent
  std::vector<Vec3> target_speed_; ///< rad/s, in the parent's frame
  std::vector<Vec6> forces_;
  BoneTreeMatrix stiffness_, damping_;
  double energy_ = 0;
};

} // namespace lamina
