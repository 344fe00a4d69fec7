#include "benchmarks/peers/embree_mesh.h"
#include "benchmarks/peers/peer.h"

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

/// The tree over both bodies. One thread, as the case that it is compared with.
class EmbreeTree {
public:
  explicit EmbreeTree(const MovedBodies& bodies)
      : device_(rtcNewDevice("threads=1,set_affinity=0")), scene_(make_refitting_scene(device_)),
        bunny_(device_, scene_, bunny_of(bodies), collect), cube_(device_, scene_, cube_of(bodies), collect) {
    rtcCommitScene(scene_);
  }
  ~EmbreeTree() {
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }
  EmbreeTree(const EmbreeTree&) = delete;
  EmbreeTree& operator=(const EmbreeTree&) = delete;

  void take(const MovedBodies& bodies) {
    bunny_.take(bunny_of(bodies));
    cube_.take(cube_of(bodies));
  }
  void refit() {
    bunny_.commit();
    cube_.commit();
    rtcCommitScene(scene_);
  }
  RTCScene scene() const { return scene_; }

private:
  RTCDevice device_;
  RTCScene scene_;
  MovingMesh bunny_, cube_;
};

class EmbreeRefit : public PeerWork {
public:
  explicit EmbreeRefit(const MovedBodies& bodies) : tree_(bodies), triangles_(bodies.triangles()) {}
  void take(const MovedBodies& bodies) override { tree_.take(bodies); }
  double work(int) override {
    tree_.refit();
    return static_cast<double>(triangles_);
  }

private:
  EmbreeTree tree_;
  std::size_t triangles_;
};

class EmbreeRays : public PeerWork {
public:
  explicit EmbreeRays(const MovedBodies& bodies) : tree_(bodies) {}

  void take(const MovedBodies& bodies) override {
    tree_.take(bodies);
    region_ = bunny_of(bodies).bounds.intersection(cube_of(bodies).bounds);
    everything_ = bunny_of(bodies).bounds;
    everything_.include(cube_of(bodies).bounds);
  }

  double work(int resolution) override {
    tree_.refit();
    std::size_t crossings = 0;
    for (int direction = 0; direction < 3; ++direction)
      crossings += shoot(direction, resolution);
    return static_cast<double>(crossings);
  }

private:
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
      rtcIntersect8(valid, tree_.scene(), &collector.context, &rays);
    }

    std::size_t crossings = 0;
    for (std::size_t pixel = 0; pixel < pixels; ++pixel)
      crossings += columns_[pixel].size();
    return crossings;
  }

  EmbreeTree tree_;
  Box region_, everything_;
  std::vector<std::vector<Crossing>> columns_; ///< warm lists are used again
};

} // namespace

Peer embree_peer() {
  Peer peer{embree_description(), [](const MovedBodies& bodies) -> std::unique_ptr<PeerWork> {
              return std::make_unique<EmbreeRays>(bodies);
            }};
  peer.description.version = RTC_VERSION_STRING;
  return peer;
}

Peer embree_refit_peer() {
  Peer peer{embree_refit_description(), [](const MovedBodies& bodies) -> std::unique_ptr<PeerWork> {
              return std::make_unique<EmbreeRefit>(bodies);
            }};
  peer.description.version = RTC_VERSION_STRING;
  return peer;
}

} // namespace lamina::bench
