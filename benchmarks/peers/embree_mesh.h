#pragma once

#include "core/shape/surface.h"

#include <embree3/rtcore.h>

#include <stdexcept>

namespace lamina::bench {

inline RTCScene make_refitting_scene(RTCDevice device) {
  if (!device)
    throw std::runtime_error("Embree does not start");
  const RTCScene scene = rtcNewScene(device);
  // Only dynamic scenes of low quality refit; all others build anew, which takes twenty times as long.
  rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_LOW);
  // Nothing may be missed or met twice where triangles join.
  rtcSetSceneFlags(scene, static_cast<RTCSceneFlags>(RTC_SCENE_FLAG_DYNAMIC | RTC_SCENE_FLAG_ROBUST));
  return scene;
}

/// A mesh whose vertices move, in arrays that Embree owns; the scene owns the geometry.
class MovingMesh {
public:
  MovingMesh(RTCDevice device, RTCScene scene, const Surface& surface, RTCFilterFunctionN filter = nullptr)
      : geometry_(rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE)) {
    rtcSetGeometryBuildQuality(geometry_, RTC_BUILD_QUALITY_REFIT);
    vertices_ =
        static_cast<float*>(rtcSetNewGeometryBuffer(geometry_, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                                    3 * sizeof(float), surface.vertex_positions().size()));
    auto* indices = static_cast<std::uint32_t*>(
        rtcSetNewGeometryBuffer(geometry_, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                3 * sizeof(std::uint32_t), surface.triangles->size()));
    if (!vertices_ || !indices)
      throw std::runtime_error("Embree has no memory for the meshes");
    for (const Triangle& t : *surface.triangles)
      for (const std::uint32_t v : t)
        *indices++ = v;
    take(surface);
    rtcSetGeometryIntersectFilterFunction(geometry_, filter);
    rtcCommitGeometry(geometry_);
    rtcAttachGeometry(scene, geometry_);
    rtcReleaseGeometry(geometry_);
  }

  void take(const Surface& surface) {
    float* to = vertices_;
    const VertexPositions positions = surface.vertex_positions();
    for (std::size_t i = 0; i < positions.size(); ++i)
      for (int k = 0; k < 3; ++k)
        *to++ = static_cast<float>(positions[i][k]);
  }
  void commit() {
    rtcUpdateGeometryBuffer(geometry_, RTC_BUFFER_TYPE_VERTEX, 0);
    rtcCommitGeometry(geometry_);
  }

private:
  RTCGeometry geometry_;
  float* vertices_;
};

} // namespace lamina::bench
