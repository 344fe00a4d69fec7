// Which particles, and which vertices of a body, lie within another, from layered depth images (HTG04).
// T04-fig18 has 100,000 particles and a body of 500,000 triangles.

#include "benchmarks/models.h"
#include "core/contact/ldi/vertices/vertex_evidence.h"
#include "core/contact/method.h"
#include "core/response/detection_request.h"

#include <benchmark/benchmark.h>

#include <array>
#include <memory>
#include <random>
#include <vector>

namespace lamina::bench {
namespace {

constexpr std::size_t particles_of_figure = 100'000, triangles_of_figure = 500'000;

/// Loose particles at random in a box.
Surface particles_in(const Box& box) {
  std::mt19937 engine(1);
  TriangleMesh mesh;
  for (std::uint32_t i = 0; i < particles_of_figure; ++i) {
    Vec3 place;
    for (int k = 0; k < 3; ++k)
      place[k] = box.min[k] + box.size()[k] * (static_cast<double>(engine()) / 4294967296.0);
    mesh.vertices.push_back(place);
    mesh.triangles.push_back({i, i, i});
  }
  return surface_of(mesh);
}

/// A body of bumps. A rigid one keeps what never changes from step to step.
Surface bumpy_body(bool rigid) {
  Surface body = surface_with_meshlets(bumpy_sphere(triangles_of_figure));
  if (rigid) {
    body.rest = std::make_shared<const std::vector<Vec3>>(body.positions);
    body.axes = Mat3::Identity();
  }
  return body;
}

void detect_vertices(benchmark::State& state, const Surface& a, const Surface& b) {
  Settings settings;
  settings.simulation.threads = 1;
  settings.contact.ldi.resolution = static_cast<int>(state.range(0));
  settings.contact.ldi.measure = LdiMeasure::vertices;
  const std::array<const Surface*, 2> surfaces{&a, &b};
  const std::array<BodyPair, 1> pairs{{{0, 1}}};
  const std::unique_ptr<ContactMethod> method = make_contact_method(settings.contact);
  std::vector<PairContacts> results;
  // Once, so that what is kept from step to step is there.
  method->detect(detection_input(surfaces, pairs, settings), results);
  MethodTimings sum{};
  for (auto _ : state) {
    const MethodTimings timings = method->detect(detection_input(surfaces, pairs, settings), results);
    for (std::size_t phase = 0; phase < 3; ++phase)
      sum[phase] += timings[phase];
  }
  const auto* found = results.front().evidence.find<VertexEvidence>();
  state.counters["tested"] = static_cast<double>(found->tested);
  state.counters["inside"] = static_cast<double>(found->inside);
  state.counters["disputed"] = static_cast<double>(found->disputed);
  state.counters["fragments"] = static_cast<double>(found->fragments);
  state.counters["contacts"] = static_cast<double>(results.front().contacts.size());
  constexpr std::array names{"region_ms", "layers_ms", "vertices_ms"};
  for (std::size_t phase = 0; phase < 3; ++phase)
    state.counters[names[phase]] = 1000 * sum[phase] / static_cast<double>(state.iterations());
}

/// The figure: particles all around the body.
void particles_around(benchmark::State& state, bool rigid) {
  const Surface body = bumpy_body(rigid);
  detect_vertices(state, particles_in(body.bounds), body);
}
BENCHMARK_CAPTURE(particles_around, rigid, true)
    ->Arg(32)
    ->Arg(64)
    ->Arg(128)
    ->ArgName("pixels")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(particles_around, deforming, false)
    ->Arg(64)
    ->ArgName("pixels")
    ->Unit(benchmark::kMillisecond);

/// Two bodies of 100,000 and 250,000 vertices, a tenth of their width in each other: vertices of both count.
void two_bodies(benchmark::State& state) {
  Surface other = surface_with_meshlets([] {
    TriangleMesh mesh = bumpy_sphere(2 * particles_of_figure);
    for (Vec3& vertex : mesh.vertices)
      vertex.x() += 0.8;
    return mesh;
  }());
  detect_vertices(state, bumpy_body(true), other);
}
BENCHMARK(two_bodies)->Arg(64)->ArgName("pixels")->Unit(benchmark::kMillisecond);

} // namespace
} // namespace lamina::bench
