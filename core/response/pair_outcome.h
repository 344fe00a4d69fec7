#pragma once

#include "core/response/pair_bodies.h"

#include <array>
#include <vector>

namespace lamina {

/// What a step's solution comes to in one pair: all that pictures, reports and recordings know of a response.
struct PairOutcome {
  std::vector<double> pressure;                           ///< Pa, one a contact
  std::array<Vec3, 2> force{Vec3::Zero(), Vec3::Zero()};  ///< N, on both bodies: pressure and friction
  std::array<Vec3, 2> torque{Vec3::Zero(), Vec3::Zero()}; ///< N·m about twist_centre(); 0 for what deforms
  double energy = 0; ///< J that the contacts store at the start of the step

  /// Keeps the room of the pressures.
  void clear() {
    pressure.clear();
    for (int side = 0; side < 2; ++side) {
      force[side].setZero();
      torque[side].setZero();
    }
    energy = 0;
  }

  /// Adds what acts on a global block of the pair: a force, or a torque about the centre of what is rigid, a
  /// body or one of its bones. Torques on bones are of no single centre, and are left out.
  void add(const PairBodies& bodies, std::uint32_t block, const Vec3& on_block) {
    const int side = bodies.side_of(block);
    if (!bodies.turns(block))
      force[side] += on_block;
    else if (bodies.body[side]->twist_centre())
      torque[side] += on_block;
  }
};

} // namespace lamina
