#pragma once

#include "core/body/body_shapes.h"
#include "core/contact/adaptive/volume_check.h"
#include "core/contact/broad_phase.h"
#include "core/contact/pieces/piece_surfaces.h"
#include "core/integration/implicit_euler.h"
#include "core/simulation/kept_contacts.h"
#include "core/simulation/run_watch.h"
#include "core/simulation/simulation.h"
#include "core/simulation/sleep.h"
#include "core/simulation/state_history.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lamina {

/// A drag in progress. The first of a group is under the hand; the others keep their distance from its
/// target.
struct Drag {
  std::uint32_t body;
  Grip grip;
  Vec3 target;
  Vec3 offset;      ///< of the target from that of the first
  Quat orientation; ///< of the body when it was taken hold of
  double force = 0;
  std::optional<Vec3> turn = std::nullopt; ///< since then: rotation vector, world
};

/// Two bodies that stay as they are, with what was found and solved between them last.
struct RestingPair {
  BodyPair bodies;
  PairContacts contacts;
  PairOutcome outcome;
};

/// The edge of a body that is a blade, where it is in the world, m.
struct BladeEdge {
  std::uint32_t body;
  std::array<Vec3, 2> ends;
};

/// Cuts among the inputs after a step that were not taken back.
std::vector<const CutBodies*> standing_cuts(std::span<const Simulation::LoggedEvent> events,
                                            std::uint64_t step);

struct Simulation::State {
  std::shared_ptr<const Scene> scene; ///< as this run began
  std::shared_ptr<const Scene> tuned; ///< the same with what was made of its bodies since
  Settings settings, first_settings;
  CameraView camera;
  std::vector<LoggedEvent> events;
  std::vector<Drag> drags; ///< empty, or the bodies that are held
  StateHistory history;

  std::vector<std::unique_ptr<Body>> bodies;
  std::vector<Body*> body_pointers;
  std::vector<const Surface*> surfaces;
  BodyShapes body_shapes;
  std::vector<std::uint64_t> topologies; ///< of the surfaces, as everything that follows from them has it
  ShapeParts needed;                     ///< by the method
  std::vector<bool> unseen;              ///< bodies that lack a part of those
  std::shared_ptr<const std::vector<BodyInfo>> infos;
  std::map<std::array<std::uint32_t, 2>, PairRule> rules; ///< lower index first

  std::unique_ptr<ContactMethod> method;
  adaptive::VolumeCheck volume_check;
  std::string method_name, backend_name;
  BroadPhase broad_phase;
  PieceSurfaces pieces;
  std::vector<BodyPair> pairs;
  std::vector<PairContacts> contacts;
  std::vector<PairProperties> properties; ///< of the pairs of the contacts
  std::unique_ptr<ContactSolver> solver;
  bool constrained = false;          ///< the solver is that of constraints
  std::vector<PairOutcome> outcomes; ///< none, or one a pair of the contacts
  Sleep sleep;
  std::vector<RestingPair> resting; ///< which are among neither pairs nor contacts
  ImplicitEuler integrator;
  KeptState newest; ///< room for what the last step came to
  std::vector<double> memory_before_look, multipliers_before_look, sleep_before_look;
  KeptContacts kept;
  int looks_ahead = 0;          ///< so many more detections keep their pixels: somebody looked at them
  bool method_has_them = false; ///< the contacts are what the method detected last
  std::shared_ptr<const DeviceEvidence> device_evidence; ///< of the contacts, once somebody asked for them

  StepStatistics statistics;
  std::string problem, notice;
  RunWatch watch;

  void build();
  void forget_contacts();
  void forget_steps();
  void describe_bodies();
  void describe_surface(std::size_t body, BodyInfo& info) const;
  void update_settings();
  void hold_touching();
  std::string find_unseen();
  void refuse_unseen_cloth() const;
  void enclose_cloth();
  CollisionShapes shapes();
  MethodTimings detect_pairs(std::span<const BodyPair> wanted, bool checked,
                             std::vector<PairContacts>& found);
  bool may_collide(std::uint32_t a, std::uint32_t b) const;
  bool may_be_found(std::uint32_t a, std::uint32_t b) const {
    return may_meet(unseen[a], unseen[b], needed) && may_collide(a, b);
  }
  PairProperties pair_properties(std::uint32_t a, std::uint32_t b) const;
  void find_properties(std::span<const PairContacts> of);
  const PairRule* rule_of(std::uint32_t a, std::uint32_t b) const;
  void list_rules();
  void apply(const Event& event);
  void apply_setting(const SetSetting& request);
  Drag take_hold(std::uint32_t body, const Vec3& point) const;
  void change_body(std::uint32_t body, const Event& event);
  void remake_body(std::uint32_t body, const SceneBody& description);
  void begin_drag(const BeginDrag& request);
  void move_drag(const MoveDrag& request);
  DragSpring drag_spring(const Drag& drag) const;
  /// What hands may add to the speed of each body in the next step, m/s; empty where there are none.
  std::vector<double> speed_gains() const;
  bool substep(double h, StepStatistics& sums);
  void detect(StepStatistics& sums);
  MethodTimings detect_changed(StepStatistics& sums);
  double most_lag() const;
  void let_surfaces_lag();
  void take_surfaces(std::span<const Pose> places);
  void follow_surfaces();
  void drop_contacts_of(std::span<const std::uint32_t> changed);
  void cut_bodies(const CutBodies& request);
  void repeat_cuts(std::span<const CutBodies* const> cuts);
  void undo_cut();
  std::vector<BladeEdge> blade_edges() const;
  void cut_with_blades(std::span<const BladeEdge> before);
  void detect_and_wake(double h, StepStatistics& sums);
  bool are_rigid(const BodyPair& pair) const;
  void follow_pieces();
  void find_pairs();
  void list_pairs(BroadPhase& by, bool resting_too, std::vector<BodyPair>& found);
  bool may_sleep() const;
  void lay_down();
  void lay_aside();
  void take_up();
  void wake(std::uint32_t body);
  void wake_all();
  void choose_pixels();
  void bring_pixels();
  void bring_resting_pixels();
  static bool take_details(PairContacts& known, PairContacts& found);
  std::shared_ptr<const DeviceEvidence> known_device_evidence();
  StepReport respond(double h);
  void reject_step(const std::string& why);
  void count_contacts(StepStatistics& sums) const;
  void count_outcomes(double h, StepStatistics& sums) const;
  void add_tree_boxes(int level, std::vector<TreeBox>& boxes) const;
  std::vector<std::shared_ptr<const SurfaceTree>> surface_trees();
  std::shared_ptr<const EvidenceSet> search_now();
  void measure_state(StepStatistics& sums) const;
  void look();
  void remember_as(const KeptState& state);
  void keep_state();
  void add_to_history();
  bool go_back(std::uint64_t step);
  void go_to(std::uint64_t step, std::span<const LoggedEvent> run_events,
             const std::function<StoredState(std::uint64_t)>& stored);
  void start_over();
  void restore_stored(const StoredState& state);
  void log_camera();
  std::vector<double> save() const;
  void save(std::vector<double>& state) const;
  void restore(const std::vector<double>& state);
};

} // namespace lamina
