#pragma once

#include <cstdint>

namespace lamina::stuffing {

class CutLattice;

/// Whether the surface around a node on it is one sheet: solid and empty space around the node hang together
/// each. Otherwise sheets would touch at the node, or along an edge from it.
bool is_one_sheet(const CutLattice& lattice, std::uint32_t node);

} // namespace lamina::stuffing
