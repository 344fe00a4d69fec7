#include "benchmarks/peers/peer.h"

lamina::bench::Peer lamina::bench::embree_peer() {
  return {embree_description()};
}
