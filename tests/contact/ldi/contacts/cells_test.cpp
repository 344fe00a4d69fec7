#include "core/contact/ldi/contacts/cells.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

namespace lamina::test {
namespace {

Settings in_cells(int resolution, int cells = 4) {
  Settings settings = whole_pair(resolution);
  settings.response.law = ContactLaw::cells;
  settings.response.cells = cells;
  return settings;
}

ldi::Grid grid_of(const Vec3& size, int pixels) {
  ldi::Grid grid;
  LdiSettings settings;
  settings.resolution = pixels;
  ldi::make_grid({{Mat3::Identity(), true}, {Vec3::Zero(), size}}, settings, {}, 1e-12, grid);
  return grid;
}

TEST(CellLayout, DividesSidesOfAQuarterOfTheLongestAndMore) {
  ldi::CellLayout layout;
  ldi::lay_cells(grid_of({1, 0.26, 0.24}, 16), 4, layout);
  EXPECT_EQ(layout.count, (std::array<int, 3>{4, 4, 1}));
}

TEST(CellLayout, GivesEachCellWholePixels) {
  ldi::CellLayout layout;
  ldi::lay_cells(grid_of({1, 1, 1}, 10), 4, layout);
  std::array<int, 4> pixels{};
  for (const std::uint8_t cell : layout.of_pixel[0])
    ++pixels.at(cell);
  EXPECT_EQ(std::accumulate(pixels.begin(), pixels.end(), 0), 10);
  for (const int count : pixels)
    EXPECT_GE(count, 2);
  ASSERT_EQ(layout.planes[0].size(), 3u);
  for (const double plane : layout.planes[0])
    EXPECT_NEAR(10 * plane, std::round(10 * plane), 1e-12);
}

TEST(CellLayout, HasNoMoreCellsThanPixels) {
  ldi::CellLayout layout;
  ldi::lay_cells(grid_of({1, 1, 1}, 2), 4, layout);
  EXPECT_EQ(layout.count, (std::array<int, 3>{2, 2, 2}));
}

TEST(CellLengths, AddUpToTheIntervalsLength) {
  ldi::CellLayout layout;
  ldi::lay_cells(grid_of({1, 1, 1}, 8), 4, layout);
  Dice dice(8);
  for (int trial = 0; trial < 200; ++trial) {
    ldi::Interval interval{};
    interval.depth[0] = dice.within(0, 1);
    interval.depth[1] = dice.within(interval.depth[0], 1);
    interval.pixel = {static_cast<std::uint16_t>(trial % 8), static_cast<std::uint16_t>(trial / 8 % 8)};
    const ldi::CellsAlong along(layout, ldi::View(trial % 3));
    const ldi::ColumnCells column = along.of_column(interval.pixel);
    const ldi::EndCells ends = ldi::cells_of_ends(column, interval);
    double sum = 0;
    for (std::uint32_t number = 0; number < 4; ++number)
      sum += ldi::length_in_cell(column, ends, interval, number);
    EXPECT_NEAR(sum, interval.length(), 1e-15);
    EXPECT_GT(ldi::length_in_cell(column, ends, interval, ends.lower), 0);
    EXPECT_GT(ldi::length_in_cell(column, ends, interval, ends.upper), 0);
    EXPECT_LT(column.cell(3), 64u);
  }
}

TEST(CellLengths, PutAnEndOnAPlaneOnTheSideOfTheInterval) {
  ldi::CellLayout layout;
  ldi::lay_cells(grid_of({1, 1, 1}, 8), 4, layout);
  ldi::Interval interval{};
  interval.depth = {0.25, 0.5};
  const ldi::ColumnCells column = ldi::CellsAlong(layout, ldi::View(0)).of_column({0, 0});
  const ldi::EndCells ends = ldi::cells_of_ends(column, interval);
  EXPECT_EQ(column.cell(ends.lower), 1u);
  EXPECT_EQ(column.cell(ends.upper), 1u);
}

TEST(Cells, SumUpToTheWholePair) {
  const Pose pose{{0.3, -0.2, 0.5}, Dice(9).turn()};
  const Surface a = surface_of(make_sphere(0.5, 320), pose);
  const Surface b = surface_of(box_between({-1, -1, 0.45}, {1, 1, 2}), pose);
  const PairContacts whole = detect(a, b, whole_pair(24)), cells = detect(a, b, in_cells(24));
  EXPECT_EQ(images_of(cells).volume, images_of(whole).volume);
  EXPECT_EQ(cells.area, whole.area);
  double volume = 0, area = 0;
  std::set<int> seen;
  for (const Contact& contact : cells.contacts) {
    volume += contact.measure;
    area += contact.area;
    EXPECT_GT(contact.area, 0);
    EXPECT_TRUE(seen.insert(contact.cell).second);
  }
  EXPECT_GT(cells.contacts.size(), 8u);
  // The contact is shallow: every cell with volume holds ends of pairs.
  EXPECT_NEAR(volume, images_of(whole).volume, 1e-13);
  EXPECT_NEAR(area, whole.area, 1e-12);

  const Vec3 of_cells = sum(gradient_of(cells, 0, a)), of_whole = sum(gradient_of(whole, 0, a));
  EXPECT_LT((of_cells - of_whole).norm(), 1e-12);
}

TEST(Cells, HoldHalfOfEachPairAtEachEnd) {
  const Surface a = surface_of(make_sphere(0.5, 320));
  const Surface b = surface_of(make_box({2, 2, 2}),
                               {{0.2, 0.1, 1.2}, Quat(Eigen::AngleAxisd(0.3, Vec3(1, 2, 0).normalized()))});
  const PairContacts found = detect(a, b, in_cells(24));
  std::vector<double> areas(64, 0);
  std::vector<Vec3> forces(64, Vec3::Zero());
  for (const ContactPixelPair& pixel : images_of(found).pixels) {
    if (pixel.body[0] == pixel.body[1])
      continue;
    const Vec3 on_a = (pixel.body[1] == 0 ? pixel.area : -pixel.area) * found.region.axes.col(pixel.axis);
    for (const std::uint16_t cell : pixel.cell) {
      areas.at(cell) += 0.5 * pixel.weight;
      forces.at(cell) += 0.5 * on_a;
    }
  }
  for (const Contact& contact : found.contacts) {
    const std::size_t cell = static_cast<std::size_t>(contact.cell);
    Vec3 force = Vec3::Zero();
    for (std::uint32_t i = contact.gradient[0].begin; i < contact.gradient[0].end; ++i)
      force += found.gradient[i].value;
    EXPECT_NEAR(contact.area, areas[cell], 1e-14);
    EXPECT_LT((force - forces[cell]).norm(), 1e-13);
    areas[cell] = 0;
  }
  for (const double left : areas)
    EXPECT_EQ(left, 0) << "a cell with area has no contact";
}

TEST(Cells, OfAFlatContactShareItEvenly) {
  const Surface floor = surface_of(box_between({-2, -2, -1}, {2, 2, 0}));
  const Surface box = surface_of(box_between({0, 0, -0.01}, {1, 1, 0.99}));
  const PairContacts found = detect(floor, box, in_cells(16));
  ASSERT_EQ(found.contacts.size(), 16u);
  for (const Contact& contact : found.contacts) {
    EXPECT_NEAR(contact.measure, 0.01 / 16, 1e-12);
    EXPECT_NEAR(contact.area, 1.0 / 16, 1e-12);
  }
}

TEST(WholePairLaws, MakeOneContact) {
  const Surface a = surface_of(make_sphere(0.5, 320)), b = surface_of(box_between({-1, -1, 0.3}, {1, 1, 2}));
  for (const ContactLaw law : {ContactLaw::f08, ContactLaw::mean_depth}) {
    Settings settings = whole_pair(16);
    settings.response.law = law;
    const PairContacts found = detect(a, b, settings);
    ASSERT_EQ(found.contacts.size(), 1u);
    EXPECT_EQ(found.contacts[0].cell, -1);
    EXPECT_EQ(found.contacts[0].measure, images_of(found).volume);
    EXPECT_EQ(found.contacts[0].area, found.area);
    EXPECT_EQ(found.contacts[0].kind, MeasureKind::volume);
  }
}

} // namespace
} // namespace lamina::test
