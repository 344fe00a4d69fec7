#pragma once

#include "core/contact/contact.h"
#include "core/drag/drag_spring.h"
#include "core/response/pair_outcome.h"
#include "core/settings/settings.h"
#include "core/solver/block_system.h"

#include <memory>
#include <span>
#include <vector>

namespace lamina {

/// What scene and settings say of a pair of bodies that meet.
struct PairProperties {
  double friction_coefficient = 0; ///< μ
  double stiffness_factor = 1;     ///< on the stiffness of responses that have one
  double restitution = 0;          ///< e, of responses that bounce
};

/// What acts in one step, beside what bodies do by themselves. Owns nothing.
struct StepInput {
  double time = 0; ///< s, at the start
  double h = 0;    ///< s
  Vec3 gravity = Vec3::Zero();
  const Settings* settings = nullptr;
  std::span<const DragSpring> drags;
  std::span<const PairContacts> contacts;
  std::span<const PairProperties> properties; ///< one a pair of contacts
};

/// What solving a step took.
struct StepReport {
  int solves = 0;
  int iterations = 0;   ///< of all solves
  double residual = 0;  ///< of the last solve, relative
  int dropped = 0;      ///< contacts that pulled
  bool finite = true;   ///< false: velocities are not to be used
  int newton_steps = 0; ///< of the response by constraints: of all its solves
  int rounds = 0;       ///< of the solution for velocities
  /// How far the last round leaves the normal parts of cells from complementarity, m/s: the greatest of
  /// |u_n − b| where λ_n > 0, and of b − u_n where λ_n = 0.
  double complementarity = 0;
  /// Of pairs that are held though no contact of this step is theirs: as StepStatistics has them of all, N·s.
  double unseen_normal_impulse = 0, unseen_impulse = 0;
};

/// A contact response: finds the velocities with which contacts hold.
///
///   bodies ───► system, impulse ──┐
///   drags ────────────────────────┼──► ContactSolver ──► velocities ─► bodies move
///   detection ─► contacts ────────┘          └─────────► outcomes ───► pictures, reports, recordings
///
/// Without contact and drags, the velocities v⁺ at the end of the step solve A v⁺ = b. Both are the
/// bodies' own, with v* the velocity of free motion:
///
///   A = M − h ∂f/∂v − h² ∂f/∂x      b = M v* + h f
///
/// How contact enters, as a penalty or as a constraint, is the solver's own affair. Nobody else knows
/// of it: whatever wants pressures, forces or energies reads outcomes.
class ContactSolver {
public:
  virtual ~ContactSolver() = default;

  /// Solves one step. `impulse` is b, zero where the motion is prescribed. `system` comes without terms;
  /// the solver adds drags and contact to it. `velocity` comes with the velocities at the start of the step,
  /// of prescribed bodies those that they must have, and leaves with v⁺. `outcomes` are one a pair of
  /// contacts; none if the report says that velocities are not finite. Results do not depend on threads.
  virtual StepReport solve(const StepInput& step, const BlockVector& impulse, BlockSystem& system,
                           BlockVector& velocity, std::vector<PairOutcome>& outcomes) = 0;

  /// The velocities with which bodies move in the step just solved, where they are not those that they keep;
  /// null where they are.
  virtual const BlockVector* motion() const { return nullptr; }

  /// How far apart (m) rigid bodies may be as a run begins and yet be held as if they had touched in a step
  /// before; 0 where the solver does not.
  virtual double touching_distance(const Settings&, std::span<Body* const>) const { return 0; }
  /// Holds bodies that touch as a run begins. The contacts of the step were found between rigid bodies that
  /// were made too large by `grown` times the way from their centres, each by its own.
  virtual void hold_touching(const StepInput& /*step*/, const BlockSystem& /*system*/,
                             std::span<const double> /*grown*/) {}

  /// How far (m) from its place the surface of a rigid body may stay (Body::let_surface_lag), since the
  /// solver takes into account what it lags; 0 where the solver does not.
  virtual double surface_lag(const Settings&, std::span<Body* const>) const { return 0; }

  /// Forgets the last step, and gives back the memory that it took.
  virtual void clear() = 0;

  /// What the next step needs of this one, as numbers, for going back to a state. `state` comes empty.
  virtual void save(std::vector<double>& /*state*/) const {}
  virtual void restore(std::span<const double> /*state*/) {}
};

/// The solver of the response in these settings.
std::unique_ptr<ContactSolver> make_contact_solver(const Settings& settings);

} // namespace lamina
