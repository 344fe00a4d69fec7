#pragma once

#include "core/base/hash.h"

#include <cstdint>
#include <span>

namespace lamina {

/// 64 bits over the whole state of a step, which are equal for equal bits. `states` are all numbers of all
/// bodies in the scene's order (Simulation::body_states()), each body's as Body::save() writes them.
inline std::uint64_t state_hash(std::span<const double> states) {
  return hash_bits(states, 0);
}

} // namespace lamina
