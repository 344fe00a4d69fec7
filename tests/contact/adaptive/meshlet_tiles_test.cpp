#include "core/contact/adaptive/meshlet_tiles.h"

#include "core/contact/adaptive/bounded_volume.h"
#include "core/contact/adaptive/volume_check.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/procedural.h"
#include "core/response/detection_request.h"
#include "tests/contact/adaptive/view_pair.h"
#include "tests/contact/same_contacts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace lamina::test {
namespace {

using namespace adaptive;

/// A body as its meshlets near a box, and how its triangles lie beside one another.
struct Near {
  Near(const Surface& surface, const ldi::SampledBox& box, double slack) {
    sides.update(surface);
    meshlets.set_surface(surface);
    meshlets.take_near(box, slack);
  }
  ldi::CulledMeshlets meshlets;
  SurfaceSides sides;
};

/// Two bodies along one direction: as all meshlets near the box show them, and as those that tiles need do.
class SeenTwice {
public:
  SeenTwice(const Surface& a, const Surface& b, const ldi::Frame& frame, const Box& box, int direction,
            const MeshletTilesLimits& limits)
      : near_{Near(a, {frame, box}, slack), Near(b, {frame, box}, slack)},
        plane(plane_over(box, frame, direction, farthest_of(a, b) * 4)) {
    PartTaker taker;
    tiles.begin({&near_[0].meshlets, &near_[1].meshlets}, plane, slack, limits);
    for (std::size_t body = 0; body < 2; ++body) {
      taker.take(near_[body].meshlets, near_[body].sides, parts_[body]);
      taker.take(near_[body].meshlets, tiles.needed(body), near_[body].sides, needed_parts_[body]);
      view(parts_[body], plane, all[body]);
      view(needed_parts_[body], plane, needed[body]);
    }
  }

private:
  static constexpr double slack = 1e-11;
  std::array<Near, 2> near_;
  std::array<SurfacePart, 2> parts_, needed_parts_;

public:
  ViewPlane plane;
  MeshletTiles tiles;
  std::array<ViewSurface, 2> all, needed;
};

std::vector<std::uint32_t> triangles_over(const ViewSurface& seen) {
  std::vector<std::uint32_t> triangles;
  for (const std::uint32_t index : seen.near)
    triangles.push_back(seen.part->triangles[index]);
  return triangles;
}

std::vector<std::uint32_t> faces_over(const ViewSurface& seen, const Tile& tile) {
  std::vector<std::uint32_t> faces;
  for (const std::uint32_t index : seen.near)
    if (may_lie_over(seen.faces[index], TileBorders(tile)))
      faces.push_back(index);
  return faces;
}

/// Visits pairs of meshes in small meshlets with a box in which they may meet, along axes of the world or
/// others, with ends that are known and ends that are not.
template <class Visit>
void for_boxes(int pairs, const Visit& visit) {
  Dice dice(77);
  for (int pair = 0; pair < pairs; ++pair) {
    const bool balanced = pair % 3 != 0;
    const Surface a = in_small_meshlets(random_solid_somewhere(dice), balanced),
                  b = in_small_meshlets(random_solid_somewhere(dice), balanced);
    ldi::Frame frame;
    if (pair % 2 == 1)
      frame = {dice.turn().toRotationMatrix(), false};
    const Vec3 middle = dice.vector(0.3), half = Vec3::Constant(0.05) + 0.3 * dice.vector(1).cwiseAbs();
    SCOPED_TRACE(pair);
    visit(a, b, frame, Box{middle - half, middle + half});
  }
}

// What no ray of the direction meets was left out, and no more.
TEST(MeshletTiles, SeeWhatAllMeshletsShow) {
  for_boxes(120, [](const Surface& a, const Surface& b, const ldi::Frame& frame, const Box& box) {
    for (int direction = 0; direction < 3; ++direction) {
      const SeenTwice seen(a, b, frame, box, direction, {3, 0, 0});
      EXPECT_FALSE(seen.tiles.leaves_out());
      for (std::size_t body = 0; body < 2; ++body) {
        EXPECT_EQ(triangles_over(seen.all[body]), triangles_over(seen.needed[body]));
        EXPECT_EQ(seen.all[body].area, seen.needed[body].area);
      }
    }
  });
}

// A tile says the same, bit for bit, from what meshlets leave it as from all faces over it.
TEST(MeshletTiles, LeaveOutWhatChangesNothing) {
  std::size_t tiles = 0, with_volume = 0, left_out = 0;
  for_boxes(240, [&](const Surface& a, const Surface& b, const ldi::Frame& frame, const Box& box) {
    for (int direction = 0; direction < 3; ++direction) {
      const SeenTwice seen(a, b, frame, box, direction, {200, 0, 16});
      if (!seen.tiles.leaves_out())
        continue;
      FirstTiles first;
      seen.tiles.list({&seen.needed[0], &seen.needed[1]}, first);
      double area = 0;
      for (const FirstTiles::Node& node : first.nodes) {
        if (node.parts > 0)
          continue;
        TileWork::Faces needed, all;
        std::array<std::vector<std::uint32_t>, 2> over;
        for (std::size_t body = 0; body < 2; ++body) {
          over[body] = faces_over(seen.all[body], node.tile);
          all.of[body] = over[body];
          needed.of[body] = std::span(first.faces[body]).subspan(node.first[body], node.count[body]);
          needed.turns[body] = std::span(first.turns[body]).subspan(node.first_turn[body], node.turns[body]);
          left_out += over[body].size() - node.count[body];
        }
        TileWork work, work_on_all;
        const TileVolume found =
                             work.evaluate({&seen.needed[0], &seen.needed[1]}, seen.plane, node.tile, needed),
                         wanted =
                             work_on_all.evaluate({&seen.all[0], &seen.all[1]}, seen.plane, node.tile, all);
        EXPECT_EQ(found.volume, wanted.volume);
        EXPECT_EQ(found.bound, wanted.bound);
        EXPECT_EQ(work.seen_twice(), work_on_all.seen_twice());
        area += node.tile.area();
        ++tiles;
        with_volume += found.volume > 0;
      }
      const double whole = Tile{{0, 0}, seen.plane.size}.area();
      EXPECT_NEAR(area, whole, 1e-12 * whole); // rounding of a sum
    }
  });
  EXPECT_GT(tiles, 1000u);
  EXPECT_GT(with_volume, 300u);
  EXPECT_GT(left_out, 10000u);
}

/// Two blobs of some 40,000 triangles in each other.
struct Blobs {
  Surface a = surface_of(make_blob({1, 0.8, 0.9}, 0.05, 12, 5, 40000)),
          b = surface_of(make_blob({0.9, 1, 0.8}, 0.05, 12, 7, 40000), {{0.55, 0.2, 0.1}, Quat::Identity()});
};

PairContacts detect_on_tiles(const Blobs& blobs, int threads, int budget, int steps) {
  ContactSettings settings;
  settings.method = "adaptive";
  settings.adaptive.tile_budget = budget;
  const auto method = make_contact_method(settings);
  const std::array<const Surface*, 2> surfaces{&blobs.a, &blobs.b};
  const std::array<BodyPair, 1> pairs{BodyPair{0, 1, true, false}};
  std::vector<PairContacts> results;
  for (int step = 0; step < steps; ++step)
    method->detect({{surfaces}, pairs, settings, {}, threads}, results);
  return std::move(results.front());
}

// A whole detection that begins with tiles by meshlets: within its bound of the volume, however few tiles
// there may be, and the same on any number of threads.
TEST(MeshletTiles, BeginADetectionOfManyFaces) {
  const Blobs blobs;
  const BoundedVolume exact = bounded_volume(blobs.a, blobs.b, {1e-3, false, 1 << 14});
  for (const int budget : {1, 5, 64, 1024}) {
    SCOPED_TRACE(budget);
    const PairContacts once = detect_on_tiles(blobs, 1, budget, 1);
    const ImageEvidence& images = images_of(once);
    ASSERT_TRUE(images.error.has_value());
    EXPECT_LE(std::abs(images.volume - exact.volume), images.error->bound + exact.bound);
    EXPECT_LE(images.columns, 3u * static_cast<unsigned>(std::max(4, budget) + 3));
    expect_same(once, detect_on_tiles(blobs, 3, budget, 1));
    const PairContacts kept = detect_on_tiles(blobs, 1, budget, 3);
    EXPECT_LE(std::abs(images_of(kept).volume - exact.volume), images_of(kept).error->bound + exact.bound);
  }
}

// A check of pixels begins so too, and follows edges from there.
TEST(MeshletTiles, BeginACheckOfPixels) {
  const Blobs blobs;
  const BoundedVolume exact = bounded_volume(blobs.a, blobs.b, {1e-3, false, 1 << 14});
  ContactSettings settings;
  settings.ldi.error_bar = true;
  const auto method = make_contact_method(settings);
  const std::array<const Surface*, 2> surfaces{&blobs.a, &blobs.b};
  const std::array<BodyPair, 1> pairs{BodyPair{0, 1, true, false}};
  std::vector<PairContacts> results;
  const DetectionInput input{{surfaces}, pairs, settings, {}, 1};
  MethodTimings timings = method->detect(input, results);
  VolumeCheck().find(input, results, timings);
  const ImageEvidence& images = images_of(results.front());
  ASSERT_TRUE(images.error.has_value());
  EXPECT_LE(std::abs(images.volume - exact.volume), images.error->bound + exact.bound);
}

} // namespace
} // namespace lamina::test
