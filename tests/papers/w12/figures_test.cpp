#include "tests/papers/w12/figures.h"

#include "core/mesh/mass_properties.h"
#include "core/mesh/procedural.h"
#include "tests/papers/w12/tiles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

namespace lamina::papers::w12 {
namespace {

double number_in(const Table& table, const std::vector<Cell>& row, const std::string& column) {
  for (std::size_t k = 0; k < table.columns.size(); ++k)
    if (table.columns[k] == column)
      return std::get<double>(row[k]);
  ADD_FAILURE() << column;
  return 0;
}

// Fig. 10: volumes are within a tenth of the block only if transient edges are looked for.
TEST(W12Fig10, ToleranceHoldsWithTransientEdgesAlone) {
  const Table table = turned_against_a_box();
  std::map<std::string, double> worst;
  for (const std::vector<Cell>& row : table.rows) {
    double& error = worst[std::get<std::string>(row[0]) + " " + std::get<std::string>(row[1])];
    error = std::max(error, std::abs(number_in(table, row, "error_over_block")));
  }
  EXPECT_GT(worst["block off"], 0.1);
  EXPECT_LT(worst["block on"], 0.1);
  EXPECT_LT(worst["cross on"], 0.1);
}

// Fig. 9: what is desired is achieved, and coarsening makes a fine image cost little.
TEST(W12Fig9, PrecisionIsAchievedAndCoarseningSavesRays) {
  const TriangleMesh blob = make_blob({1, 0.8, 0.9}, 0.05, 12, 5, 1280);
  const double exact = mass_properties(blob).volume;
  std::map<bool, std::size_t> rays;
  for (const bool coarsen : {false, true}) {
    const Found found = cast(blob, around(), 1, {{128, coarsen, true}, 0.25 * exact, 1'000'000, false, 0.1});
    EXPECT_LE(found.printed, 0.251 * exact);
    EXPECT_LT(std::abs(found.volume - exact), 0.25 * exact);
    EXPECT_LE(std::abs(found.volume - exact), found.bound);
    rays[coarsen] = found.rays;
  }
  EXPECT_LT(4 * rays[true], rays[false]);
}

// Fig. 6: where no face is edge-on, a cylinder takes far fewer rays.
TEST(W12Fig6, SlantedDirectionsAndCoarseningSaveRays) {
  const TriangleMesh upright = make_cylinder(0.3, 1, 256);
  const double tolerance = 0.5 * mass_properties(upright).volume;
  const auto rays = [&](const TriangleMesh& mesh, bool coarsen) {
    std::size_t sum = 0;
    for (int direction = 0; direction < 3; ++direction)
      sum += cast(mesh, around(), direction, {{32, coarsen, true}, tolerance, 1'000'000, false, 0.1}).rays;
    return sum;
  };
  const TriangleMesh slanted = turned(upright, Vec3(1, 0, -1).normalized(), 54.7);
  EXPECT_LT(rays(slanted, true), rays(upright, true));
  EXPECT_LT(rays(slanted, true), rays(slanted, false));
}

} // namespace
} // namespace lamina::papers::w12
