#include "tests/papers/m04/marches.h"

#include "core/bench/power_fit.h"
#include "core/bench/processor_clock.h"
#include "core/bench/spread.h"
#include "core/io/load.h"
#include "core/mesh/procedural.h"
#include "core/mesh/revolve.h"
#include "core/mesh/stuffing/stuffing.h"
#include "tests/contact/tetdistance/solids.h"
#include "tests/papers/bodies.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace lamina::papers::m04 {

namespace {

using tetdistance::DistanceField;

constexpr std::array all_marches{TetMarch::cpfm, TetMarch::cffm, TetMarch::rings};

double mean_edge(const TetMesh& mesh) {
  double sum = 0;
  for (const Tetrahedron& t : mesh.tetrahedra)
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < i; ++j)
        sum += (mesh.nodes[t[i]] - mesh.nodes[t[j]]).norm();
  return sum / (6.0 * number(mesh.tetrahedra.size()));
}

/// The distance of every so many nodes from all triangles of the boundary, by brute force.
class SampledDistances {
public:
  SampledDistances(const TetMesh& mesh, const tetdistance::SolidRings& rings, std::size_t samples) {
    const std::size_t every = samples == 0 ? 0 : 1 + mesh.nodes.size() / samples;
    std::vector<Vec3> positions;
    for (std::uint32_t rank = 0; rank < rings.boundary_nodes(); ++rank)
      positions.push_back(mesh.nodes[rings.node_of(rank)]);
    for (std::size_t node = 0; every > 0 && node < mesh.nodes.size(); node += every) {
      double least = std::numeric_limits<double>::infinity();
      for (const Triangle& triangle : rings.triangles())
        least = std::min(least, tetdistance::closest_on(triangle, positions, mesh.nodes[node]).squared);
      nodes_.push_back(static_cast<std::uint32_t>(node));
      exact_.push_back(std::sqrt(least));
    }
  }
  void compare(const DistanceField& field, double edge, March& march) const {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const double error = (field.distance(nodes_[i]) - exact_[i]) / edge;
      march.mean_error += std::abs(error) / static_cast<double>(nodes_.size());
      march.max_error = std::max(march.max_error, std::abs(error));
      march.least_error = std::min(march.least_error, error);
    }
  }

private:
  std::vector<std::uint32_t> nodes_;
  std::vector<double> exact_;
};

/// A chessman around the y axis: base, waist, collar and a round head. About 0.5 m high.
TriangleMesh make_pawn() {
  const auto arc = [](double radius, double height, double from, double to) {
    return SectionPiece{radius * std::abs(to - from), 8, [=](double t) {
                          const double angle = from + t * (to - from);
                          return SectionPoint{radius * std::cos(angle), height + radius * std::sin(angle)};
                        }};
  };
  constexpr double head = 0.08, neck = 0.05;
  const double meets = -std::acos(neck / head); // the angle at which the head stands on its neck
  const double middle = 0.42, foot = middle + head * std::sin(meets);
  return revolve(
      {straight({0, 0}, {0.15, 0}), straight({0.15, 0}, {0.15, 0.06}), straight({0.15, 0.06}, {0.06, 0.12}),
       straight({0.06, 0.12}, {neck, foot - 0.06}), straight({neck, foot - 0.06}, {0.09, foot - 0.04}),
       straight({0.09, foot - 0.04}, {neck, foot}), arc(head, middle, meets, std::numbers::pi / 2)},
      false, 20'000);
}

std::optional<TriangleMesh> surface_to_fill(BigSolid which) {
  if (which == BigSolid::pawn)
    return make_pawn();
  if (which == BigSolid::octopus)
    return make_mesh({"octopus", {{"triangles", 20'000}}});
  const std::filesystem::path scan = shared_model("bodies/horse_96964_faces.ply");
  if (scan.empty())
    return std::nullopt;
  return load_mesh_file(scan).meshes.at(0);
}

} // namespace

std::vector<March> march_in_turn(const TetMesh& mesh, std::span<const TetMarch> marches, int times,
                                 std::size_t samples) {
  std::vector<DistanceField> fields(marches.size());
  std::vector<std::vector<double>> took(marches.size());
  const auto update = [&](std::size_t m) {
    fields[m].update({mesh.nodes, mesh.tetrahedra, {}, 1}, {.march = marches[m], .threads = 1});
  };
  for (std::size_t m = 0; m < marches.size(); ++m)
    update(m); // topology, and memory
  for (int turn = 0; turn < times; ++turn)
    for (std::size_t m = 0; m < marches.size(); ++m) {
      bench::ProcessorClock clock;
      update(m);
      took[m].push_back(1000 * clock.lap());
    }
  const SampledDistances exact(mesh, fields.at(0).rings(), samples);
  std::vector<March> found(marches.size());
  for (std::size_t m = 0; m < marches.size(); ++m) {
    found[m].ms = bench::spread_of(took[m]).median;
    exact.compare(fields[m], mean_edge(mesh), found[m]);
  }
  return found;
}

std::vector<Table> growing_balls() {
  Table table{"M04-fig6", {"nodes", "inner_nodes", "tetrahedra", "cpfm_ms", "cffm_ms", "rings_ms"}, {}};
  std::array<std::vector<std::pair<double, double>>, 3> points;
  for (const std::uint32_t cells : {5u, 8u, 12u, 16u, 20u, 26u, 32u, 38u}) {
    const TetMesh mesh = test::shaken_ball(cells, 1).mesh;
    const std::vector<March> found = march_in_turn(mesh, all_marches, cells < 20 ? 51 : 15, 0);
    const double inner = std::pow(cells - 1.0, 3);
    table.rows.push_back({number(mesh.nodes.size()), inner, number(mesh.tetrahedra.size())});
    for (std::size_t m = 0; m < found.size(); ++m) {
      table.rows.back().push_back(found[m].ms);
      points[m].push_back({inner, found[m].ms});
    }
  }
  Table fits{"M04-fig6-fit", {"march", "exponent", "spread"}, {}};
  for (std::size_t m = 0; m < points.size(); ++m) {
    const bench::PowerFit fit = bench::fit_power(points[m]);
    fits.rows.push_back({std::string(m == 0 ? "cpfm" : m == 1 ? "cffm" : "rings"), fit.exponent, fit.spread});
  }
  return {std::move(table), std::move(fits)};
}

std::optional<TetMesh> big_solid(BigSolid which, double tetrahedra) {
  const std::optional<TriangleMesh> surface = surface_to_fill(which);
  if (!surface)
    return std::nullopt;
  StuffingOptions options;
  options.cells = 40;
  options.finer_levels = 0;
  const auto first = static_cast<double>(stuff(*surface, options).mesh.tetrahedra.size());
  options.cells = static_cast<int>(std::lround(options.cells * std::cbrt(tetrahedra / first)));
  return stuff(*surface, options).mesh;
}

Table big_solids() {
  Table table{"M04-fig7", {"solid", "march", "nodes", "tetrahedra", "ms", "mean_error", "max_error"}, {}};
  for (const auto& [which, name] :
       {std::pair(BigSolid::horse, "horse"), {BigSolid::pawn, "pawn"}, {BigSolid::octopus, "octopus"}}) {
    const std::optional<TetMesh> mesh = big_solid(which, 300'000);
    if (!mesh)
      continue;
    const std::vector<March> found = march_in_turn(*mesh, all_marches, 15, 1000);
    for (std::size_t m = 0; m < found.size(); ++m)
      table.rows.push_back({std::string(name),
                            std::string(m == 0   ? "cpfm"
                                        : m == 1 ? "cffm"
                                                 : "rings"),
                            number(mesh->nodes.size()), number(mesh->tetrahedra.size()), found[m].ms,
                            found[m].mean_error, found[m].max_error});
  }
  return table;
}

} // namespace lamina::papers::m04
