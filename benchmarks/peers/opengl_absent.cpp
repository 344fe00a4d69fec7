#include "benchmarks/peers/peer.h"

lamina::bench::Peer lamina::bench::opengl_peer() {
  return {opengl_description()};
}
