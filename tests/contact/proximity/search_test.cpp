#include "core/mesh/meshlets.h"
#include "core/mesh/procedural.h"
#include "core/response/detection_request.h"
#include "tests/contact/ldi/awkward_triangles.h"
#include "tests/contact/proximity/proximity_support.h"
#include "tests/contact/same_contacts.h"

#include <gtest/gtest.h>

namespace lamina::test {
namespace {

constexpr std::array<BvhChildren, 3> every_number{BvhChildren::two, BvhChildren::four, BvhChildren::eight};
constexpr std::array<BvhRefit, 2> every_refit{BvhRefit::bottom_up, BvhRefit::lazy};

void shake(Surface& surface, Dice& dice, double size) {
  surface.bounds = Box{};
  for (Vec3& p : surface.positions) {
    p += dice.vector(size);
    surface.bounds.include(p);
  }
  if (surface.meshlets)
    enclose_meshlets(*surface.meshlets, surface.positions, surface.balls);
}

Surface with_blocks(const TriangleMesh& mesh, const Pose& pose) {
  Surface surface = surface_of(mesh, pose);
  surface.meshlets = std::make_shared<const Meshlets>(
      surface.positions.empty() ? Meshlets{} : Meshlets(mesh.triangles, mesh.vertices, 20));
  enclose_meshlets(*surface.meshlets, surface.positions, surface.balls);
  return surface;
}

/// The same contacts as trying everything, whatever the tree, also after the surfaces have moved.
void expect_all_found(Surface a, Surface b, const Settings& base, double shaken) {
  std::vector<std::unique_ptr<ContactMethod>> methods;
  std::vector<Settings> settings;
  for (const BvhChildren children : every_number)
    for (const BvhRefit refit : every_refit) {
      settings.push_back(base);
      settings.back().contact.proximity.bvh_children = children;
      settings.back().contact.proximity.bvh_refit = refit;
      methods.push_back(make_contact_method(base.contact));
    }
  Dice dice(5);
  for (int step = 0; step < 3; ++step) {
    const PairContacts expected = all_contacts(a, b, base);
    EXPECT_GT(expected.contacts.size(), 0u);
    const std::array<const Surface*, 2> surfaces{&a, &b};
    const std::array<BodyPair, 1> pairs{BodyPair{0, 1}};
    for (std::size_t i = 0; i < methods.size(); ++i) {
      SCOPED_TRACE(testing::Message() << "step " << step << ", tree " << i);
      std::vector<PairContacts> found;
      methods[i]->detect(detection_input(surfaces, pairs, settings[i]), found);
      expect_same(expected, found.at(0));
    }
    shake(a, dice, shaken);
    shake(b, dice, shaken);
  }
}

TEST(TreeSearch, FindsWhatTryingEverythingFinds) {
  Dice dice(7);
  for (int i = 0; i < 4; ++i) {
    const Surface a = surface_of(make_sphere(0.5, 500), {dice.vector(0.1), dice.turn()});
    const Surface b = with_blocks(make_torus(0.5, 0.2, 700), {dice.vector(0.1), dice.turn()});
    expect_all_found(a, b, by_proximity(i % 2 ? 0.03 : 0, 0), 0.01);
  }
  expect_all_found(surface_of(make_box({1, 1, 1})),
                   with_blocks(make_box({1, 1, 1}, 400), {{0.2, 1.0, 0.3}, dice.turn()}),
                   by_proximity(0.1, 0.2), 0.01);
}

/// A bar along z with this outline, counter-clockwise; its ends are fans around the first corner, from which
/// all others must be seen.
TriangleMesh bar(const std::vector<Eigen::Vector2d>& outline) {
  TriangleMesh mesh;
  const auto count = static_cast<std::uint32_t>(outline.size());
  for (const double z : {-0.5, 0.5})
    for (const Eigen::Vector2d& p : outline)
      mesh.vertices.push_back({p.x(), p.y(), z});
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t next = (i + 1) % count;
    mesh.triangles.push_back({i, next, count + next});
    mesh.triangles.push_back({i, count + next, count + i});
    if (i > 0 && next > 0) {
      mesh.triangles.push_back({0, next, i});
      mesh.triangles.push_back({count, count + i, count + next});
    }
  }
  return mesh;
}

// Far behind a surface and near in front of it: what bulges is asked about less in front, and a groove
// sharper than a right angle must not be, since below its bottom one is in front of one side and yet inside.
TEST(TreeSearch, FindsWhatHasCrossedDeeplyAroundRidgesAndGrooves) {
  const TriangleMesh bulging = make_box({1, 1, 1});
  const TriangleMesh grooved = bar(
      {{0, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {0.12, 0.5}, {0, 0.1}, {-0.12, 0.5}, {-0.5, 0.5}, {-0.5, -0.5}});
  Dice dice(23);
  for (int i = 0; i < 4; ++i) {
    const Surface box = surface_of(bulging, {dice.vector(0.05), dice.turn()});
    const Surface over =
        with_blocks(make_sphere(0.45, 900), {Vec3(0.1, 0.6, 0.1) + dice.vector(0.15), dice.turn()});
    expect_all_found(box, over, by_proximity(0.01, 0.25), 0.005);
    expect_all_found(over, box, by_proximity(0.01, 0.25), 0.005);
    const Surface groove = surface_of(grooved, {dice.vector(0.01), dice.turn()});
    const Pose below{groove.positions[4] + 0.5 * (groove.positions[12] - groove.positions[4]) +
                         dice.vector(0.1),
                     dice.turn()};
    expect_all_found(groove, with_blocks(make_sphere(0.22, 900), below), by_proximity(0.01, 0.25), 0.005);
  }
}

TEST(TreeSearch, FindsThemAmongTrianglesOfAnyShape) {
  Dice dice(9);
  const auto heap = [&dice] {
    TriangleMesh mesh = awkward_triangles(dice, 120, 0.05);
    // Without their reversed copies, with which they stand for no area.
    std::vector<Triangle> one_way;
    for (std::size_t t = 0; t < mesh.triangles.size(); t += 2)
      one_way.push_back(mesh.triangles[t]);
    mesh.triangles = one_way;
    return mesh;
  };
  const TriangleMesh a = heap(), b = heap();
  expect_all_found(surface_of(a), with_blocks(b, {}), by_proximity(0.05, 0.05), 0.02);
}

TEST(TreeSearch, FindsThemWhateverTheThreads) {
  Dice dice(3);
  std::vector<Surface> surfaces;
  for (int k = 0; k < 12; ++k)
    surfaces.push_back(with_blocks(k % 2 ? make_sphere(0.5, 2000) : make_box({0.9, 0.8, 0.7}),
                                   {0.7 * Vec3(k % 3, k / 3 % 2, k / 6) + dice.vector(0.1), dice.turn()}));
  std::vector<const Surface*> pointers;
  std::vector<BodyPair> pairs;
  for (std::uint32_t i = 0; i < surfaces.size(); ++i) {
    pointers.push_back(&surfaces[i]);
    for (std::uint32_t j = i; j < surfaces.size(); ++j)
      pairs.push_back({i, j});
  }
  std::vector<PairContacts> alone, results;
  Settings settings = by_proximity();
  make_contact_method(settings.contact)->detect(detection_input(pointers, pairs, settings), alone);
  for (const int threads : {2, 3, 7}) {
    settings.simulation.threads = threads;
    make_contact_method(settings.contact)->detect(detection_input(pointers, pairs, settings), results);
    for (std::size_t i = 0; i < pairs.size(); ++i)
      expect_same(alone[i], results[i]);
  }
}

TEST(MalformedSurfaces, HaveNoContactsAndHarmNothing) {
  const double none = std::numeric_limits<double>::quiet_NaN(),
               infinity = std::numeric_limits<double>::infinity();
  const Surface box = surface_of(make_box({1, 1, 1}, 100));
  std::vector<Surface> bad(6);
  bad[1] = surface_of(make_sphere(0.6, 200));
  for (Vec3& p : bad[1].positions)
    p.setConstant(none);
  bad[2] = surface_of(make_sphere(0.6, 200));
  bad[2].positions[3].y() = infinity;
  bad[2].positions[7].setConstant(none);
  bad[3] = surface_of(make_sphere(0.6, 200));
  bad[3].positions.resize(5);
  bad[4] = surface_of(make_sphere(0.6, 200));
  bad[4].triangles =
      std::make_shared<const std::vector<Triangle>>(std::vector<Triangle>{{0, 0, 1}, {2, 2, 2}, {1, 2, 3}});
  bad[5] = surface_of(make_sphere(0.6, 200));
  for (Vec3& p : bad[5].positions)
    p = {0, 0.5, 0};
  for (std::size_t i = 0; i < bad.size(); ++i)
    for (const bool swept : {false, true}) {
      SCOPED_TRACE(i);
      Settings settings = by_proximity(0.05, 0.1);
      settings.contact.proximity.swept = swept;
      const std::array<const Surface*, 2> surfaces{&box, &bad[i]};
      const std::array<BodyPair, 2> pairs{BodyPair{0, 1}, BodyPair{1, 1}};
      std::vector<PairContacts> results;
      const auto method = make_contact_method(settings.contact);
      for (int step = 0; step < 2; ++step)
        method->detect(detection_input(surfaces, pairs, settings), results);
      for (const PairContacts& pair : results)
        for (const Contact& contact : pair.contacts) {
          EXPECT_TRUE(std::isfinite(contact.measure));
          EXPECT_TRUE(std::isfinite(contact.area));
        }
      for (const PairContacts& pair : results)
        for (const VertexGradient& entry : pair.gradient)
          EXPECT_TRUE(entry.value.allFinite());
    }
}

} // namespace
} // namespace lamina::test
