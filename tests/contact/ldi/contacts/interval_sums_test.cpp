#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/meshlets.h"
#include "core/mesh/procedural.h"
#include "core/response/detection_request.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/ldi/awkward_triangles.h"
#include "tests/contact/same_contacts.h"

#include <gtest/gtest.h>

namespace lamina::test {
namespace {

PairContacts detect_with(const Surface& a, const Surface& b, const Settings& settings, bool pixels) {
  const std::array<const Surface*, 2> surfaces = {&a, &b};
  const std::array<BodyPair, 1> pairs = {BodyPair{0, 1, pixels}};
  std::vector<PairContacts> results;
  make_contact_method(settings.contact)->detect(detection_input(surfaces, pairs, settings), results);
  return results.at(0);
}

/// What is left of a result if nobody asks for its contact pixels.
PairContacts without_pixels(PairContacts contacts) {
  contacts.evidence.add<ImageEvidence>().pixels.clear();
  contacts.area = 0;
  for (Contact& contact : contacts.contacts)
    contact.area = 0;
  return contacts;
}

void expect_same_without_pixels(const Surface& a, const Surface& b, Settings settings) {
  for (const char* backend : {"cpu", "reference"})
    for (const int threads : {1, 2, 3, 7}) {
      SCOPED_TRACE(std::string(backend) + ", " + std::to_string(threads) + " threads");
      settings.contact.backend = backend;
      settings.simulation.threads = threads;
      const PairContacts whole = detect_with(a, b, settings, true);
      EXPECT_EQ(images_of(whole).intervals, images_of(whole).pixels.size());
      expect_same(detect_with(a, b, settings, false), without_pixels(whole));
    }
}

Surface in_meshlets(const TriangleMesh& mesh, const Pose& pose) {
  Surface surface = surface_of(mesh, pose);
  surface.balanced = true;
  surface.meshlets = std::make_shared<const Meshlets>(mesh);
  enclose_meshlets(*surface.meshlets, surface.positions, surface.balls);
  return surface;
}

/// Volume and gradient do not depend on whether contact pixels are made of the intervals, bit by bit.
TEST(IntervalSums, AreThoseOfContactPixels) {
  const Surface ring = in_meshlets(make_torus(0.6, 0.25, 20'000), {{0.05, 0.02, 0.1}, Dice(3).turn()}),
                box = in_meshlets(make_box({1.1, 0.9, 0.2}), {});
  for (const int resolution : {1, 17, 64, 100})
    for (const bool paper : {true, false}) {
      SCOPED_TRACE(resolution);
      expect_same_without_pixels(ring, box, paper ? as_in_f08(resolution) : whole_pair(resolution));
    }
}

TEST(IntervalSums, OfAwkwardTrianglesAreThoseOfContactPixels) {
  for (const int seed : {1, 2, 3}) {
    Dice dice(seed);
    const Surface a = surface_of(awkward_triangles(dice, 300, 1.0 / 40), {}),
                  b = surface_of(awkward_triangles(dice, 300, 1.0 / 40), {});
    expect_same_without_pixels(a, b, whole_pair(40));
  }
}

/// Of very many vertices sums are added some time after they came.
TEST(IntervalSums, OfVeryManyVerticesAreThoseOfContactPixels) {
  const Surface ball = in_meshlets(make_sphere(0.5, 1'200'000), {}),
                box = in_meshlets(make_box({0.7, 0.6, 0.5}), {});
  ASSERT_GT(ball.positions.size(), 500'000u);
  expect_same_without_pixels(ball, box, as_in_f08(64));
}

TEST(IntervalSums, ContactPixelsAreMadeForLawsThatNeedThem) {
  const Surface a = surface_of(make_sphere(0.5, 1500), {}), b = surface_of(make_box({0.9, 0.7, 0.5}), {});
  for (const ContactLaw law : {ContactLaw::cells, ContactLaw::patches, ContactLaw::mean_depth}) {
    Settings settings = whole_pair(24);
    settings.response.law = law;
    const PairContacts found = detect_with(a, b, settings, false);
    EXPECT_GT(images_of(found).pixels.size(), 0u);
    expect_same(found, detect_with(a, b, settings, true));
  }
}

} // namespace
} // namespace lamina::test
