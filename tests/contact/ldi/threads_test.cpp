#include "core/contact/broad_phase.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/contact/ldi/ldi.h"
#include "core/mesh/meshlets.h"
#include "core/mesh/procedural.h"
#include "core/response/detection_request.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/same_contacts.h"

#include <gtest/gtest.h>

namespace lamina::test {
namespace {

/// A lattice of bodies that overlap their neighbours, some of them the same surface kept twice.
std::vector<Surface> crowd() {
  Dice dice(11);
  std::vector<Surface> surfaces;
  for (int k = 0; k < 30; ++k) {
    const Pose pose{0.8 * Vec3(k % 3, k / 3 % 3, k / 9) + dice.vector(0.1), dice.turn()};
    surfaces.push_back(surface_of(k % 2 ? make_sphere(0.5, 320) : make_box({0.9, 0.8, 0.7}), pose));
  }
  return surfaces;
}

TEST(Threads, DoNotChangeASingleBit) {
  const std::vector<Surface> surfaces = crowd();
  std::vector<const Surface*> pointers;
  for (const Surface& surface : surfaces)
    pointers.push_back(&surface);
  BroadPhase broad_phase;
  std::vector<BodyPair> pairs;
  broad_phase.find_pairs(pointers, nullptr, 0, pairs);
  ASSERT_GT(pairs.size(), 64u) << "more than the threads take at once";

  Settings settings;
  std::vector<std::vector<PairContacts>> results(2);
  for (std::size_t run = 0; run < results.size(); ++run) {
    settings.simulation.threads = static_cast<int>(run) + 1;
    make_contact_method(settings.contact)->detect(detection_input(pointers, pairs, settings), results[run]);
    ASSERT_EQ(results[run].size(), pairs.size());
  }
  for (std::size_t i = 0; i < pairs.size(); ++i)
    expect_same(results[0][i], results[1][i]);
}

/// One pair by itself is cut into strips of triangles and bands of rows, as many as there are threads for.
TEST(Threads, DoNotChangeASingleBitOfOneLargePair) {
  const TriangleMesh ring = make_torus(0.6, 0.25, 60'000), box = make_box({1.1, 0.9, 0.2});
  Surface a = surface_of(ring, {{0.05, 0.02, 0.1}, Dice(3).turn()}), b = surface_of(box);
  a.balanced = b.balanced = true;
  a.meshlets = std::make_shared<const Meshlets>(ring);
  enclose_meshlets(*a.meshlets, a.positions, a.balls);
  for (const ContactLaw law : {ContactLaw::f08, ContactLaw::cells, ContactLaw::patches})
    for (const int resolution : {17, 64, 200})
      for (const bool paper : {true, false}) {
        Settings settings = paper ? as_in_f08(resolution) : whole_pair(resolution);
        settings.response.law = law;
        settings.simulation.threads = 1;
        const PairContacts alone = detect(a, b, settings);
        EXPECT_GT(images_of(alone).pixels.size(), 40u);
        for (const int threads : {2, 3, 7}) {
          settings.simulation.threads = threads;
          SCOPED_TRACE(testing::Message() << resolution << " pixels, " << threads << " threads");
          expect_same(alone, detect(a, b, settings));
        }
      }
}

TEST(Memory, KeptFromEarlierStepsDoesNotChangeASingleBit) {
  const std::vector<Surface> surfaces = crowd();
  std::vector<const Surface*> pointers;
  for (const Surface& surface : surfaces)
    pointers.push_back(&surface);
  Settings settings;
  settings.simulation.threads = 1;
  const std::vector<BodyPair> many = {{0, 1}, {1, 2}, {3, 4}, {9, 10}}, one = {{1, 2}};
  std::vector<PairContacts> fresh, reused;
  make_contact_method(settings.contact)->detect(detection_input(pointers, one, settings), fresh);

  const auto method = make_contact_method(settings.contact);
  settings.contact.ldi.resolution = 64;
  method->detect(detection_input(pointers, many, settings), reused);
  settings.contact.ldi.resolution = 16;
  method->detect(detection_input(pointers, one, settings), reused);
  ASSERT_EQ(reused.size(), 1u);
  expect_same(fresh[0], reused[0]);
}

TEST(Pairs, OfABodyThatDoesNotOverlapItselfYieldNoContact) {
  const Surface a = surface_of(make_sphere(0.5, 80));
  const std::array<const Surface*, 1> surfaces = {&a};
  const std::array<BodyPair, 1> pairs = {BodyPair{0, 0}};
  std::vector<PairContacts> results;
  const Settings settings;
  make_contact_method(settings.contact)->detect(detection_input(surfaces, pairs, settings), results);
  EXPECT_TRUE(results.at(0).contacts.empty());
}

TEST(Timings, AreThoseOfTheStages) {
  const std::vector<Surface> surfaces = crowd();
  const std::array<const Surface*, 2> pointers = {&surfaces[0], &surfaces[1]};
  const std::array<BodyPair, 1> pairs = {BodyPair{0, 1}};
  std::vector<PairContacts> results;
  const Settings settings;
  const MethodTimings timings =
      make_contact_method(settings.contact)->detect(detection_input(pointers, pairs, settings), results);
  EXPECT_GT(timings[upload_phase], 0);
  EXPECT_GT(timings[images_phase], 0);
  EXPECT_GT(timings[volume_phase], 0);
}

} // namespace
} // namespace lamina::test
