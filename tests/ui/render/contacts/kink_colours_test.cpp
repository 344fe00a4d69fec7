#include "ui/render/contacts/kink_colours.h"

#include "core/contact/ldi/image_evidence.h"
#include "core/math/types.h"
#include "tests/ui/render/small_scenes.h"
#include "ui/render/contacts/contact_quads.h"
#include "ui/render/contacts/pixel_sizes.h"
#include "ui/render/overlay/legend_entries.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace lamina {
namespace {

/// CIE L*a*b* of a colour as an eye sees it whose cones mix linear sRGB like this.
Vec3 seen_by(const Mat3& eye, const Colour& colour) {
  Vec3 light;
  for (int k = 0; k < 3; ++k) {
    const double c = double(colour[static_cast<std::size_t>(k)]);
    light[k] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  }
  const Mat3 to_xyz{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}};
  const Vec3 seen = (eye * light).cwiseMax(0).cwiseMin(1);
  const Vec3 xyz = (to_xyz * seen).cwiseQuotient(Vec3(0.9505, 1, 1.089));
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  return {116 * f(xyz.y()) - 16, 500 * (f(xyz.x()) - f(xyz.y())), 200 * (f(xyz.y()) - f(xyz.z()))};
}

// Eyes without cones for red, green or blue: Machado, Oliveira, Fernandes, "A physiologically-based model for
// simulation of color vision deficiency", IEEE TVCG 15(6) 2009, severity 1. A difference of 2.3 is just seen.
TEST(KinkColours, DifferClearlyForEveryEye) {
  const std::array<Mat3, 4> eyes{
      Mat3::Identity(),
      Mat3{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
      Mat3{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
      Mat3{
          {1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
  for (std::size_t eye = 0; eye < eyes.size(); ++eye)
    for (const KinkKind one : listed_kinks)
      for (const KinkKind other : listed_kinks)
        if (one != other) {
          const Vec3 apart =
              seen_by(eyes[eye], kink_look(one).colour) - seen_by(eyes[eye], kink_look(other).colour);
          EXPECT_GT(apart.norm(), 25) << eye << ' ' << kink_look(one).word << ' ' << kink_look(other).word;
        }
}

Region flat_square() {
  return test::plain_region(Vec3::Zero(), Vec3(1, 0.1, 1), {4, 1, 4});
}

ViewOptions by_reason() {
  ViewOptions options;
  options.contacts = true;
  options.pixel_colour = PixelColour::reason;
  return options;
}

std::vector<std::string> legend_words(const Snapshot& snapshot) {
  std::vector<std::string> words;
  const std::vector<LegendEntry> entries = legend_entries(snapshot, by_reason(), {});
  for (const LegendEntry::Item& item : entries.front().items)
    words.push_back(item.word);
  return words;
}

TEST(KinkColours, AreThoseOfThePixelsTiles) {
  Snapshot snapshot;
  snapshot.settings.contact.method = "adaptive";
  snapshot.pairs.push_back(test::tile_layer(flat_square(), 1, 10));
  std::vector<PixelExtent>& extents = snapshot.pairs[0].contacts.evidence.add<ImageEvidence>().extents;
  for (std::size_t i = 0; i < extents.size(); ++i)
    extents[i].kink = listed_kinks[i % kink_kinds];
  std::vector<Quad> quads;
  add_pixel_quads(quads, snapshot, by_reason(), Vec3::Zero());
  ASSERT_EQ(quads.size(), 20u);
  for (std::size_t i = 0; i < quads.size(); ++i) {
    const auto ink = ink_of(kink_look(listed_kinks[i / 2 % kink_kinds]).colour, 1);
    EXPECT_TRUE(std::equal(ink.begin(), ink.end(), quads[i][0].ink)) << i;
  }
  EXPECT_EQ(legend_words(snapshot),
            (std::vector<std::string>{"none", "edge", "steep", "transient", "not known"}));
  for (PixelExtent& extent : extents)
    extent.kink = KinkKind::edge;
  EXPECT_EQ(legend_words(snapshot), (std::vector<std::string>{"none", "edge", "steep", "transient"}));
}

TEST(KinkColours, OfPixelsThatAreNoTilesAreNotKnown) {
  Snapshot snapshot;
  snapshot.pairs.push_back(test::pixel_layer(flat_square(), 1));
  ImageEvidence& images = snapshot.pairs[0].contacts.evidence.add<ImageEvidence>();
  images.intervals = images.pixels.size();
  std::vector<Quad> quads;
  add_pixel_quads(quads, snapshot, by_reason(), Vec3::Zero());
  const auto ink = ink_of(kink_look(KinkKind::unknown).colour, 1);
  ASSERT_FALSE(quads.empty());
  for (const Quad& quad : quads)
    EXPECT_TRUE(std::equal(ink.begin(), ink.end(), quad[0].ink));
  EXPECT_EQ(legend_words(snapshot).back(), "not known");
}

} // namespace
} // namespace lamina
