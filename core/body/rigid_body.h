#pragma once

#include "core/body/body.h"
#include "core/mesh/mass_properties.h"
#include "core/scene/scene.h"

#include <memory>

namespace lamina {

/// A rigid body: rigid, fixed or scripted by its kind. Coordinates q are the pose of the centre of mass.
/// Block 0 is the linear velocity of the centre (m/s), block 1 the angular velocity (rad/s), both in the
/// world.
class RigidBody final : public Body {
public:
  /// Takes a loaded scene body. Throws InputError if its mesh has no positive volume although it must move.
  explicit RigidBody(const SceneBody& description);

  std::size_t block_count() const override { return 2; }
  std::size_t cluster_size() const override { return 2; }
  void map_surface() override { place_surface(pose_); }
  void let_surface_lag(double distance) override { most_lag_ = distance; }
  Lag surface_lag() const override;
  const Pose* surface_pose() const override { return &surface_pose_; }
  void place_surface(const Pose& pose) override;
  Solid solid() const override;
  void predict(double time, double h, bool gyroscopic, Eigen::Ref<BlockVector> v) override;
  void add_inertia(const Eigen::Ref<const BlockVector>& x, Eigen::Ref<BlockVector> y) const override;
  void add_forces(const Vec3& gravity, Eigen::Ref<BlockVector> f) const override;
  void multiply(double h, const Eigen::Ref<const BlockVector>& x, Eigen::Ref<BlockVector> y) const override;
  void add_diagonal(double h, ClusterDiagonal diagonal) const override;
  void transpose(std::span<const VertexGradient> entries, std::vector<BlockEntry>& out) const override;
  void point_jacobian(std::uint32_t triangle, const std::array<float, 2>& barycentric, const Vec3& world,
                      std::vector<BlockJacobian>& out) const override;
  Grip take_hold(const Vec3& world) const override;
  Vec3 grip_point(const Grip& grip) const override { return pose_ * grip.local; }
  void grip_jacobian(const Grip& grip, std::vector<BlockJacobian>& out) const override;
  void set_material(const Material& material) override;
  const Vec3* twist_centre() const override { return &pose_.position; }
  void advance(double h, const Eigen::Ref<const BlockVector>& v) override;
  void set_velocity(const Eigen::Ref<const BlockVector>& v) override;
  void velocity(Eigen::Ref<BlockVector> v) const override;
  void save(std::vector<double>& state) const override;
  std::span<const double> restore(std::span<const double> state) override;
  double kinetic_energy() const override;
  double potential_energy(const Vec3& gravity) const override;
  Vec3 momentum() const override;

  double mass() const override { return mass_; }
  double volume() const override { return volume_; }
  double thickness() const override { return thickness_; } ///< three times volume over surface area
  double speed_bound(const Vec3& velocity) const override {
    return (linear_ - velocity).norm() + radius_ * angular_.norm();
  }
  Pose pose() const override { return pose_; }
  Pose mesh_pose() const override;
  Vec3 linear_velocity() const override { return linear_; }
  Vec3 angular_velocity() const override { return angular_; }
  Mat3 spin_inertia() const override { return world_inertia(); }

  Vec3 angular_momentum() const; ///< about the centre of mass, kg·m²/s
  Mat3 world_inertia() const;    ///< kg·m², about the centre of mass

private:
  SceneBody description_;
  std::vector<Ball> rest_balls_; ///< around the blocks of the mesh, relative to the centre of mass
  Vec3 centre_ = Vec3::Zero();   ///< of mass, in the mesh's frame
  double mass_ = 0, volume_ = 0, thickness_ = 0, radius_ = 0;
  Mat3 inertia_ = Mat3::Identity(); ///< about the centre of mass, body frame, kg·m²

  Pose pose_, surface_pose_;
  double most_lag_ = 0;     ///< m
  std::vector<Vec3> nodes_; ///< of the tetrahedra that it is cut into, where its surface lies; none without
  Vec3 linear_ = Vec3::Zero(), angular_ = Vec3::Zero();
  double time_ = 0; ///< s, since the start; scripted bodies only need it

  Quat predicted_orientation_ = Quat::Identity(); ///< after the step, without forces
  Vec3 predicted_angular_ = Vec3::Zero();
  Mat3 step_inertia_ = Mat3::Identity(); ///< world inertia at the predicted orientation
};

} // namespace lamina
