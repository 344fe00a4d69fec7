#include "benchmarks/peers/peer.h"

lamina::bench::Peer lamina::bench::fcl_peer() {
  return {fcl_description()};
}
