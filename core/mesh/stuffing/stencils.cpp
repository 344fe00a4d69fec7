#include "core/mesh/stuffing/stencils.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <array>

#include <limits>
#include <utility>

namespace lamina::stuffing {

namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// Fills tetrahedra of the lattice. Nodes of what comes out: those of the lattice, then the cuts.
class Filler {
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
    return first_cut_ + lattice_.cut_of(inner, lattice_.lattice().neighbour_number(inner, outer));
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
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
      if (lattice_.sign(a) == 0 || lattice_.sign(b) == 0)
        return lattice_.sign(b) == 0;
      return diagonal_from(a, b, outer);
    };
    if (before(base[1], base[0]))
      std::swap(base[0], base[1]);
    if (before(base[2], base[1]))
      std::swap(base[1], base[2]);
    if (before(base[1], base[0]))
      std::swap(base[0], base[1]);
    std::array<std::uint32_t, 3> cuts;
    for (std::size_t k = 0; k < 3; ++k)
      cuts[k] = lattice_.sign(base[k]) > 0 ? cut(base[k], outer) : base[k];
    fill_prism(base, cuts, is_even(nodes, {base[0], base[1], base[2], outer}));
  }

  /// Two corners inside, two outside: a prism between triangles that each have an inner corner and its cuts.
  void fill_wedge(const Tetrahedron& nodes, std::array<std::uint32_t, 2> inner,
                  std::array<std::uint32_t, 2> outer) {
    // The two faces with both inner corners never have both diagonals at one of them. So the order of the
    // prism's edges is: towards the one outer corner, between the inner ones, towards the other.
    if (diagonal_from(inner[0], inner[1], outer[0]))
      std::swap(outer[0], outer[1]);
    const std::array<std::uint32_t, 3> first = {cut(inner[0], outer[0]), inner[0], cut(inner[0], outer[1])};
    const std::array<std::uint32_t, 3> second = {cut(inner[1], outer[0]), inner[1], cut(inner[1], outer[1])};
    fill_prism(first, second, is_even(nodes, {outer[0], inner[0], outer[1], inner[1]}));
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
  /// it ends at the cut of q. Both tetrahedra of a face answer the same.
  bool diagonal_from(std::uint32_t p, std::uint32_t q, std::uint32_t outer) const {
    const bool p_like = ((p ^ outer) & 1) == 0, q_like = ((q ^ outer) & 1) == 0;
    if (p_like != q_like)
      return !p_like;
    // The parity rule: in an even number of coordinates p is above the outer corner. Around the edge from p
    // to q that goes for every other corner.
    const std::array<int, 3> a = lattice_.lattice().half_steps(p), b = lattice_.lattice().half_steps(outer);
    return ((a[0] > b[0]) + (a[1] > b[1]) + (a[2] > b[2])) % 2 == 0;
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

/// Calls visit(tetrahedron) for those of the lattice that have their first node in a layer. Each has two
/// middles of cubes that share a side, and an edge of that side.
template <typename Visit>
void for_each_tetrahedron(const CutLattice& cut, int z, const Visit& visit) {
  const BccLattice& lattice = cut.lattice();
  for (int y = 1; y + 2 < lattice.counts()[1]; ++y)
    for (int x = 1; x + 2 < lattice.counts()[0]; ++x) {
      const std::array<int, 3> middle = {2 * x + 1, 2 * y + 1, 2 * z + 1};
      const std::uint32_t first = lattice.node_at(middle);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto step = [&](int along, int across, int up) {
          std::array<int, 3> at = middle;
          at[axis] += along;
          at[(axis + 1) % 3] += across;
          at[(axis + 2) % 3] += up;
          return lattice.node_at(at);
        };
        const std::uint32_t second = step(2, 0, 0);
        const std::array<std::uint32_t, 4> side = {step(1, -1, -1), step(1, 1, -1), step(1, 1, 1),
                                                   step(1, -1, 1)};
        if (cut.sign(first) <= 0 && cut.sign(second) <= 0 &&
            std::none_of(side.begin(), side.end(), [&](std::uint32_t n) { return cut.sign(n) > 0; }))
          continue;
        for (std::size_t k = 0; k < 4; ++k)
          visit(Tetrahedron{first, second, side[k], side[(k + 1) % 4]});
      }
    }
}

/// Numbers the nodes in use, and places them.
FilledLattice number_nodes(const CutLattice& lattice, const std::vector<std::vector<Tetrahedron>>& layers) {
  const std::size_t lattice_nodes = lattice.lattice().node_count();
  std::vector<std::uint32_t> number(lattice_nodes + lattice.cuts().size(), none);
  FilledLattice filled;
  std::size_t count = 0;
  for (const std::vector<Tetrahedron>& layer : layers)
    count += layer.size();
  filled.mesh.tetrahedra.reserve(count);
  for (const std::vector<Tetrahedron>& layer : layers)
    for (Tetrahedron tetrahedron : layer) {
      for (std::uint32_t& node : tetrahedron) {
        std::uint32_t& known = number[node];
        if (known == none) {
          known = static_cast<std::uint32_t>(filled.mesh.nodes.size());
          const bool is_cut = node >= lattice_nodes;
          filled.on_surface.push_back(is_cut || lattice.sign(node) == 0);
          filled.mesh.nodes.push_back(is_cut ? lattice.position(lattice.cuts()[node - lattice_nodes])
                                             : lattice.position(node));
        }
        node = known;
      }
      filled.mesh.tetrahedra.push_back(tetrahedron);
    }
  return filled;
}

} // namespace

FilledLattice fill_lattice(const CutLattice& lattice, int threads) {
  std::vector<std::vector<Tetrahedron>> layers(static_cast<std::size_t>(lattice.lattice().counts()[2]) - 3);
  parallel_for(layers.size(), threads, [&](std::size_t layer) {
    Filler filler(lattice, layers[layer]);
    for_each_tetrahedron(lattice, static_cast<int>(layer) + 1,
                         [&](const Tetrahedron& nodes) { filler.fill(nodes); });
  });
  return number_nodes(lattice, layers);
}

} // namespace lamina::stuffing
