#pragma once

#include "core/bench/moved_pair.h"

#include <string>
#include <vector>

namespace lamina::bench {

/// Another library that does some of the same work on the same pair.
struct PeerDescription {
  std::string name;          ///< one word
  std::string version;       ///< "" if this build of lamina-peers was made without it
  bool sampled = false;      ///< whether its work depends on the resolution
  std::string result;        ///< what it counts: "volume" (m³), "crossings" or "pairs" (of triangles)
  std::string yields, lacks; ///< what its result holds of volume and gradient, and what not
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
  /// Moves the pair outside the clock and does the peer's work once. Throws std::runtime_error if it fails.
  virtual PeerSample measure(const std::string& peer, PairPose pose, int resolution, int repetition) = 0;
};

} // namespace lamina::bench
