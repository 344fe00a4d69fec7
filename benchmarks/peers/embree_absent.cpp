#include "benchmarks/peers/peer.h"

lamina::bench::Peer lamina::bench::embree_peer() {
  return {embree_description()};
}

lamina::bench::Peer lamina::bench::embree_inward_peer() {
  return {embree_inward_description()};
}

lamina::bench::Peer lamina::bench::embree_refit_peer() {
  return {embree_refit_description()};
}
