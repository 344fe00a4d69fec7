#include "core/contact/ldi/image_evidence.h"
#include "ui/render/bodies/steady_range.h"
#include "ui/render/overlay/colour_ramp.h"
#include "ui/render/overlay/legend_entries.h"
#include "ui/render/pictures/quality_chooser.h"

#include "tests/ui/render/small_scenes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina {
namespace {

/// Lightness of an sRGB colour in OKLab (Ottosson 2020).
double lightness(const Colour& colour) {
  std::array<double, 3> linear;
  for (std::size_t k = 0; k < 3; ++k)
    linear[k] = colour[k] <= 0.04045 ? colour[k] / 12.92 : std::pow((colour[k] + 0.055) / 1.055, 2.4);
  const auto [r, g, b] = linear;
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
}

TEST(ColourRamp, GrowsLighterInEqualSteps) {
  const double first = lightness(ramp_colour(0)), last = lightness(ramp_colour(1));
  EXPECT_GT(last - first, 0.55);
  for (int i = 0; i <= 40; ++i) {
    // Three decimals in the table and straight lines between its colours.
    EXPECT_NEAR(lightness(ramp_colour(i / 40.0)), first + (last - first) * i / 40.0, 0.012) << i;
  }
}

TEST(ColourRamp, StaysAtItsEndsBeyondThem) {
  EXPECT_EQ(ramp_colour(-3), ramp_colour(0));
  EXPECT_EQ(ramp_colour(7), ramp_colour(1));
  EXPECT_EQ(ramp_colour(std::nan("")), ramp_colour(0));
}

TEST(SteadyRange, IsARoundNumberThatHoldsTheLargestValue) {
  for (const double value : {1e-9, 0.37, 1.0, 1.01, 2.0, 4.9, 5.1, 99.0, 3e12}) {
    SteadyRange range;
    const double top = range.update(value);
    EXPECT_GE(top, value * (1 - 1e-9));
    EXPECT_LE(top, 2.5 * value * (1 + 1e-9));
    const double leading = top / std::pow(10, std::floor(std::log10(top * (1 + 1e-9))));
    EXPECT_LT(std::min({std::abs(leading - 1), std::abs(leading - 2), std::abs(leading - 5)}), 1e-6) << top;
  }
}

TEST(SteadyRange, DoesNotFollowValuesThatWaver) {
  SteadyRange range;
  range.update(80);
  for (int i = 0; i < 1000; ++i)
    EXPECT_EQ(range.update(i % 50 == 0 ? 60 : 3), 100);
}

TEST(SteadyRange, ShrinksOnceValuesStayFarBelow) {
  SteadyRange range;
  range.update(80);
  int pictures = 0;
  while (range.update(3) == 100 && pictures < 10000)
    ++pictures;
  EXPECT_GT(pictures, 60);
  EXPECT_EQ(range.top(), 5);
  for (const double nonsense : {0.0, -1.0, std::nan(""), double(INFINITY)})
    EXPECT_EQ(range.update(nonsense), 5);
}

TEST(QualityChooser, StepsDownWhilePicturesAreSlowAndNeverBackToWhatWasTooSlow) {
  QualityChooser chooser;
  EXPECT_EQ(chooser.choose(QualityChoice::automatic, true).quality, Quality::medium);
  // A machine on which medium takes 90 ms and low takes 5.
  for (int i = 0; i < 2000; ++i)
    chooser.took(chooser.choose(QualityChoice::automatic, true).quality == Quality::low ? 5 : 90);
  EXPECT_EQ(chooser.choose(QualityChoice::automatic, true).quality, Quality::low);
  EXPECT_EQ(chooser.choose(QualityChoice::automatic, true).resolution, 1);
}

TEST(QualityChooser, GoesUpWherePicturesAreQuick) {
  QualityChooser chooser;
  for (int i = 0; i < 500; ++i) {
    chooser.choose(QualityChoice::automatic, true);
    chooser.took(2);
  }
  EXPECT_EQ(chooser.choose(QualityChoice::automatic, true).quality, Quality::high);
}

TEST(QualityChooser, OneSlowPictureChangesNothing) {
  QualityChooser chooser;
  for (int i = 0; i < 300; ++i) {
    chooser.choose(QualityChoice::automatic, true);
    chooser.took(i % 10 == 0 ? 400 : 20);
  }
  EXPECT_EQ(chooser.choose(QualityChoice::automatic, true).quality, Quality::medium);
}

TEST(QualityChooser, WhatRestsIsDrawnOnceAtHighQualityHoweverSlowPicturesAre) {
  QualityChooser chooser;
  for (int i = 0; i < 100; ++i) {
    chooser.choose(QualityChoice::automatic, true);
    chooser.took(300);
  }
  const QualityChooser::Drawn moving = chooser.choose(QualityChoice::automatic, true);
  EXPECT_EQ(moving.quality, Quality::low);
  EXPECT_LT(moving.resolution, 1);
  const QualityChooser::Drawn rests = chooser.choose(QualityChoice::automatic, false);
  EXPECT_EQ(rests.quality, Quality::high);
  EXPECT_EQ(rests.resolution, 1);
  EXPECT_TRUE(rests.settled);
  chooser.took(1); // as if it had been quick: what moves is as slow as before
  EXPECT_EQ(chooser.choose(QualityChoice::automatic, true).quality, Quality::low);
}

TEST(QualityChooser, AtLowQualityFewerPixelsAreDrawnWhileThingsMove) {
  QualityChooser chooser;
  // Time that grows with the pixels drawn, on top of what triangles cost.
  for (int i = 0; i < 200; ++i) {
    const QualityChooser::Drawn drawn = chooser.choose(QualityChoice::low, true);
    chooser.took(15 + 85 * drawn.resolution * drawn.resolution);
  }
  const double moving = chooser.choose(QualityChoice::low, true).resolution;
  EXPECT_LT(15 + 85 * moving * moving, 50);
  EXPECT_GT(moving, 0.3);
  EXPECT_EQ(chooser.choose(QualityChoice::low, false).resolution, 1);
  EXPECT_EQ(chooser.choose(QualityChoice::high, true).resolution, 1);
}

TEST(Legend, SaysWhatIsShownWithUnits) {
  Snapshot snapshot = test::snapshot_of({{test::prepared(test::plain_box(Vec3::Ones())), Vec3::Zero(), {}}});
  snapshot.pairs.push_back(test::pixel_layer(test::plain_region(Vec3::Zero(), Vec3::Ones(), {2, 2, 2}), 1));
  snapshot.pairs[0].contacts.evidence.add<ImageEvidence>().dropped.resize(3);
  ViewOptions options;
  const ShownScales scales{2000, 0.02, 0.1, 1};
  const auto text = [&] {
    std::string all;
    for (const LegendEntry& entry : legend_entries(snapshot, options, scales)) {
      all += entry.text;
      for (const LegendEntry::Item& item : entry.items)
        all += "|" + item.word;
      all += "\n";
    }
    return all;
  };
  EXPECT_EQ(text(), "3 dropped columns|\ngrid 10 cm, strong 1 m\n");
  options.grid = options.dropped = false;
  options.contacts = true;
  EXPECT_EQ(text(), "contact pixels by view direction, along the world's axes|x|y|z\n");
  options.contact_view = ContactView::layers;
  EXPECT_EQ(text(), "layers along y|1|2\n");
  snapshot.pairs[0].contacts.region.axes = Eigen::AngleAxisd(0.5, Vec3::UnitX()).toRotationMatrix();
  EXPECT_EQ(text(), "layers along y of each pair's region|1|2\n");
  options.contact_view = ContactView::pixels;
  EXPECT_EQ(text(), "contact pixels by view direction, along the axes of each pair's region|x|y|z\n");
  options.pixel_colour = PixelColour::world_axes;
  EXPECT_EQ(text(), "contact pixels by view direction, as the nearest axis of the world|x|y|z\n");
  options.contacts = false;
  options.skin = SkinColour::pressure;
  EXPECT_EQ(text(), "pressure|0|≥ 2 kPa\n");
  options.skin = SkinColour::none;
  options.forces = true;
  options.force_level = ForceLevel::vertex;
  // A step of the grid at 2 cm a newton.
  EXPECT_EQ(text(), "pressure force on a vertex, 10 cm of arrow = 5 N|\n");
}

TEST(Legend, NumbersComeInTheUnitThatReadsBest) {
  EXPECT_EQ(length_text(0.0005), "0.5 mm");
  EXPECT_EQ(length_text(0.02), "2 cm");
  EXPECT_EQ(length_text(10), "10 m");
  EXPECT_EQ(prefixed(2e3, "Pa"), "2 kPa");
  EXPECT_EQ(prefixed(0.35, "N"), "350 mN");
  EXPECT_EQ(prefixed(0, "N"), "0 N");
}

} // namespace
} // namespace lamina
