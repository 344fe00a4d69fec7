#include "core/contact/raytraced/embree_tree.h"

#include "core/contact/raytraced/slabs.h"

#include <embree3/rtcore.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace lamina::raytraced {

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
  Vec3 centre = Vec3::Zero(), half = Vec3::Zero(); ///< of the box of all triangles, m
  double size = 0; ///< m: the largest half; 0 if there is nothing to be hit. Embree's coordinates are over it

  explicit Scene(RTCDevice of) : device(of) {}
  ~Scene() { release(); }
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  void make();
  void release();
  void measure();
  void commit();
  Box box_of(const Triangle& triangle) const;
};

namespace {

/// By this boxes are larger than their triangles, over the size of the tree: rounding to single precision of
/// coordinates, directions, and what Embree computes of them, each within 2⁻²⁴, adds up to less than half.
constexpr double spare = 32.0 / (1 << 24);

/// What a ray carries through Embree. The context comes first, so that the rest is found behind it.
struct Query {
  RTCIntersectContext context;
  const RayTest* test;
  Hit* hit;
  double start; ///< distance along the ray at which Embree's ray starts, m
  double size;  ///< of the tree, m
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
    // A little behind the hit, so that others at the same distance are found too.
    RTCRayN_tfar(RTCRayHitN_RayN(arguments->rayhit, 1), 1, 0) =
        static_cast<float>((query.hit->distance - query.start) / query.size + spare);
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
        Box box = tree.box_of(tree.triangles[arguments->primID]);
        if (!box.min.allFinite())
          box = {tree.centre, tree.centre};
        const Vec3 low = (box.min - tree.centre) / tree.size, high = (box.max - tree.centre) / tree.size;
        const auto down = [&](int k) { return static_cast<float>(low[k] - spare); };
        const auto up = [&](int k) { return static_cast<float>(high[k] + spare); };
        *arguments->bounds_o = {down(0), down(1), down(2), 0, up(0), up(1), up(2), 0};
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

Box EmbreeTree::Scene::box_of(const Triangle& triangle) const {
  const Vec3 &a = positions[triangle[0]], &b = positions[triangle[1]], &c = positions[triangle[2]];
  if (!(a + b + c).allFinite())
    return {Vec3::Constant(-std::numeric_limits<double>::infinity()), a};
  return {a.cwiseMin(b).cwiseMin(c), a.cwiseMax(b).cwiseMax(c)};
}

void EmbreeTree::Scene::measure() {
  Box all;
  for (const Triangle& triangle : triangles) {
    const Box box = box_of(triangle);
    if (box.min.allFinite())
      all.include(box);
  }
  centre = all.empty() ? Vec3::Zero() : all.centre();
  half = all.empty() ? Vec3::Zero() : Vec3(0.5 * all.size());
  size = half.maxCoeff();
}

void EmbreeTree::Scene::commit() {
  rtcCommitScene(scene);
  if (rtcGetDeviceError(device) != RTC_ERROR_NONE)
    throw std::runtime_error("Embree cannot make a tree");
}

EmbreeTree::EmbreeTree(const EmbreeDevice& device)
    : scene_(std::make_unique<Scene>(device.handle().device)) {}

EmbreeTree::~EmbreeTree() = default;

void EmbreeTree::build(std::span<const Triangle> triangles, std::span<const Vec3> positions) {
  scene_->triangles = triangles;
  scene_->positions = positions;
  scene_->release();
  refit();
}

void EmbreeTree::refit() {
  scene_->measure();
  if (scene_->size == 0)
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
  if (tree.size == 0)
    return hit;
  const Slabs slabs(ray);
  const Slabs::Stretch stretch = slabs.within(tree.centre, tree.half.array() + spare * tree.size);
  if (stretch.misses() || stretch.leave < ray.after)
    return hit;

  // Embree's ray starts where the ray enters the tree, so that its coordinates are no larger than the tree's.
  const RayTest test(ray);
  Query query;
  rtcInitIntersectContext(&query.context);
  query.test = &test;
  query.hit = &hit;
  query.start = std::max(0.0, stretch.enter);
  query.size = tree.size;
  query.triangles = tree.triangles;
  query.positions = tree.positions;
  const Vec3 start = (ray.origin + query.start * ray.direction - tree.centre) / tree.size;
  RTCRayHit embree{};
  embree.ray.org_x = static_cast<float>(start.x());
  embree.ray.org_y = static_cast<float>(start.y());
  embree.ray.org_z = static_cast<float>(start.z());
  embree.ray.dir_x = static_cast<float>(ray.direction.x());
  embree.ray.dir_y = static_cast<float>(ray.direction.y());
  embree.ray.dir_z = static_cast<float>(ray.direction.z());
  embree.ray.tnear = static_cast<float>(std::max(0.0, (ray.after - query.start) / tree.size - 2 * spare));
  embree.ray.tfar = static_cast<float>((stretch.leave - query.start) / tree.size + 2 * spare);
  embree.ray.mask = ~0u;
  embree.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  rtcIntersect1(tree.scene, &query.context, &embree);
  return hit;
}

} // namespace lamina::raytraced
