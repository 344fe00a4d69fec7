#include "tests/papers/t04/refitted_trees.h"

#include "core/bench/spread.h"
#include "core/bvh/median_builder.h"
#include "core/mesh/procedural.h"
#include "tests/papers/processor_clock.h"

#include <algorithm>
#include <cmath>

namespace lamina::papers::t04 {

namespace {

bvh::FloatBox box_of(const TriangleMesh& mesh, std::uint32_t triangle) {
  Box box;
  for (const std::uint32_t corner : mesh.triangles[triangle])
    box.include(mesh.vertices[corner]);
  return bvh::rounded_outwards(box);
}

template <int N, class Visit>
void walk(const std::vector<bvh::BoxNode<N>>& nodes, std::uint32_t at, const bvh::FloatBox& box,
          const Visit& visit) {
  const bvh::BoxNode<N>& node = nodes[at];
  const std::uint32_t hit = node.overlapping(box);
  visit(node, hit);
  for (int slot = 0; slot < N; ++slot)
    if ((hit >> slot & 1) && !node.is_leaf(slot) && node.child[slot] != bvh::BoxNode<N>::nothing)
      walk<N>(nodes, node.child[slot], box, visit);
}

template <int N>
void add_rows(Table& table, std::size_t triangles) {
  const TriangleMesh straight = twisted_torus(triangles, 0);
  TriangleTree<N> refitted, rebuilt;
  refitted.rebuild(straight);
  std::vector<double> refits, rebuilds;
  std::size_t after_refit = 0, after_rebuild = 0;
  constexpr int steps = 31;
  for (int step = 1; step <= steps; ++step) {
    const TriangleMesh mesh = twisted_torus(triangles, 1.5 * step / steps);
    ProcessorClock clock;
    refitted.refit(mesh);
    refits.push_back(1000 * clock.lap());
    rebuilt.rebuild(mesh);
    rebuilds.push_back(1000 * clock.lap());
    for (std::uint32_t t = 0; t < mesh.triangles.size(); t += 16) {
      after_refit += refitted.visited(box_of(mesh, t));
      after_rebuild += rebuilt.visited(box_of(mesh, t));
    }
  }
  const double refit = bench::spread_of(refits).median, rebuild = bench::spread_of(rebuilds).median;
  table.rows.push_back({static_cast<double>(N), number(straight.triangles.size()), refit, rebuild,
                        rebuild / refit, number(after_refit) / number(after_rebuild)});
}

} // namespace

TriangleMesh twisted_torus(std::size_t triangles, double angle) {
  TriangleMesh mesh = make_torus(0.5, 0.2, triangles);
  for (Vec3& p : mesh.vertices) {
    const double turn = angle * std::sin(3 * p.y() / 0.2 + 2 * p.x());
    p = Vec3(std::cos(turn) * p.x() - std::sin(turn) * p.z(), p.y(),
             std::sin(turn) * p.x() + std::cos(turn) * p.z());
  }
  return mesh;
}

template <int N>
void TriangleTree<N>::rebuild(const TriangleMesh& mesh) {
  std::vector<bvh::CentredItem> items = bvh::triangle_items(mesh.triangles, mesh.vertices);
  nodes.clear();
  bvh::build_by_median<N>(items, nodes);
  refit(mesh);
}

template <int N>
void TriangleTree<N>::refit(const TriangleMesh& mesh) {
  bvh::refit_nodes<N>(nodes, [&](std::uint32_t n, int slot) { return box_of(mesh, nodes[n].item(slot)); });
}

template <int N>
std::size_t TriangleTree<N>::visited(const bvh::FloatBox& box) const {
  std::size_t count = 0;
  walk<N>(nodes, 0, box, [&](const bvh::BoxNode<N>&, std::uint32_t) { ++count; });
  return count;
}

template <int N>
std::vector<std::uint32_t> TriangleTree<N>::found(const bvh::FloatBox& box) const {
  std::vector<std::uint32_t> triangles;
  walk<N>(nodes, 0, box, [&](const bvh::BoxNode<N>& node, std::uint32_t hit) {
    for (int slot = 0; slot < N; ++slot)
      if ((hit >> slot & 1) && node.is_leaf(slot))
        triangles.push_back(node.item(slot));
  });
  std::sort(triangles.begin(), triangles.end());
  return triangles;
}

template struct TriangleTree<2>;
template struct TriangleTree<4>;
template struct TriangleTree<8>;

Table refit_table() {
  Table table{
      "T04-refit",
      {"children", "triangles", "refit_ms", "rebuild_ms", "rebuild_over_refit", "nodes_met_over_rebuilt"},
      {}};
  for (const std::size_t triangles : {5'000u, 20'000u, 80'000u}) {
    add_rows<2>(table, triangles);
    add_rows<4>(table, triangles);
    add_rows<8>(table, triangles);
  }
  return table;
}

} // namespace lamina::papers::t04
