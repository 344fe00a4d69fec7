#pragma once

#include "core/bench/bench.h"

namespace lamina::bench {

/// How much longer one contender took than another in the same turns, or what memory is of what is allowed,
/// and what it should be.
struct Ratio {
  std::string what; ///< e.g. "cgal / ours"
  PairPose pose = PairPose::shallow;
  int subdivisions = 0;             ///< of the bunny
  int resolution = 0;               ///< 0: the work does not depend on it
  std::string on;                   ///< MethodScene of what is not on the bunny in a pose; "" otherwise
  Spread value;                     ///< its median counts
  double at_least = 0, at_most = 0; ///< the target; 0: none
  double stretch = 0;               ///< what would be better still, in the same direction; 0: none
  std::string bodies() const { return on.empty() ? name_of(pose) : on; }
  bool has_target() const { return at_least > 0 || at_most > 0; }
  bool reached() const { return value.median >= at_least && (at_most == 0 || value.median <= at_most); }
  bool stretch_reached() const {
    return stretch > 0 && (at_least > 0 ? value.median >= stretch : value.median <= stretch);
  }
};

/// All ratios that a run allows. Ours is backend cpu, sampled as in F08, on one thread. Compared with it are
/// each peer and backend reference, two threads, and the program's own defaults (both with contact pixels,
/// which the defaults need). Others are how the time of a triangle grows with their number, memory, and what
/// two threads gain that share nothing. The other methods with one thread are compared with peers that do the
/// like, beside the milliseconds of self-contact. What was refused is in none. Targets are those of the bunny
/// scan: without `with_targets` none is stated.
std::vector<Ratio> ratios_of(const BenchResult& result, bool with_targets);

/// How many ratios of a full run have a target, all peers and both poses together.
int number_of_targets();

} // namespace lamina::bench
