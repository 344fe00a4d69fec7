#pragma once

#include "tests/papers/table.h"

#include <string>
#include <vector>

namespace lamina::papers::h08 {

/// How a soft torus that falls on a fixed one ends, for one time step.
struct Landing {
  bool finite = true;    ///< no step was rejected
  double height_m = 0;   ///< of its centre of mass over the fixed one's
  double overlap_m3 = 0; ///< by the reference overlap
  double speed_m_s = 0;  ///< of its centre of mass
};

/// The paper shows its scene in a picture only. Ours: a level soft torus falls 0.5 m under 1 m/s² on a fixed
/// one of the same size, so that it arrives with 1 m/s, and 6 s later should lie there. What counts is the
/// way of a step over the tube's thickness of 0.4 m. `phase` (0 to 1) is where between two steps it arrives;
/// `substeps` the parts into which a step may be split, of which the paper has 1.
Landing land(const std::string& method, double time_step, double phase, int substeps);

/// How high a torus rests under a method: as a step of 0.05 s leaves it, m.
double rest_height(const std::string& method);

/// Whether a landing is one: no step was rejected, the torus lies within 0.04 m of where it rests, a tenth of
/// the tube's thickness, no more than 1 % of its volume overlaps, and it moves slower than 0.1 m/s. What
/// fell through, was thrown off or slid down fails.
bool serves(const Landing& landing, double rest_height);

/// A border of the steps that serve in every one of `phases` even phases, unsplit: halves the ratio between
/// `low`, which is taken to serve, and `high`, which is taken not to, so many times, s.
double largest_step(const std::string& method, double low, double high, int halvings, int phases);

/// Every landing tried, "H08-dt-landings", and the largest step below which all tried serve, "H08-dt".
std::vector<Table> largest_step_tables();

} // namespace lamina::papers::h08
