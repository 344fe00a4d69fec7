#pragma once

#include "core/bench/peer.h"

#include <memory>
#include <vector>

namespace lamina::bench {

/// One library at work on one pose: what it keeps from one repetition to the next.
class PeerWork {
public:
  virtual ~PeerWork() = default;
  /// Hands over where the vertices are now; not timed, and so are copies into the library's own arrays.
  virtual void take(const MovedPair& pair) = 0;
  /// The timed work, from vertices in the library's arrays to its result (see PeerDescription).
  virtual double work(int resolution) = 0;
};

struct Peer {
  PeerDescription description; ///< without a version if the library was not there
  std::unique_ptr<PeerWork> (*make)(const MovedPair& pair) = nullptr;
};

// Each is in a file of its own, or absent.
Peer embree_peer();
Peer cgal_peer();
Peer fcl_peer();
Peer bullet_peer();

/// What each peer is, whether it is there or not.
PeerDescription embree_description();
PeerDescription cgal_description();
PeerDescription fcl_description();
PeerDescription bullet_description();

} // namespace lamina::bench
