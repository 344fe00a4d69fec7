#include "benchmarks/peers/peer.h"

namespace lamina::bench {

namespace {

PeerDescription described(const char* name, const char* result, const char* yields, const char* lacks) {
  PeerDescription peer;
  peer.name = name;
  peer.result = result;
  peer.yields = yields;
  peer.lacks = lacks;
  peer.absence = "this lamina-peers was built without it";
  return peer;
}

} // namespace

PeerDescription embree_description() {
  PeerDescription peer =
      described("embree", "crossings",
                "all crossings of the columns of three directions (refit of the tree, one ray a column)",
                "volume, gradient");
  peer.sampled = true;
  return peer;
}

PeerDescription embree_refit_description() {
  PeerDescription peer = described("embree-refit", "triangles",
                                   "a tree of boxes that fits the moved triangles, to shoot rays at",
                                   "crossings, volume, gradient");
  peer.bodies = PeerBodies::large_pair;
  return peer;
}

PeerDescription embree_inward_description() {
  PeerDescription peer =
      described("embree-inward", "hits",
                "first hits of rays inwards from all vertices within the overlap of two "
                "bodies' boxes, of what leaves the other body in the own body too, and of a "
                "second ray across the surface left (refit of the trees, single precision)",
                "contacts, areas, gradient, and hits that are sure not to miss an edge");
  peer.bodies = PeerBodies::tori;
  return peer;
}

PeerDescription cgal_description() {
  return described("cgal", "volume", "the mesh of the intersection by corefinement, and its volume",
                   "gradient");
}

PeerDescription fcl_description() {
  return described("fcl", "pairs", "pairs of triangles that meet (refit of the tree, collision)",
                   "volume, gradient, and what lies wholly inside");
}

PeerDescription bullet_description() {
  return described(
      "bullet", "pairs",
      "pairs of triangles that meet, as contact points in single precision (GImpact, refit of the tree)",
      "volume, gradient, and what lies wholly inside");
}

PeerDescription opengl_description() {
  PeerDescription peer =
      described("opengl", "volume",
                "volume and gradient from the layers of three directions, peeled one pass each and read back "
                "(F08's own way, depths in single precision; backend peeling)",
                "columns that are sure to close, the same bits on any other driver");
  peer.sampled = true;
  return peer;
}

} // namespace lamina::bench
