#include "core/mesh/octopus.h"
#include "core/mesh/procedural.h"
#include "tests/contact/ldi/vertices/vertices_support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace lamina::test {
namespace {

/// Signed distance from a surface, m: less than 0 inside.
using Distance = std::function<double(const Vec3&)>;

/// Particles around a solid that were told to be on the wrong side of it.
Mistakes mistakes_about(const Surface& solid, const std::vector<Vec3>& places, const Distance& distance,
                        int resolution, double& pixel) {
  const PairContacts found = detect(particles_at(places), solid, vertices_settings(resolution));
  pixel = largest_pixel(found);
  std::vector<bool> inside(places.size(), false);
  for (const FoundVertex& vertex : found_vertices(found, 0))
    inside[vertex.vertex] = true;
  Mistakes mistakes;
  mistakes.tested = places.size();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double away = distance(places[i]);
    mistakes.inside += away < 0;
    if (inside[i] == (away < 0))
      continue;
    ++mistakes.count;
    mistakes.farthest = std::max(mistakes.farthest, std::abs(away));
  }
  return mistakes;
}

void expect_mistakes_only_near(const Surface& solid, const std::vector<Vec3>& places,
                               const Distance& distance, double most_of_pixel, double most_share) {
  for (const int resolution : {16, 64}) {
    double pixel = 0;
    const Mistakes mistakes = mistakes_about(solid, places, distance, resolution, pixel);
    EXPECT_GT(mistakes.inside, places.size() / 50);
    EXPECT_LE(mistakes.farthest, most_of_pixel * pixel) << resolution;
    EXPECT_LE(static_cast<double>(mistakes.count),
              most_share * 16 / resolution * static_cast<double>(mistakes.tested))
        << resolution;
  }
}

Distance by_winding(const TriangleMesh& mesh) {
  return [&mesh](const Vec3& p) { return (winding_about(mesh, p) > 0.5 ? -1 : 1) * distance_to(mesh, p); };
}

TEST(VerticesInLayers, OfASphereAreToldFromThoseOutside) {
  const TriangleMesh sphere = make_sphere(1, 20'000);
  expect_mistakes_only_near(
      surface_of(sphere), places_within({Vec3::Constant(-1.2), Vec3::Constant(1.2)}, 20'000, 1),
      [](const Vec3& p) { return p.norm() - 1; }, 0.25, 0.002);
}

TEST(VerticesInLayers, OfATorusAreToldFromThoseInItsHole) {
  const TriangleMesh torus = make_torus(1, 0.35, 20'000);
  expect_mistakes_only_near(
      surface_of(torus, {{0.1, 0.2, 0.3}, Dice(2).turn()}, false),
      places_within({Vec3::Constant(-1.4), Vec3::Constant(1.4)}, 20'000, 2),
      [pose = Pose{{0.1, 0.2, 0.3}, Dice(2).turn()}](const Vec3& p) {
        const Vec3 q = pose.to_local(p);
        return std::hypot(std::hypot(q.x(), q.z()) - 1, q.y()) - 0.35;
      },
      0.25, 0.002);
}

// Faces are planes, so that the plane of what a pixel's centre meets tells the side of the whole pixel. At
// edges and corners triangles do.
TEST(VerticesInLayers, OfABoxAreAllToldRight) {
  const Vec3 half(0.5, 0.35, 0.2);
  for (const bool rigid : {true, false}) {
    const Pose pose{{0.3, -0.2, 0.1}, Dice(5).turn()};
    for (const std::size_t triangles : {12u, 1200u})
      expect_mistakes_only_near(
          surface_of(make_box(2 * half, triangles), pose, rigid),
          places_within({Vec3(-0.4, -0.9, -0.6), Vec3(1, 0.5, 0.8)}, 20'000, 3),
          [&](const Vec3& p) { return (pose.to_local(p).cwiseAbs() - half).maxCoeff(); }, rigid ? 1e-9 : 0.75,
          rigid ? 0 : 1e-3);
  }
}

TEST(VerticesInLayers, OfABlobAreThoseThatTheSurfaceWindsAround) {
  const TriangleMesh blob = make_blob({1, 0.8, 1.3}, 0.15, 12, 7, 2500);
  expect_mistakes_only_near(surface_of(blob, {}, false),
                            places_within({Vec3::Constant(-0.7), Vec3::Constant(0.7)}, 2000, 4),
                            by_winding(blob), 0.5, 0.005);
}

TEST(VerticesInLayers, OfAnOctopusAreThoseThatTheSurfaceWindsAround) {
  OctopusShape shape;
  shape.triangles = 3000;
  const TriangleMesh octopus = make_octopus(shape).mesh;
  expect_mistakes_only_near(surface_of(octopus, {}, false),
                            places_within({Vec3(-0.5, -0.15, -0.5), Vec3(0.5, 0.25, 0.5)}, 3000, 5),
                            by_winding(octopus), 0.5, 0.01);
}

TEST(VerticesInLayers, OfASolidThatReachesToInfinityLieBelowItsSurface) {
  TriangleMesh room = inside_out(box_between(Vec3::Constant(-1), Vec3::Constant(1)));
  Surface endless = surface_of(room, {}, false);
  endless.winding_at_infinity = 1;
  std::vector<Vec3> places = places_within({Vec3::Constant(-1.3), Vec3::Constant(1.3)}, 5000, 6);
  // Corners lead into the room: what is seen of them depends on the pixel.
  constexpr double pixel = 2.6 / 32;
  std::erase_if(places,
                [&](const Vec3& p) { return ((p.cwiseAbs() - Vec3::Ones()).array().abs() < pixel).any(); });
  const PairContacts found = detect(particles_at(places), endless, vertices_settings(32));
  const auto beyond = [](const Vec3& p) { return (p.array().abs() > 1).count(); };
  const auto count = [&](const auto& of) {
    return static_cast<std::size_t>(std::count_if(places.begin(), places.end(), of));
  };
  EXPECT_EQ(found.evidence.find<VertexEvidence>()->inside,
            count([&](const Vec3& p) { return beyond(p) > 0; }));
  // Beyond two walls at once no axis leads into the room.
  EXPECT_EQ(found.contacts.size(), count([&](const Vec3& p) { return beyond(p) == 1; }));
  EXPECT_GT(found.contacts.size(), 1000u);
}

} // namespace
} // namespace lamina::test
