#include "core/mesh/meshlets.h"
#include "core/mesh/procedural.h"
#include "tests/contact/proximity/proximity_support.h"
#include "tests/contact/same_contacts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamina::test {
namespace {

/// A bar of length 2, width 0.3 and the given thickness along x, rolled up by `turns` about the z axis: each
/// turn lies outside the last by `pitch`.
Surface rolled(double thickness, double turns, double pitch, double wobble) {
  Surface surface = surface_of(make_box({2, thickness, 0.3}, 3000), {}, false);
  surface.bounds = Box{};
  for (Vec3& p : surface.positions) {
    const double angle = 2 * std::numbers::pi * turns * (p.x() / 2 + 0.5);
    const double radius =
        0.3 + pitch * angle / (2 * std::numbers::pi) + p.y() + wobble * std::sin(20 * p.z() + 9 * p.x());
    p = {radius * std::cos(angle), -radius * std::sin(angle), p.z()};
    surface.bounds.include(p);
  }
  surface.self_contact = true;
  return surface;
}

/// Culling by normal cones, and the tree, lose nothing that trying everything finds.
void expect_all_found(const Surface& surface, double distance, bool some) {
  Settings settings = by_proximity(distance);
  const PairContacts expected = all_contacts(surface, surface, settings);
  EXPECT_EQ(expected.contacts.size() > 0, some) << expected.contacts.size();
  for (const BvhChildren children : {BvhChildren::two, BvhChildren::four, BvhChildren::eight})
    for (const BvhRefit refit : {BvhRefit::bottom_up, BvhRefit::lazy}) {
      settings.contact.proximity.bvh_children = children;
      settings.contact.proximity.bvh_refit = refit;
      expect_same(expected, [&] {
        PairContacts found = detect_self(surface, settings);
        found.body = expected.body;
        return found;
      }());
    }
}

TEST(SelfProximity, CullingByNormalConesLosesNoPair) {
  {
    SCOPED_TRACE("a bar bent until its ends come near each other");
    expect_all_found(rolled(0.05, 0.995, 0, 0), 0.02, true);
  }
  {
    SCOPED_TRACE("a sheet rolled up: its turns are 0.01 apart");
    expect_all_found(rolled(0.02, 2.6, 0.03, 0), 0.015, true);
  }
  {
    SCOPED_TRACE("the same, its turns waved through each other");
    expect_all_found(rolled(0.02, 2.6, 0.03, 0.01), 0.015, true);
  }
}

TEST(SelfProximity, NeighboursOnASmoothSurfaceAreNoContacts) {
  expect_all_found(rolled(0.05, 0.5, 0, 0), 0.02, false);
  for (const TriangleMesh& mesh : {make_sphere(0.5, 1280), make_torus(0.5, 0.2, 1600)}) {
    Surface surface = surface_of(mesh, {}, false);
    surface.self_contact = true;
    expect_all_found(surface, 0.02, false);
  }
}

TEST(SelfProximity, EndsThatFaceEachOtherArePushedApart) {
  // The caps of the bent bar face each other along y at angle 0: equal and opposite, together their area.
  const double thickness = 0.05, turns = 0.995;
  const Surface bar = rolled(thickness, turns, 0, 0);
  const PairContacts found = detect_self(bar, by_proximity(0.02));
  Vec3 on_start = Vec3::Zero(), on_end = Vec3::Zero();
  for (const Contact& contact : found.contacts)
    for (std::uint32_t i = contact.gradient[0].begin; i < contact.gradient[0].end; ++i)
      (bar.positions[found.gradient[i].vertex].y() < 1e-9 ? on_start : on_end) -=
          contact.area * found.gradient[i].value;
  EXPECT_NEAR((on_start + on_end).norm(), 0, 1e-12);
  // Apart by an angle of 0.03, by whose sine the normals lean; rows at the rims stand for a little less.
  const double area = thickness * 0.3;
  EXPECT_NEAR(on_start.y(), -area, 0.05 * area);
}

TEST(SelfProximity, WhatOverlapsAtRestIsLeftOut) {
  Surface bar = rolled(0.05, 0.995, 0, 0);
  ASSERT_GT(detect_self(bar, by_proximity(0.02)).contacts.size(), 0u);
  bar.self_offset = std::make_shared<const std::vector<float>>(bar.positions.size(), 0.001f);
  EXPECT_EQ(detect_self(bar, by_proximity(0.02)).contacts.size(), 0u);
}

} // namespace
} // namespace lamina::test
