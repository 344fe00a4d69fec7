#pragma once

#include "core/body/bone_masses.h"
#include "core/body/bone_tree.h"
#include "core/body/joint_springs.h"
#include "core/body/skin_mapping.h"
#include "core/scene/scene.h"

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

namespace lamina {

/// A skinned body: rigid bones, stiff implicit springs for joints, and a skin that contact acts on (design,
/// section 5, bodies). Coordinates q are the poses of the bones. Each bone has two blocks, the linear
/// velocity of its centre of mass and its angular velocity. A bone whose middle (between head and tail) is
/// inside a clamp's box at the start stands still or follows the clamp's motion.
class SkinnedBody final : public Body {
public:
  /// Takes a loaded scene body with a rig. Throws InputError (naming the body) for one without, for a mesh
  /// that is not closed, or a drive towards an animation that there is not.
  explicit SkinnedBody(const SceneBody& description);

  std::size_t block_count() const override { return 2 * bones_.size(); }
  std::size_t cluster_size() const override { return 2; }
  void map_surface() override;
  void predict(double time, double h, bool gyroscopic, Eigen::Ref<BlockVector> v) override;
  void add_inertia(const Eigen::Ref<const BlockVector>& x, Eigen::Ref<BlockVector> y) const override;
  void add_forces(const Vec3& gravity, Eigen::Ref<BlockVector> f) const override;
  void multiply(double h, const Eigen::Ref<const BlockVector>& x, Eigen::Ref<BlockVector> y) const override;
  void add_diagonal(double h, ClusterDiagonal diagonal) const override;
  Anchor anchor() const override;
  void filter(Eigen::Ref<BlockVector> x) const override;
  void couplings(double h, std::vector<ClusterCoupling>& out) const override;
  bool preconditions_itself(double) const override { return true; }
  void factor(double h, std::span<const Mat3> contact) override;
  void precondition(const Eigen::Ref<const BlockVector>& r, Eigen::Ref<BlockVector> z) const override;
  void transpose(std::span<const VertexGradient> entries, std::vector<BlockEntry>& out) const override;
  void point_jacobian(std::uint32_t triangle, const std::array<float, 2>& barycentric, const Vec3& world,
                      std::vector<BlockJacobian>& out) const override;
  Grip take_hold(const Vec3& world) const override; ///< the bone that carries most of the nearest vertex
  Vec3 grip_point(const Grip& grip) const override;
  void grip_jacobian(const Grip& grip, std::vector<BlockJacobian>& out) const override;
  void set_material(const Material& material) override;
  bool deforms() const override { return true; }
  void look_inside(BodyInside& inside) const override; ///< head and tail of each bone
  std::size_t held_by_clamp(std::size_t clamp) const override {
    return static_cast<std::size_t>(
        std::count_if(held_.begin(), held_.end(), [clamp](const Held& held) { return held.clamp == clamp; }));
  }
  void advance(double h, const Eigen::Ref<const BlockVector>& v) override;
  void set_velocity(const Eigen::Ref<const BlockVector>& v) override;
  void velocity(Eigen::Ref<BlockVector> v) const override;
  void save(std::vector<double>& state) const override;
  std::span<const double> restore(std::span<const double> state) override;

  double mass() const override { return mass_; }
  double volume() const override { return volume_; }
  double thickness() const override { return thickness_; }
  double speed_bound(const Vec3& velocity) const override;
  Pose pose() const override { return {centre(), bones_[0].orientation}; }
  Pose mesh_pose() const override; ///< the one that the first bone has
  Vec3 linear_velocity() const override { return momentum() / mass_; }
  Vec3 angular_velocity() const override; ///< of the rigid body with the same bones and angular momentum
  double kinetic_energy() const override;
  double potential_energy(const Vec3& gravity) const override;
  double elastic_energy() const override { return springs_.energy(); } ///< joints, limits and drive
  Vec3 momentum() const override;

  const Rig& rig() const { return *rig_; }
  std::span<const BoneState> bones() const { return bones_; }
  std::span<const BoneMass> masses() const { return masses_; }
  Vec3 angular_momentum() const; ///< about the centre of mass, kg·m²/s
  double opening(std::size_t bone) const { return springs_.opening(bones_, bone); } ///< of its joint, m

private:
  struct Held {
    std::uint32_t bone, clamp;
    Pose start; ///< of the bone's centre
  };

  Vec3 centre() const; ///< of mass, world
  Mat3 world_inertia(std::size_t bone) const;
  void hold_bones();
  Pose held_pose(const Held& held, double time) const;

  SceneBody description_;
  std::shared_ptr<const Rig> rig_;
  std::vector<BoneMass> masses_;
  std::vector<BoneState> bones_;
  std::vector<double> reach_; ///< m: how far the skin of each bone is from its centre
  std::vector<Held> held_;
  std::vector<std::uint8_t> is_held_;
  double mass_ = 0, volume_ = 0, thickness_ = 0;
  double time_ = 0; ///< of the last predict(), s
  JointSprings springs_;
  SkinMapping skin_;
  std::vector<BoneState> free_;    ///< after the step, without forces
  std::vector<Mat3> step_inertia_; ///< there, world
  BoneTreeMatrix factors_;
};

} // namespace lamina
