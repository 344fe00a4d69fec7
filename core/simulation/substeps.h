#pragma once

#include "core/body/body.h"
#include "core/settings/settings.h"

#include <functional>
#include <span>
#include <vector>

namespace lamina {

/// Two bodies that move against each other by too much in each part of a step.
struct FastPair {
  std::uint32_t body, other; ///< the one that moves more first
  double way;                ///< in the whole step, m
  double parts;              ///< that the step would need
};

struct StepDivision {
  int parts = 1;
  std::vector<FastPair> too_fast; ///< for which these are too few; some of them where there are many
};

/// Into how many parts the next step is divided, settings.simulation.substeps at most. In one part, no two
/// bodies may move against each other by more than half the thinner one's thickness where they may meet, as
/// they move now or once something stops one of them. `gained`: what hands may add to the speed of each body
/// in the step, m/s; empty where there are none. They may meet where their boxes overlap, each inflated by
/// the way that its body may go. Thin obstacles are otherwise crossed between two detections (F08 section 5).
StepDivision divide_step(std::span<Body* const> bodies, std::span<const double> gained,
                         const Settings& settings,
                         const std::function<bool(std::uint32_t, std::uint32_t)>& may_collide);

} // namespace lamina
