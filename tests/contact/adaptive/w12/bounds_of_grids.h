#pragma once

#include <array>
#include <string>
#include <vector>

namespace lamina::test {

/// What says by how much a volume may be off.
enum class GridBound {
  shadows, ///< TileWork: the bound of method adaptive
  bar,     ///< its error bar, once, twice and three times
  two_bars,
  three_bars,
  printed,           ///< W12 as printed, edges alone
  printed_transient, ///< with transient edges as rays see them
  strict,            ///< W12 strict, with transient edges by faces
  strict_gathered,   ///< the same, from an image of 32² by its pyramid
  printed_gathered,  ///< W12 as printed, edges alone, by the pyramid
  as_long,           ///< strict, but an edge shorter than a tile counts as long as it, edges alone
  as_long_gathered,  ///< by the pyramid
  strict_edges       ///< strict, edges alone
};
inline constexpr std::size_t grid_bounds = 12;
const char* name_of(GridBound bound);

/// How a bound did on grids of n² tiles: of random pairs of solids along three directions each.
struct GridRow {
  int tiles = 0; ///< n
  GridBound bound{};
  int count = 0, held = 0;
  double looseness = 0; ///< median of bound over error, where there is an error
};
/// Rows of 4², 8², 16² and 32² tiles.
std::vector<GridRow> bounds_of_grids(int pairs, unsigned seed);

} // namespace lamina::test
