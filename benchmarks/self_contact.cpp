// Self-contact alone: one body of 20,000 triangles that overlaps itself in one place, every vertex as before.

#include "benchmarks/models.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/contact/method.h"
#include "core/mesh/procedural.h"
#include "core/response/detection_request.h"

#include <benchmark/benchmark.h>

#include <array>
#include <memory>
#include <vector>

namespace lamina::bench {
namespace {

/// A torus and a sphere that reaches into it, as one mesh.
TriangleMesh overlapping() {
  TriangleMesh mesh = make_torus(1, 0.35, 10'000);
  const TriangleMesh sphere = make_sphere(0.5, 10'000);
  const std::uint32_t first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (const Vec3& p : sphere.vertices)
    mesh.vertices.push_back(p + Vec3(0.9, 0.7, 0.2));
  for (const Triangle& t : sphere.triangles)
    mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  return mesh;
}

/// Argument: pixels across.
void detect_self(benchmark::State& state) {
  Settings settings;
  settings.simulation.threads = 1;
  settings.contact.ldi.resolution = static_cast<int>(state.range(0));
  const Surface surface = surface_of(overlapping());
  const std::array<const Surface*, 1> surfaces{&surface};
  const std::array<BodyPair, 1> pairs{{{0, 0}}};
  const std::unique_ptr<ContactMethod> method = make_contact_method(settings.contact);
  std::vector<PairContacts> results;
  for (auto _ : state)
    method->detect(detection_input(surfaces, pairs, settings), results);
  state.counters["fragments"] = static_cast<double>(images_of(results.front()).fragments);
  state.counters["contacts"] = static_cast<double>(results.front().contacts.size());
}
BENCHMARK(detect_self)->Arg(16)->Arg(64)->Arg(256)->ArgName("pixels")->Unit(benchmark::kMillisecond);

} // namespace
} // namespace lamina::bench
