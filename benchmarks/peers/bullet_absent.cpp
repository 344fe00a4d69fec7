#include "benchmarks/peers/peer.h"

lamina::bench::Peer lamina::bench::bullet_peer() {
  return {bullet_description()};
}
