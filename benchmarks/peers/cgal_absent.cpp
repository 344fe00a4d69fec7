#include "benchmarks/peers/peer.h"

lamina::bench::Peer lamina::bench::cgal_peer() {
  return {cgal_description()};
}
