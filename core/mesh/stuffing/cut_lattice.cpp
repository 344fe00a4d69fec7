#include "core/mesh/stuffing/cut_lattice.h"

#include "core/base/parallel.h"
#include "core/mesh/stuffing/one_sheet.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamina::stuffing {

namespace {

/// What is done with cuts near the ends of their edges. A node closer to a cut than `warp`, as a part of the
/// edge, is moved onto it. A node that has to stay keeps the cut at `keep`.
/// With these parts for edges along axes and diagonals, all dihedral angles of the stencils are above 10.7°
/// in a lattice of equal cubes (Labelle and Shewchuk 2007, section 4). With cuts kept at `warp`, angles fell
/// to 9.9° beside nodes that had to stay, and to 10.3° so (measured on thousands of small bodies that cross).
struct Parts {
  double warp, keep;
};
Parts parts_of(int direction) {
  return along_diagonal(direction) ? Parts{0.41189, 0.45} : Parts{0.24999, 0.25};
}

/// Places by which rounding may move a crossing beyond the end of its edge.
constexpr double slack = 1e-6;

/// The event at which a line changes between the ends of an edge: the one next to its inner end. Of an edge
/// whose ends differ by rounding alone, the event nearest to it. Null for a line without any.
const LineEvent* find_event(std::span<const LineEvent> events, double from, double to, bool starts_inside) {
  const LineEvent* nearest = nullptr;
  double least = 0;
  const auto distance = [&](const LineEvent& e) { return std::max({from - e.at, e.at - to, 0.0}); };
  auto it = std::lower_bound(events.begin(), events.end(), from - slack,
                             [](const LineEvent& e, double at) { return e.at < at; });
  if (it != events.begin())
    --it;
  for (; it != events.end(); ++it) {
    const bool fits = distance(*it) <= slack && it->enters != starts_inside;
    if (fits && starts_inside)
      return &*it;
    if (fits || nearest == nullptr || distance(*it) < least) {
      nearest = &*it;
      least = distance(*it);
    }
    if (it->at > to + slack)
      break;
  }
  return nearest;
}

} // namespace

CutLattice::CutLattice(const GradedCubes& cubes, std::span<const LatticeLines> lines, int threads)
    : lattice_(cubes.lattice()) {
  find_signs(lines[0], threads);
  find_tetrahedra(cubes, threads);
  find_cuts(lines, threads);
}

void CutLattice::find_signs(const LatticeLines& rows, int threads) {
  signs_.assign(lattice_.node_count(), -1);
  parallel_for(rows.line_count(), threads, [&](std::size_t line) {
    const auto events = rows.events(line);
    const auto [y, z] = rows.lateral(line);
    for (std::size_t i = 0; i + 1 < events.size(); i += 2) {
      int x = static_cast<int>(std::ceil(events[i].at));
      x += (x ^ y) & 1;
      for (; x < events[i + 1].at; x += 2)
        signs_[lattice_.node_at({x, y, z})] = 1;
    }
  });
}

/// Undivided cubes with a node inside, and those that touch them.
std::vector<char> CutLattice::mark_cubes(const GradedCubes& cubes) const {
  const std::array<int, 3>& n = lattice_.cubes();
  std::vector<char> inside(cubes.cube_index({0, 0, n[2]}), 0);
  const int side = 2 << lattice_.levels();
  for (std::uint32_t node = 0; node < signs_.size(); ++node)
    if (signs_[node] > 0) {
      const Place at = lattice_.place(node);
      inside[cubes.cube_index({at[0] / side, at[1] / side, at[2] / side})] = 1;
    }
  // A node between cubes counts for one of them, so that two more may touch it.
  std::vector<char> marked(inside.size(), 0);
  for (int z = 2; z + 1 < n[2]; ++z)
    for (int y = 2; y + 1 < n[1]; ++y)
      for (int x = 2; x + 1 < n[0]; ++x)
        if (inside[cubes.cube_index({x, y, z})])
          for (int k = 0; k < 64; ++k)
            marked[cubes.cube_index({x + k % 4 - 2, y + k / 4 % 4 - 2, z + k / 16 - 2})] = 1;
  return marked;
}

void CutLattice::find_tetrahedra(const GradedCubes& cubes, int threads) {
  const std::vector<char> marked = mark_cubes(cubes);
  const int nz = lattice_.cubes()[2];
  std::vector<std::vector<Tetrahedron>> layers(static_cast<std::size_t>(nz));
  parallel_for(layers.size(), threads, [&](std::size_t layer) {
    cubes.add_tetrahedra(static_cast<int>(layer), marked, layers[layer]);
  });
  std::size_t count = 0;
  for (const std::vector<Tetrahedron>& layer : layers)
    count += layer.size();
  tetrahedra_.reserve(count);
  for (const std::vector<Tetrahedron>& layer : layers)
    tetrahedra_.insert(tetrahedra_.end(), layer.begin(), layer.end());
}

void CutLattice::find_cuts(std::span<const LatticeLines> lines, int threads) {
  std::vector<std::array<std::uint32_t, 2>> edges;
  for (const Tetrahedron& t : tetrahedra_) {
    if (signs_[t[0]] == signs_[t[1]] && signs_[t[0]] == signs_[t[2]] && signs_[t[0]] == signs_[t[3]])
      continue;
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = i + 1; j < 4; ++j)
        if (signs_[t[i]] != signs_[t[j]])
          edges.push_back({std::min(t[i], t[j]), std::max(t[i], t[j])});
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  cuts_.resize(edges.size());
  constexpr std::size_t block = 1024;
  parallel_for((edges.size() + block - 1) / block, threads, [&](std::size_t b) {
    for (std::size_t i = b * block; i < std::min(edges.size(), (b + 1) * block); ++i)
      cuts_[i] = make_cut(edges[i], lines);
  });
  first_cut_.assign(signs_.size() + 1, 0);
  for (const Cut& cut : cuts_)
    ++first_cut_[cut.nodes[0] + 1];
  for (std::size_t n = 1; n < first_cut_.size(); ++n)
    first_cut_[n] += first_cut_[n - 1];
}

Cut CutLattice::make_cut(const std::array<std::uint32_t, 2>& nodes,
                         std::span<const LatticeLines> lines) const {
  const Place a = lattice_.place(nodes[0]), b = lattice_.place(nodes[1]);
  const EdgeDirection edge = edge_direction(a, b);
  const LatticeLines& line = lines[static_cast<std::size_t>(edge.direction)];
  const double from = line.along(edge.forward ? a : b), to = line.along(edge.forward ? b : a);
  const bool starts_inside = signs_[nodes[edge.forward ? 0 : 1]] > 0;
  const LineEvent* event = find_event(line.events(line.line_of(a)), from, to, starts_inside);
  const double at = event ? std::clamp((event->at - from) / (to - from), 0.0, 1.0) : 0.5;
  return {nodes, static_cast<std::uint8_t>(edge.direction), event ? event->triangle : 0,
          edge.forward ? at : 1 - at};
}

std::uint32_t CutLattice::cut_between(std::uint32_t a, std::uint32_t b) const {
  std::uint32_t cut = first_cut_[std::min(a, b)];
  while (cuts_[cut].nodes[1] != std::max(a, b))
    ++cut;
  return cut;
}

Vec3 CutLattice::point(const Cut& cut, double at) const {
  return (1 - at) * lattice_.position(cut.nodes[0]) + at * lattice_.position(cut.nodes[1]);
}

/// Where a cut is, as far from the ends of its edge as it has to be.
double CutLattice::held(const Cut& cut) const {
  const Parts parts = parts_of(cut.direction);
  return cut.at < parts.warp ? parts.keep : cut.at > 1 - parts.warp ? 1 - parts.keep : cut.at;
}

Vec3 CutLattice::position(const Cut& cut) const {
  return point(cut, held(cut));
}

bool CutLattice::centre(std::uint32_t cut) {
  constexpr double near = 0.02;
  const double from_middle = held(cuts_[cut]) - 0.5;
  if (std::abs(from_middle) < near)
    return false;
  cuts_[cut].at = 0.5 + 0.5 * from_middle;
  return true;
}

std::vector<WarpedNode>::const_iterator CutLattice::find_warped(std::uint32_t node) const {
  return std::lower_bound(warped_.begin(), warped_.end(), node,
                          [](const WarpedNode& w, std::uint32_t n) { return w.node < n; });
}

Vec3 CutLattice::position(std::uint32_t node) const {
  if (signs_[node] != 0)
    return lattice_.position(node);
  const Cut& cut = cuts_[find_warped(node)->cut];
  return point(cut, cut.at);
}

void CutLattice::warp() {
  // The cuts of each node, by node.
  struct End {
    std::uint32_t node, cut;
    bool operator<(const End& other) const {
      return node != other.node ? node < other.node : cut < other.cut;
    }
  };
  std::vector<End> ends;
  for (std::uint32_t cut = 0; cut < cuts_.size(); ++cut)
    for (const std::uint32_t node : cuts_[cut].nodes)
      ends.push_back({node, cut});
  std::sort(ends.begin(), ends.end());

  for (auto end = ends.begin(); end != ends.end();) {
    const std::uint32_t node = end->node;
    double least = std::numeric_limits<double>::infinity();
    WarpedNode warped{node, 0, signs_[node]};
    for (; end != ends.end() && end->node == node; ++end) {
      const Cut& cut = cuts_[end->cut];
      const bool first = cut.nodes[0] == node;
      if (signs_[cut.nodes[first ? 1 : 0]] == 0)
        continue;
      const double part = first ? cut.at : 1 - cut.at;
      const double distance = (point(cut, cut.at) - lattice_.position(node)).squaredNorm();
      if (part < parts_of(cut.direction).warp && distance < least) {
        least = distance;
        warped.cut = end->cut;
      }
    }
    if (std::isfinite(least)) {
      warped_.push_back(warped);
      signs_[node] = 0;
    }
  }
}

void CutLattice::take_back(std::uint32_t node) {
  const auto warped = find_warped(node);
  signs_[node] = warped->sign;
  warped_.erase(warped);
}

std::size_t CutLattice::part_sheets() {
  const std::size_t before = warped_.size();
  const NodeStars stars(*this);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < warped_.size(); ++i)
      if (signs_[warped_[i].node] == 0 && !stars.is_one_sheet(*this, warped_[i].node)) {
        signs_[warped_[i].node] = warped_[i].sign;
        changed = true;
      }
  }
  std::erase_if(warped_, [this](const WarpedNode& w) { return signs_[w.node] != 0; });
  return before - warped_.size();
}

} // namespace lamina::stuffing
