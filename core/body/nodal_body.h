#pragma once

#include "core/body/breakable_solid.h"
#include "core/body/cutting.h"
#include "core/body/elastic_model.h"
#include "core/body/node_factor.h"
#include "core/body/node_mapping.h"
#include "core/body/solid_change.h"
#include "core/scene/scene.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace lamina {

/// What a nodal body is made from.
struct NodalParts {
  std::vector<Vec3> nodes;    ///< at the start, world, m
  std::vector<double> masses; ///< kg, one a node, all positive
  NodeMapping mapping;        ///< carries the vertices of the surface
  /// The scene body's mesh with smaller triangles; null: that mesh as it is.
  std::shared_ptr<const PreparedMesh> surface;
  double node_spacing = 0; ///< see Surface::node_spacing
  bool is_cloth = false;   ///< the mesh has two sides (core/mesh/cloth_mesh.h)
  std::unique_ptr<ElasticModel> model;
  std::vector<Tetrahedron> tetrahedra;       ///< of the nodes, if they are the corners of a solid
  std::vector<Vec3> nodes_at_rest;           ///< then, in the frame of the mesh, m
  std::vector<std::uint32_t> node_of_vertex; ///< of the surface, if it is their boundary: Solid
  std::shared_ptr<const TetMesh> whole;      ///< then, at rest: the body may break and be cut
};

/// A body whose q are the positions of nodes with masses: soft, particle and cloth bodies (design, section 5,
/// bodies). One block a node, its velocity (m/s). Nodes inside a clamp's box at the start stand still or
/// follow the clamp's motion, and belong to the first of several. The damping is β K, K the stiffness matrix
/// of the elastic model and β the material's damping.
class NodalBody final : public Body {
public:
  NodalBody(const SceneBody& description, NodalParts parts);

  std::size_t block_count() const override { return nodes_.size(); }
  std::size_t cluster_size() const override { return 1; }
  void map_surface() override;
  Solid solid() const override {
    return {nodes_, tetrahedra_, node_of_vertex_, surface_.topology, false, rest_};
  }
  void predict(double time, double h, bool gyroscopic, Eigen::Ref<BlockVector> v) override;
  void add_inertia(const Eigen::Ref<const BlockVector>& x, Eigen::Ref<BlockVector> y) const override;
  void add_forces(const Vec3& gravity, Eigen::Ref<BlockVector> f) const override;
  void multiply(double h, const Eigen::Ref<const BlockVector>& x, Eigen::Ref<BlockVector> y) const override;
  void add_diagonal(double h, ClusterDiagonal diagonal) const override;
  bool preconditions_itself(double h) const override;
  void factor(double h, std::span<const Mat3> contact) override;
  void precondition(const Eigen::Ref<const BlockVector>& r, Eigen::Ref<BlockVector> z) const override;
  Anchor anchor() const override;
  void filter(Eigen::Ref<BlockVector> x) const override;
  void transpose(std::span<const VertexGradient> entries, std::vector<BlockEntry>& out) const override;
  void point_jacobian(std::uint32_t triangle, const std::array<float, 2>& barycentric, const Vec3& world,
                      std::vector<BlockJacobian>& out) const override;
  Grip take_hold(const Vec3& world) const override;
  Vec3 grip_point(const Grip& grip) const override;
  void grip_jacobian(const Grip& grip, std::vector<BlockJacobian>& out) const override;
  void set_material(const Material& material) override;
  bool deforms() const override { return true; }
  void look_inside(BodyInside& inside) const override;
  std::size_t held_by_clamp(std::size_t clamp) const override {
    return static_cast<std::size_t>(
        std::count_if(held_.begin(), held_.end(), [clamp](const Held& held) { return held.clamp == clamp; }));
  }
  void advance(double h, const Eigen::Ref<const BlockVector>& v) override;
  void set_velocity(const Eigen::Ref<const BlockVector>& v) override;
  void velocity(Eigen::Ref<BlockVector> v) const override;
  void save(std::vector<double>& state) const override;
  std::span<const double> restore(std::span<const double> state) override;

  bool break_apart() override;
  bool cut(std::span<const CutTriangle> sheet) override;
  bool can_be_cut() const override { return whole_ != nullptr; }
  void renew(Grip& grip) const override;
  void enclose(bool volume) override;
  bool can_enclose() const override { return enclosed_volume_ > 0; }

  double mass() const override { return mass_; }
  double volume() const override { return volume_; }
  double thickness() const override { return thickness_; }
  double speed_bound(const Vec3& velocity) const override;
  Pose pose() const override { return {centre(), Quat::Identity()}; }
  Pose mesh_pose() const override;
  Vec3 linear_velocity() const override { return momentum() / mass_; }
  Vec3 angular_velocity() const override; ///< of the rigid body with the same nodes and angular momentum
  double kinetic_energy() const override;
  double potential_energy(const Vec3& gravity) const override;
  double elastic_energy() const override { return model_->energy(); }
  Vec3 momentum() const override;

  std::span<const Vec3> nodes() const { return nodes_; }
  std::span<const double> masses() const { return masses_; }
  Vec3 angular_momentum() const; ///< about the centre of mass, kg·m²/s

private:
  struct Held {
    std::uint32_t node, clamp;
    Vec3 start; ///< world, m
  };

  Vec3 centre() const;                         ///< of mass, world
  Mat3 inertia_about(const Vec3& point) const; ///< kg·m²
  /// The angular velocity with this angular momentum; what nodes on one line cannot have is left out.
  static Vec3 solve_inertia(const Mat3& inertia, const Vec3& angular);
  void hold_nodes();
  void measure_stiffness();
  void measure_cloth();
  void take_front();
  Vec3 held_position(const Held& held, double time) const;

  SceneBody description_;
  std::vector<Vec3> nodes_, velocities_;
  std::vector<double> masses_;
  std::vector<Held> held_;
  std::vector<std::uint8_t> is_held_; ///< per node
  double stiffness_over_mass_ = 0;    ///< the mean over its nodes as the body began, 1/s²
  double stiffness_when_whole_ = 0;   ///< the same of a body that was not cut
  NodeFactor factor_;
  mutable std::optional<bool> can_be_factored_; ///< of the pattern of the stiffness, once it was asked for
  NodeMapping mapping_;
  std::unique_ptr<ElasticModel> model_; ///< always up to date with nodes_
  std::vector<Tetrahedron> tetrahedra_;
  std::vector<Vec3> rest_; ///< where the nodes of those are at rest, mesh's frame
  std::vector<std::uint32_t> node_of_vertex_;

  // What may break or be cut
  BreakableSolid& breakable();
  SplitSolid split() const;
  void take_form(const SolidCuts& cuts, SolidForm form);
  void carry_over(const SolidForm& form);
  void hold_copies(const SolidForm& form);
  void renew_masses(const SolidForm& form, const SolidChange& change);
  bool cut_along(const CutTriangle& triangle);
  void move_onto_cut(std::span<const NodeMove> moves, SolidCuts& cuts);
  void restore_momentum(const Vec3& linear, const Vec3& angular);
  std::span<const double> restore_cuts(std::span<const double> state);

  std::shared_ptr<const TetMesh> whole_; ///< null for what can do neither
  std::unique_ptr<BreakableSolid> breakable_;
  SolidCuts cuts_;
  // Of what was broken or cut
  std::vector<std::uint32_t> origin_; ///< SplitSolid::origin
  std::vector<double> volumes_;       ///< node_volumes()
  double six_volumes_gained_ = 0;     ///< SolidForm
  std::vector<Held> held_when_whole_;
  std::shared_ptr<const std::vector<float>> offset_when_whole_;
  std::vector<std::uint32_t> renewed_; ///< of the nodes before the last cut, which one each is now

  // Of cloth
  double enclosed_volume_ = 0; ///< m³ at rest; 0 of open cloth and of anything else
  bool encloses_ = false;      ///< its surface bounds that

  double mass_ = 0, volume_ = 0, thickness_ = 0;
  double grip_radius_ = 0; ///< m
  Vec3 first_centre_ = Vec3::Zero();
  double time_ = 0; ///< of the last predict(), s
};

} // namespace lamina
