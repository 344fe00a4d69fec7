#include "core/base/error.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/contact/measure.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"

#include <gmock/gmock.h>

namespace lamina::test {
namespace {

std::string refusal(const std::string& method, const std::string& backend) {
  Settings settings;
  settings.contact.method = method;
  settings.contact.backend = backend;
  try {
    make_contact_method(settings.contact);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ContactMethods, AreMadeByName) {
  EXPECT_NE(make_contact_method(ContactSettings{}), nullptr);
}

TEST(ContactMethods, ThatThereAreNotAreRefusedWithTheKnownOnes) {
  EXPECT_THAT(refusal("ldj", "cpu"), testing::HasSubstr("did you mean \"ldi\"?"));
  EXPECT_THAT(refusal("ldi", "abacus"), testing::HasSubstr("ldi on cpu"));
  EXPECT_THAT(refusal("ldi", "abacus"), testing::HasSubstr("\"abacus\""));
}

PreparedMesh prepared(const TriangleMesh& mesh) {
  PreparedMesh result;
  result.mesh = mesh;
  return result;
}

TEST(Measuring, TellsVolumeForceAndTorqueOfTwoBoxes) {
  const PreparedMesh a = prepared(box_between({0, 0, 0}, {1, 1, 1}));
  const PreparedMesh b = prepared(box_between({0.25, 0.25, 0.9}, {0.75, 0.5, 2}));
  const Measurement found = measure_intersection(a, b, ContactSettings{}, 0);
  EXPECT_NEAR(images_of(found.contacts).volume, 0.5 * 0.25 * 0.1, 1e-11);
  ASSERT_EQ(found.contacts.contacts.size(), 1u);
  // Pushed down at the middle of the overlap, (0.5, 0.375).
  const Vec3 force(0, 0, -0.125);
  EXPECT_LT((found.force_on_a - force).norm(), 1e-11);
  EXPECT_LT((found.torque_on_a - Vec3(0.5, 0.375, 0).cross(force)).norm(), 1e-4 * 0.125);
}

TEST(Measuring, FindsNothingBetweenMeshesThatAreApart) {
  const Measurement found =
      measure_intersection(prepared(box_between({0, 0, 0}, {1, 1, 1})),
                           prepared(box_between({2, 2, 2}, {3, 3, 3})), ContactSettings{}, 0);
  EXPECT_EQ(images_of(found.contacts).volume, 0);
  EXPECT_EQ(found.force_on_a, Vec3::Zero());
}

} // namespace
} // namespace lamina::test
