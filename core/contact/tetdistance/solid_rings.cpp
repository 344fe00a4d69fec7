#include "core/contact/tetdistance/solid_rings.h"

#include "core/mesh/tet_faces.h"

#include <algorithm>
#include <utility>

namespace lamina::tetdistance {

namespace {

TetMesh with_valid_nodes(std::size_t nodes, std::span<const Tetrahedron> tetrahedra) {
  TetMesh mesh;
  mesh.nodes.resize(nodes, Vec3::Zero());
  mesh.tetrahedra.reserve(tetrahedra.size());
  for (const Tetrahedron& t : tetrahedra)
    if (std::all_of(t.begin(), t.end(), [nodes](std::uint32_t node) { return node < nodes; }))
      mesh.tetrahedra.push_back(t);
  return mesh;
}

} // namespace

SolidRings::SolidRings(std::size_t nodes, std::span<const Tetrahedron> tetrahedra) {
  const TetMesh mesh = with_valid_nodes(nodes, tetrahedra);
  std::vector<char> on_boundary(nodes, 0);
  const FaceTable faces(mesh);
  for (std::size_t f = 0; f < faces.size(); ++f)
    if (faces.uses(f).size() == 1) {
      const FaceUse& use = faces.uses(f)[0];
      triangles_.push_back(face_of(mesh.tetrahedra[use.tetrahedron], use.side));
      for (const std::uint32_t node : use.nodes)
        on_boundary[node] = 1;
    }
  const tetrahedra::Neighbours joined(std::span<const Tetrahedron>(mesh.tetrahedra), nodes);
  find_rings(joined, on_boundary);
  rank_neighbours(joined);
  make_fans();
}

/// The boundary in the order of nodes; then each ring in the order in which the one before leads to it.
void SolidRings::find_rings(const tetrahedra::Neighbours& joined, const std::vector<char>& on_boundary) {
  const auto nodes = static_cast<std::uint32_t>(on_boundary.size());
  rank_of_.assign(nodes, none);
  const auto take = [this](std::uint32_t node) {
    rank_of_[node] = static_cast<std::uint32_t>(node_of_.size());
    node_of_.push_back(node);
  };
  for (std::uint32_t node = 0; node < nodes; ++node)
    if (on_boundary[node])
      take(node);
  for (std::size_t first = 0; first < node_of_.size();) {
    const std::size_t last = node_of_.size();
    ring_end_.push_back(static_cast<std::uint32_t>(last));
    for (; first < last; ++first)
      for (const std::uint32_t other : joined.of(node_of_[first]))
        if (rank_of_[other] == none)
          take(other);
  }
  for (std::uint32_t node = 0; node < nodes; ++node)
    if (rank_of_[node] == none)
      take(node);
}

void SolidRings::rank_neighbours(const tetrahedra::Neighbours& joined) {
  const auto place = [this] { return static_cast<std::uint32_t>(neighbours_.size()); };
  for (std::uint32_t rank = 0; rank < nodes(); ++rank) {
    const std::uint32_t node = node_of_[rank], first = place();
    for (const std::uint32_t other : joined.of(node))
      if (other != node) // as a collapsed tetrahedron has it
        neighbours_.push_back(rank_of_[other]);
    std::sort(neighbours_.begin() + first, neighbours_.end());
    const std::size_t k = ring_of(rank);
    const Range own = k < rings() ? ring(k) : Range{reached(), static_cast<std::uint32_t>(nodes())};
    const auto before = [&](std::uint32_t bound) {
      return static_cast<std::uint32_t>(
          std::lower_bound(neighbours_.begin() + first, neighbours_.end(), bound) - neighbours_.begin());
    };
    starts_.push_back({first, before(own.begin), before(own.end)});
  }
  starts_.push_back({place(), place(), place()});
}

void SolidRings::make_fans() {
  fan_starts_.assign(boundary_nodes() + 1, 0);
  for (Triangle& triangle : triangles_)
    for (std::uint32_t& corner : triangle) {
      corner = rank_of_[corner];
      ++fan_starts_[corner + 1];
    }
  for (std::size_t n = 1; n < fan_starts_.size(); ++n)
    fan_starts_[n] += fan_starts_[n - 1];
  corners_.resize(3 * triangles_.size());
  std::vector<std::uint32_t> next(fan_starts_.begin(), fan_starts_.end() - 1);
  for (std::uint32_t t = 0; t < triangles_.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k)
      corners_[next[triangles_[t][k]]++] = {t, triangles_[t][(k + 1) % 3], triangles_[t][(k + 2) % 3]};
}

std::size_t SolidRings::ring_of(std::uint32_t rank) const {
  return static_cast<std::size_t>(std::upper_bound(ring_end_.begin(), ring_end_.end(), rank) -
                                  ring_end_.begin());
}

} // namespace lamina::tetdistance
