#pragma once

#include "core/body/nodes_at_plane.h"

#include <cstdint>
#include <vector>

namespace lamina {

/// Takes faces out of a cut so that no splinter of a few tetrahedra comes off beside it: one between the two
/// sides, or one that an earlier cut had left at a side. It stays where it has more area. Corners of the
/// solid come off, however small they are.
///
///     above   ╱╲  ╱╲            above   ╱╲  ╱╲
///     ━━━━━━━━━━━━━━━━          ━━━━━━━━┳━━━━━━━      ━ faces that split
///        ╲╱ ▒▒ ╲╱      ──►         ╲╱ ▒▒ ╲╱
///     ━━━━━━━━━━━━━━━━          ━━━━━━╱    ╲━━━━
///     below                     below
///
/// `above`: from sides_of_cut(). `faces`: that split, by their numbers in TetNeighbours, ascending.
void keep_splinters(const TetNeighbours& neighbours, const NodesAtPlane& nodes,
                    const std::vector<std::uint8_t>& above, std::vector<std::uint32_t>& faces);

} // namespace lamina
