#pragma once

#include "core/contact/hashing/hash_search.h"
#include "core/simulation/snapshot.h"
#include "ui/render/overlay/arrow_painter.h"
#include "ui/render/overlay/line.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamina {

/// That of a snapshot; null unless it shows how method hashing searches.
const HashSearch* hash_search(const Snapshot& snapshot);

/// Adds the edges of cells that have candidates, coloured by how many from 1 up to `top`, logarithmically.
/// Cells in which a point was found in a tetrahedron stand out. The others are left out where they are many.
void add_cell_lines(std::vector<Line>& lines, const HashSearch& search, std::uint32_t top);
std::uint32_t most_candidates(const HashSearch& search);
bool shows_plain_cells(const HashSearch& search);

/// Twice the median depth of ways out, m; 0 without any. A few corners that lie deep must not make all the
/// rest too small to see.
double usual_depth(const HashSearch& search);
/// So many times as long as they are ways are drawn: 1, 2 or 5 times a power of ten. One of `top` metres is
/// then no shorter than a mark that can be seen.
double way_factor(double top, double metres_per_pixel);
/// Adds an arrow for each way that has a direction, coloured by its depth up to `top` (m). None is longer
/// than that of twice this depth.
void add_way_arrows(std::vector<Arrow>& arrows, const HashSearch& search, double top, double factor,
                    double metres_per_pixel);
/// Points that have no way out, and dots for them.
std::size_t count_trapped(const HashSearch& search);
void add_trapped_dots(std::vector<Line>& lines, const HashSearch& search);
Colour trapped_colour();

} // namespace lamina
