#pragma once

#include "core/reference_overlap/reference_overlap.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace lamina {

/// What keeps a contact method from doing what volume contact does there.
enum class LimitKind {
  unseen,    ///< bodies overlap and the method sees nothing (one wholly in another, under `raytraced`)
  too_deep,  ///< they overlap deeper than it looks (`proximity`)
  folded,    ///< a third of the rays between them or more do not leave their own body
  tangled,   ///< cloth passes through itself or other cloth, and stays so (`proximity`)
  stiffness, ///< one is given for volumes, which methods with depths do not use
  near       ///< they are nearer than it keeps them, under a given stiffness, which need not be a gentle one
};
inline constexpr std::size_t limit_kinds = 6;

/// A sentence of each kind, by LimitKind; empty where nothing is in the way.
struct MethodLimits {
  std::array<std::string, limit_kinds> sentences;

  /// Adds what has come up since: of kinds that have none yet, and only what a run can bring about.
  void add_later(const MethodLimits& later);
  std::vector<std::string> lines() const;
};

/// Lets the method look at bodies as they are now; finds nothing for methods that measure volumes. Costs a
/// detection by each. Throws InputError if there is no such method.
MethodLimits method_limits(ReferenceOverlap& reference_overlap, const Scene& scene, const Settings& settings);

/// The same of a state (Simulation::body_states) of a scene; makes bodies only where there is something to
/// say.
MethodLimits method_limits(const Scene& scene, const Settings& settings, std::span<const double> states);

} // namespace lamina
