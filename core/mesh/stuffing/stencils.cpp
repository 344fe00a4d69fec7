#include "core/mesh/stuffing/stencils.h"

#include "core/base/parallel.h"
#include "core/mesh/stuffing/quality.h"
#include "core/mesh/tet_surface.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace lamina::stuffing {

namespace {

/// Tetrahedra of the lattice that are filled in one go.
constexpr std::size_t filled_a_block = 8192;

/// Degrees. What lies beyond is mended where cubes of several sizes meet.
constexpr double least_angle = 10, greatest_angle = 160;

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// Fills tetrahedra of the lattice. Nodes of what comes out: those of the lattice, then the cuts.
class Filler {
  using Edges = std::array<std::size_t, 3>;

public:
  Filler(const CutLattice& lattice, std::vector<Tetrahedron>& filled)
      : lattice_(lattice), filled_(filled),
        first_cut_(static_cast<std::uint32_t>(lattice.lattice().node_count())) {}

  void fill(const Tetrahedron& nodes) {
    std::array<std::uint32_t, 4> inside{}, outside{}, between{};
    std::size_t insides = 0, outsides = 0, betweens = 0;
    for (const std::uint32_t node : nodes) {
      const int sign = lattice_.sign(node);
      if (sign > 0)
        inside[insides++] = node;
      else if (sign < 0)
        outside[outsides++] = node;
      else
        between[betweens++] = node;
    }
    if (insides == 0)
      return;
    if (outsides == 0)
      filled_.push_back(nodes);
    else if (insides == 1)
      fill_corner(nodes, inside[0]);
    else if (outsides == 1)
      fill_below(nodes, {inside[0], inside[1], insides == 3 ? inside[2] : between[0]}, outside[0]);
    else
      fill_wedge(nodes, {inside[0], inside[1]}, {outside[0], outside[1]});
  }

private:
  std::uint32_t cut(std::uint32_t inner, std::uint32_t outer) const {
    return first_cut_ + lattice_.cut_between(inner, outer);
  }

  /// One corner inside: the edges from it end at their cuts.
  void fill_corner(Tetrahedron nodes, std::uint32_t inner) {
    for (std::uint32_t& node : nodes)
      if (lattice_.sign(node) < 0)
        node = cut(inner, node);
    filled_.push_back(nodes);
  }

  /// One corner outside, cut off from three others of which at least two are inside.
  void fill_below(const Tetrahedron& nodes, std::array<std::uint32_t, 3> base, std::uint32_t outer) {
    // A diagonal runs from a corner to the cut of each that comes behind it. One on the surface comes last.
    std::sort(base.begin(), base.end(), [&](std::uint32_t p, std::uint32_t q) {
      return std::pair(lattice_.sign(p) == 0, rank(p, outer)) <
             std::pair(lattice_.sign(q) == 0, rank(q, outer));
    });
    std::array<std::uint32_t, 3> cuts;
    for (std::size_t k = 0; k < 3; ++k)
      cuts[k] = lattice_.sign(base[k]) > 0 ? cut(base[k], outer) : base[k];
    fill_prism(base, cuts, is_even(nodes, {base[0], base[1], base[2], outer}));
  }

  /// Two corners inside, two outside: a prism between triangles that each have an inner corner and its cuts.
  void fill_wedge(const Tetrahedron& nodes, std::array<std::uint32_t, 2> inner,
                  std::array<std::uint32_t, 2> outer) {
    const bool before_first = diagonal_from(inner[0], inner[1], outer[0]);
    const bool before_second = diagonal_from(inner[0], inner[1], outer[1]);
    // The prism has an edge between the inner corners, and one towards each of the outer ones.
    const Edges order = before_first == before_second ? (before_first ? Edges{0, 1, 2} : Edges{1, 2, 0})
                        : before_first                ? Edges{2, 0, 1}
                                                      : Edges{1, 0, 2};
    const std::array<std::uint32_t, 3> first = {inner[0], cut(inner[0], outer[0]), cut(inner[0], outer[1])};
    const std::array<std::uint32_t, 3> second = {inner[1], cut(inner[1], outer[0]), cut(inner[1], outer[1])};
    const std::array<std::uint32_t, 3> places = {inner[0], outer[0], outer[1]};
    std::array<std::uint32_t, 3> a, b, c;
    for (std::size_t k = 0; k < 3; ++k) {
      a[k] = first[order[k]];
      b[k] = second[order[k]];
      c[k] = places[order[k]];
    }
    fill_prism(a, b, is_even(nodes, {c[0], c[1], c[2], inner[1]}));
  }

  /// Between triangles a and b, diagonals from a_i to b_j for i before j. `even`: seen from b, a runs
  /// clockwise. Corners that are the same in both leave out what would be flat.
  void fill_prism(const std::array<std::uint32_t, 3>& a, const std::array<std::uint32_t, 3>& b, bool even) {
    const auto add = [&](std::uint32_t p, std::uint32_t q, std::uint32_t r, std::uint32_t s) {
      filled_.push_back(even ? Tetrahedron{p, q, r, s} : Tetrahedron{p, q, s, r});
    };
    if (a[2] != b[2])
      add(a[0], a[1], a[2], b[2]);
    if (a[1] != b[1])
      add(a[0], a[1], b[2], b[1]);
    if (a[0] != b[0])
      add(a[0], b[0], b[1], b[2]);
  }

  /// Of a face with corners p and q inside and the third outside: whether its diagonal starts at p, so that
  /// it ends at the cut of q. Both tetrahedra of a face answer the same, and diagonals of a tetrahedron never
  /// run around it.
  bool diagonal_from(std::uint32_t p, std::uint32_t q, std::uint32_t outer) const {
    return rank(p, outer) < rank(q, outer);
  }

  /// Ends of short edges come before those of long ones. Of edges of one length, that comes first which is
  /// above the outer corner in an even number of coordinates (the parity rule): around an edge of the lattice
  /// that goes for every other corner.
  std::array<std::uint32_t, 3> rank(std::uint32_t node, std::uint32_t outer) const {
    const Place a = lattice_.lattice().place(node), b = lattice_.lattice().place(outer);
    int squared = 0, above = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      squared += (a[k] - b[k]) * (a[k] - b[k]);
      above += a[k] > b[k];
    }
    return {static_cast<std::uint32_t>(squared), static_cast<std::uint32_t>(above % 2), node};
  }

  static bool is_even(const Tetrahedron& nodes, const Tetrahedron& arranged) {
    std::array<std::size_t, 4> place;
    for (std::size_t k = 0; k < 4; ++k)
      place[k] = static_cast<std::size_t>(std::find(nodes.begin(), nodes.end(), arranged[k]) - nodes.begin());
    bool even = true;
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = i + 1; j < 4; ++j)
        even ^= place[i] > place[j];
    return even;
  }

  const CutLattice& lattice_;
  std::vector<Tetrahedron>& filled_;
  std::uint32_t first_cut_;
};

/// A node of what fills the lattice, m.
Vec3 position_of(const CutLattice& lattice, std::uint32_t node) {
  const std::size_t lattice_nodes = lattice.lattice().node_count();
  return node < lattice_nodes ? lattice.position(node)
                              : lattice.position(lattice.cuts()[node - lattice_nodes]);
}

std::size_t block_count(const CutLattice& lattice) {
  return (lattice.tetrahedra().size() + filled_a_block - 1) / filled_a_block;
}

/// Calls visit(tetrahedron of the lattice) for those of a block.
template <typename Visit>
void for_each_of_block(const CutLattice& lattice, std::size_t block, const Visit& visit) {
  const std::size_t end = std::min(lattice.tetrahedra().size(), (block + 1) * filled_a_block);
  for (std::size_t t = block * filled_a_block; t < end; ++t)
    visit(lattice.tetrahedra()[t]);
}

/// Whether what fills a tetrahedron of the lattice has an angle that is too small.
bool is_poor(const CutLattice& lattice, const Tetrahedron& nodes, TetMesh& filled) {
  filled.tetrahedra.clear();
  filled.nodes.clear();
  Filler(lattice, filled.tetrahedra).fill(nodes);
  for (Tetrahedron& t : filled.tetrahedra)
    for (std::uint32_t& node : t) {
      filled.nodes.push_back(position_of(lattice, node));
      node = static_cast<std::uint32_t>(filled.nodes.size() - 1);
    }
  for (const Tetrahedron& t : filled.tetrahedra)
    if (volume(filled, t) <= 0)
      return true;
  const DihedralAngles angles = dihedral_angles(filled.nodes, filled.tetrahedra);
  return angles.least < least_angle || angles.greatest > greatest_angle;
}

/// Whether the surface passes through a tetrahedron of the lattice or its nodes.
bool is_cut(const CutLattice& lattice, const Tetrahedron& nodes) {
  return std::any_of(nodes.begin(), nodes.end(), [&](std::uint32_t n) { return lattice.sign(n) > 0; }) &&
         std::any_of(nodes.begin(), nodes.end(), [&](std::uint32_t n) { return lattice.sign(n) <= 0; });
}

/// Takes the nodes of a poor tetrahedron off the surface, or, if none lies on it, moves its cuts. Returns
/// whether anything changed.
bool mend(CutLattice& lattice, const Tetrahedron& nodes) {
  bool changed = false;
  for (const std::uint32_t node : nodes)
    if (lattice.sign(node) == 0) {
      lattice.take_back(node);
      changed = true;
    }
  if (changed)
    return true;
  for (const std::uint32_t inner : nodes)
    for (const std::uint32_t outer : nodes)
      if (lattice.sign(inner) > 0 && lattice.sign(outer) < 0)
        changed |= lattice.centre(lattice.cut_between(inner, outer));
  return changed;
}

/// Numbers the nodes in use, and places them.
FilledLattice number_nodes(const CutLattice& lattice, const std::vector<std::vector<Tetrahedron>>& blocks) {
  const std::size_t lattice_nodes = lattice.lattice().node_count();
  std::vector<std::uint32_t> number(lattice_nodes + lattice.cuts().size(), none);
  FilledLattice filled;
  std::size_t count = 0;
  for (const std::vector<Tetrahedron>& block : blocks)
    count += block.size();
  filled.mesh.tetrahedra.reserve(count);
  for (const std::vector<Tetrahedron>& block : blocks)
    for (Tetrahedron tetrahedron : block) {
      for (std::uint32_t& node : tetrahedron) {
        std::uint32_t& known = number[node];
        if (known == none) {
          known = static_cast<std::uint32_t>(filled.mesh.nodes.size());
          const bool is_cut = node >= lattice_nodes;
          filled.on_surface.push_back(is_cut || lattice.sign(node) == 0);
          filled.mesh.nodes.push_back(position_of(lattice, node));
        }
        node = known;
      }
      filled.mesh.tetrahedra.push_back(tetrahedron);
    }
  return filled;
}

} // namespace

std::size_t mend_poor(CutLattice& lattice, int threads) {
  const std::size_t before = lattice.warped().size();
  for (bool changed = true; changed;) {
    std::vector<std::vector<Tetrahedron>> poor(block_count(lattice));
    parallel_for(poor.size(), threads, [&](std::size_t block) {
      TetMesh filled;
      for_each_of_block(lattice, block, [&](const Tetrahedron& nodes) {
        if (is_cut(lattice, nodes) && is_poor(lattice, nodes, filled))
          poor[block].push_back(nodes);
      });
    });
    changed = false;
    for (const std::vector<Tetrahedron>& block : poor)
      for (const Tetrahedron& nodes : block)
        changed |= mend(lattice, nodes);
  }
  return before - lattice.warped().size();
}

FilledLattice fill_lattice(const CutLattice& lattice, int threads) {
  std::vector<std::vector<Tetrahedron>> blocks(block_count(lattice));
  parallel_for(blocks.size(), threads, [&](std::size_t block) {
    Filler filler(lattice, blocks[block]);
    for_each_of_block(lattice, block, [&](const Tetrahedron& nodes) { filler.fill(nodes); });
  });
  return number_nodes(lattice, blocks);
}

} // namespace lamina::stuffing
