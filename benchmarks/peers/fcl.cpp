#include "benchmarks/peers/peer.h"

#include <fcl/config.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>

namespace lamina::bench {

namespace {

/// Boxes along the axes are the quickest of its trees to refit.
using Model = fcl::BVHModel<fcl::AABB<double>>;

void fill(Model& model, const Surface& surface) {
  std::vector<fcl::Triangle> triangles;
  for (const Triangle& t : *surface.triangles)
    triangles.emplace_back(t[0], t[1], t[2]);
  model.beginModel(static_cast<int>(triangles.size()), static_cast<int>(surface.positions.size()));
  model.addSubModel(surface.positions, triangles);
  model.endModel();
}

class FclWork : public PeerWork {
public:
  explicit FclWork(const MovedPair& pair) {
    fill(bunny_, pair.bunny());
    fill(cube_, pair.cube());
  }

  void take(const MovedPair& pair) override {
    bunny_.beginReplaceModel();
    bunny_.replaceSubModel(pair.bunny().positions);
    cube_.beginReplaceModel();
    cube_.replaceSubModel(pair.cube().positions);
  }

  double work(int) override {
    bunny_.endReplaceModel(true, true);
    cube_.endReplaceModel(true, true);
    const fcl::CollisionRequest<double> request(std::size_t{1} << 20, false);
    fcl::CollisionResult<double> result;
    const fcl::Transform3<double> still = fcl::Transform3<double>::Identity();
    return static_cast<double>(fcl::collide(&bunny_, still, &cube_, still, request, result));
  }

private:
  Model bunny_, cube_;
};

} // namespace

Peer fcl_peer() {
  Peer peer{fcl_description(), [](const MovedPair& pair) -> std::unique_ptr<PeerWork> {
              return std::make_unique<FclWork>(pair);
            }};
  peer.description.version = FCL_VERSION;
  return peer;
}

} // namespace lamina::bench
