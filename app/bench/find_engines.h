#pragma once

#include "core/bench/engines/engine_source.h"

#include <memory>

namespace lamina {

/// Other engines, as far as they are there: Bullet and ODE in the program lamina-engines, which stands beside
/// this one in its build folder or is named in the environment variable LAMINA_ENGINES, and those that
/// Node.js runs by engines/worker.mjs beside that. Throws Cancelled.
std::unique_ptr<bench::EngineSource> find_engines();

} // namespace lamina
