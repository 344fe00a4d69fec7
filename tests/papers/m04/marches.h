#pragma once

#include "core/mesh/tet_mesh.h"
#include "core/settings/settings.h"
#include "tests/papers/table.h"

#include <optional>
#include <span>
#include <vector>

namespace lamina::papers::m04 {

/// What a march over a whole solid takes and errs by.
struct March {
  double ms = 0;                        ///< median
  double mean_error = 0, max_error = 0; ///< of some nodes, over the mean edge; 0 if none was looked at
  double least_error = 0;               ///< the same; negative where a distance is too small
};

/// Marches so many times with each, in turn. Distances of about `samples` nodes are compared with those from
/// all triangles.
std::vector<March> march_in_turn(const TetMesh& mesh, std::span<const TetMarch> marches, int times,
                                 std::size_t samples);

/// M04-fig6: balls of more and more nodes, and the powers of the number of inner nodes that times grow with.
/// Those of the boundary cost next to nothing.
std::vector<Table> growing_balls();

/// The solids of M04-fig7, of about so many tetrahedra each.
enum class BigSolid { horse, pawn, octopus };
/// None if the horse, a scan, is not at hand.
std::optional<TetMesh> big_solid(BigSolid which, double tetrahedra);
/// M04-fig7: 300,000 tetrahedra each.
Table big_solids();

} // namespace lamina::papers::m04
