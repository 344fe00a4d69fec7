#include "benchmarks/peers/peer.h"

#include <embree3/rtcore.h>

#include <algorithm>
#include <stdexcept>

namespace lamina::bench {

namespace {

constexpr unsigned packet = 8;

struct Crossing {
  float depth;
  unsigned geometry, triangle;
};

/// One list a ray of a packet; the filter takes every hit down and lets the ray go on.
struct Collector {
  RTCIntersectContext context; ///< first, so that the filter finds the rest behind it
  std::vector<Crossing>* columns;
};

void collect(const RTCFilterFunctionNArguments* arguments) {
  const auto& collector = *reinterpret_cast<const Collector*>(arguments->context);
  for (unsigned i = 0; i < arguments->N; ++i) {
    if (arguments->valid[i] != -1)
      continue;
    arguments->valid[i] = 0;
    const unsigned ray = RTCRayN_id(arguments->ray, arguments->N, i);
    collector.columns[ray].push_back({RTCRayN_tfar(arguments->ray, arguments->N, i),
                                      RTCHitN_geomID(arguments->hit, arguments->N, i),
                                      RTCHitN_primID(arguments->hit, arguments->N, i)});
  }
}

/// A mesh whose vertices move, in arrays that Embree owns; the scene owns the geometry.
class MovingMesh {
public:
  MovingMesh(RTCDevice device, RTCScene scene, const Surface& surface)
      : geometry_(rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE)) {
    rtcSetGeometryBuildQuality(geometry_, RTC_BUILD_QUALITY_REFIT);
    vertices_ =
        static_cast<float*>(rtcSetNewGeometryBuffer(geometry_, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                                    3 * sizeof(float), surface.positions.size()));
    auto* indices = static_cast<std::uint32_t*>(
        rtcSetNewGeometryBuffer(geometry_, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                3 * sizeof(std::uint32_t), surface.triangles->size()));
    if (!vertices_ || !indices)
      throw std::runtime_error("Embree has no memory for the meshes");
    for (const Triangle& t : *surface.triangles)
      for (const std::uint32_t v : t)
        *indices++ = v;
    take(surface);
    rtcSetGeometryIntersectFilterFunction(geometry_, collect);
    rtcCommitGeometry(geometry_);
    rtcAttachGeometry(scene, geometry_);
    rtcReleaseGeometry(geometry_);
  }

  void take(const Surface& surface) {
    float* to = vertices_;
    for (const Vec3& p : surface.positions)
      for (int k = 0; k < 3; ++k)
        *to++ = static_cast<float>(p[k]);
  }
  void commit() {
    rtcUpdateGeometryBuffer(geometry_, RTC_BUFFER_TYPE_VERTEX, 0);
    rtcCommitGeometry(geometry_);
  }

private:
  RTCGeometry geometry_;
  float* vertices_;
};

/// One thread, as the case that it is compared with.
class EmbreeWork : public PeerWork {
public:
  explicit EmbreeWork(const MovedPair& pair)
      : device_(rtcNewDevice("threads=1,set_affinity=0")), scene_(make_scene(device_)),
        bunny_(device_, scene_, pair.bunny()), cube_(device_, scene_, pair.cube()) {
    rtcCommitScene(scene_);
  }
  ~EmbreeWork() override {
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }

  void take(const MovedPair& pair) override {
    bunny_.take(pair.bunny());
    cube_.take(pair.cube());
    region_ = pair.bunny().bounds.intersection(pair.cube().bounds);
    everything_ = pair.bunny().bounds;
    everything_.include(pair.cube().bounds);
  }

  double work(int resolution) override {
    bunny_.commit();
    cube_.commit();
    rtcCommitScene(scene_);

    std::size_t crossings = 0;
    for (int direction = 0; direction < 3; ++direction)
      crossings += shoot(direction, resolution);
    return static_cast<double>(crossings);
  }

private:
  static RTCScene make_scene(RTCDevice device) {
    if (!device)
      throw std::runtime_error("Embree does not start");
    const RTCScene scene = rtcNewScene(device);
    // Only dynamic scenes of low quality refit; all others build anew, which takes twenty times as long.
    rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_LOW);
    // Nothing may be missed or met twice where triangles join.
    rtcSetSceneFlags(scene, static_cast<RTCSceneFlags>(RTC_SCENE_FLAG_DYNAMIC | RTC_SCENE_FLAG_ROBUST));
    return scene;
  }

  /// One ray through the middle of each column of the region, from before all bodies to the region's far end.
  std::size_t shoot(int direction, int resolution) {
    const int u = (direction + 1) % 3, v = (direction + 2) % 3;
    const auto pixels = static_cast<std::size_t>(resolution) * static_cast<std::size_t>(resolution);
    columns_.resize(std::max(columns_.size(), pixels));
    const Vec3 step = region_.size() / resolution;
    alignas(32) int valid[packet];
    RTCRayHit8 rays{};
    float* const origin[3] = {rays.ray.org_x, rays.ray.org_y, rays.ray.org_z};
    float* const course[3] = {rays.ray.dir_x, rays.ray.dir_y, rays.ray.dir_z};

    Collector collector;
    rtcInitIntersectContext(&collector.context);
    collector.context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    collector.columns = columns_.data();
    for (std::size_t first = 0; first < pixels; first += packet) {
      for (unsigned i = 0; i < packet; ++i) {
        const std::size_t pixel = first + i;
        valid[i] = pixel < pixels ? -1 : 0;
        if (pixel >= pixels)
          continue;
        columns_[pixel].clear();
        const auto column = static_cast<double>(pixel % static_cast<std::size_t>(resolution));
        const auto row = static_cast<double>(pixel / static_cast<std::size_t>(resolution));
        origin[u][i] = static_cast<float>(region_.min[u] + (column + 0.5) * step[u]);
        origin[v][i] = static_cast<float>(region_.min[v] + (row + 0.5) * step[v]);
        origin[direction][i] = static_cast<float>(everything_.min[direction] - 0.01);
        for (int k = 0; k < 3; ++k)
          course[k][i] = k == direction ? 1.0f : 0.0f;
        rays.ray.tnear[i] = 0;
        rays.ray.tfar[i] = static_cast<float>(region_.max[direction] - everything_.min[direction] + 0.01);
        rays.ray.mask[i] = ~0u;
        rays.ray.id[i] = static_cast<unsigned>(pixel);
        rays.ray.flags[i] = 0;
        rays.hit.geomID[i] = RTC_INVALID_GEOMETRY_ID;
      }
      rtcIntersect8(valid, scene_, &collector.context, &rays);
    }

    std::size_t crossings = 0;
    for (std::size_t pixel = 0; pixel < pixels; ++pixel)
      crossings += columns_[pixel].size();
    return crossings;
  }

  RTCDevice device_;
  RTCScene scene_;
  MovingMesh bunny_, cube_;
  Box region_, everything_;
  std::vector<std::vector<Crossing>> columns_; ///< warm lists are used again
};

} // namespace

Peer embree_peer() {
  Peer peer{embree_description(), [](const MovedPair& pair) -> std::unique_ptr<PeerWork> {
              return std::make_unique<EmbreeWork>(pair);
            }};
  peer.description.version = RTC_VERSION_STRING;
  return peer;
}

} // namespace lamina::bench
