#include "core/contact/ldi/image_evidence.h"
#include "core/simulation/simulation.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

using test::body_of;
using test::ground;
using test::scene_of;
using test::turn;

/// A ball sinks into two boxes on a floor: rigid bodies that rub, turn and rest.
std::shared_ptr<Scene> small_heap(ContactLaw law, FrictionLaw friction, const char* backend) {
  auto scene = scene_of(
      {ground(),
       body_of("low", make_box({0.1, 0.1, 0.1}), BodyKind::rigid, {{0, 0.06, 0}, turn({1, 1, 0}, 0.3)}),
       body_of("ball", make_sphere(0.06, 500), BodyKind::rigid, {{0.02, 0.19, 0.01}, Quat::Identity()}),
       body_of("beside", make_box({0.2, 0.1, 0.1}), BodyKind::rigid,
               {{0.1, 0.08, 0}, turn({0, 1, 1}, 0.5)})});
  scene->bodies[2].velocity = {0.3, -1, 0.1};
  scene->settings.response.law = law;
  scene->settings.friction.law = friction;
  scene->settings.contact.backend = backend;
  return scene;
}

void expect_same_pixels(const std::vector<ContactPixelPair>& a, const std::vector<ContactPixelPair>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_TRUE(a[i].lower == b[i].lower && a[i].normal == b[i].normal && a[i].length == b[i].length &&
                a[i].area == b[i].area && a[i].weight == b[i].weight && a[i].triangle == b[i].triangle &&
                a[i].barycentric == b[i].barycentric && a[i].body == b[i].body && a[i].axis == b[i].axis &&
                a[i].cell == b[i].cell && a[i].pixel == b[i].pixel && a[i].multiplicity == b[i].multiplicity)
        << i;
  }
}

void expect_same_contacts(const Snapshot& a, const Snapshot& b, std::size_t& pixels) {
  ASSERT_EQ(a.pairs.size(), b.pairs.size());
  for (std::size_t p = 0; p < a.pairs.size(); ++p) {
    const PairContacts &x = a.pairs[p].contacts, &y = b.pairs[p].contacts;
    EXPECT_EQ(x.body, y.body);
    EXPECT_EQ(x.contacts.size(), y.contacts.size());
    EXPECT_EQ(a.pairs[p].pressure, b.pairs[p].pressure);
    EXPECT_EQ(x.gradient.size(), y.gradient.size());
    expect_same_pixels(images_of(x).pixels, images_of(y).pixels);
    pixels += images_of(x).pixels.size();
  }
}

TEST(ContactPixels, AreTheSameWhetherOrNotSomebodyLookedBeforeAndChangeNothing) {
  const std::pair<ContactLaw, FrictionLaw> laws[] = {
      {ContactLaw::cells, FrictionLaw::coulomb},      {ContactLaw::cells, FrictionLaw::none},
      {ContactLaw::f08, FrictionLaw::axis},           {ContactLaw::f08, FrictionLaw::coulomb},
      {ContactLaw::mean_depth, FrictionLaw::viscous}, {ContactLaw::patches, FrictionLaw::coulomb}};
  for (const char* backend : {"cpu", "reference"})
    for (const auto& [law, friction] : laws) {
      SCOPED_TRACE(testing::Message() << backend << " " << int(law) << " " << int(friction));
      Simulation looked_at(small_heap(law, friction, backend)), alone(small_heap(law, friction, backend));
      std::size_t pixels = 0;
      // More steps than those in which pixels are kept for the next look.
      for (int step = 1; step <= 130; ++step) {
        ASSERT_TRUE(looked_at.step());
        ASSERT_TRUE(alone.step());
        const auto seen = looked_at.snapshot({.pixels = true});
        ASSERT_EQ(looked_at.statistics().state_hash, alone.statistics().state_hash) << step;
        ASSERT_EQ(looked_at.statistics().contact_pixels, alone.statistics().contact_pixels) << step;
        ASSERT_EQ(looked_at.statistics().contact_J, alone.statistics().contact_J) << step;
        if (step == 25 || step == 26 || step == 130) {
          expect_same_contacts(*seen, *alone.snapshot({.pixels = true}), pixels);
          EXPECT_EQ(looked_at.statistics().state_hash, alone.statistics().state_hash)
              << "looking moves nothing";
        }
      }
      EXPECT_GT(pixels, 100u);
    }
}

TEST(ContactPixels, OfSettingsThatHaveChangedSinceAreNotMadeUp) {
  Simulation simulation(small_heap(ContactLaw::cells, FrictionLaw::coulomb, "cpu"));
  for (int step = 0; step < 30; ++step)
    ASSERT_TRUE(simulation.step());
  simulation.apply(SetSetting{"resolution", std::int64_t{40}});
  const auto seen = simulation.snapshot({.pixels = true});
  for (const PairState& pair : seen->pairs)
    EXPECT_TRUE(images_of(pair.contacts).pixels.empty() ||
                images_of(pair.contacts).pixels.size() == images_of(pair.contacts).intervals);
  simulation.apply(SetSetting{"method", std::string("proximity")});
  EXPECT_FALSE(simulation.snapshot({.pixels = true})->pairs.empty());
  simulation.apply(SetSetting{"method", std::string("ldi")});
  ASSERT_TRUE(simulation.step());
  std::size_t pixels = 0;
  const auto later = simulation.snapshot({.pixels = true});
  for (const PairState& pair : later->pairs)
    pixels += images_of(pair.contacts).pixels.size();
  EXPECT_EQ(2 * pixels, simulation.statistics().contact_pixels);
}

} // namespace
} // namespace lamina
