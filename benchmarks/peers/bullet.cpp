#include "benchmarks/peers/peer.h"

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>

#include <utility>

namespace lamina::bench {

namespace {

/// A mesh whose vertices move, with the arrays that Bullet reads in place.
class MovingMesh {
public:
  explicit MovingMesh(const Surface& surface) : vertices_(3 * surface.vertex_positions().size()) {
    for (const Triangle& t : *surface.triangles)
      for (const std::uint32_t v : t)
        indices_.push_back(static_cast<int>(v));
    take(surface);
    arrays_ = std::make_unique<btTriangleIndexVertexArray>(
        static_cast<int>(surface.triangles->size()), indices_.data(), static_cast<int>(3 * sizeof(int)),
        static_cast<int>(surface.vertex_positions().size()), vertices_.data(),
        static_cast<int>(3 * sizeof(btScalar)));
    shape_ = std::make_unique<btGImpactMeshShape>(arrays_.get());
    shape_->setMargin(0);
    shape_->updateBound();
    object_.setCollisionShape(shape_.get());
    object_.setWorldTransform(btTransform::getIdentity());
  }

  void take(const Surface& surface) {
    btScalar* to = vertices_.data();
    const VertexPositions positions = surface.vertex_positions();
    for (std::size_t i = 0; i < positions.size(); ++i)
      for (int k = 0; k < 3; ++k)
        *to++ = static_cast<btScalar>(positions[i][k]);
  }
  void refit() {
    shape_->postUpdate();
    shape_->updateBound();
  }
  btCollisionObject* object() { return &object_; }

private:
  std::vector<btScalar> vertices_;
  std::vector<int> indices_;
  std::unique_ptr<btTriangleIndexVertexArray> arrays_;
  std::unique_ptr<btGImpactMeshShape> shape_;
  btCollisionObject object_;
};

/// Points of one pair of triangles come one after the other.
struct PairCounter : btManifoldResult {
  using btManifoldResult::btManifoldResult;
  std::size_t pairs = 0;
  std::pair<int, int> now{-1, -1}, last{-1, -1};

  void setShapeIdentifiersA(int, int triangle) override { now.first = triangle; }
  void setShapeIdentifiersB(int, int triangle) override { now.second = triangle; }
  void addContactPoint(const btVector3&, const btVector3&, btScalar) override {
    pairs += now != last;
    last = now;
  }
};

class BulletWork : public PeerWork {
public:
  explicit BulletWork(const MovedBodies& bodies)
      : dispatcher_(&configuration_), bunny_(bunny_of(bodies)), cube_(cube_of(bodies)) {
    btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher_);
  }

  void take(const MovedBodies& bodies) override {
    bunny_.take(bunny_of(bodies));
    cube_.take(cube_of(bodies));
  }

  double work(int) override {
    bunny_.refit();
    cube_.refit();
    const btCollisionObjectWrapper bunny = wrapper_of(bunny_.object()), cube = wrapper_of(cube_.object());
    PairCounter counter(&bunny, &cube);
    btCollisionAlgorithm* algorithm =
        dispatcher_.findAlgorithm(&bunny, &cube, nullptr, BT_CONTACT_POINT_ALGORITHMS);
    algorithm->processCollision(&bunny, &cube, btDispatcherInfo(), &counter);
    algorithm->~btCollisionAlgorithm();
    dispatcher_.freeCollisionAlgorithm(algorithm);
    return static_cast<double>(counter.pairs);
  }

private:
  static btCollisionObjectWrapper wrapper_of(const btCollisionObject* object) {
    return {nullptr, object->getCollisionShape(), object, object->getWorldTransform(), -1, -1};
  }

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  MovingMesh bunny_, cube_;
};

} // namespace

Peer bullet_peer() {
  Peer peer{bullet_description(), [](const MovedBodies& bodies) -> std::unique_ptr<PeerWork> {
              return std::make_unique<BulletWork>(bodies);
            }};
  peer.description.version =
      std::to_string(btGetVersion() / 100) + "." + std::to_string(btGetVersion() % 100);
  return peer;
}

} // namespace lamina::bench
