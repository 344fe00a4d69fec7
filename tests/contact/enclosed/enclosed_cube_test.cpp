#include "core/contact/enclosed/enclosed_pieces.h"
#include "core/contact/pieces/piece_surfaces.h"
#include "tests/contact/hashing/hashing_support.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

using test::SolidBody;

/// A cube between two corners, of n cells a side.
SolidBody cube_between(std::uint32_t n, const Vec3& low, double side) {
  SolidBody cube(test::tet_box(n, Vec3::Constant(side)));
  cube.move([&](const Vec3& p) -> Vec3 { return p + low; });
  return cube;
}

/// Both as one body in two pieces.
SolidBody in_pieces(const SolidBody& large, const SolidBody& small) {
  TetMesh mesh = large.mesh;
  const auto first = static_cast<std::uint32_t>(mesh.nodes.size());
  mesh.nodes.insert(mesh.nodes.end(), small.mesh.nodes.begin(), small.mesh.nodes.end());
  for (Tetrahedron t : small.mesh.tetrahedra) {
    for (std::uint32_t& node : t)
      node += first;
    mesh.tetrahedra.push_back(t);
  }
  SolidBody both(mesh);
  auto piece_of = std::make_shared<std::vector<std::uint32_t>>();
  for (const std::uint32_t node : both.node_of_vertex)
    piece_of->push_back(node < first ? 0 : 1);
  both.surface.piece_of_vertex = piece_of;
  both.surface.self_contact = true;
  return both;
}

/// At 1 Pa/m.
double pressure(const Contact& contact) {
  return contact.weight * contact.measure * contact.spread() / contact.area;
}

/// What contacts push the small cube with, and all that they push, at 1 Pa/m.
struct Push {
  Vec3 on_small = Vec3::Zero(), on_all = Vec3::Zero(), torque = Vec3::Zero();

  void add(const Vec3& at, const Vec3& force, bool small) {
    if (small)
      on_small += force;
    on_all += force;
    torque += at.cross(force);
  }
};

/// A small cube, a splinter, that lies as a whole in one of two metres about the origin.
struct Place {
  Vec3 low; ///< its lower corner, m
  double side;
};

class EnclosedCube : public testing::TestWithParam<std::tuple<const char*, Place>> {
protected:
  EnclosedCube() {
    settings_.contact.method = std::get<0>(GetParam());
    settings_.simulation.threads = 1;
    settings_.contact.proximity.distance = kept_;
    settings_.contact.proximity.depth = 0.01;
    small_.surface.is_piece = true;
  }
  Place place() const { return std::get<1>(GetParam()); }
  /// Where the small cube's far side lies before the face x = 1, and what is kept beside it.
  double depth() const {
    return 1 - place().low.x() + (settings_.contact.method == std::string("proximity") ? kept_ : 0);
  }
  void expect_pushed_out(const PairContacts& found, const Push& push) const {
    ASSERT_FALSE(found.contacts.empty());
    // Sides along the way may be seen by a rounding error.
    for (const Contact& contact : found.contacts) {
      if (contact.area > 1e-15) {
        EXPECT_NEAR(contact.depth(), depth(), 1e-12) << "all of its far side lies as deep";
      }
    }
    const double force = place().side * place().side * depth();
    EXPECT_LT((push.on_small - force * Vec3::UnitX()).norm(), 1e-12 * force);
    EXPECT_LT(push.on_all.norm(), 1e-12 * force);
    EXPECT_LT(push.torque.norm(), 1e-12 * force);
  }
  PairContacts detect(const CollisionShapes& shapes, BodyPair pair) const {
    std::vector<PairContacts> found;
    const std::vector<BodyPair> pairs{pair};
    const DetectionInput input = detection_input(shapes, pairs, settings_);
    make_contact_method(settings_.contact)->detect(input, found);
    if (measure_of(settings_.contact) == MeasureKind::volume)
      enclosed::lead_pieces_out(input, found);
    return found.front();
  }

  static constexpr double kept_ = 1e-3; // m, of proximity
  SolidBody large_ = cube_between(5, {-1, -1, -1}, 2);
  SolidBody small_ = cube_between(2, place().low, place().side);
  Settings settings_;
};

/// Friction acts where the triangles say that it does. Barycentric coordinates have single precision.
void expect_ends_on_triangles(const PairContacts& found, const Surface& surface) {
  found.for_each_friction_point([&](const FrictionPoint& point) {
    for (std::size_t end = 0; end < 2; ++end) {
      const Triangle& t = (*surface.triangles)[point.triangle[end]];
      const double b = point.barycentric[end][0], c = point.barycentric[end][1];
      const Vec3 at =
          (1 - b - c) * surface.positions[t[0]] + b * surface.positions[t[1]] + c * surface.positions[t[2]];
      EXPECT_LT((at - point.end[end]).norm(), 1e-6);
    }
  });
}

/// The place of what a gradient names: a vertex, or a node of the solid.
Vec3 place_of(const SolidBody& body, std::uint32_t vertex) {
  const auto vertices = static_cast<std::uint32_t>(body.surface.positions.size());
  return vertex < vertices ? body.surface.positions[vertex] : body.mesh.nodes[vertex - vertices];
}

TEST_P(EnclosedCube, IsPushedThroughTheNearestFace) {
  for (const bool small_first : {false, true}) {
    const std::array bodies{small_first ? &small_ : &large_, small_first ? &large_ : &small_};
    const std::vector<const Surface*> surfaces{&bodies[0]->surface, &bodies[1]->surface};
    const std::vector<Solid> solids{bodies[0]->solid(), bodies[1]->solid()};
    const PairContacts found = detect({surfaces, solids}, {0, 1});
    Push push;
    for (const Contact& contact : found.contacts)
      for (std::size_t side = 0; side < 2; ++side)
        for (std::uint32_t i = contact.gradient[side].begin; i < contact.gradient[side].end; ++i) {
          const VertexGradient& entry = found.gradient[i];
          push.add(place_of(*bodies[side], entry.vertex), -pressure(contact) * contact.spread() * entry.value,
                   (side == 0) == small_first);
        }
    expect_pushed_out(found, push);
  }
}

TEST_P(EnclosedCube, IsPushedOutOfAnotherPieceOfItsBody) {
  const SolidBody both = in_pieces(large_, small_);
  const std::vector<const Surface*> bodies{&both.surface};
  const std::vector<Solid> solids{both.solid()};
  const std::vector<RestSurface> rest{{both.surface.positions}};
  PieceSurfaces pieces;
  pieces.follow(bodies, rest, needed_parts(settings_.contact.method).pieces);
  PairContacts found = pieces.any()
                           ? detect({pieces.surfaces()}, pieces.surfaces_of({0, 0, true, false, {0, 1}}))
                           : detect({bodies, solids}, {0, 0});
  pieces.name_bodies(found);
  EXPECT_EQ(found.body, (std::array<std::uint32_t, 2>{0, 0}));
  expect_ends_on_triangles(found, both.surface);
  const std::size_t of_large = large_.mesh.nodes.size();
  Push push;
  for (const Contact& contact : found.contacts) {
    EXPECT_EQ(contact.gradient[1].size(), 0u);
    for (std::uint32_t i = contact.gradient[0].begin; i < contact.gradient[0].end; ++i) {
      const VertexGradient& entry = found.gradient[i];
      const auto vertices = static_cast<std::uint32_t>(both.surface.positions.size());
      const std::uint32_t node =
          entry.vertex < vertices ? both.node_of_vertex[entry.vertex] : entry.vertex - vertices;
      push.add(both.mesh.nodes[node], -pressure(contact) * contact.spread() * entry.value, node >= of_large);
    }
  }
  expect_pushed_out(found, push);
}

// Nothing is looked for where bodies are apart, though one lies within the other's bounds.
TEST_P(EnclosedCube, HasNoContactInAHollow) {
  const TriangleMesh hollow = test::together({test::box_between({-3, -3, -3}, {3, 3, 3}),
                                              test::inside_out(test::box_between({-2, -2, -2}, {2, 2, 2}))});
  const Surface shell = test::surface_of(hollow);
  const std::vector<const Surface*> surfaces{&shell, &small_.surface};
  const std::vector<Solid> solids{Solid{}, small_.solid()};
  EXPECT_TRUE(detect({surfaces, solids}, {0, 1}).contacts.empty());
}

std::string name_of(const testing::TestParamInfo<EnclosedCube::ParamType>& info) {
  return std::string(std::get<0>(info.param)) +
         (std::get<1>(info.param).side < 0.5 ? "Small" : "AcrossTheMiddle");
}

// One whose corners are all nearest to x = 1, and one with corners nearer to other faces.
INSTANTIATE_TEST_SUITE_P(
    Methods, EnclosedCube,
    testing::Combine(testing::Values("ldi", "adaptive", "raytraced", "proximity", "hashing"),
                     testing::Values(Place{{0.5, 0.013, -0.31}, 0.2}, Place{{-0.2, -0.31, -0.29}, 0.6})),
    name_of);

} // namespace
} // namespace lamina
