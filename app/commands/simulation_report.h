#pragma once

#include "core/simulation/snapshot.h"

#include <nlohmann/json_fwd.hpp>

#include <iosfwd>
#include <string>

namespace lamina {

/// The final state of a run as `simulate --json` prints it. Positions are of centres of mass, in metres;
/// orientations are quaternions w, x, y, z; velocities in m/s, spins in rad/s. record_folder may be empty.
nlohmann::ordered_json simulation_json(const Snapshot& last, double wall_s, const std::string& record_folder);

/// The same in words, without the bodies.
void print_simulation(std::ostream& out, const std::string& title, const Snapshot& last, double wall_s,
                      const std::string& record_folder);

/// A state hash as all output writes it: 16 hexadecimal digits.
std::string hash_text(std::uint64_t hash);

} // namespace lamina
