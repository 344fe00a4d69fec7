#include "core/mesh/lattice.h"

#include "core/mesh/divide_edges.h"
#include "core/mesh/lattice_cells.h"
#include "core/mesh/tet_surface.h"

#include <Eigen/LU>

#include <algorithm>
#include <limits>
#include <utility>

namespace lamina {

namespace {

/// Corners of a cell are numbered by the bits x, y, z. Five tetrahedra fill it: one in the middle, and one at
/// each of the four corners that it leaves out; neighbouring cells swap the two sets of corners.
constexpr std::array<std::array<int, 4>, 5> even_cell = {
    {{0, 3, 5, 6}, {1, 0, 3, 5}, {2, 0, 3, 6}, {4, 0, 5, 6}, {7, 3, 5, 6}}};
constexpr std::array<std::array<int, 4>, 5> odd_cell = {
    {{1, 2, 4, 7}, {0, 1, 2, 4}, {3, 1, 2, 7}, {5, 1, 4, 7}, {6, 2, 4, 7}}};

constexpr std::uint32_t none = 0xffffffffu;

/// Triangles that a surface is divided into at most.
constexpr std::size_t most_divided = 2'000'000;

std::array<double, 4> barycentric(const TetMesh& mesh, const Tetrahedron& t, const Vec3& p) {
  Mat3 m;
  for (int k = 0; k < 3; ++k)
    m.col(k) = mesh.nodes[t[static_cast<std::size_t>(k) + 1]] - mesh.nodes[t[0]];
  const Vec3 w = m.inverse() * (p - mesh.nodes[t[0]]);
  return {1 - w.sum(), w[0], w[1], w[2]};
}

} // namespace

Lattice build_lattice(const TriangleMesh& surface, int cells_along) {
  const LatticeCells cells(surface, cells_along);
  Lattice lattice;
  lattice.cell_size = cells.size();
  lattice.glued_cells = cells.glued();
  lattice.mesh.name = surface.name;

  const auto [nx, ny, nz] = cells.counts();
  const auto node_index = [nx = nx, ny = ny](int x, int y, int z) {
    return (static_cast<std::size_t>(z) * static_cast<std::size_t>(ny + 1) + static_cast<std::size_t>(y)) *
               static_cast<std::size_t>(nx + 1) +
           static_cast<std::size_t>(x);
  };
  std::vector<std::uint32_t> node_at(node_index(nx, ny, nz) + 1, none);
  std::vector<std::uint32_t> first_tetrahedron(cells.total(), none);
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) {
        const std::size_t cell = cells.index(x, y, z);
        if (!cells.kept(cell))
          continue;
        ++lattice.cells;
        std::array<std::uint32_t, 8> corner{};
        for (int k = 0; k < 8; ++k) {
          const int cx = x + (k & 1), cy = y + (k >> 1 & 1), cz = z + (k >> 2);
          std::uint32_t& node = node_at[node_index(cx, cy, cz)];
          if (node == none) {
            node = static_cast<std::uint32_t>(lattice.mesh.nodes.size());
            lattice.mesh.nodes.push_back(cells.corner(cx, cy, cz));
          }
          corner[static_cast<std::size_t>(k)] = node;
        }
        lattice.cell_corners.push_back(corner);
        first_tetrahedron[cell] = static_cast<std::uint32_t>(lattice.mesh.tetrahedra.size());
        for (const auto& part : (x + y + z) % 2 == 0 ? even_cell : odd_cell) {
          Tetrahedron t{};
          for (std::size_t k = 0; k < 4; ++k)
            t[k] = corner[static_cast<std::size_t>(part[k])];
          if (volume(lattice.mesh, t) < 0)
            std::swap(t[2], t[3]);
          lattice.mesh.tetrahedra.push_back(t);
          lattice.filled.push_back(cells.filled(cell));
        }
      }

  for (const Vec3& vertex : surface.vertices) {
    const std::array<int, 3> at = cells.cell_of(vertex);
    const std::uint32_t first = first_tetrahedron[cells.index(at[0], at[1], at[2])];
    Lattice::EmbeddedVertex embedded{first, {1, 0, 0, 0}};
    double best = -std::numeric_limits<double>::infinity();
    for (std::uint32_t t = first; first != none && t < first + 5; ++t) {
      const std::array<double, 4> weights = barycentric(lattice.mesh, lattice.mesh.tetrahedra[t], vertex);
      const double least = *std::min_element(weights.begin(), weights.end());
      if (least > best) {
        best = least;
        embedded = {t, weights};
      }
    }
    lattice.embedding.push_back(embedded);
  }
  return lattice;
}

Lattice build_lattice(const PreparedMesh& prepared, int cells_along) {
  const double cell = bounds(prepared.mesh).size().maxCoeff() / std::max(cells_along, 1);
  if (!has_edge_above(prepared.mesh, cell))
    return build_lattice(prepared.mesh, cells_along);
  auto divided = prepare_body_mesh(divide_edges(prepared.mesh, cell, most_divided));
  if (!divided->report.accepted)
    return build_lattice(prepared.mesh, cells_along);
  Lattice lattice = build_lattice(divided->mesh, cells_along);
  lattice.surface = std::move(divided);
  return lattice;
}

std::string describe_gluing(const Lattice& lattice) {
  if (lattice.glued_cells == 0)
    return {};
  return std::to_string(lattice.glued_cells) + " of " + std::to_string(lattice.cells) +
         " lattice cells hold parts of the surface with a gap between them, which move as one: raise "
         "\"lattice_cells\" to part them";
}

} // namespace lamina
