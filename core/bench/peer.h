#pragma once

#include "core/bench/moved_pair.h"

#include <string>
#include <vector>

namespace lamina::bench {

/// On which bodies a peer is timed: the bunny as scanned and the cube, the subdivided one, or ten tori (see
/// MethodScene).
enum class PeerBodies { pair, large_pair, tori };

/// Another library that does some of the same work on the same bodies.
struct PeerDescription {
  std::string name;     ///< one word
  std::string version;  ///< "" if it is absent
  bool sampled = false; ///< whether its work depends on the resolution
  PeerBodies bodies = PeerBodies::pair;
  std::string result;        ///< what it counts: "volume" (m³), "crossings", "pairs", "triangles" or "hits"
  std::string yields, lacks; ///< what its result holds of volume and gradient, and what not
  std::string absence;       ///< why it is absent
};

/// What a peer is asked to do.
struct PeerTask {
  PairPose pose = PairPose::shallow;
  int subdivisions = 0; ///< of the bunny
  int resolution = 0;
  int repetition = 0;
  bool tori = false; ///< instead of the pair
  const char* bodies() const { return tori ? "tori" : name_of(pose); }
};

struct PeerSample {
  double milliseconds = 0;
  double result = 0; ///< see PeerDescription
};

/// Where peers are reached: a process of its own, or a stand-in in tests.
class PeerSource {
public:
  virtual ~PeerSource() = default;
  virtual const std::vector<PeerDescription>& peers() const = 0;
  /// Moves the bodies outside the clock and does the peer's work once. Throws std::runtime_error if it fails.
  virtual PeerSample measure(const std::string& peer, const PeerTask& task) = 0;
};

} // namespace lamina::bench
