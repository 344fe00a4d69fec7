#include "core/base/error.h"
#include "core/contact/point_evidence.h"
#include "core/contact/raytraced/ray_evidence.h"
#include "core/mesh/prepare.h"
#include "core/mesh/procedural.h"
#include "core/response/detection_request.h"
#include "tests/contact/raytraced/raytraced_support.h"
#include "tests/contact/same_contacts.h"

#include <gmock/gmock.h>

#include <limits>
#include <numeric>

namespace lamina::test {
namespace {

void expect_all_counted(const PairContacts& found) {
  EXPECT_EQ(std::accumulate(rays_of(found).fates.begin(), rays_of(found).fates.end(), std::uint64_t{0}),
            rays_of(found).rays);
  EXPECT_EQ(count(found, RayFate::contact), found.contacts.size());
  EXPECT_EQ(rays_of(found).cast.size(), rays_of(found).rays);
  EXPECT_EQ(points_of(found).points.size(), found.contacts.size());
}

// A post through a block's floor: rays down from the block's top enter the post, which they must not push;
// those from the post's top leave the block through its bottom, and those from its sides leave the post
// first.
TEST(RayFates, AreToldApartByTheNormalAndByTheOwnSurface) {
  const Surface block = surface_of(make_box({1, 1, 1}, 1200));
  const Surface post = surface_of(make_box({0.4, 0.8, 0.4}, 1200), {{0.011, -0.5, 0.007}, Quat::Identity()});
  const PairContacts found = detect(block, post, rays());
  expect_all_counted(found);
  EXPECT_GT(count(found, RayFate::own_first), 0u);
  EXPECT_GT(count(found, RayFate::contact), 0u);
  for (const CastRay& ray : rays_of(found).cast) {
    const Vec3 way = ray.to - ray.from;
    const bool at_edge = way.normalized().cwiseAbs().maxCoeff() < 1 - 1e-9;
    if (at_edge)
      continue;
    if (ray.body == 1 && way.y() < 0) {
      EXPECT_EQ(ray.fate, RayFate::contact);
      EXPECT_NEAR(ray.to.y(), -0.5, 1e-12);
    }
    if (ray.body == 1 && std::abs(way.y()) < 1e-9 && ray.from.y() > -0.5) {
      EXPECT_EQ(ray.fate, RayFate::own_first);
    }
  }
  // From outside, on the block's top: only where the boxes overlap, so the post is made as high as the block.
  const Surface tall = surface_of(make_box({0.4, 0.8, 0.4}, 1200), {{0.011, 0.0, 0.007}, Quat::Identity()});
  const Surface hook =
      surface_of(together({make_box({0.4, 0.5, 0.4}, 300), shifted(make_box({0.1, 2, 0.1}), {2, 0, 0})}));
  const PairContacts entering = detect(block, hook, rays());
  expect_all_counted(entering);
  for (const CastRay& ray : rays_of(entering).cast)
    if (ray.body == 0 && std::abs(ray.from.x()) < 0.15 && std::abs(ray.from.z()) < 0.15 &&
        ray.from.y() > 0.49) {
      EXPECT_EQ(ray.fate, RayFate::entering);
      EXPECT_NEAR(ray.to.y(), 0.25, 1e-12);
    }
  EXPECT_GT(count(entering, RayFate::entering), 0u);
}

// H08 Fig. 9: where both are thin at their overlap, every ray leaves its own body first: no force, nothing
// shakes.
TEST(RayFates, OfCrossedPlatesAreThatTheyLeaveThemselvesFirst) {
  const Surface a = surface_of(make_box({1, 1, 0.05}, 4000)), b = surface_of(make_box({0.05, 1.2, 1}, 4000));
  const PairContacts found = detect(a, b, rays());
  expect_all_counted(found);
  EXPECT_TRUE(found.contacts.empty());
  EXPECT_GT(count(found, RayFate::own_first), 20u);
  EXPECT_FALSE(rays_of(found).enclosed[0] || rays_of(found).enclosed[1]);
}

TEST(RayFates, OfOpenSurfacesAreThatNothingIsBehind) {
  const Surface floor = surface_of(make_box({4, 1, 4}), {{0, -0.5, 0}, Quat::Identity()});
  const Surface sheet =
      surface_of(make_ground(1, 200), {{0, -0.1, 0}, Quat(Eigen::AngleAxisd(3.14159265, Vec3::UnitX()))});
  const PairContacts found = detect(sheet, floor, rays());
  expect_all_counted(found);
  EXPECT_TRUE(found.contacts.empty());
  EXPECT_EQ(count(found, RayFate::open), sheet.positions.size());
}

Surface one_sided(TriangleMesh mesh) {
  const PreparedMesh prepared = prepare_mesh(std::move(mesh), Sidedness::one_sided, 10);
  EXPECT_TRUE(prepared.report.accepted);
  Surface surface = surface_of(prepared.mesh);
  surface.winding_at_infinity = prepared.winding_at_infinity;
  return surface;
}

TEST(OneSided, GroundsArePressedOnFromAnyDepthAboveTheirSkirt) {
  const Surface ground = one_sided(make_ground(100));
  for (const double sunk : {0.01, 0.5, 0.9, 3.0}) {
    const Surface box = surface_of(make_box({1, 1, 1}, 1200), {{0.1, 0.5 - sunk, 0.2}, Quat::Identity()});
    const PairContacts found = detect(box, ground, rays());
    if (sunk > 1)
      EXPECT_TRUE(rays_of(found).enclosed[0]) << "wholly below";
    else
      EXPECT_NEAR(wrench_on(found, 0, box).force.y(), sunk, 0.03 * sunk); // some of the rim leans aside
  }
}

// A closed surface that faces inwards bounds a solid that reaches to infinity: its own rays have no other
// end.
TEST(OneSided, ShellsThatFaceInwardsPushBackInside) {
  const Surface shell = one_sided(inside_out(make_sphere(1, 2000)));
  ASSERT_EQ(shell.winding_at_infinity, 1);
  const Surface ball = surface_of(make_sphere(0.4, 2000), {{0.7, 0, 0}, Quat::Identity()});
  const PairContacts found = detect(ball, shell, rays());
  expect_all_counted(found);
  const Wrench on_ball = wrench_on(found, 0, ball);
  EXPECT_LT(on_ball.force.x(), 0);
  EXPECT_LT(std::hypot(on_ball.force.y(), on_ball.force.z()), 0.02 * -on_ball.force.x());
  std::array<std::size_t, 2> from{};
  for (const ContactPointPair& pair : points_of(found).points)
    ++from[pair.body[0]];
  EXPECT_GT(from[0], 20u);
  EXPECT_GT(from[1], 5u);
}

TEST(Malformed, SurfacesNeitherCrashNorTouch) {
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               infinity = std::numeric_limits<double>::infinity();
  const Surface good = surface_of(make_sphere(0.5, 300));
  for (const RayTree tree : every_ray_tree) {
    for (const double bad : {nan, infinity, 1e60}) {
      Surface broken = surface_of(make_sphere(0.5, 300), {{0.8, 0, 0}, Quat::Identity()});
      for (std::size_t v = 0; v < broken.positions.size(); v += 5)
        broken.positions[v].y() = bad;
      for (const Contact& contact : detect(good, broken, rays(tree)).contacts) {
        EXPECT_TRUE(std::isfinite(contact.measure));
        EXPECT_TRUE(std::isfinite(contact.area));
      }
      for (Vec3& p : broken.positions)
        p.setConstant(bad);
      EXPECT_TRUE(detect(good, broken, rays(tree)).contacts.empty());
      EXPECT_TRUE(detect_self(broken, rays(tree)).contacts.empty());
    }
    TriangleMesh point = make_sphere(0.5, 80), torn = make_sphere(0.5, 80), lost = make_sphere(0.5, 80);
    for (Vec3& p : point.vertices)
      p = {0.1, 0, 0};
    torn.triangles.resize(30);
    lost.triangles[3][1] = 4000;
    for (const TriangleMesh& mesh : {TriangleMesh{}, point, torn, lost}) {
      const Surface odd = surface_of(mesh, {{0.2, 0, 0}, Quat::Identity()});
      expect_all_counted(detect(good, odd, rays(tree)));
      expect_all_counted(detect(odd, good, rays(tree)));
      expect_all_counted(detect_self(odd, rays(tree)));
    }
    Surface nothing;
    EXPECT_TRUE(detect(good, nothing, rays(tree)).contacts.empty());
  }
}

TEST(Raytraced, IsThereOnTheProcessorOnly) {
  Settings settings = rays();
  settings.contact.backend = "reference";
  try {
    make_contact_method(settings.contact);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("\"raytraced\" on backend \"reference\""));
    EXPECT_THAT(error.what(), testing::HasSubstr("raytraced on cpu"));
  }
}

TEST(RaytracedRuns, AreTheSameBitForBitForAnyThreadsAndTreeAndPast) {
  Dice dice(11);
  std::vector<Surface> surfaces;
  for (int k = 0; k < 12; ++k)
    surfaces.push_back(surface_of(k % 2 ? make_sphere(0.5, 720) : make_torus(0.5, 0.2, 800),
                                  {0.6 * Vec3(k % 3, k / 3 % 2, k / 6) + dice.vector(0.1), dice.turn()}));
  std::vector<const Surface*> pointers;
  std::vector<BodyPair> pairs;
  for (std::uint32_t a = 0; a < surfaces.size(); ++a) {
    pointers.push_back(&surfaces[a]);
    for (std::uint32_t b = a; b < surfaces.size(); ++b)
      pairs.push_back({a, b});
  }
  std::vector<PairContacts> alone, found;
  make_contact_method(rays().contact)->detect(detection_input(pointers, pairs, rays()), alone);
  std::size_t contacts = 0;
  for (const PairContacts& pair : alone)
    contacts += pair.contacts.size();
  EXPECT_GT(contacts, 500u);

  // One method goes on through all of these, and through other places of the bodies in between.
  const auto method = make_contact_method(rays().contact);
  for (const RayTree tree : every_ray_tree)
    for (const int threads : {1, 2, 3, 7}) {
      Settings settings = rays(tree);
      settings.simulation.threads = threads;
      std::vector<Surface> elsewhere = surfaces;
      std::vector<const Surface*> others;
      for (std::size_t i = 0; i < elsewhere.size(); ++i) {
        for (Vec3& p : elsewhere[i].positions)
          p += 0.01 * static_cast<double>(threads) * p.cwiseProduct(p);
        others.push_back(i % 3 ? &elsewhere[i] : pointers[i]);
      }
      method->detect(detection_input(others, {pairs.data(), 20}, settings), found);
      method->detect(detection_input(pointers, pairs, settings), found);
      ASSERT_EQ(found.size(), pairs.size());
      for (std::size_t i = 0; i < pairs.size(); ++i)
        expect_same(alone[i], found[i]);
    }
}

} // namespace
} // namespace lamina::test
