#include "tests/papers/t04/refitted_trees.h"

#include "core/bench/processor_clock.h"
#include "core/bench/spread.h"
#include "core/mesh/procedural.h"
#include "tests/papers/t04/updated_tree.h"

#include <cmath>

namespace lamina::papers::t04 {

namespace {

constexpr int steps = 31;

bvh::FloatBox search_box(const TriangleMesh& mesh, std::size_t triangle) {
  Box box;
  for (const std::uint32_t corner : mesh.triangles[triangle])
    box.include(mesh.vertices[corner]);
  return bvh::rounded_outwards(box);
}

template <int N>
void add_refit_row(Table& table, std::size_t triangles) {
  const TriangleMesh straight = twisted_torus(triangles, 0);
  UpdatedTree<N> refitted(straight, TreeUpdate::bottom_up, 0), rebuilt(straight, TreeUpdate::rebuild, 0);
  std::vector<double> refits, rebuilds;
  for (int step = 1; step <= steps; ++step) {
    const TriangleMesh mesh = twisted_torus(triangles, 1.5 * step / steps);
    bench::ProcessorClock clock;
    refitted.follow(mesh);
    refits.push_back(1000 * clock.lap());
    rebuilt.follow(mesh);
    rebuilds.push_back(1000 * clock.lap());
    for (std::size_t t = 0; t < mesh.triangles.size(); t += 16) {
      refitted.found(search_box(mesh, t));
      rebuilt.found(search_box(mesh, t));
    }
  }
  const double refit = bench::spread_of(refits).median, rebuild = bench::spread_of(rebuilds).median;
  table.rows.push_back({static_cast<double>(N), number(straight.triangles.size()), refit, rebuild,
                        rebuild / refit, number(refitted.nodes_met()) / number(rebuilt.nodes_met())});
}

/// How a mesh moves and is searched: its twist at the end (rad), and one triangle in so many searched for,
/// everywhere or in one place of 1/64 of the mesh.
struct Motion {
  const char* words;
  double twist;
  const char* searches;
  std::size_t every;
  bool in_one_place;
};

// Boxes grow by a tenth of an edge: what a slow step moves a vertex by is less, what a fast one does is more.
template <int N>
std::vector<UpdatedTree<N>> trees_of_all_ways(const TriangleMesh& mesh) {
  const double edge = (mesh.vertices[mesh.triangles[0][0]] - mesh.vertices[mesh.triangles[0][1]]).norm();
  std::vector<UpdatedTree<N>> trees;
  for (const TreeUpdate update : tree_updates)
    trees.emplace_back(mesh, update, 0.1 * edge);
  return trees;
}

template <int N>
void add_update_row(Table& table, std::size_t triangles, const Motion& motion) {
  const TriangleMesh straight = twisted_torus(triangles, 0);
  std::vector<UpdatedTree<N>> trees = trees_of_all_ways<N>(straight);
  std::vector<std::vector<double>> took(trees.size());
  for (int step = 1; step <= steps; ++step) {
    const TriangleMesh mesh = twisted_torus(triangles, motion.twist * step / steps);
    const std::size_t last = motion.in_one_place ? mesh.triangles.size() / 64 : mesh.triangles.size();
    for (std::size_t i = 0; i < trees.size(); ++i) {
      bench::ProcessorClock clock;
      trees[i].follow(mesh);
      for (std::size_t t = 0; t < last; t += motion.every)
        trees[i].found(search_box(mesh, t));
      took[i].push_back(1000 * clock.lap());
    }
  }
  std::vector<Cell> row{static_cast<double>(N), std::string(motion.words), std::string(motion.searches)};
  for (const std::vector<double>& times : took)
    row.emplace_back(bench::spread_of(times).median);
  row.emplace_back(number(trees.back().refits() - 1));
  table.rows.push_back(row);
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

Table refit_table() {
  Table table{
      "T04-refit",
      {"children", "triangles", "refit_ms", "rebuild_ms", "rebuild_over_refit", "nodes_met_over_rebuilt"},
      {}};
  for (const std::size_t triangles : {5'000u, 20'000u, 80'000u}) {
    add_refit_row<2>(table, triangles);
    add_refit_row<4>(table, triangles);
    add_refit_row<8>(table, triangles);
    add_refit_row<16>(table, triangles);
  }
  return table;
}

Table update_table() {
  Table table{"T04-update",
              {"children", "motion", "searches", "rebuild_ms", "bottom_up_ms", "top_down_ms", "hybrid_ms",
               "lazy_ms", "lazy_refits"},
              {}};
  constexpr Motion motions[] = {{"fast", 1.5, "few in one place", 16, true},
                                {"fast", 1.5, "many everywhere", 4, false},
                                {"slow", 0.003, "few in one place", 16, true},
                                {"slow", 0.003, "many everywhere", 4, false}};
  for (const Motion& motion : motions) {
    add_update_row<2>(table, 20'000, motion);
    add_update_row<4>(table, 20'000, motion);
    add_update_row<8>(table, 20'000, motion);
    add_update_row<16>(table, 20'000, motion);
  }
  return table;
}

} // namespace lamina::papers::t04
