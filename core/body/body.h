#pragma once

#include "core/body/cut_triangle.h"
#include "core/mesh/prepare.h"
#include "core/scene/material.h"
#include "core/shape/collision_shapes.h"
#include "core/shape/surface.h"
#include "core/shape/vertex_gradient.h"

#include <Eigen/Core>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

struct SceneBody;

using BlockVector = Eigen::VectorXd; ///< 3 numbers a block

/// Diagonal of the system, cluster by cluster: a cluster of n blocks that are strongly coupled (one, or two)
/// has n·n matrices, row by row.
using ClusterDiagonal = std::span<Mat3>;

/// One block of a sparse row over a body's generalised velocity.
struct BlockEntry {
  std::uint32_t block;
  Vec3 value;
};

/// One block of the Jacobian of a surface point: its velocity is the sum of value · v[block].
struct BlockJacobian {
  std::uint32_t block;
  Mat3 value;
};

/// What the operator of a step has between two clusters of two blocks each: rows of one, columns of another.
struct ClusterCoupling {
  std::uint32_t row, column; ///< first blocks of the clusters
  Mat6 matrix;
};

/// The part of a body that a hand holds: a material point of a rigid part, or nodes with weights that sum to
/// one.
struct Grip {
  struct Node {
    std::uint32_t node;
    double weight;
  };
  std::uint32_t part = 0;    ///< bone of a skinned body, otherwise 0
  Vec3 local = Vec3::Zero(); ///< of what is rigid: in the frame of the part's centre of mass, m
  std::vector<Node> nodes;   ///< of what deforms
};

/// What can be seen inside of a body that deforms, in the world.
struct BodyInside {
  std::vector<Vec3> nodes;                         ///< or joints of bones, m
  std::vector<std::array<std::uint32_t, 2>> edges; ///< of tetrahedra, springs or bones
  std::vector<float> strain;                       ///< greatest principal strain, per surface vertex
  std::vector<float> stress;                       ///< von Mises, Pa, per surface vertex; empty without
};

/// Generalised coordinates q and a mapping to a surface: x = map(q), v = J q̇, f_q = Jᵀ f (design, section 1).
/// Velocities come in blocks of three numbers: two for a rigid body (linear, angular), one a node for what
/// deforms. A prescribed body (fixed, scripted) has blocks too, so that contact terms need not tell them
/// apart, but the integration never changes them. Detection sees surface(), and of the rest what its method
/// asks for (BodyShapes); integration sees everything else.
class Body {
public:
  virtual ~Body() = default;

  const Surface& surface() const { return surface_; }
  /// What the surface is made of: the scene body's mesh, or the same with smaller triangles.
  const std::shared_ptr<const PreparedMesh>& mesh() const { return mesh_; }
  bool prescribed() const { return prescribed_; }

  /// A body that is asleep stays where it is, at no speed, and costs a step nothing (Sleep).
  bool asleep() const { return asleep_; }
  void set_asleep(bool asleep) { asleep_ = asleep; }
  /// Whether a step finds a velocity for it.
  bool moves() const { return !prescribed_ && !asleep_; }

  /// What holds it in place beside contact: nothing, something still, or something that moves by the clock.
  enum class Anchor { none, still, moving };
  virtual Anchor anchor() const { return Anchor::none; }

  virtual std::size_t block_count() const = 0;
  virtual std::size_t cluster_size() const = 0; ///< blocks that one preconditioner block couples: 1 or 2

  /// Writes surface().positions and bounds from q.
  virtual void map_surface() = 0;

  /// How far the body has come from where its surface lies.
  struct Lag {
    Vec3 way = Vec3::Zero(), turn = Vec3::Zero(); ///< of the twist centre, m; rotation vector, world
  };
  /// The surface of a rigid body may stay where it is until some vertex would be farther than `distance` (m)
  /// from its place, so that contacts with it need not be found again. 0, as at first: it moves with the
  /// body.
  virtual void let_surface_lag(double /*distance*/) {}
  virtual Lag surface_lag() const { return {}; }
  /// Where the surface of a rigid body lies, as the pose() that the body had then; null for what deforms.
  virtual const Pose* surface_pose() const { return nullptr; }
  virtual void place_surface(const Pose& /*pose*/) {}

  /// The tetrahedra that the body is computed on, where they are now. A body without such has none.
  virtual Solid solid() const { return {}; }
  /// Its surface at rest.
  RestSurface rest_surface() const { return {*rest_vertices_}; }

  /// Starts a step of h seconds at time t. Writes into v (block_count() blocks) the velocity that the body
  /// would have by its own inertia alone (gyroscopic motion), or the prescribed one.
  virtual void predict(double time, double h, bool gyroscopic, Eigen::Ref<BlockVector> v) = 0;

  /// y += M x, as of the last predict().
  virtual void add_inertia(const Eigen::Ref<const BlockVector>& x, Eigen::Ref<BlockVector> y) const = 0;

  /// Adds external and internal forces, but for those that are linear in the velocity and part of multiply(),
  /// to f (N, N·m).
  virtual void add_forces(const Vec3& gravity, Eigen::Ref<BlockVector> f) const = 0;

  /// y += (M − h ∂f/∂v − h² ∂f/∂x) x for the body's own forces.
  virtual void multiply(double h, const Eigen::Ref<const BlockVector>& x,
                        Eigen::Ref<BlockVector> y) const = 0;

  /// Adds the diagonal of that operator to each cluster.
  virtual void add_diagonal(double h, ClusterDiagonal diagonal) const = 0;

  /// Appends what that operator has between clusters, each pair of them once. Only of bodies whose clusters
  /// are of two blocks.
  virtual void couplings(double /*h*/, std::vector<ClusterCoupling>& /*out*/) const {}

  /// Takes out the components of x that the integration must not change: all of a prescribed body, those of
  /// clamped nodes. A symmetric projection.
  virtual void filter(Eigen::Ref<BlockVector> x) const {
    if (prescribed_)
      x.setZero();
  }

  /// A body may know a better preconditioner than the inverses of its clusters. `contact` holds what contact
  /// adds to the clusters; precondition() must be symmetric and positive definite.
  virtual bool preconditions_itself(double /*h*/) const { return false; }
  virtual void factor(double /*h*/, std::span<const Mat3> /*contact*/) {}
  virtual void precondition(const Eigen::Ref<const BlockVector>& /*r*/, Eigen::Ref<BlockVector> /*z*/) const {
  }

  /// Appends Jᵀ of a sparse vertex vector, each block at most once, ascending.
  virtual void transpose(std::span<const VertexGradient> entries, std::vector<BlockEntry>& out) const = 0;

  /// Appends the Jacobian of a surface point: triangle, barycentric coordinates of its corners 1 and 2, and
  /// where it is in the world (m).
  virtual void point_jacobian(std::uint32_t triangle, const std::array<float, 2>& barycentric,
                              const Vec3& world, std::vector<BlockJacobian>& out) const = 0;

  /// What a hand holds that reaches for a point of the surface (world, m): what is rigid at that point, what
  /// deforms in the region around it.
  virtual Grip take_hold(const Vec3& world) const = 0;
  virtual Vec3 grip_point(const Grip& grip) const = 0; ///< where it is now, world, m
  virtual void grip_jacobian(const Grip& grip, std::vector<BlockJacobian>& out) const = 0;

  /// Changes what the body is made of, from the next step on. Throws InputError if that makes no sense for
  /// it.
  virtual void set_material(const Material& material) = 0;

  virtual bool deforms() const { return false; }

  /// Takes what the surface overlaps itself by at rest, see Surface::self_offset.
  void set_self_offset(std::shared_ptr<const std::vector<float>> offset) {
    surface_.self_offset = std::move(offset);
  }
  virtual void look_inside(BodyInside& /*inside*/) const {}

  /// How many nodes or bones a clamp of the scene's list for this body holds.
  virtual std::size_t held_by_clamp(std::size_t /*clamp*/) const { return 0; }

  /// The point about which blocks 0 and 1 are a rigid twist of the whole surface; null for what deforms. Lets
  /// contact between rigid bodies be summed into one small matrix.
  virtual const Vec3* twist_centre() const { return nullptr; }

  /// Ends the step with velocity v: q advances by h.
  virtual void advance(double h, const Eigen::Ref<const BlockVector>& v) = 0;

  /// Gives the body another velocity than that by which it has advanced. Prescribed bodies keep theirs.
  virtual void set_velocity(const Eigen::Ref<const BlockVector>& v) = 0;

  /// The current velocity.
  virtual void velocity(Eigen::Ref<BlockVector> v) const = 0;

  /// The complete state as numbers: for hashes, rejected steps and rewinding.
  virtual void save(std::vector<double>& state) const = 0;
  /// Takes what save() wrote at the beginning of `state`; returns what follows it. Throws InputError where
  /// that cannot be a state of this body.
  virtual std::span<const double> restore(std::span<const double> state) = 0;

  /// Ends a step of a body that may break: it comes apart where it is loaded beyond its strength. Returns
  /// whether its surface is another one since (Surface::topology), with blocks of other numbers.
  virtual bool break_apart() { return false; }
  /// Cuts what can be cut along triangles; returns as break_apart().
  virtual bool cut(std::span<const CutTriangle> /*sheet*/) { return false; }
  /// Whether cut() can do anything.
  virtual bool can_be_cut() const { return false; }
  /// Brings what was held before the last break_apart() or cut() to the nodes that are there now.
  virtual void renew(Grip& /*grip*/) const {}

  /// Closed cloth bounds the volume within it from now on, or is a sheet of two sides, as at first; anything
  /// else stays what it is. Its surface is another one then (Surface::topology).
  virtual void enclose(bool /*volume*/) {}
  /// Whether enclose() can do anything.
  virtual bool can_enclose() const { return false; }

  virtual double mass() const = 0;      ///< kg; 0 if prescribed
  virtual double volume() const = 0;    ///< m³ at rest: of what its surface bounds
  virtual double thickness() const = 0; ///< m: what a step may not jump over
  /// m/s that no surface point exceeds now, seen from what moves at `velocity` (m/s).
  virtual double speed_bound(const Vec3& velocity) const = 0;
  virtual Pose pose() const = 0;             ///< of the centre of mass
  virtual Pose mesh_pose() const = 0;        ///< of the mesh's own origin
  virtual Vec3 linear_velocity() const = 0;  ///< m/s, of the centre of mass
  virtual Vec3 angular_velocity() const = 0; ///< rad/s, world
  virtual Mat3 spin_inertia() const {
    return Mat3::Zero();
  } ///< kg·m², world; of rigid bodies, for damping a drag

  virtual double kinetic_energy() const = 0;                      ///< J
  virtual double potential_energy(const Vec3& gravity) const = 0; ///< J, zero at the world's origin
  virtual double elastic_energy() const { return 0; }             ///< J
  virtual Vec3 momentum() const = 0;                              ///< kg·m/s

protected:
  /// The first `count` numbers of a state. Throws InputError if there are fewer, or one is not finite.
  static std::span<const double> take(std::span<const double>& state, std::size_t count);

  /// Takes the triangles of a mesh, its groups, and what was found out about it; makes room for positions.
  void share_surface(const std::shared_ptr<const PreparedMesh>& mesh);

  /// Brings bounds and balls up to date with positions that have moved in any way.
  void measure_surface();

  Surface surface_;
  bool prescribed_ = false;

private:
  bool asleep_ = false;
  std::shared_ptr<const PreparedMesh> mesh_;
  std::shared_ptr<const std::vector<Vec3>> rest_vertices_; ///< of the mesh
};

/// Volume (m³) of the mesh of a body that moves freely. Throws InputError (naming the body) if it is not a
/// closed volume.
double closed_volume(const SceneBody& description);

} // namespace lamina
