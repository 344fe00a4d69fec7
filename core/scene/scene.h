#pragma once

#include "core/base/progress.h"
#include "core/math/camera_view.h"
#include "core/mesh/prepare.h"
#include "core/mesh/procedural.h"
#include "core/scene/material.h"
#include "core/settings/settings.h"

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lamina {

enum class BodyKind { rigid, fixed, scripted, soft, particles, skinned, cloth };

inline constexpr std::array body_kinds{BodyKind::rigid, BodyKind::fixed,     BodyKind::scripted,
                                       BodyKind::soft,  BodyKind::particles, BodyKind::skinned,
                                       BodyKind::cloth};

/// A kind as scene files and panels call it.
const std::string& kind_name(BodyKind kind);

/// Whether forces decide how a body moves.
inline bool moves_freely(BodyKind kind) {
  return kind != BodyKind::fixed && kind != BodyKind::scripted;
}

/// Whether a body's surface changes its shape.
inline bool deforms(BodyKind kind) {
  return kind == BodyKind::soft || kind == BodyKind::particles || kind == BodyKind::skinned ||
         kind == BodyKind::cloth;
}

/// What a body that deforms is cut into. `automatic`: what its file holds (tetrahedra, particles), otherwise
/// a lattice.
enum class Division { automatic, lattice, vertices };

/// A pose at a time, for scripted bodies.
struct Keyframe {
  double time_s = 0;
  Pose pose;
};

/// How a motion runs from keyframe to keyframe: along straight lines and even turns, or along a smooth curve
/// through all of them.
enum class Interpolation { linear, cubic };

/// Prescribed motion: keyframes, or a sinusoid about the body's own pose.
struct ScriptedMotion {
  std::vector<Keyframe> keyframes; ///< in order of time; empty for a sinusoid
  Interpolation interpolation = Interpolation::linear;
  bool repeat = false;                ///< starts over after the last keyframe
  Vec3 amplitude = Vec3::Zero();      ///< m, sinusoid
  Vec3 rotation_axis = Vec3::UnitY(); ///< world
  double rotation_rate = 0;           ///< rad/s, constant turn about rotation_axis
  double rotation_amplitude = 0;      ///< rad, sinusoid about rotation_axis
  double frequency = 0;               ///< Hz
};

/// Where a body that deforms is held: its nodes or bones inside a box (world, m, at the start) stand still or
/// follow a motion.
struct Clamp {
  Box box;
  std::optional<ScriptedMotion> motion;
};

/// What makes the joints of a skinned body follow its animation, or their rest pose without one: an angular
/// spring a joint.
struct JointDrive {
  double stiffness = 0; ///< N·m/rad; 0 leaves the joints loose
  double damping = 0.1; ///< s: damping over stiffness
  std::string animation;
  double speed = 1; ///< of the animation
};

/// What holds for a pair of bodies instead of what follows from the two.
struct PairRule {
  std::array<std::string, 2> bodies;
  std::optional<double> contact_stiffness; ///< factor on the stiffness
  std::optional<double> friction_coefficient, restitution;
  bool collide = true;
  std::size_t line = 0; ///< in the scene file, for messages
};

struct TetMesh;
struct Lattice;
struct Rig;

/// One body as a scene file states it. Meshes are named by file or recipe; what was loaded hangs beside it.
struct SceneBody {
  std::string name;
  BodyKind kind = BodyKind::rigid;
  std::filesystem::path file; ///< absolute or relative to the scene's folder; empty for a recipe
  int object = -1;            ///< which object of the file; -1: all of them merged into this body
  bool split_pieces = false;  ///< `object` counts the connected pieces of the file instead of its objects
  double scale = 1;           ///< metres per file unit; a factor on a recipe
  double weld = 0;            ///< m: vertices that are no farther apart are joined; 0: only equal ones
  Mending mending;            ///< of an open surface, thereafter
  int stuffing_cells = 0;     ///< > 0: filled with tetrahedra, so many cells along (core/mesh/stuffing)
  std::optional<Recipe> recipe;
  Sidedness sidedness = Sidedness::closed;
  double one_sided_thickness = usual_one_sided_thickness; ///< m
  std::optional<double> density;              ///< kg/m³; 1000 if neither density nor mass is given
  std::optional<double> mass;                 ///< kg
  std::optional<double> friction_coefficient; ///< overrides the setting; a pair takes the geometric mean
  std::optional<double> restitution;          ///< overrides the setting; a pair takes the greater one
  Pose pose;                                  ///< of the mesh's own origin
  Vec3 velocity = Vec3::Zero();               ///< m/s, of the centre of mass
  Vec3 spin = Vec3::Zero();                   ///< rad/s, world
  std::vector<std::string> groups;            ///< bodies that share a group do not collide
  std::optional<std::array<float, 3>> colour; ///< sRGB, 0..1
  ScriptedMotion motion;

  // Bodies that deform
  Material material;
  Division division = Division::automatic;
  int lattice_cells = 10;          ///< along the longest side
  std::filesystem::path particles; ///< file with the positions of particles that carry the surface
  std::vector<Clamp> clamps;
  bool self_contact = true; ///< where the surface can meet itself at all
  JointDrive drive;

  /// Ends of an edge (frame of the mesh, m) that cuts soft bodies of tetrahedra as it sweeps through them.
  std::optional<std::array<Vec3, 2>> blade;
  double contact_stiffness = 1; ///< factor on the stiffness; a pair takes the geometric mean

  std::size_t line = 0; ///< in the scene file, for messages; 0 if built

  std::shared_ptr<const PreparedMesh>
      mesh; ///< scaled to metres, about the mesh's own origin; filled by loading
  /// Of a tetrahedral file, or what fills the surface; mesh is its boundary, see mesh_nodes.
  std::shared_ptr<const TetMesh> tetrahedra;
  std::shared_ptr<const std::vector<std::uint32_t>> mesh_nodes; ///< node of each vertex of mesh
  std::shared_ptr<const Lattice> lattice; ///< of mesh with lattice_cells, where the body uses one
  std::shared_ptr<const std::vector<Vec3>> particle_positions; ///< in the mesh's frame, m
  std::shared_ptr<const Rig> rig; ///< the bones that come with the mesh, whatever its kind; null without
};

/// Whether the body is elastic and cut into the cells of a lattice, by its kind, its division and what was
/// loaded of it.
bool uses_lattice(const SceneBody& body);
/// Whether it is soft and made of tetrahedra, so that it breaks at a strength and can be cut.
bool can_break(const SceneBody& body);

/// Whether a group keeps the two from colliding.
bool share_a_group(const SceneBody& a, const SceneBody& b);

/// A scene: what a file in scenes/ holds, or what opening meshes directly builds.
struct Scene {
  std::string title;
  std::string look_for; ///< one sentence on what to watch
  Vec3 gravity = Vec3(0, -9.81, 0);
  Settings settings;
  std::vector<SceneBody> bodies;
  std::vector<PairRule> pairs;
  CameraView camera;
  bool camera_given = false;      ///< otherwise the viewport frames all
  std::filesystem::path source;   ///< file it came from; empty if built
  std::vector<std::string> notes; ///< load report, one sentence each

  /// Unit vector against gravity; +y without gravity.
  Vec3 up() const;
};

} // namespace lamina
