#include "core/contact/ldi/vertices/outside_cells.h"

#include "core/contact/ldi/region/region.h"
#include "core/contact/ldi/vertices/layer_stages.h"
#include "core/contact/ldi/vertices/way_out.h"
#include "core/mesh/octopus.h"
#include "core/mesh/procedural.h"
#include "tests/contact/ldi/vertices/vertices_support.h"

#include <gtest/gtest.h>

namespace lamina::test {
namespace {

using namespace ldi;

/// The layers of one body in a region, and the cells that follow from them.
class Layers {
public:
  Layers(const Surface& solid, const Box& region, int resolution) : solid_(solid) {
    const double quantum = depth_quantum(solid, solid);
    CulledMeshlets& near = pair_.scratch.near[0];
    near.whole_columns = true;
    near.set_surface(solid_);
    const SampledBox box{{}, region};
    near.take_near(box, quantum);
    LdiSettings settings;
    settings.resolution = resolution;
    make_grid(box, settings, {}, quantum, pair_.grid);
    pair_.bodies[0].surface = &solid_;
    scalar_layer_stages.prepare(pair_.grid, near, 1, pair_.bodies[0]);
    for (int d = 0; d < 3; ++d) {
      const auto k = static_cast<std::size_t>(d);
      const Rows all{0, pair_.grid.region.pixels[static_cast<std::size_t>(View(d).v)]};
      scalar_layer_stages.draw(pair_, 0, d, all, lists_[k]);
      layers_[k].build(pair_.grid, d, solid_, lists_[k], 0, 64);
    }
    cells_.find(pair_.grid, layers_);
  }

  bool any_says_inside(const Vec3& position) const {
    PlaceFinder::Place place;
    PlaceFinder(layers_, pair_.grid).locate(position, place);
    return place.inside || place.disputed;
  }
  bool outside_by_cell(const Vec3& position) const {
    return cells_.outside(pair_.grid.frame.place(position));
  }

private:
  const Surface& solid_;
  PreparedPair pair_;
  std::array<FragmentList, 3> lists_;
  std::array<SolidLayers, 3> layers_;
  OutsideCells cells_;
};

// Also where the image ends within the solid, as its last pixels reach beyond it.
TEST(OutsideCells, HoldNothingThatAnyDirectionSaysIsInside) {
  const Pose turned{{0.1, 0.2, 0.3}, Dice(2).turn()};
  for (const Surface& solid : {surface_of(make_torus(1, 0.35, 5000), turned, false),
                               surface_of(make_octopus({}).mesh), surface_of(make_box({1, 1e-3, 1}), turned)})
    for (const double part : {0.5, 1.1})
      for (const int resolution : {3, 16, 70}) {
        const Vec3 half = 0.5 * part * solid.bounds.size();
        const Box region{solid.bounds.centre() - half, solid.bounds.centre() + half};
        const Layers layers(solid, region, resolution);
        int by_cell = 0, wrong = 0;
        for (const Vec3& place : places_within(region, 20'000, 4)) {
          by_cell += layers.outside_by_cell(place);
          wrong += layers.outside_by_cell(place) && layers.any_says_inside(place);
        }
        EXPECT_EQ(wrong, 0) << part << ", " << resolution;
        if (resolution == 70) {
          EXPECT_GT(by_cell, 5000) << "most of the region is empty";
        }
      }
}

} // namespace
} // namespace lamina::test
