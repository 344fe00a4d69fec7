#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/procedural.h"
#include "tests/contact/ldi/both_precisions.h"
#include "tests/contact/same_contacts.h"

#include <gtest/gtest.h>

namespace lamina::test {
namespace {

/// Single precision is only how positions are kept: what is done with them is the same, so nothing differs.
TEST(SinglePositions, GiveWhatTheSamePlacesGiveInDouble) {
  for (const bool in_meshlets : {false, true}) {
    const BothPrecisions ring(make_torus(0.6, 0.25, 20'000), {{0.05, 0.02, 0.1}, Dice(3).turn()},
                              in_meshlets),
        box(make_box({1.1, 0.9, 0.2}), {{0.01, 0, 0}, Dice(4).turn()}, in_meshlets);
    for (const char* backend : {"cpu", "reference"})
      for (const bool paper : {true, false})
        for (const ContactLaw law : {ContactLaw::f08, ContactLaw::cells, ContactLaw::patches}) {
          SCOPED_TRACE(testing::Message() << backend << (in_meshlets ? ", in meshlets" : ", no meshlets"));
          Settings settings = paper ? as_in_f08(40) : whole_pair(40);
          settings.contact.backend = backend;
          settings.response.law = law;
          const PairContacts in_double = detect(ring.in_double, box.in_double, settings);
          EXPECT_GT(images_of(in_double).volume, 1e-3);
          expect_same(in_double, detect(ring.in_single, box.in_single, settings));
          expect_same(in_double, detect(ring.in_double, box.in_single, settings));
        }
  }
}

TEST(SinglePositions, OfABodyThatMeetsItselfGiveTheSameToo) {
  const TriangleMesh two =
      together({make_sphere(0.5, 800), shifted(make_sphere(0.5, 800), {0.7, 0.05, 0.1})});
  for (const bool in_meshlets : {false, true}) {
    const BothPrecisions body(two, {}, in_meshlets);
    const PairContacts in_double = detect_self(body.in_double, whole_pair(40));
    EXPECT_GT(images_of(in_double).volume, 1e-3);
    expect_same(in_double, detect_self(body.in_single, whole_pair(40)));
  }
}

TEST(SinglePositions, SuitMethodsThatWorkInDoubleToo) {
  const BothPrecisions ring(make_torus(0.6, 0.25, 2'000), {{0.05, 0.02, 0.3}, Dice(3).turn()}, true),
      box(make_box({1.1, 0.9, 0.2}, 600), {}, true);
  for (const char* method : {"raytraced", "proximity"}) {
    SCOPED_TRACE(method);
    Settings settings;
    settings.contact.method = method;
    settings.contact.proximity.distance = 0.02;
    const PairContacts in_double = detect(ring.in_double, box.in_double, settings);
    EXPECT_GT(in_double.contacts.size(), 10u);
    expect_same(in_double, detect(ring.in_single, box.in_single, settings));
    expect_same(in_double, detect(ring.in_single, box.in_double, settings));
  }
}

} // namespace
} // namespace lamina::test
