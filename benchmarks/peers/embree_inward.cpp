#include "benchmarks/peers/embree_mesh.h"
#include "benchmarks/peers/peer.h"

#include <cmath>
#include <memory>
#include <vector>

namespace lamina::bench {

namespace {

/// A body with a tree of its own, as our method keeps one.
class Body {
public:
  Body(RTCDevice device, const Surface& surface)
      : scene_(make_refitting_scene(device)), mesh_(device, scene_, surface) {
    rtcCommitScene(scene_);
  }
  ~Body() { rtcReleaseScene(scene_); }
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  void take(const Surface& surface) { mesh_.take(surface); }
  void refit() {
    mesh_.commit();
    rtcCommitScene(scene_);
  }

  struct Hit {
    float distance;
    Vec3f normal; ///< not of unit length
    bool exists;
  };
  Hit first_hit(const Vec3f& origin, const Vec3f& direction, float after) const {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    RTCRayHit ray{};
    ray.ray.org_x = origin.x();
    ray.ray.org_y = origin.y();
    ray.ray.org_z = origin.z();
    ray.ray.dir_x = direction.x();
    ray.ray.dir_y = direction.y();
    ray.ray.dir_z = direction.z();
    ray.ray.tnear = after;
    ray.ray.tfar = std::numeric_limits<float>::infinity();
    ray.ray.mask = ~0u;
    ray.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(scene_, &context, &ray);
    return {ray.ray.tfar, Vec3f(ray.hit.Ng_x, ray.hit.Ng_y, ray.hit.Ng_z),
            ray.hit.geomID != RTC_INVALID_GEOMETRY_ID};
  }

private:
  RTCScene scene_;
  MovingMesh mesh_;
};

class EmbreeInward : public PeerWork {
public:
  explicit EmbreeInward(const MovedBodies& bodies) : device_(rtcNewDevice("threads=1,set_affinity=0")) {
    if (!device_)
      throw std::runtime_error("Embree does not start");
    for (const Surface* surface : bodies.surfaces())
      trees_.push_back(std::make_unique<Body>(device_, *surface));
    normals_.resize(trees_.size());
  }
  ~EmbreeInward() override {
    trees_.clear();
    rtcReleaseDevice(device_);
  }
  EmbreeInward(const EmbreeInward&) = delete;
  EmbreeInward& operator=(const EmbreeInward&) = delete;

  void take(const MovedBodies& bodies) override {
    surfaces_.assign(bodies.surfaces().begin(), bodies.surfaces().end());
    for (std::size_t i = 0; i < trees_.size(); ++i)
      trees_[i]->take(*surfaces_[i]);
  }

  double work(int) override {
    std::size_t hits = 0;
    for (std::size_t i = 0; i < trees_.size(); ++i) {
      trees_[i]->refit();
      find_normals(*surfaces_[i], normals_[i]);
    }
    for (std::size_t a = 0; a < trees_.size(); ++a)
      for (std::size_t b = 0; b < trees_.size(); ++b)
        if (a != b && surfaces_[a]->bounds.overlaps(surfaces_[b]->bounds))
          hits += cast(a, b);
    return static_cast<double>(hits);
  }

private:
  static void find_normals(const Surface& surface, std::vector<Vec3f>& normals) {
    const std::vector<Vec3f>& positions = surface.single_positions;
    normals.assign(positions.size(), Vec3f::Zero());
    for (const Triangle& t : *surface.triangles) {
      const Vec3f area = (positions[t[1]] - positions[t[0]]).cross(positions[t[2]] - positions[t[0]]);
      for (const std::uint32_t v : t)
        normals[v] += area;
    }
  }

  /// From the vertices of a inwards, with the same questions as our method asks.
  std::size_t cast(std::size_t a, std::size_t b) const {
    const Box overlap = surfaces_[a]->bounds.intersection(surfaces_[b]->bounds);
    const std::vector<Vec3f>& positions = surfaces_[a]->single_positions;
    std::size_t hits = 0;
    for (std::size_t v = 0; v < positions.size(); ++v) {
      const Vec3 place = positions[v].cast<double>();
      if ((place.array() < overlap.min.array()).any() || (place.array() > overlap.max.array()).any())
        continue;
      const Vec3f inward = -normals_[a][v].normalized();
      const Body::Hit other = trees_[b]->first_hit(positions[v], inward, 0);
      if (!other.exists || other.normal.dot(inward) <= 0)
        continue;
      const Body::Hit own = trees_[a]->first_hit(positions[v], inward, 1e-5f);
      if (!own.exists || own.distance <= other.distance)
        continue;
      const Body::Hit across = trees_[b]->first_hit(positions[v], other.normal.normalized(), 0);
      hits += across.exists;
    }
    return hits;
  }

  RTCDevice device_;
  std::vector<std::unique_ptr<Body>> trees_;
  std::vector<const Surface*> surfaces_;
  std::vector<std::vector<Vec3f>> normals_; ///< of vertices, not of unit length
};

} // namespace

Peer embree_inward_peer() {
  Peer peer{embree_inward_description(), [](const MovedBodies& bodies) -> std::unique_ptr<PeerWork> {
              return std::make_unique<EmbreeInward>(bodies);
            }};
  peer.description.version = RTC_VERSION_STRING;
  return peer;
}

} // namespace lamina::bench
