#include "benchmarks/peers/peer.h"

namespace lamina::bench {

PeerDescription embree_description() {
  return {"embree",
          "",
          true,
          "crossings",
          "all crossings of the columns of three directions (refit of the tree, one ray a column)",
          "volume, gradient"};
}

PeerDescription cgal_description() {
  return {"cgal",    "", false, "volume", "the mesh of the intersection by corefinement, and its volume",
          "gradient"};
}

PeerDescription fcl_description() {
  return {"fcl",
          "",
          false,
          "pairs",
          "pairs of triangles that meet (refit of the tree, collision)",
          "volume, gradient, and what lies wholly inside"};
}

PeerDescription bullet_description() {
  return {"bullet",
          "",
          false,
          "pairs",
          "pairs of triangles that meet, as contact points in single precision (GImpact, refit of the tree)",
          "volume, gradient, and what lies wholly inside"};
}

} // namespace lamina::bench
