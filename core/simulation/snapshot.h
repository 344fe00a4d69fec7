#pragma once

#include "core/body/body.h"
#include "core/contact/contact.h"
#include "core/contact/method.h"
#include "core/contact/tree_box.h"
#include "core/scene/scene.h"
#include "core/simulation/run_notice.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamina {

/// Wall times of a step in milliseconds: of all of it, of the broad phase, of response and integration
/// ("simulation", as in F08 Table 1), and of detection by phase.
struct StepTimings {
  double wall = 0, broad = 0, simulation = 0;
  std::array<double, most_phases> detection{}; ///< in the order of detection_phases()

  /// Of the detection phase of that name, which must be known.
  double& phase(std::string_view name) { return detection.at(find_phase(name)); }
  double phase(std::string_view name) const { return detection.at(find_phase(name)); }
};

/// What a step amounts to: the columns of steps.csv.
struct StepStatistics : DetectionCounts {
  std::uint64_t step = 0; ///< steps done
  double time_s = 0;      ///< simulated
  StepTimings timings;
  std::uint64_t pairs = 0, contacts = 0;
  double kinetic_J = 0, potential_J = 0, elastic_J = 0, contact_J = 0;
  Vec3 momentum = Vec3::Zero(); ///< linear, kg·m/s
  int cg_iterations = 0;
  double cg_residual = 0;
  int substeps = 1;
  double deepest_m = 0; ///< greatest mean depth of a contact, φ/A, m
  std::uint64_t state_hash = 0;
  /// Of the response by constraints, zero with others: steps of Newton's method, rounds of the solution for
  /// velocities, and how far that leaves normal parts from complementarity (see StepReport).
  int newton_steps = 0, rounds = 0;
  double complementarity_m_s = 0;
  /// What contacts of the step press with, λ_n or pressure × area × h, all together; and what one body of
  /// each pair gives the other, as lengths, friction included. N·s.
  double normal_impulse_Ns = 0, impulse_Ns = 0;
};

/// One body at the end of a step.
struct BodyState {
  std::uint32_t id = 0;               ///< index in the scene
  Pose pose;                          ///< of the centre of mass
  Pose mesh_pose;                     ///< of the mesh's own origin: world = mesh_pose * mesh vertex
  Vec3 velocity = Vec3::Zero();       ///< m/s, centre of mass
  Vec3 spin = Vec3::Zero();           ///< rad/s, world
  Vec3 contact_force = Vec3::Zero();  ///< N, pressure and friction
  Vec3 contact_torque = Vec3::Zero(); ///< N·m about the centre of mass
  /// Surface in the world for bodies that deform; empty for rigid ones, which mesh_pose places.
  std::shared_ptr<const std::vector<Vec3>> positions;
  std::shared_ptr<const BodyInside> inside; ///< of bodies that deform, if it was asked for
  bool asleep = false;                      ///< see Sleep
};

/// What does not change from step to step.
struct BodyInfo {
  std::string name;
  BodyKind kind = BodyKind::rigid;
  double mass = 0; ///< kg; 0 for fixed and scripted
  std::shared_ptr<const PreparedMesh> mesh;
  std::optional<std::array<float, 3>> colour;
  Box rest_bounds;   ///< of the mesh, own frame
  Material material; ///< of bodies that deform
  bool self_contact = false;
  std::shared_ptr<const std::vector<float>> self_offset; ///< see Surface
  bool can_be_cut = false;                               ///< see CutBodies
  std::size_t pieces = 1;                                ///< that nothing holds together
  /// The piece that each vertex of the mesh belongs to, from 0; null where there is one only.
  std::shared_ptr<const std::vector<std::uint32_t>> piece_of_vertex;
};

/// A pair with the forces that the response found in it.
struct PairState {
  PairContacts contacts;          ///< with details only if they were asked for, see SnapshotExtras
  std::vector<double> pressure;   ///< Pa, per contact
  Vec3 force_on_a = Vec3::Zero(); ///< N, pressure and friction; b feels the opposite
  /// For pairs of which a body deforms: how the second end of each friction point moves against the first,
  /// m/s.
  std::vector<Vec3> slide;
};

/// A node of a body that deforms, and how firmly a hand holds it.
struct HeldNode {
  Vec3 position = Vec3::Zero(); ///< world, m
  double share = 0;             ///< of the firmest hold, 0 to 1
};

/// A spring that pulls a body while it is dragged; the others of a group are held at their centres.
struct DragState {
  std::uint32_t body = 0;
  Vec3 grabbed = Vec3::Zero(); ///< world, m
  Vec3 target = Vec3::Zero();  ///< world, m
  double force_N = 0;
  std::vector<HeldNode> held; ///< of what deforms: the region that is pulled
};

/// What a snapshot carries beyond what is always there, for copying it takes time.
struct SnapshotExtras {
  bool pixels = false; ///< details of evidence, contact pixels among them; and vertex gradients
  bool drawn =
      false; ///< contact pixels, but only to be drawn: Snapshot::device_evidence where a device has them
  bool inside = false;                ///< of bodies that deform
  std::optional<int> tree_level = {}; ///< boxes of the method's trees, so many splits below their roots
  bool trees = false;                 ///< those trees, to cast rays into
  bool search = false;                ///< Snapshot::search

  bool operator==(const SnapshotExtras&) const = default;
};

/// The immutable state of a simulation after a step. Everything that panels, painters and recorders know.
struct Snapshot {
  StepStatistics statistics;
  Settings settings;
  double gravity_m_s2 = 9.81;
  Vec3 up = Vec3::UnitY();
  double depth_stiffness = 0;       ///< κ in force, Pa/m
  double volume_stiffness = 0;      ///< k in force, Pa/m³
  std::uint64_t scene_revision = 0; ///< changes when the scene is replaced
  std::shared_ptr<const std::vector<BodyInfo>> infos;
  std::vector<BodyState> bodies; ///< parallel to infos
  std::vector<PairState> pairs;
  /// Contact pixels that were asked for to be drawn, in the memory of the device; its pairs are `pairs`. Null
  /// where there are none: then they are in the pairs, as are those that the device did not make.
  std::shared_ptr<const DeviceEvidence> device_evidence;
  std::vector<TreeBox> tree_boxes; ///< of what the method searches with, if they were asked for
  /// The method's trees for rays if they were asked for, by body; null where it has none.
  std::vector<std::shared_ptr<const SurfaceTree>> trees;
  /// How the method searches where bodies lie now (ContactMethod::show_search). Null if nobody asked or it
  /// shows nothing.
  std::shared_ptr<const EvidenceSet> search;
  std::vector<DragState> drags;  ///< the body under the hand first, then those that come along
  std::uint64_t oldest_step = 0; ///< the earliest state that one can go back to
  std::size_t cuts = 0;          ///< since the last step: UndoCut takes the last of them back
  bool playing = false;
  double real_time_factor = 0; ///< simulated over wall seconds while playing; 0 when unknown
  double steps_per_second = 0;
  std::string problem;            ///< why the simulation paused itself; empty if all is well
  std::string notice;             ///< what the simulation had to change by itself; empty if nothing
  std::vector<RunNotice> notices; ///< what a person should know of the run so far
  /// What the method does not do for this scene, a line each (method_limits), since it was chosen.
  std::vector<std::string> method_limits;
  std::string device;            ///< what contact is detected on, if that is no processor
  std::string drawing;           ///< how pictures come by its contact pixels (ContactMethod::drawing)
  std::string recording;         ///< folder being recorded to; empty if none
  std::string recording_problem; ///< why recording stopped; empty if all is well
  /// What the same inputs come to under another method (CompareWith), at the same step unless its problem
  /// says why not; null if nothing is compared.
  std::shared_ptr<const Snapshot> beside;
  /// While something is compared: the volume by which all bodies overlap now or a moment ago, m³, by one
  /// measure whatever the method (ReferenceOverlap).
  std::optional<double> overlap_m3;
};

} // namespace lamina
