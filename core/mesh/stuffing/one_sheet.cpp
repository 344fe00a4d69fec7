#include "core/mesh/stuffing/one_sheet.h"

#include "core/mesh/stuffing/cut_lattice.h"
#include "core/mesh/union_find.h"

#include <algorithm>
#include <array>

namespace lamina::stuffing {

namespace {

/// An edge of the triangles that the tetrahedra around a node show it.
struct LinkEdge {
  std::uint32_t low, high, triangle;
  bool operator<(const LinkEdge& other) const {
    return low != other.low     ? low < other.low
           : high != other.high ? high < other.high
                                : triangle < other.triangle;
  }
};

} // namespace

NodeStars::NodeStars(const CutLattice& lattice) {
  for (const WarpedNode& warped : lattice.warped())
    nodes_.push_back(warped.node);
  starts_.assign(nodes_.size() + 1, 0);
  const auto index_of = [this](std::uint32_t node) {
    return static_cast<std::size_t>(std::lower_bound(nodes_.begin(), nodes_.end(), node) - nodes_.begin());
  };
  const auto for_each_use = [&](const auto& act) {
    for (std::uint32_t t = 0; t < lattice.tetrahedra().size(); ++t)
      for (const std::uint32_t node : lattice.tetrahedra()[t])
        if (lattice.sign(node) == 0)
          act(index_of(node), t);
  };
  for_each_use([&](std::size_t node, std::uint32_t) { ++starts_[node + 1]; });
  for (std::size_t n = 1; n < starts_.size(); ++n)
    starts_[n] += starts_[n - 1];
  tetrahedra_.resize(starts_.back());
  std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
  for_each_use([&](std::size_t node, std::uint32_t t) { tetrahedra_[next[node]++] = t; });
}

std::span<const std::uint32_t> NodeStars::around(std::uint32_t node) const {
  const auto found = std::lower_bound(nodes_.begin(), nodes_.end(), node);
  if (found == nodes_.end() || *found != node)
    return {};
  const auto i = static_cast<std::size_t>(found - nodes_.begin());
  return {tetrahedra_.data() + starts_[i], tetrahedra_.data() + starts_[i + 1]};
}

bool NodeStars::is_one_sheet(const CutLattice& lattice, std::uint32_t node) const {
  thread_local std::vector<LinkEdge> edges;
  thread_local std::vector<std::array<char, 2>> has; // a solid part, an empty part
  thread_local UnionFind parts; // 2t is the solid part of triangle t, 2t + 1 its empty one
  edges.clear();
  has.clear();
  for (const std::uint32_t t : around(node)) {
    std::array<std::uint32_t, 3> corners{};
    std::size_t count = 0;
    for (const std::uint32_t corner : lattice.tetrahedra()[t])
      if (corner != node)
        corners[count++] = corner;
    std::sort(corners.begin(), corners.end());
    bool solid = false, outside = false;
    for (const std::uint32_t corner : corners) {
      solid = solid || lattice.sign(corner) > 0;
      outside = outside || lattice.sign(corner) < 0;
    }
    const auto triangle = static_cast<std::uint32_t>(has.size());
    has.push_back({solid, outside || !solid});
    edges.push_back({corners[0], corners[1], triangle});
    edges.push_back({corners[0], corners[2], triangle});
    edges.push_back({corners[1], corners[2], triangle});
  }
  std::sort(edges.begin(), edges.end());
  parts.reset(2 * has.size());
  for (std::size_t e = 0; e + 1 < edges.size(); ++e) {
    if (edges[e].low != edges[e + 1].low || edges[e].high != edges[e + 1].high)
      continue;
    const int a = lattice.sign(edges[e].low), b = lattice.sign(edges[e].high);
    const std::uint32_t s = edges[e].triangle, t = edges[e + 1].triangle;
    const bool on_surface = a == 0 && b == 0;
    if (a > 0 || b > 0 || (on_surface && has[s][0] && has[t][0]))
      parts.unite(2 * s, 2 * t);
    if (a < 0 || b < 0 || (on_surface && !has[s][0] && !has[t][0]))
      parts.unite(2 * s + 1, 2 * t + 1);
  }
  int solids = 0, empties = 0;
  for (std::uint32_t t = 0; t < has.size(); ++t) {
    solids += has[t][0] && parts.find(2 * t) == 2 * t;
    empties += has[t][1] && parts.find(2 * t + 1) == 2 * t + 1;
  }
  return solids <= 1 && empties <= 1;
}

} // namespace lamina::stuffing
