#include "core/io/tet/cell_collector.h"

#include "core/base/error.h"
#include "core/io/limits.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace lamina {

namespace {

/// A face of a cell by the cell's corners; the fourth is −1 in a triangle.
using CellFace = std::array<std::int8_t, 4>;

constexpr std::array<CellFace, 6> hexahedron_faces = {
    {{0, 1, 2, 3}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}};
constexpr std::array<CellFace, 5> prism_faces = {
    {{0, 1, 2, -1}, {3, 4, 5, -1}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}}};
constexpr std::array<CellFace, 5> pyramid_faces = {
    {{0, 1, 2, 3}, {0, 1, 4, -1}, {1, 2, 4, -1}, {2, 3, 4, -1}, {3, 0, 4, -1}}};

std::span<const CellFace> faces_of(CellShape shape) {
  if (shape == CellShape::pyramid)
    return pyramid_faces;
  if (shape == CellShape::prism)
    return prism_faces;
  return hexahedron_faces;
}

} // namespace

void CellCollector::check_size() const {
  if (tetrahedra_.size() > most_tetrahedra)
    throw InputError(file_, 0,
                     "more than " + std::to_string(most_tetrahedra) + " tetrahedra: make a coarser mesh");
}

void CellCollector::add(CellShape shape, std::size_t node_count, std::span<const std::uint32_t> corners) {
  ++solids_[static_cast<std::size_t>(shape)];
  high_order_ += node_count > corners.size();
  if (shape == CellShape::tetrahedron)
    tetrahedra_.push_back({corners[0], corners[1], corners[2], corners[3]});
  else
    cut(shape, corners);
  check_size();
}

void CellCollector::cut(CellShape shape, std::span<const std::uint32_t> corners) {
  std::array<std::uint32_t, 8> c{};
  std::copy(corners.begin(), corners.end(), c.begin());
  if (shape == CellShape::voxel) {
    std::swap(c[2], c[3]);
    std::swap(c[6], c[7]);
  }

  // A tetrahedron from the smallest node to each triangle of the faces that do not touch it. Each face of
  // four is cut from its own smallest node, so that the cell behind it cuts it the same way.
  const std::uint32_t tip =
      *std::min_element(c.begin(), c.begin() + static_cast<std::ptrdiff_t>(corners.size()));
  for (const CellFace& face : faces_of(shape)) {
    const std::size_t size = face[3] < 0 ? 3 : 4;
    std::array<std::uint32_t, 4> n{};
    for (std::size_t i = 0; i < size; ++i)
      n[i] = c[static_cast<std::size_t>(face[i])];
    const auto end = n.begin() + static_cast<std::ptrdiff_t>(size);
    if (std::find(n.begin(), end, tip) != end)
      continue;
    std::rotate(n.begin(), std::min_element(n.begin(), end), end);
    add_turned({tip, n[0], n[1], n[2]});
    if (size == 4)
      add_turned({tip, n[0], n[2], n[3]});
  }
}

void CellCollector::add_turned(Tetrahedron t) {
  const Vec3 &a = nodes[t[0]], &b = nodes[t[1]], &c = nodes[t[2]], &d = nodes[t[3]];
  if ((b - a).cross(c - a).dot(d - a) < 0)
    std::swap(t[2], t[3]);
  tetrahedra_.push_back(t);
}

void CellCollector::pass_over(CellShape shape) {
  surfaces_ += shape == CellShape::surface;
  unsupported_ += shape == CellShape::unsupported;
}

TetFile CellCollector::finish() {
  if (unsupported_ > 0)
    throw InputError(
        file_, 0,
        "holds " + std::to_string(unsupported_) +
            " polyhedra of a kind that cannot be cut into tetrahedra here: do so where the file was "
            "made");
  if (tetrahedra_.empty())
    throw InputError(file_, 0,
                     surfaces_ > 0
                         ? "holds a surface (" + std::to_string(surfaces_) +
                               " faces) and no tetrahedra: fill it with a mesh generator (Gmsh, TetGen), or "
                               "save it as OBJ, PLY, OFF or STL"
                         : std::string("no tetrahedra"));

  TetFile result;
  result.mesh.name = std::filesystem::path(file_).stem().string();
  result.mesh.nodes = std::move(nodes);
  result.mesh.tetrahedra = std::move(tetrahedra_);
  solids_[static_cast<std::size_t>(CellShape::hexahedron)] +=
      solids_[static_cast<std::size_t>(CellShape::voxel)];
  for (const CellShape shape : {CellShape::hexahedron, CellShape::prism, CellShape::pyramid})
    if (const std::size_t count = solids_[static_cast<std::size_t>(shape)])
      result.notes.push_back(std::to_string(count) + " " + shape_name(shape) + " were cut into tetrahedra");
  if (high_order_ > 0)
    result.notes.push_back(
        std::to_string(high_order_) +
        " elements of second or higher order are used with straight edges, by their corners");
  return result;
}

} // namespace lamina
