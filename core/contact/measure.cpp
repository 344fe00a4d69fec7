#include "core/contact/measure.h"

#include "core/base/error.h"
#include "core/contact/adaptive/volume_check.h"
#include "core/contact/method.h"

#include <algorithm>

namespace lamina {

namespace {

Surface surface_of(const PreparedMesh& prepared) {
  Surface surface;
  surface.triangles = std::make_shared<const std::vector<Triangle>>(prepared.mesh.triangles);
  surface.positions = prepared.mesh.vertices;
  for (const Vec3& p : surface.positions)
    surface.bounds.include(p);
  surface.winding_at_infinity = prepared.winding_at_infinity;
  return surface;
}

} // namespace

Measurement measure_intersection(const PreparedMesh& a, const PreparedMesh& b,
                                 const ContactSettings& settings, int threads) {
  if (const ShapeParts needed = needed_parts(settings.method); needed.solid || needed.rest)
    throw InputError("method \"" + settings.method +
                     "\" needs more of a body than the surface that a mesh has");
  DetectionRequest request;
  request.between = {Partition::whole, false};
  const Surface surface_a = surface_of(a), surface_b = surface_of(b);
  const std::array<const Surface*, 2> surfaces = {&surface_a, &surface_b};
  const std::array<BodyPair, 1> pairs = {BodyPair{0, 1}};
  std::vector<PairContacts> results;
  const DetectionInput input{{surfaces}, pairs, settings, request, threads};
  MethodTimings timings = make_contact_method(settings)->detect(input, results);
  adaptive::VolumeCheck().find(input, results, timings);

  Measurement measurement;
  measurement.contacts = std::move(results.front());
  for (const Contact& contact : measurement.contacts.contacts) {
    measurement.deepest = std::max(measurement.deepest, contact.depth());
    measurement.area += contact.area;
    for (std::uint32_t i = contact.gradient[0].begin; i < contact.gradient[0].end; ++i) {
      const VertexGradient& entry = measurement.contacts.gradient[i];
      const Vec3 push = -contact.spread() * entry.value;
      measurement.force_on_a += push;
      measurement.torque_on_a += surface_a.vertex_positions()[entry.vertex].cross(push);
    }
  }
  return measurement;
}

adaptive::BoundedVolume measure_volume(const PreparedMesh& a, const PreparedMesh& b,
                                       const adaptive::VolumeTolerance& tolerance, const Progress& progress) {
  return adaptive::bounded_volume(surface_of(a), surface_of(b), tolerance, progress);
}

} // namespace lamina
