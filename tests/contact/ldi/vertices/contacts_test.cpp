#include "core/base/error.h"
#include "core/contact/ldi/device/device_method.h"
#include "core/contact/ldi/device/host_device.h"
#include "core/mesh/meshlets.h"
#include "core/mesh/procedural.h"
#include "core/response/detection_request.h"
#include "core/settings/setting_scope.h"
#include "tests/contact/ldi/vertices/vertices_support.h"
#include "tests/contact/same_contacts.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace lamina::test {
namespace {

/// Two bodies of curved surface, one a little in the other.
std::vector<Surface> two_blobs(unsigned seed) {
  Dice dice(seed);
  std::vector<Surface> blobs;
  for (const double way : {0.0, 0.75})
    blobs.push_back(surface_of(make_blob({1, 0.9, 1.1}, 0.06, 8, seed, 2000),
                               {way * Vec3(0.6, -0.48, 0.64), dice.turn()}, way > 0));
  return blobs;
}

TEST(VertexContacts, KeepMomentumAndAngularMomentum) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    const std::vector<Surface> blobs = two_blobs(seed);
    const PairContacts found = detect(blobs[0], blobs[1], vertices_settings(64));
    ASSERT_GT(found_vertices(found, 0).size(), 10u);
    ASSERT_GT(found_vertices(found, 1).size(), 10u);
    const Push a = push_on(found, 0, blobs[0]), b = push_on(found, 1, blobs[1]);
    EXPECT_LT((a.force + b.force).norm(), 1e-13 * a.size);
    EXPECT_LT((a.torque + b.torque).norm(), 1e-12 * a.size);
    // They are pushed apart.
    EXPECT_LT(a.force.dot(Vec3(0.6, -0.48, 0.64)), -0.9 * a.force.norm());
  }
}

TEST(VertexContacts, SayInWhichPlaceOfWhichTriangleTheyEnd) {
  const std::vector<Surface> blobs = two_blobs(4);
  const PairContacts found = detect(blobs[0], blobs[1], vertices_settings(64));
  for (const ContactPointPair& point : points_of(found).points)
    for (std::size_t end = 0; end < 2; ++end) {
      const Surface& surface = blobs[point.body[end]];
      const Triangle& t = (*surface.triangles)[point.triangle[end]];
      const double b = static_cast<double>(point.barycentric[end][0]),
                   c = static_cast<double>(point.barycentric[end][1]);
      const Vec3 there =
          (1 - b - c) * surface.positions[t[0]] + b * surface.positions[t[1]] + c * surface.positions[t[2]];
      EXPECT_LT((there - point.position[end]).norm(), 1e-6);
      if (end == 1) {
        EXPECT_LT(std::max({0 - b, 0 - c, b + c - 1}), 1.5) << "beyond the triangle";
      }
    }
}

TEST(VertexContacts, AreTheSameForAnyNumberOfThreadsAndOnEveryBackend) {
  const std::vector<Surface> blobs = two_blobs(5);
  TriangleMesh fine = make_torus(0.6, 0.25, 60'000);
  Surface torus = surface_of(fine, {{0.05, 0.02, 0.1}, Dice(3).turn()});
  torus.balanced = true;
  torus.meshlets = std::make_shared<const Meshlets>(fine);
  enclose_meshlets(*torus.meshlets, torus.positions, torus.balls);
  const Surface box = surface_of(make_box({1.1, 0.9, 0.2}, 3000));
  const Surface particles = particles_at(places_within({Vec3::Constant(-0.8), Vec3::Constant(0.8)}, 9000, 2));
  for (const auto& [a, b] : {std::pair{&blobs[0], &blobs[1]}, {&torus, &box}, {&particles, &torus}})
    for (const int resolution : {17, 64}) {
      Settings settings = vertices_settings(resolution);
      const PairContacts alone = detect(*a, *b, settings);
      EXPECT_GT(alone.contacts.size(), 30u);
      for (const std::string backend : {"cpu", "reference"})
        for (const int threads : {1, 2, 5}) {
          settings.simulation.threads = threads;
          settings.contact.backend = backend;
          SCOPED_TRACE(backend + " " + std::to_string(threads));
          expect_same(alone, detect(*a, *b, settings));
        }
    }
}

TEST(VertexContacts, AreTheSameInTurnedAndShiftedWorlds) {
  // Rigid bodies are sampled along axes of their own.
  const Surface ball = surface_of(make_sphere(0.5, 2000), {{0.2, 0.6, 0.1}, Dice(1).turn()});
  const PairContacts found = detect(ball, surface_of(make_box({2, 0.4, 2})), vertices_settings(32));
  const Pose moved{{3, -2, 1}, Dice(2).turn()};
  Surface other_ball =
      surface_of(make_sphere(0.5, 2000), {moved * Vec3(0.2, 0.6, 0.1), moved.orientation * Dice(1).turn()});
  const PairContacts again =
      detect(other_ball, surface_of(make_box({2, 0.4, 2}), moved), vertices_settings(32));
  ASSERT_GT(found.contacts.size(), 10u);
  ASSERT_EQ(found.contacts.size(), again.contacts.size());
  for (std::size_t i = 0; i < found.contacts.size(); ++i)
    EXPECT_NEAR(found.contacts[i].measure, again.contacts[i].measure, 1e-9);
}

TEST(VertexContacts, OfBadSurfacesAreNoneAndNothingFails) {
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               infinity = std::numeric_limits<double>::infinity();
  const Surface ball = surface_of(make_sphere(0.5, 320), {}, false);
  const Settings settings = vertices_settings(16);
  Surface empty, without_triangles = particles_at({Vec3::Zero()});
  without_triangles.triangles = nullptr;
  EXPECT_TRUE(detect(empty, ball, settings).contacts.empty());
  EXPECT_TRUE(detect(without_triangles, ball, settings).contacts.empty());
  for (const double bad : {nan, infinity, -infinity, 1e200}) {
    Surface broken = ball;
    broken.positions[7].y() = bad;
    broken.bounds.include(broken.positions[7]);
    detect(broken, surface_of(make_box({1, 1, 0.2})), settings);
    detect(surface_of(make_box({1, 1, 0.2})), broken, settings);
    // Of particles those that are numbers still count.
    const Surface particles = particles_at({Vec3(0, 0.1, 0), Vec3(bad, 0, 0), Vec3(0, 0.2, 0)});
    const std::size_t seen = detect(particles, ball, settings).contacts.size();
    if (std::isnan(bad)) {
      EXPECT_EQ(seen, 2u);
    }
  }
  // Columns of an open surface do not balance where it is open: they are dropped, and counted.
  TriangleMesh open = make_box({1, 1, 1}, 1200);
  open.triangles.resize(open.triangles.size() / 2);
  const PairContacts found = detect(surface_of(open), ball, settings);
  const auto* evidence = found.evidence.find<VertexEvidence>();
  ASSERT_TRUE(evidence);
  EXPECT_GT(evidence->dropped, 0u);
  for (const Contact& contact : found.contacts)
    EXPECT_TRUE(std::isfinite(contact.measure) && contact.measure > 0 && contact.area > 0);
}

TEST(VertexContacts, OfColumnsWithTooManyCrossingsAreLeftOut) {
  Settings settings = vertices_settings(16);
  settings.contact.ldi.crossing_limit = 2;
  const std::vector<Vec3> places = places_within({Vec3::Constant(-0.5), Vec3::Constant(0.5)}, 500, 1);
  const Surface shells = surface_of(together({make_sphere(0.5, 1280), inside_out(make_sphere(0.3, 1280))}));
  const PairContacts found = detect(particles_at(places), shells, settings);
  EXPECT_GT(found.evidence.find<VertexEvidence>()->dropped, 50u);
  settings.contact.ldi.crossing_limit = 1024;
  EXPECT_EQ(detect(particles_at(places), shells, settings).evidence.find<VertexEvidence>()->dropped, 0u);
}

TEST(VertexContacts, AreDepthsWhoeverAsksForTheMethod) {
  Settings settings = vertices_settings(16);
  EXPECT_EQ(measure_of(settings.contact), MeasureKind::depth);
  EXPECT_TRUE(leaves<PointEvidence>(settings.contact));
  EXPECT_FALSE(leaves<ImageEvidence>(settings.contact));
  EXPECT_FALSE(presses_by_volume(settings));
  settings.response.law = ContactLaw::f08;
  EXPECT_FALSE(presses_by_volume(settings)) << "there is no volume";
  settings.contact.ldi.measure = LdiMeasure::volume;
  EXPECT_EQ(measure_of(settings.contact), MeasureKind::volume);
  EXPECT_TRUE(leaves<ImageEvidence>(settings.contact));
  EXPECT_TRUE(presses_by_volume(settings));
  settings.contact.method = "raytraced";
  settings.contact.ldi.measure = LdiMeasure::vertices;
  EXPECT_TRUE(leaves<PointEvidence>(settings.contact));
  settings.contact.method = "adaptive";
  EXPECT_EQ(measure_of(settings.contact), MeasureKind::volume);
}

TEST(VertexContacts, OfABodyWithItselfAreNone) {
  const Settings settings = vertices_settings(32);
  EXPECT_TRUE(detect_self(surface_of(make_torus(1, 0.4, 800), {}, false), settings).contacts.empty());
}

/// A card, as far as the method can tell.
class ACard : public ldi::LayerDevice {
public:
  ldi::LayerSeconds sample(std::span<const Surface* const> surfaces, std::span<const ldi::PairPlan> plans,
                           const ldi::LayerRequest& request, std::span<ldi::PairLayers> layers) override {
    return host_->sample(surfaces, plans, request, layers);
  }
  std::string name() const override { return "a card"; }

private:
  std::unique_ptr<ldi::LayerDevice> host_ = ldi::make_host_device();
};

TEST(VertexContacts, OfACardAreTakenByTheProcessorWhichIsSaid) {
  const std::vector<Surface> blobs = two_blobs(6);
  const std::array<const Surface*, 2> surfaces{&blobs[0], &blobs[1]};
  const std::array<BodyPair, 1> pairs{BodyPair{0, 1}};
  const auto method = ldi::make_device_method(std::make_unique<ACard>());
  Settings settings = whole_pair(16);
  std::vector<PairContacts> found;
  method->detect(detection_input(surfaces, pairs, settings), found);
  EXPECT_FALSE(method->fallback());
  settings = vertices_settings(16);
  method->detect(detection_input(surfaces, pairs, settings), found);
  ASSERT_TRUE(method->fallback());
  EXPECT_EQ(method->fallback()->backend, "cpu");
  EXPECT_THAT(method->fallback()->reason,
              testing::AllOf(testing::HasSubstr("a card"), testing::HasSubstr("vertices")));
  EXPECT_EQ(method->device(), "");
  expect_same(found.at(0), detect(blobs[0], blobs[1], settings));
}

} // namespace
} // namespace lamina::test
