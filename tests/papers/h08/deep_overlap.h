#pragma once

#include "tests/papers/table.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamina::papers::h08 {

/// What a method finds of two rigid bodies at rest.
struct Finding {
  double force_N = 0;                                  ///< on the first, out of the second: upwards
  double overlap_m3 = 0;                               ///< by the reference overlap
  std::uint64_t contacts = 0, rays = 0, own_first = 0; ///< own_first: rays that leave their own body first
};

/// A ball of 1 m in a slab 2 m thick, as deep as `depth` says (m; 1 is all of it). Pressure is 1 MPa/m.
Finding ball_in_slab(const std::string& method, double depth);

/// Two plates of 1 m and 5 cm, one upright through the middle of the level one: a stand-in for H08 Fig. 9,
/// as every ray inwards leaves its own plate before the other.
Finding crossed_plates(const std::string& method);

/// The fastest that any vertex of the upright plate got in a second of simulation, m/s.
double crossed_plates_speed(const std::string& method);

/// Force by depth, "H08-fig1-depth", and the plates, "H08-fig1-plates".
std::vector<Table> deep_overlap_tables();

} // namespace lamina::papers::h08
