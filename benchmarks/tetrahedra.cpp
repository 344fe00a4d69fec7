// Points of bodies in the tetrahedra of others: a spatial hash against trees of boxes, one a body, refitted
// in every step. Balls lie in a grid, each of which overlaps its neighbours a little, and may meet itself.

#include "core/bvh/median_builder.h"
#include "core/contact/method.h"
#include "core/contact/tetrahedra/tet_hash.h"
#include "core/mesh/tet_surface.h"
#include "tests/mesh/tet_support.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

namespace lamina::bench {
namespace {

using namespace tetrahedra;

/// A cube of so many cells along each side, drawn out to a ball.
struct Ball {
  TetMesh mesh;
  std::vector<std::uint32_t> node_of_vertex;
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  Box bounds;

  Ball(std::uint32_t cells, double radius, const Vec3& middle)
      : mesh(test::tet_box(cells, Vec3::Constant(2))) {
    for (Vec3& node : mesh.nodes) {
      const Vec3 p = node - Vec3::Ones();
      node = (p.norm() > 0 ? Vec3(radius * p.cwiseAbs().maxCoeff() / p.norm() * p) : p) + middle;
    }
    TriangleMesh surface = boundary_surface(mesh, node_of_vertex);
    vertices = std::move(surface.vertices);
    triangles = std::move(surface.triangles);
    for (const Vec3& vertex : vertices)
      bounds.include(vertex);
  }
  /// Takes another ball's mesh as a part of this one's.
  void join(const Ball& other) {
    const auto first_node = static_cast<std::uint32_t>(mesh.nodes.size());
    const auto first_vertex = static_cast<std::uint32_t>(vertices.size());
    mesh.nodes.insert(mesh.nodes.end(), other.mesh.nodes.begin(), other.mesh.nodes.end());
    vertices.insert(vertices.end(), other.vertices.begin(), other.vertices.end());
    for (const auto& [a, b, c, d] : other.mesh.tetrahedra)
      mesh.tetrahedra.push_back({a + first_node, b + first_node, c + first_node, d + first_node});
    for (const auto& [a, b, c] : other.triangles)
      triangles.push_back({a + first_vertex, b + first_vertex, c + first_vertex});
    for (const std::uint32_t node : other.node_of_vertex)
      node_of_vertex.push_back(node + first_node);
    bounds.include(other.bounds);
  }
};

struct Balls {
  std::vector<Ball> bodies;
  std::vector<Solid> solids;
  std::vector<HashPoints> points;
  std::vector<BodyPair> pairs;
  std::size_t tetrahedra = 0;

  /// `parts`: that each body has.
  explicit Balls(std::int64_t count, std::int64_t parts = 1) {
    constexpr std::uint32_t cells = 9;
    const double radius = 0.5; // m
    const auto side = static_cast<std::int64_t>(std::ceil(std::cbrt(static_cast<double>(count)) - 1e-9));
    for (std::int64_t i = 0; i < count; ++i) {
      const Vec3 way(static_cast<double>(i % side), static_cast<double>(i / side % side),
                     static_cast<double>(i / (side * side)));
      const Ball ball(cells, radius, radius * (1.9 * way + 0.02 * way.reverse()));
      if (i % parts == 0)
        bodies.push_back(ball);
      else
        bodies.back().join(ball);
    }
    for (const Ball& body : bodies) {
      solids.push_back({body.mesh.nodes, body.mesh.tetrahedra, body.node_of_vertex});
      points.push_back({body.vertices, body.node_of_vertex});
      tetrahedra += body.mesh.tetrahedra.size();
    }
    for (std::uint32_t a = 0; a < bodies.size(); ++a)
      for (std::uint32_t b = a; b < bodies.size(); ++b)
        if (bodies[a].bounds.overlaps(bodies[b].bounds))
          pairs.push_back({a, b});
  }
};

void report(benchmark::State& state, const Balls& balls, std::size_t found) {
  state.counters["tetrahedra"] = static_cast<double>(balls.tetrahedra);
  state.counters["pairs"] = static_cast<double>(balls.pairs.size());
  state.counters["found"] = static_cast<double>(found);
}

void points_in_tetrahedra_by_hash(benchmark::State& state) {
  const Balls balls(state.range(0), state.range(1));
  TetHash hash;
  std::vector<PointInTet> found;
  for (auto _ : state)
    hash.find({balls.solids, balls.points, balls.pairs, static_cast<double>(state.range(2)) / 100, 1}, found);
  report(state, balls, found.size());
}

/// The boxes of the tetrahedra of one body, four children a node.
struct TetTree {
  std::vector<bvh::BoxNode<4>> nodes;

  explicit TetTree(const Solid& solid) {
    std::vector<bvh::CentredItem> items;
    for (std::uint32_t t = 0; t < solid.tetrahedra.size(); ++t) {
      Vec3 sum = Vec3::Zero();
      for (const std::uint32_t node : solid.tetrahedra[t])
        sum += solid.nodes[node];
      items.push_back({sum / 4, t});
    }
    bvh::build_by_median<4>(items, nodes);
  }
  void refit(const Solid& solid) {
    bvh::refit_nodes<4>(nodes, [&](std::uint32_t n, int slot) {
      Box box;
      for (const std::uint32_t node : solid.tetrahedra[nodes[n].item(slot)])
        box.include(solid.nodes[node]);
      return bvh::rounded_outwards(box);
    });
  }
  template <class Visit>
  void visit(std::uint32_t at, const bvh::FloatBox& point, const Visit& found) const {
    const bvh::BoxNode<4>& node = nodes[at];
    const std::uint32_t hit = node.overlapping(point);
    for (int slot = 0; slot < 4; ++slot) {
      if (!(hit >> slot & 1))
        continue;
      if (node.is_leaf(slot))
        found(node.item(slot));
      else
        visit(node.child[slot], point, found);
    }
  }
};

void points_in_tetrahedra_by_trees(benchmark::State& state) {
  const Balls balls(state.range(0));
  std::vector<TetTree> trees(balls.solids.begin(), balls.solids.end());
  std::vector<PointInTet> found;
  for (auto _ : state) {
    found.clear();
    for (std::size_t i = 0; i < trees.size(); ++i)
      trees[i].refit(balls.solids[i]);
    for (std::uint32_t p = 0; p < balls.pairs.size(); ++p)
      for (std::uint32_t side = 0; side < (balls.pairs[p].with_itself() ? 1 : 2); ++side) {
        const BodyPair& pair = balls.pairs[p];
        const std::uint32_t of_points = side == 0 ? pair.a : pair.b, of_tets = side == 0 ? pair.b : pair.a;
        const HashPoints& points = balls.points[of_points];
        const Solid& solid = balls.solids[of_tets];
        const Box& bounds = balls.bodies[of_tets].bounds;
        for (std::uint32_t i = 0; i < points.positions.size(); ++i) {
          const Vec3& at = points.positions[i];
          if (!bounds.overlaps({at, at}))
            continue;
          trees[of_tets].visit(0, bvh::rounded_outwards({at, at}), [&](std::uint32_t t) {
            const Tetrahedron& nodes = solid.tetrahedra[t];
            if (pair.with_itself() && std::find(nodes.begin(), nodes.end(), points.nodes[i]) != nodes.end())
              return;
            const TetFrame frame(solid.nodes, nodes);
            const TetWeights weights = frame.weights(at);
            if (frame.usable() && is_inside(weights))
              found.push_back({p, side, i, t, weights});
          });
        }
      }
  }
  report(state, balls, found.size());
}

/// The whole method: all nodes as points, depths and contacts too.
void contacts_by_hashing(benchmark::State& state) {
  const Balls balls(state.range(0));
  std::vector<Surface> surfaces(balls.bodies.size());
  std::vector<const Surface*> pointers;
  for (std::size_t i = 0; i < surfaces.size(); ++i) {
    const Ball& ball = balls.bodies[i];
    surfaces[i].triangles = std::make_shared<const std::vector<Triangle>>(ball.triangles);
    surfaces[i].positions = ball.vertices;
    surfaces[i].bounds = ball.bounds;
    pointers.push_back(&surfaces[i]);
  }
  ContactSettings settings;
  settings.method = "hashing";
  const auto method = make_contact_method(settings);
  std::vector<PairContacts> results;
  for (auto _ : state)
    method->detect({{pointers, balls.solids}, balls.pairs, settings, {}, 1}, results);
  std::size_t contacts = 0;
  for (const PairContacts& result : results)
    contacts += result.contacts.size();
  report(state, balls, contacts);
}

// 22,000 and 332,000 tetrahedra; cells over the mean side of a box, in hundredths.
BENCHMARK(points_in_tetrahedra_by_hash)
    ->ArgsProduct({{5, 76}, {1}, {70, 100, 120, 140, 200}})
    ->ArgNames({"balls", "in_a_body", "side"})
    ->Unit(benchmark::kMillisecond);
// The same balls as fewer bodies.
BENCHMARK(points_in_tetrahedra_by_hash)
    ->ArgsProduct({{64}, {1, 8, 64}, {120}})
    ->ArgNames({"balls", "in_a_body", "side"})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(points_in_tetrahedra_by_trees)->Arg(5)->Arg(76)->ArgName("balls")->Unit(benchmark::kMillisecond);
BENCHMARK(contacts_by_hashing)->Arg(5)->Arg(76)->ArgName("balls")->Unit(benchmark::kMillisecond);

} // namespace
} // namespace lamina::bench
