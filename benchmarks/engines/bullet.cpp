#include "benchmarks/engines/engine.h"

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <cmath>
#include <deque>

namespace lamina::engines {

namespace {

/// Bullet adds a margin around hulls and meshes, m; its usual 40 mm would hold the stones of an arch apart. A
/// small thread has less room than a large stone.
btScalar margin_of(const Body& body) {
  double reach = 0;
  for (const Triple& vertex : body.vertices)
    reach = std::max(reach, std::hypot(vertex[0], vertex[1], vertex[2]));
  return btScalar(reach < 0.1 ? 1e-4 : 1e-3);
}

btVector3 vector_of(const Triple& t) {
  return {btScalar(t[0]), btScalar(t[1]), btScalar(t[2])};
}

/// A surface of triangles, with the arrays that Bullet reads in place.
class Triangles {
public:
  explicit Triangles(const Body& body) {
    for (const Triple& vertex : body.vertices)
      for (const double number : vertex)
        vertices_.push_back(btScalar(number));
    for (const std::vector<int>& face : body.faces)
      corners_.insert(corners_.end(), face.begin(), face.end());
    arrays_ = std::make_unique<btTriangleIndexVertexArray>(
        static_cast<int>(corners_.size() / 3), corners_.data(), static_cast<int>(3 * sizeof(int)),
        static_cast<int>(body.vertices.size()), vertices_.data(), static_cast<int>(3 * sizeof(btScalar)));
  }

  std::unique_ptr<btCollisionShape> shape(btScalar margin) const {
    auto shape = std::make_unique<btGImpactMeshShape>(arrays_.get());
    shape->setMargin(margin);
    shape->updateBound();
    return shape;
  }

private:
  std::vector<btScalar> vertices_; // three numbers each
  std::vector<int> corners_;
  std::unique_ptr<btTriangleIndexVertexArray> arrays_;
};

std::unique_ptr<btCollisionShape> convex_shape_of(const Body& body) {
  if (body.shape == "sphere")
    return std::make_unique<btSphereShape>(btScalar(body.radius));
  if (body.shape == "box")
    return std::make_unique<btBoxShape>(btScalar(0.5) * vector_of(body.size));
  if (body.shape == "cylinder")
    return std::make_unique<btCylinderShape>(
        btVector3(btScalar(body.radius), btScalar(body.height / 2), btScalar(body.radius)));
  auto hull = std::make_unique<btConvexHullShape>();
  for (const Triple& vertex : body.vertices)
    hull->addPoint(vector_of(vertex), false);
  hull->setMargin(margin_of(body));
  hull->recalcLocalAabb();
  return hull;
}

class BulletWorld : public World {
public:
  explicit BulletWorld(const Scene& scene) : time_step_(btScalar(scene.time_step)) {
    world_.setGravity(vector_of(scene.gravity));
    add(std::make_unique<btStaticPlaneShape>(btVector3(0, 1, 0), btScalar(0)), 0, {},
        btTransform::getIdentity(), scene);
    btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher_);
    for (const Body& body : scene.bodies) {
      const btTransform pose(btQuaternion(btScalar(body.orientation[1]), btScalar(body.orientation[2]),
                                          btScalar(body.orientation[3]), btScalar(body.orientation[0])),
                             vector_of(body.position));
      // Without mass a body is fixed.
      const double mass = body.fixed ? 0 : body.mass;
      btRigidBody& made = add(shape_of(body), mass, body.fixed ? Triple{} : body.inertia, pose, scene);
      made.setLinearVelocity(vector_of(body.velocity));
      made.setAngularVelocity(vector_of(body.spin));
      made.setActivationState(DISABLE_DEACTIVATION);
    }
  }
  ~BulletWorld() override {
    for (const auto& body : bodies_)
      world_.removeRigidBody(body.get());
  }

  void step() override { world_.stepSimulation(time_step_, 1, time_step_); }

  std::array<double, 7> pose(std::size_t body) const override {
    const btTransform& pose = bodies_[body + 1]->getWorldTransform(); // the first one is the plane
    const btVector3& p = pose.getOrigin();
    const btQuaternion q = pose.getRotation();
    return {p.x(), p.y(), p.z(), q.w(), q.x(), q.y(), q.z()};
  }

private:
  std::unique_ptr<btCollisionShape> shape_of(const Body& body) {
    return body.shape == "mesh" ? triangles_.emplace_back(body).shape(margin_of(body))
                                : convex_shape_of(body);
  }

  btRigidBody& add(std::unique_ptr<btCollisionShape> shape, double mass, const Triple& inertia,
                   const btTransform& pose, const Scene& scene) {
    btRigidBody::btRigidBodyConstructionInfo info(btScalar(mass), nullptr, shape.get(), vector_of(inertia));
    info.m_startWorldTransform = pose;
    // A pair takes the product of its two.
    info.m_friction = btScalar(std::sqrt(scene.friction));
    info.m_restitution = btScalar(std::sqrt(scene.restitution));
    shapes_.push_back(std::move(shape));
    bodies_.push_back(std::make_unique<btRigidBody>(info));
    world_.addRigidBody(bodies_.back().get());
    return *bodies_.back();
  }

  btScalar time_step_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broad_phase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_{&dispatcher_, &broad_phase_, &solver_, &configuration_};
  std::deque<Triangles> triangles_;
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
};

} // namespace

Engine bullet_engine() {
  return {"bullet",
          std::to_string(btGetVersion() / 100) + "." + std::to_string(btGetVersion() % 100),
          "library",
          "sequential impulses, 10 iterations, no deactivation, meshes by GImpact, margin of hulls and "
          "meshes 1 mm, of those within 0.1 m of their centre 0.1 mm",
          "",
          [](const Scene& scene) -> std::unique_ptr<World> { return std::make_unique<BulletWorld>(scene); }};
}

} // namespace lamina::engines
