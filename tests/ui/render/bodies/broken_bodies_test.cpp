#include "core/graphics/shared_context.h"
#include "core/simulation/simulation.h"
#include "tests/mesh/tet_support.h"
#include "tests/support/scenes.h"
#include "tests/ui/render/bodies/drawn_and_traced.h"
#include "tests/ui/render/small_scenes.h"
#include "ui/render/bodies/body_colours.h"
#include "ui/render/gl/gl_api.h"
#include "ui/render/overlay/legend_entries.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <utility>

namespace lamina {
namespace {

using testing::HasSubstr;

constexpr Colour brick{0.8f, 0.05f, 0.05f};

/// A box whose side towards the eye, its last two triangles, was inside once if `inner` says so.
Snapshot box(const Colour& colour, bool inner, bool deforms) {
  TriangleMesh mesh = test::plain_box(Vec3::Ones());
  std::stable_partition(mesh.triangles.begin(), mesh.triangles.end(), [&mesh](const Triangle& t) {
    return std::any_of(t.begin(), t.end(), [&mesh](std::uint32_t v) { return mesh.vertices[v].z() < 0; });
  });
  const auto prepared = test::prepared(std::move(mesh));
  if (inner)
    prepared->first_inner_triangle = 10;
  Snapshot snapshot =
      test::snapshot_of({{prepared, Vec3::Zero(), colour, deforms ? BodyKind::soft : BodyKind::rigid}});
  if (deforms)
    snapshot.bodies[0].positions = std::make_shared<const std::vector<Vec3>>(prepared->mesh.vertices);
  return snapshot;
}

class BrokenBodies : public test::DrawnAndTraced {
protected:
  BrokenBodies() : DrawnAndTraced({320, 240}, {0, 0, 4}) {}

  std::array<int, 3> middle(const Image& image) {
    const std::uint8_t* pixel = image.pixel(size.width / 2 + 20, size.height / 2 + 10);
    return {pixel[0], pixel[1], pixel[2]};
  }
  std::array<int, 3> middle_drawn(const Snapshot& snapshot) { return middle(drawn(snapshot)); }
  std::array<int, 3> middle_traced(const Snapshot& snapshot) {
    return middle(traced(std::make_shared<const Snapshot>(snapshot)));
  }
};

// Light is the same on both, so an inner side is as it would be on a body of that shade.
TEST_F(BrokenBodies, WhatWasInsideHasAnotherShade) {
  for (const Colour& colour : {brick, Colour{0.9f, 0.9f, 0.85f}, Colour{0.1f, 0.1f, 0.15f}})
    for (const bool deforms : {false, true}) {
      const Snapshot inner = box(colour, true, deforms), outer = box(colour, false, deforms),
                     shade = box(inner_shade(colour), false, deforms);
      for (int k = 0; k < 3; ++k) {
        EXPECT_NEAR(middle_drawn(inner)[k], middle_drawn(shade)[k], 1) << "rounding on the graphics card";
        EXPECT_NEAR(middle_traced(inner)[k], middle_traced(shade)[k], 1);
      }
      const auto a = middle_drawn(inner), b = middle_drawn(outer);
      EXPECT_GT(std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] - b[2]), 60) << "told apart";
    }
}

TEST_F(BrokenBodies, EachPieceHasAColourOfItsOwn) {
  view.skin = SkinColour::pieces;
  const auto of_piece = [](std::uint32_t piece) {
    Snapshot snapshot = box(brick, false, true);
    auto infos = std::make_shared<std::vector<BodyInfo>>(*snapshot.infos);
    (*infos)[0].pieces = 16;
    (*infos)[0].piece_of_vertex = std::make_shared<const std::vector<std::uint32_t>>(8, piece);
    snapshot.infos = infos;
    return snapshot;
  };
  EXPECT_EQ(middle_drawn(of_piece(0)), middle_drawn(box(brick, false, true)))
      << "the first keeps the body's colour";
  for (const std::uint32_t piece : {1u, 2u, 13u, 15u})
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(middle_drawn(of_piece(piece))[k], middle_drawn(box(piece_colour(piece), false, true))[k], 1)
          << piece;
  EXPECT_NE(middle_drawn(of_piece(1)), middle_drawn(of_piece(2)));
  EXPECT_THAT(legend_entries(of_piece(1), view, {})[0].text, HasSubstr("pieces: 16"));
  EXPECT_THAT(legend_entries(box(brick, false, true), view, {})[0].text, HasSubstr("nothing"));
}

std::shared_ptr<Scene> block_on_an_edge(double strength) {
  SceneBody block = test::body_of_tets("block", test::tet_box(4, {0.4, 0.1, 0.1}),
                                       {{-0.2, 0.22, -0.05}, test::turn({0, 0, 1}, 0)});
  block.material = {2e5, 0.3, 0.01, strength};
  block.velocity = {0, -3, 0};
  SceneBody edge = test::body_of("edge", make_box({0.1, 0.1, 0.3}), BodyKind::fixed,
                                 {{0, 0.1, 0}, test::turn({0, 0, 1}, 0.785)});
  auto scene = test::scene_of({edge, block});
  scene->settings.simulation.time_step = 0.005;
  return scene;
}

TEST_F(BrokenBodies, StressEndsAtTheStrengthOfTheWeakest) {
  view.skin = SkinColour::stress;
  for (const double strength : {4e3, 7.5e6}) {
    Simulation simulation(block_on_an_edge(strength));
    for (int i = 0; i < 8; ++i)
      ASSERT_TRUE(simulation.step());
    const auto snapshot = simulation.snapshot({.inside = true});
    renderer->render(snapshot, camera, view, size.width, size.height);
    EXPECT_EQ(renderer->scales().skin_top, strength);
    EXPECT_THAT(legend_entries(*snapshot, view, renderer->scales())[0].items.back().word,
                HasSubstr("the strength"));
  }
}

// Each step that breaks it gives the body another mesh.
TEST_F(BrokenBodies, ABodyThatBreaksOnAndOnIsDrawnAsItIsAndLeavesNothingBehind) {
  CameraView from;
  from.eye = Vec3(0, 0.4, 1.2);
  from.target = Vec3(0, 0.15, 0);
  camera = Camera(from);
  const std::unique_ptr<SharedContext> beside = renderer->shared_context();
  const auto live_buffers = [&beside] {
    beside->make_current();
    std::size_t count = 0;
    for (unsigned name = 1; name < 20'000; ++name)
      count += glIsBuffer(name) == GL_TRUE;
    beside->release();
    return count;
  };
  Simulation simulation(block_on_an_edge(4e3));
  std::size_t meshes = 0, buffers = 0;
  std::shared_ptr<const PreparedMesh> mesh;
  for (int i = 0; i < 40; ++i) {
    ASSERT_TRUE(simulation.step());
    const auto snapshot = simulation.snapshot();
    meshes += std::exchange(mesh, (*snapshot->infos)[1].mesh) != (*snapshot->infos)[1].mesh;
    const Image kept = renderer->render(snapshot, camera, view, size.width, size.height);
    if (i == 0)
      buffers = live_buffers();
    ASSERT_GT(buffers, 0u);
    EXPECT_EQ(live_buffers(), buffers) << i;
    OffscreenRenderer fresh;
    EXPECT_EQ(kept.rgba, fresh.render(snapshot, camera, view, size.width, size.height).rgba) << i;
  }
  EXPECT_GT(meshes, 5u);
  EXPECT_GT((*simulation.snapshot()->infos)[1].pieces, 1u);
}

} // namespace
} // namespace lamina
