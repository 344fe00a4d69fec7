#include "core/contact/adaptive/split_tile.h"
#include "core/contact/adaptive/tile_stages.h"
#include "tests/contact/adaptive/view_pair.h"
#include "tests/contact/ldi/vector_stages.h"

#include <algorithm>
#include <cmath>

namespace lamina::test {
namespace {

using namespace adaptive;

/// Tiles on every kind of processor that this one can stand in for.
class TileProcessors : public VectorStages {};

using Lists = std::array<std::vector<std::uint32_t>, most_parts>;

Lists listed_over(const TileStages& stages, const ViewSurface& seen, std::span<const std::uint32_t> given,
                  std::span<const TileBorders> parts) {
  Lists lists;
  PartLists room{};
  for (std::size_t k = 0; k < most_parts; ++k) {
    lists[k].resize(given.size());
    room[k] = lists[k].data();
  }
  const PartCounts counts = stages.list_over_parts(seen.faces, given, parts, room);
  for (std::size_t k = 0; k < most_parts; ++k)
    lists[k].resize(counts[k]);
  return lists;
}

// Split both ways, or one way: into two, three and four parts.
TEST_P(TileProcessors, ListFacesOverPartsAsTheScalarOnes) {
  Dice dice(6);
  std::size_t listed = 0;
  for_random_pairs(40, 3, [&](const RandomPair& pair) {
    const ViewPair view(pair.of_a, pair.of_b, pair.index % 3);
    const auto along = [&](std::size_t k) {
      return 2 * std::llround(0.5 * dice.within(0, 1) * static_cast<double>(view.plane().size[k]));
    };
    for (int trial = 0; trial < 20; ++trial) {
      const auto [u0, u1] = std::minmax({along(0), along(0)});
      const auto [v0, v1] = std::minmax({along(1), along(1)});
      const Tile tile{{u0, v0}, {u1 + 8, v1 + 8}};
      const ViewSurface& seen = *view.seen()[0];
      std::vector<std::uint32_t> given;
      for (std::uint32_t face = 0; face < seen.faces.size(); ++face)
        if (may_lie_over(seen.faces[face], TileBorders(tile)))
          given.push_back(face);
      const SplitTile split(tile, view.plane().origin, static_cast<std::uint8_t>(1 + trial % 3));
      std::vector<TileBorders> parts;
      for (const Tile& part : split.parts())
        parts.emplace_back(part);
      if (trial % 4 == 0)
        parts.pop_back();
      const Lists lists = listed_over(scalar_tile_stages, seen, given, parts);
      EXPECT_EQ(listed_over(vector_tile_stages, seen, given, parts), lists);
      listed += lists[0].size();
    }
  });
  EXPECT_GT(listed, 1000u);
}

// Ends on a few places, so that boxes touch; from none to several blocks of them.
TEST_P(TileProcessors, ListBoxesThatMeetAsTheScalarOnes) {
  Dice dice(7);
  const auto box = [&] {
    std::array<double, 6> at;
    for (std::size_t k = 0; k < 6; k += 2) {
      at[k] = std::floor(dice.within(0, 6));
      at[k + 1] = at[k] + std::floor(dice.within(0, 3));
    }
    return DepthBox({at[0], at[1]}, at[2], at[3], at[4], at[5]);
  };
  for (std::size_t count = 0; count < 40; ++count) {
    BoxList boxes;
    for (std::size_t i = 0; i < count; ++i)
      boxes.add(box());
    for (int trial = 0; trial < 20; ++trial) {
      const DepthBox with = box();
      std::vector<std::uint32_t> scalar(count), vector(count);
      scalar.resize(scalar_tile_stages.list_meeting(boxes, with, scalar.data()));
      vector.resize(vector_tile_stages.list_meeting(boxes, with, vector.data()));
      EXPECT_EQ(vector, scalar);
    }
  }
}

TEST_P(TileProcessors, FindTheSameContactsAsTheScalarOnes) {
  int found = 0;
  for_random_pairs(24, 5, [&](const RandomPair& pair) {
    for (const TileKind tiles : {TileKind::shadows, TileKind::traced, TileKind::w12}) {
      Settings settings = whole_pair(16);
      settings.contact.method = "adaptive";
      settings.contact.adaptive.tiles = tiles;
      settings.contact.adaptive.area_bound = true;
      settings.response.law = pair.index % 2 ? ContactLaw::cells : ContactLaw::f08;
      SCOPED_TRACE(testing::Message() << pair.index << ", " << static_cast<int>(tiles));
      expect_same_as_reference(pair.of_a, pair.of_b, settings);
      found += !detect(pair.of_a, pair.of_b, settings).contacts.empty();
    }
  });
  EXPECT_GT(found, 20);
}

INSTANTIATE_TEST_SUITE_P(All, TileProcessors, testing::ValuesIn(all_targets_here()), name_of_target);

} // namespace
} // namespace lamina::test
