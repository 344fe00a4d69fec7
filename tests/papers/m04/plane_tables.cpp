#include "tests/papers/m04/plane_tables.h"

#include "core/bench/processor_clock.h"
#include "core/bench/spread.h"
#include "tests/papers/m04/plane_grid.h"

#include <algorithm>
#include <cmath>

namespace lamina::papers::m04 {

namespace {

constexpr int repetitions = 51;

void measure_errors(const std::vector<double>& exact, const std::vector<double>& found, PlaneMethod& method) {
  method.mean_error = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double error = found[i] - exact[i];
    method.max_error = std::max(method.max_error, std::abs(error));
    method.least_error = std::min(method.least_error, error);
    method.mean_error += std::abs(error) / static_cast<double>(exact.size());
  }
}

Table plane_table(const std::string& name, const PlaneMesh& mesh) {
  Table table{name, {"algorithm", "nodes", "ms", "max_error_m", "mean_error_m", "max_error_sides"}, {}};
  const PlaneTopology topology(mesh);
  for (const PlaneMethod& method : compare_on_plane(mesh, topology, repetitions))
    table.rows.push_back({method.name, number(mesh.nodes.size()), method.ms, method.max_error,
                          method.mean_error, method.max_error / mean_side(mesh)});
  return table;
}

} // namespace

std::vector<PlaneMethod> compare_on_plane(const PlaneMesh& mesh, const PlaneTopology& topology, int times) {
  const std::span<const Vec2> nodes = mesh.nodes;
  const auto on_grid = [nodes, &topology](std::size_t side) {
    return [nodes, &topology, side] { return read_grid(march_grid(topology, nodes, side), nodes); };
  };
  const auto marching = [nodes, &topology](PlaneStep step) {
    return [nodes, &topology, step] { return march_plane(topology, nodes, step); };
  };
  std::vector<PlaneMethod> methods = {{"EXACT", [nodes, &topology] { return exact_plane(topology, nodes); }},
                                      {"FM 20x20", on_grid(20)},
                                      {"FM 100x100", on_grid(100)},
                                      {"CFFM", marching(PlaneStep::edge)},
                                      {"CPFM", marching(PlaneStep::point)}};
  const std::vector<double> exact = methods[0].run();
  std::vector<std::vector<double>> took(methods.size());
  for (int turn = 0; turn < times; ++turn)
    for (std::size_t m = 0; m < methods.size(); ++m) {
      bench::ProcessorClock clock;
      const std::vector<double> found = methods[m].run();
      took[m].push_back(1000 * clock.lap());
      if (turn == 0)
        measure_errors(exact, found, methods[m]);
    }
  for (std::size_t m = 0; m < methods.size(); ++m)
    methods[m].ms = bench::spread_of(took[m]).median;
  return methods;
}

Table disc_table() {
  return plane_table("M04-tab9", cut_disc());
}

Table rectangle_table() {
  return plane_table("M04-tab10", cut_rectangle());
}

std::vector<Table> disc_fields() {
  const PlaneMesh mesh = cut_disc();
  const PlaneTopology topology(mesh);
  const std::vector<double> exact = exact_plane(topology, mesh.nodes);
  const std::vector<double> points = march_plane(topology, mesh.nodes, PlaneStep::point);
  const std::vector<double> grid = read_grid(march_grid(topology, mesh.nodes, 100), mesh.nodes);
  Table nodes{"M04-fig8-nodes", {"x_m", "y_m", "exact_m", "cpfm_m", "grid_m"}, {}};
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i)
    nodes.rows.push_back({mesh.nodes[i].x(), mesh.nodes[i].y(), exact[i], points[i], grid[i]});
  Table triangles{"M04-fig8-triangles", {"a", "b", "c"}, {}};
  for (const auto& [a, b, c] : mesh.triangles)
    triangles.rows.push_back({static_cast<double>(a), static_cast<double>(b), static_cast<double>(c)});
  return {std::move(nodes), std::move(triangles)};
}

} // namespace lamina::papers::m04
