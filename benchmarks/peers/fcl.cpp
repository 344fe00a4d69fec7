#include "benchmarks/peers/peer.h"

#include <fcl/config.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>

namespace lamina::bench {

namespace {

/// Boxes along the axes are the quickest of its trees to refit.
using Model = fcl::BVHModel<fcl::AABB<double>>;

/// It keeps positions in double precision.
std::vector<Vec3> positions_of(const Surface& surface) {
  const VertexPositions positions = surface.vertex_positions();
  std::vector<Vec3> result;
  for (std::size_t i = 0; i < positions.size(); ++i)
    result.push_back(positions[i]);
  return result;
}

void fill(Model& model, const Surface& surface) {
  std::vector<fcl::Triangle> triangles;
  for (const Triangle& t : *surface.triangles)
    triangles.emplace_back(t[0], t[1], t[2]);
  model.beginModel(static_cast<int>(triangles.size()), static_cast<int>(surface.vertex_positions().size()));
  model.addSubModel(positions_of(surface), triangles);
  model.endModel();
}

class FclWork : public PeerWork {
public:
  explicit FclWork(const MovedBodies& bodies) {
    fill(bunny_, bunny_of(bodies));
    fill(cube_, cube_of(bodies));
  }

  void take(const MovedBodies& bodies) override {
    bunny_.beginReplaceModel();
    bunny_.replaceSubModel(positions_of(bunny_of(bodies)));
    cube_.beginReplaceModel();
    cube_.replaceSubModel(positions_of(cube_of(bodies)));
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
  Peer peer{fcl_description(), [](const MovedBodies& bodies) -> std::unique_ptr<PeerWork> {
              return std::make_unique<FclWork>(bodies);
            }};
  peer.description.version = FCL_VERSION;
  return peer;
}

} // namespace lamina::bench
