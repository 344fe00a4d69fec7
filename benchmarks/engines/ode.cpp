#include "benchmarks/engines/engine.h"

#include <ode/ode.h>

#include <algorithm>
#include <deque>

namespace lamina::engines {

namespace {

constexpr int most_contacts = 64; // of a pair

dReal real(double number) {
  return static_cast<dReal>(number);
}

/// Triangles, whose arrays the library reads in place. A hull is made of them too: dConvex finds normals of
/// length zero where faces only touch.
class Triangles {
public:
  explicit Triangles(const Body& body) {
    for (const Triple& vertex : body.vertices)
      for (const double number : {vertex[0], vertex[1], vertex[2], 0.0})
        vertices_.push_back(real(number));
    for (const std::vector<int>& face : body.faces)
      for (std::size_t k = 2; k < face.size(); ++k)
        for (const int corner : {face[0], face[k - 1], face[k]})
          corners_.push_back(static_cast<dTriIndex>(corner));
    dGeomTriMeshDataBuildSimple(data_, vertices_.data(), static_cast<int>(body.vertices.size()),
                                corners_.data(), static_cast<int>(corners_.size()));
  }
  ~Triangles() { dGeomTriMeshDataDestroy(data_); }
  Triangles(const Triangles&) = delete;
  Triangles& operator=(const Triangles&) = delete;

  dGeomID geometry(dSpaceID space) const { return dCreateTriMesh(space, data_, nullptr, nullptr, nullptr); }

private:
  dTriMeshDataID data_ = dGeomTriMeshDataCreate();
  std::vector<dReal> vertices_; // four numbers each
  std::vector<dTriIndex> corners_;
};

class OdeWorld : public World {
public:
  explicit OdeWorld(const Scene& scene) : scene_(scene) {
    dInitODE2(0);
    world_ = dWorldCreate();
    space_ = dHashSpaceCreate(nullptr);
    contacts_ = dJointGroupCreate(0);
    dWorldSetGravity(world_, real(scene.gravity[0]), real(scene.gravity[1]), real(scene.gravity[2]));
    dCreatePlane(space_, 0, 1, 0, 0);
    for (const Body& body : scene.bodies)
      add(body);
  }
  ~OdeWorld() override {
    dJointGroupDestroy(contacts_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
    triangles_.clear();
    dCloseODE();
  }

  void step() override {
    dSpaceCollide(space_, this,
                  [](void* self, dGeomID a, dGeomID b) { static_cast<OdeWorld*>(self)->collide(a, b); });
    dWorldQuickStep(world_, real(scene_.time_step));
    dJointGroupEmpty(contacts_);
  }

  std::array<double, 7> pose(std::size_t body) const override {
    const dReal* p = dBodyGetPosition(bodies_[body]);
    const dReal* q = dBodyGetQuaternion(bodies_[body]);
    const dReal* turn = body < turned_.size() && turned_[body] ? quarter_back : nullptr;
    dQuaternion whole;
    if (turn)
      dQMultiply0(whole, q, turn);
    else
      std::copy(q, q + 4, whole);
    return {p[0], p[1], p[2], whole[0], whole[1], whole[2], whole[3]};
  }

private:
  // A cylinder of ODE lies along z, one of lamina along y: a quarter turn about x, and back.
  static constexpr dReal half = dReal(0.70710678118654752);
  static constexpr dReal quarter[4] = {half, -half, 0, 0}, quarter_back[4] = {half, half, 0, 0};

  void add(const Body& body) {
    const bool turned = body.shape == "cylinder";
    dBodyID made = dBodyCreate(world_);
    dMass mass;
    const double iy = turned ? body.inertia[2] : body.inertia[1],
                 iz = turned ? body.inertia[1] : body.inertia[2];
    dMassSetParameters(&mass, real(body.mass), 0, 0, 0, real(body.inertia[0]), real(iy), real(iz), 0, 0, 0);
    dBodySetMass(made, &mass);
    dBodySetPosition(made, real(body.position[0]), real(body.position[1]), real(body.position[2]));
    dQuaternion q{real(body.orientation[0]), real(body.orientation[1]), real(body.orientation[2]),
                  real(body.orientation[3])};
    dQuaternion whole;
    dQMultiply0(whole, q, quarter);
    dBodySetQuaternion(made, turned ? whole : q);
    dBodySetLinearVel(made, real(body.velocity[0]), real(body.velocity[1]), real(body.velocity[2]));
    dBodySetAngularVel(made, real(body.spin[0]), real(body.spin[1]), real(body.spin[2]));
    if (body.fixed)
      dBodySetKinematic(made);
    dGeomSetBody(geometry_of(body), made);
    bodies_.push_back(made);
    turned_.push_back(turned);
  }

  dGeomID geometry_of(const Body& body) {
    if (body.shape == "sphere")
      return dCreateSphere(space_, real(body.radius));
    if (body.shape == "box")
      return dCreateBox(space_, real(body.size[0]), real(body.size[1]), real(body.size[2]));
    if (body.shape == "cylinder")
      return dCreateCylinder(space_, real(body.radius), real(body.height));
    return triangles_.emplace_back(body).geometry(space_);
  }

  void collide(dGeomID a, dGeomID b) {
    dContactGeom found[most_contacts];
    const int count = dCollide(a, b, most_contacts, found, sizeof(dContactGeom));
    for (int k = 0; k < count; ++k) {
      dContact contact{};
      contact.geom = found[k];
      contact.surface.mode = dContactApprox1;
      contact.surface.mu = real(scene_.friction);
      if (scene_.restitution > 0) {
        contact.surface.mode |= dContactBounce;
        contact.surface.bounce = real(scene_.restitution);
        contact.surface.bounce_vel = real(0.1);
      }
      dJointAttach(dJointCreateContact(world_, contacts_, &contact), dGeomGetBody(a), dGeomGetBody(b));
    }
  }

  Scene scene_;
  dWorldID world_ = nullptr;
  dSpaceID space_ = nullptr;
  dJointGroupID contacts_ = nullptr;
  std::deque<Triangles> triangles_;
  std::vector<dBodyID> bodies_;
  std::vector<bool> turned_;
};

std::string version() {
  return ODE_VERSION;
}

} // namespace

Engine ode_engine() {
  return {"ode",
          version(),
          "library",
          "dWorldQuickStep, 20 iterations, dContactApprox1, no auto-disable, hulls and meshes as triangles, "
          "up to 64 contacts a pair",
          "",
          [](const Scene& scene) -> std::unique_ptr<World> { return std::make_unique<OdeWorld>(scene); }};
}

} // namespace lamina::engines
