#pragma once

#include "core/bench/peer.h"

#include <memory>
#include <vector>

namespace lamina::bench {

/// The two of a pair.
inline const Surface& bunny_of(const MovedBodies& pair) {
  return *pair.surfaces()[0];
}
inline const Surface& cube_of(const MovedBodies& pair) {
  return *pair.surfaces()[1];
}

/// One library at work on some bodies: what it keeps from one repetition to the next.
class PeerWork {
public:
  virtual ~PeerWork() = default;
  /// Hands over where the vertices are now; not timed, and so are copies into the library's own arrays.
  virtual void take(const MovedBodies& bodies) = 0;
  /// The timed work, from vertices in the library's arrays to its result (see PeerDescription).
  virtual double work(int resolution) = 0;
};

struct Peer {
  PeerDescription description; ///< without a version if the library was not there
  std::unique_ptr<PeerWork> (*make)(const MovedBodies& bodies) = nullptr;
};

// Each is in a file of its own, or absent.
Peer embree_peer();
Peer embree_refit_peer();
Peer embree_inward_peer();
Peer cgal_peer();
Peer fcl_peer();
Peer bullet_peer();
Peer opengl_peer();

/// What each peer is, whether it is there or not; as if it was not.
PeerDescription embree_description();
PeerDescription embree_refit_description();
PeerDescription embree_inward_description();
PeerDescription cgal_description();
PeerDescription fcl_description();
PeerDescription bullet_description();
PeerDescription opengl_description();

} // namespace lamina::bench
