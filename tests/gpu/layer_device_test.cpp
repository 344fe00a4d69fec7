#include "core/contact/ldi/region/own_bounds.h"
#include "core/contact/ldi/region/prepare.h"
#include "core/contact/ldi/region/region_stages.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"
#include "tests/gpu/devices.h"

#include <algorithm>

namespace lamina::test {
namespace {

/// A sphere and a box on a device, without the method around it.
class DeviceLayers : public testing::TestWithParam<DeviceCase> {
protected:
  void SetUp() override {
    if (const std::string why = GetParam().why_absent(); !why.empty())
      GTEST_SKIP() << GetParam().name << ": " << why;
    device_ = GetParam().make();
    ldi::OwnBounds bounds;
    bounds.find(pointers_, pairs_, settings_.contact.ldi.axes, ldi::scalar_region_stages, 1);
    ASSERT_TRUE(ldi::choose_grid(surfaces_[0], surfaces_[1], bounds.of(pairs_[0]), settings_.contact.ldi, {},
                                 ldi::scalar_region_stages, prepared_));
    ldi::lay_cells(prepared_.grid, settings_.response.cells, layout_);
  }

  ldi::PairLayers sample(Partition partition, const ldi::LayerRequest& request) {
    ldi::PairLayers layers;
    const ldi::PairPlan plan{{0, 1}, &prepared_.grid, &layout_, partition};
    seconds_ = device_->sample(pointers_, {&plan, 1}, request, {&layers, 1});
    return layers;
  }

  std::unique_ptr<ldi::LayerDevice> device_;
  ldi::LayerSeconds seconds_;

private:
  const std::vector<Surface> surfaces_ = {surface_of(make_sphere(0.5, 900)),
                                          surface_of(make_box({1, 1, 1}), {{0.3, 0, 0}, Quat::Identity()})};
  const std::vector<const Surface*> pointers_ = {&surfaces_[0], &surfaces_[1]};
  const std::vector<BodyPair> pairs_ = {{0, 1}};
  const Settings settings_ = whole_pair(32);
  ldi::PreparedPair prepared_;
  ldi::CellLayout layout_;
};

TEST_P(DeviceLayers, PixelsStayOnTheDeviceUnlessTheyAreWanted) {
  const ldi::PairLayers with = sample(Partition::cells, {1000, 1, 1}),
                        without = sample(Partition::cells, {1000, 0, 1});
  if (!with.contacts)
    GTEST_SKIP() << GetParam().name << " leaves contacts to others";
  // Most of a sphere lies in its region's 3072 columns.
  EXPECT_GT(with.found, 1000u);
  EXPECT_EQ(with.pixels.size(), with.found);
  EXPECT_TRUE(without.pixels.empty());
  EXPECT_EQ(without.found, with.found);
  ASSERT_EQ(without.gradient.size(), with.gradient.size());
  for (std::size_t i = 0; i < with.gradient.size(); ++i)
    EXPECT_EQ(without.gradient[i].value, with.gradient[i].value);
}

TEST_P(DeviceLayers, GradientsOfACellNameEachVertexOnce) {
  for (const Partition partition : {Partition::cells, Partition::whole}) {
    const ldi::PairLayers found = sample(partition, {1000, 1, 1});
    for (const Range& range : found.ranges) {
      std::vector<std::uint32_t> vertices;
      for (std::uint32_t i = range.begin; i < range.end; ++i)
        vertices.push_back(found.gradient[i].vertex);
      std::sort(vertices.begin(), vertices.end());
      EXPECT_EQ(std::adjacent_find(vertices.begin(), vertices.end()), vertices.end());
    }
  }
}

TEST_P(DeviceLayers, AConvexBodyInAnotherIsOnePatch) {
  const ldi::PairLayers found = sample(Partition::patches, {1000, 1, 1});
  if (!found.contacts)
    GTEST_SKIP() << GetParam().name << " leaves contacts to others";
  EXPECT_GT(found.found, 1000u);
  ASSERT_EQ(found.patches.size(), 1u);
  EXPECT_EQ(found.ranges.size(), 2u);
  EXPECT_EQ(found.multiplicity[0] + found.multiplicity[1] + found.multiplicity[2], found.found);
  for (const ContactPixelPair& pixel : found.pixels)
    EXPECT_EQ(pixel.cell, (std::array<std::uint16_t, 2>{0, 0}));
}

TEST_P(DeviceLayers, EveryPhaseTakesTime) {
  sample(Partition::cells, {1000, 1, 1});
  // A clock in other units, or a note from another step, would be far off.
  for (const double seconds : {seconds_.upload, seconds_.ldi, seconds_.volume}) {
    EXPECT_GT(seconds, 0);
    EXPECT_LT(seconds, 10);
  }
}

INSTANTIATE_TEST_SUITE_P(All, DeviceLayers, testing::ValuesIn(device_cases()),
                         [](const auto& device) { return device.param.name; });

} // namespace
} // namespace lamina::test
