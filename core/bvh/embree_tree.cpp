#include "core/bvh/embree_tree.h"

#include "core/bvh/tree_frame.h"

#include <embree3/rtcore.h>

#include <stdexcept>

namespace lamina::bvh {

struct EmbreeDevice::Handle {
  RTCDevice device;
};

EmbreeDevice::EmbreeDevice() : handle_(new Handle{rtcNewDevice(nullptr)}) {
  if (!handle_->device)
    throw std::runtime_error("Embree, which the BVH of ray-traced contact needs, does not start");
}

EmbreeDevice::~EmbreeDevice() {
  rtcReleaseDevice(handle_->device);
}

struct EmbreeTree::Scene {
  RTCDevice device;
  RTCScene scene = nullptr;
  RTCGeometry geometry = nullptr; ///< the scene's own
  std::span<const Triangle> triangles;
  std::span<const Vec3> positions;
  TreeFrame frame; ///< of Embree's coordinates

  explicit Scene(RTCDevice of) : device(of) {}
  ~Scene() { release(); }
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  void make();
  void release();
  void commit();
  RTCBounds bounds_of(const Triangle& triangle) const;
};

namespace {

/// What a ray carries through Embree. The context comes first, so that the rest is found behind it.
struct Query {
  RTCIntersectContext context;
  const RayTest* test;
  Hit* hit;
  const TreeFrame* frame;
  FrameRay ray;
  std::span<const Triangle> triangles;
  std::span<const Vec3> positions;
};

void ask_triangle(const RTCIntersectFunctionNArguments* arguments) {
  const auto& query = *reinterpret_cast<const Query*>(arguments->context);
  const Triangle& t = query.triangles[arguments->primID];
  if (arguments->valid[0] != -1 || !counts(query.test->ray(), t))
    return;
  if (query.test->take(query.positions[t[0]], query.positions[t[1]], query.positions[t[2]], arguments->primID,
                       *query.hit))
    RTCRayN_tfar(RTCRayHitN_RayN(arguments->rayhit, 1), 1, 0) =
        query.ray.end_of(*query.frame, query.hit->distance);
}

} // namespace

void EmbreeTree::Scene::make() {
  scene = rtcNewScene(device);
  geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER);
  if (!scene || !geometry)
    throw std::runtime_error("Embree has no memory for a tree");
  // Only dynamic scenes of low quality refit; all others build anew.
  rtcSetSceneFlags(scene, static_cast<RTCSceneFlags>(RTC_SCENE_FLAG_DYNAMIC | RTC_SCENE_FLAG_ROBUST));
  rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_LOW);
  rtcSetGeometryBuildQuality(geometry, RTC_BUILD_QUALITY_REFIT);
  rtcSetGeometryUserPrimitiveCount(geometry, static_cast<unsigned>(triangles.size()));
  rtcSetGeometryUserData(geometry, this);
  rtcSetGeometryBoundsFunction(
      geometry,
      [](const RTCBoundsFunctionArguments* arguments) {
        const auto& tree = *static_cast<const Scene*>(arguments->geometryUserPtr);
        *arguments->bounds_o = tree.bounds_of(tree.triangles[arguments->primID]);
      },
      nullptr);
  rtcSetGeometryIntersectFunction(geometry, ask_triangle);
  rtcCommitGeometry(geometry);
  rtcAttachGeometry(scene, geometry);
  rtcReleaseGeometry(geometry);
}

void EmbreeTree::Scene::release() {
  if (scene)
    rtcReleaseScene(scene);
  scene = nullptr;
}

/// What is never hit may be anywhere in the frame.
RTCBounds EmbreeTree::Scene::bounds_of(const Triangle& triangle) const {
  const Vec3 &a = positions[triangle[0]], &b = positions[triangle[1]], &c = positions[triangle[2]];
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();
  if ((a + b + c).allFinite()) {
    low = frame.local(a.cwiseMin(b).cwiseMin(c));
    high = frame.local(a.cwiseMax(b).cwiseMax(c));
  }
  const auto down = [&](int k) { return static_cast<float>(low[k] - TreeFrame::spare); };
  const auto up = [&](int k) { return static_cast<float>(high[k] + TreeFrame::spare); };
  return {down(0), down(1), down(2), 0, up(0), up(1), up(2), 0};
}

void EmbreeTree::Scene::commit() {
  rtcCommitScene(scene);
  if (rtcGetDeviceError(device) != RTC_ERROR_NONE)
    throw std::runtime_error("Embree cannot make a tree");
}

EmbreeTree::EmbreeTree(const EmbreeDevice& device)
    : scene_(std::make_unique<Scene>(device.handle().device)) {}

EmbreeTree::~EmbreeTree() = default;

void EmbreeTree::build(std::span<const Triangle> triangles, std::span<const Vec3> positions,
                       const Box& bounds) {
  scene_->triangles = triangles;
  scene_->positions = positions;
  scene_->release();
  refit(bounds);
}

void EmbreeTree::refit(const Box& bounds) {
  scene_->frame = TreeFrame(bounds);
  if (scene_->frame.size == 0)
    return;
  if (scene_->scene)
    rtcCommitGeometry(scene_->geometry);
  else
    scene_->make();
  scene_->commit();
}

Hit EmbreeTree::first_hit(const Ray& ray) const {
  const Scene& tree = *scene_;
  Hit hit;
  Query query;
  if (!query.ray.enter(tree.frame, ray))
    return hit;

  const RayTest test(ray);
  rtcInitIntersectContext(&query.context);
  query.test = &test;
  query.hit = &hit;
  query.frame = &tree.frame;
  query.triangles = tree.triangles;
  query.positions = tree.positions;
  const auto& [x, y, z] = query.ray.origin;
  const auto& [along_x, along_y, along_z] = query.ray.direction;
  RTCRayHit embree{};
  embree.ray.org_x = x;
  embree.ray.org_y = y;
  embree.ray.org_z = z;
  embree.ray.dir_x = along_x;
  embree.ray.dir_y = along_y;
  embree.ray.dir_z = along_z;
  embree.ray.tnear = query.ray.nearest;
  embree.ray.tfar = query.ray.farthest;
  embree.ray.mask = ~0u;
  embree.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  rtcIntersect1(tree.scene, &query.context, &embree);
  return hit;
}

} // namespace lamina::bvh
