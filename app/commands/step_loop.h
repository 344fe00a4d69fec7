#pragma once

#include "core/simulation/simulation.h"

#include <cstdint>
#include <functional>

namespace lamina {

/// Steps with progress on the terminal, calling `after_step` after each, until all are done or the simulation
/// stops itself (see Simulation::problem). Returns false if Ctrl+C ended it early.
bool run_steps(Simulation& simulation, std::int64_t steps,
               const std::function<void(const Simulation&)>& after_step);

} // namespace lamina
