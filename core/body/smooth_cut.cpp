#include "core/body/smooth_cut.h"

#include <algorithm>
#include <cmath>

namespace lamina {

namespace {

/// A fourth round brings nodes nearer by a few per cent only.
constexpr int rounds = 3;

/// Of an edge, what a node moves along it at most and at least.
constexpr double most_share = 0.5, least_share = 0.05;

/// Ways for a node to come nearer to the plane, those that bring it nearest first.
class WaysNearer {
public:
  WaysNearer(const SolidToCut& solid, const NodesAtPlane& nodes) : solid_(solid), nodes_(nodes) {}

  const std::vector<NodeMove>& find(std::uint32_t node) {
    find_others(node);
    ways_.clear();
    for (const std::uint32_t other : others_)
      if (nodes_.may_move(node, other))
        add(node, other);
    std::stable_sort(ways_.begin(), ways_.end(),
                     [this](const NodeMove& a, const NodeMove& b) { return gain(a) > gain(b); });
    return ways_;
  }

private:
  void find_others(std::uint32_t node) {
    others_.clear();
    for (const std::uint32_t t : nodes_.at(node))
      for (const std::uint32_t other : solid_.tetrahedra[t])
        if (other != node && nodes_.is_listed(other))
          others_.push_back(other);
    std::sort(others_.begin(), others_.end());
    others_.erase(std::unique(others_.begin(), others_.end()), others_.end());
  }

  /// Onto the plane if that is not too far along the edge; else as far as may be, or a half of it, and so on.
  void add(std::uint32_t node, std::uint32_t other) {
    const double from = nodes_.distance(node), to = nodes_.distance(other);
    const double onto = from / (from - to);
    if (!(onto > 0))
      return;
    for (double share = std::min(onto, most_share); share > least_share; share *= 0.5)
      ways_.push_back({node, other, share});
  }

  double gain(const NodeMove& move) const {
    return move.share * std::abs(nodes_.distance(move.node) - nodes_.distance(move.towards));
  }

  const SolidToCut& solid_;
  const NodesAtPlane& nodes_;
  std::vector<std::uint32_t> others_;
  std::vector<NodeMove> ways_;
};

} // namespace

void smooth_cut(const SolidToCut& solid, std::span<const std::uint32_t> faces, NodesAtPlane& nodes,
                std::vector<NodeMove>& moves) {
  WaysNearer ways(solid, nodes);
  const std::vector<std::uint32_t> rough = nodes_of_faces(solid.tetrahedra, faces);
  for (int round = 0; round < rounds; ++round)
    for (const std::uint32_t node : rough) {
      if (nodes.distance(node) == 0)
        continue;
      for (const NodeMove& way : ways.find(node))
        if (nodes.move(way)) {
          moves.push_back(way);
          break;
        }
    }
}

} // namespace lamina
