#pragma once

#include <cstddef>

namespace lamina {

/// Bounds that keep any one file below about 4 GiB of memory; checked before memory is taken.
constexpr std::size_t largest_file = std::size_t{1} << 30;             ///< bytes
constexpr std::size_t most_vertices = std::size_t{64} * 1000 * 1000;   ///< 1.5 GB
constexpr std::size_t most_triangles = std::size_t{64} * 1000 * 1000;  ///< 0.8 GB
constexpr std::size_t most_tetrahedra = std::size_t{16} * 1000 * 1000; ///< 0.3 GB, and 1.3 GB for their faces

} // namespace lamina
