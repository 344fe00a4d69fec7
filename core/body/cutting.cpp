#include "core/body/cutting.h"

#include "core/mesh/tet_faces.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lamina {

namespace {

/// Of the volume of a tetrahedron, what is left of it at least when its nodes move.
constexpr double least_left = 0.15;

/// By how much of their volume the tetrahedra at a node may change together: where the boundary is curved.
constexpr double most_changed = 0.02;

/// Beyond the middle of an edge its other node is the nearer one.
constexpr double most_share = 0.5;

using NodePair = std::array<std::uint32_t, 2>;

double six_volumes(const Tetrahedron& t, std::span<const Vec3> nodes) {
  const Vec3& origin = nodes[t[0]];
  return (nodes[t[1]] - origin).cross(nodes[t[2]] - origin).dot(nodes[t[3]] - origin);
}

class Cutter {
public:
  Cutter(const SolidToCut& solid, const TetNeighbours& neighbours, const CutTriangle& triangle)
      : solid_(solid), neighbours_(neighbours), triangle_(triangle),
        normal_((triangle[1] - triangle[0]).cross(triangle[2] - triangle[0])) {}

  SolidCut cut() {
    SolidCut made;
    const double twice_area = normal_.norm();
    if (!(twice_area > 0) || !std::isfinite(twice_area))
      return made;
    normal_ /= twice_area;
    measure_distances();
    find_near();
    find_crossings();
    snap(made.moves);
    find_faces(made.faces);
    if (made.faces.empty())
      made.moves.clear();
    return made;
  }

private:
  struct Crossing {
    NodeMove move;
    double way; ///< m
  };

  /// Whether a point, seen along the normal, lies in the triangle.
  bool covers(const Vec3& point) const {
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 &a = triangle_[k], &b = triangle_[(k + 1) % 3];
      if ((b - a).cross(point - a).dot(normal_) < 0)
        return false;
    }
    return true;
  }

  void measure_distances() {
    distances_.resize(solid_.nodes.size());
    for (std::size_t i = 0; i < distances_.size(); ++i)
      distances_[i] = normal_.dot(solid_.nodes[i] - triangle_[0]);
  }

  /// Tetrahedra with nodes on both sides of the plane, or on it.
  void find_near() {
    near_.clear();
    for (std::uint32_t t = 0; t < solid_.tetrahedra.size(); ++t) {
      double least = distances_[solid_.tetrahedra[t][0]], most = least;
      for (const std::uint32_t node : solid_.tetrahedra[t]) {
        least = std::min(least, distances_[node]);
        most = std::max(most, distances_[node]);
      }
      if (least <= 0 && most >= 0)
        near_.push_back(t);
    }
  }

  bool is_boundary(std::uint32_t half) const {
    const std::uint32_t other = neighbours_.across(half);
    return other == TetNeighbours::none ||
           std::binary_search(solid_.split.begin(), solid_.split.end(), std::min(half, other));
  }

  /// The nodes on the boundary, and the edges of it that cross the plane.
  void find_boundary() {
    boundary_edges_.clear();
    on_boundary_.assign(solid_.nodes.size(), 0);
    for (std::uint32_t half = 0; half < neighbours_.halves(); ++half) {
      if (!is_boundary(half))
        continue;
      const Triangle face = face_of(solid_.tetrahedra[half / 4], static_cast<int>(half % 4));
      for (std::size_t k = 0; k < 3; ++k) {
        on_boundary_[face[k]] = 1;
        if (crosses(face[k], face[(k + 1) % 3]))
          boundary_edges_.push_back(sorted(face[k], face[(k + 1) % 3]));
      }
    }
    std::sort(boundary_edges_.begin(), boundary_edges_.end());
  }

  bool crosses(std::uint32_t i, std::uint32_t j) const {
    const double a = distances_[i], b = distances_[j];
    return (a < 0 && b > 0) || (a > 0 && b < 0);
  }

  static NodePair sorted(std::uint32_t a, std::uint32_t b) { return {std::min(a, b), std::max(a, b)}; }

  bool may_move(std::uint32_t node, const NodePair& edge) const {
    if (solid_.held[node])
      return false;
    return !on_boundary_[node] || std::binary_search(boundary_edges_.begin(), boundary_edges_.end(), edge);
  }

  void add_crossing(const NodePair& edge) {
    if (!crosses(edge[0], edge[1]))
      return;
    const double share = distances_[edge[0]] / (distances_[edge[0]] - distances_[edge[1]]);
    const Vec3& from = solid_.nodes[edge[0]];
    if (!covers(from + share * (solid_.nodes[edge[1]] - from)))
      return;
    // The nearer node first; the other one where that may not move.
    std::array<NodeMove, 2> moves{{{edge[0], edge[1], share}, {edge[1], edge[0], 1 - share}}};
    if (moves[1].share < moves[0].share)
      std::swap(moves[0], moves[1]);
    for (const NodeMove& move : moves)
      if (move.share <= most_share && may_move(move.node, edge)) {
        const Vec3 whole_edge = solid_.nodes[move.towards] - solid_.nodes[move.node];
        crossings_.push_back({move, move.share * whole_edge.norm()});
        return;
      }
  }

  void find_crossings() {
    find_boundary();
    std::vector<NodePair> edges;
    for (const std::uint32_t t : near_)
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = i + 1; j < 4; ++j)
          edges.push_back(sorted(solid_.tetrahedra[t][i], solid_.tetrahedra[t][j]));
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    crossings_.clear();
    for (const NodePair& edge : edges)
      add_crossing(edge);
    std::sort(crossings_.begin(), crossings_.end(), [](const Crossing& a, const Crossing& b) {
      return a.way != b.way ? a.way < b.way
                            : std::pair(a.move.node, a.move.towards) < std::pair(b.move.node, b.move.towards);
    });
  }

  /// Whether the tetrahedra at a node keep enough of their volume, in the world and at rest.
  bool leaves_room(std::uint32_t node) const {
    for (const std::uint32_t t : near_at_[node]) {
      const Tetrahedron& tetrahedron = solid_.tetrahedra[t];
      const double rest = six_volumes(tetrahedron, rest_);
      if (!(rest > least_left * six_volumes(solid_.whole.tetrahedra[t], solid_.whole.nodes)))
        return false;
      const double now = six_volumes(tetrahedron, solid_.nodes);
      if (now > 0 && !(six_volumes(tetrahedron, nodes_) > least_left * now))
        return false;
    }
    return true;
  }

  /// Of the tetrahedra at a node, at rest.
  double six_volumes_at(std::uint32_t node) const {
    double sum = 0;
    for (const std::uint32_t t : near_at_[node])
      sum += six_volumes(solid_.tetrahedra[t], rest_);
    return sum;
  }

  void snap(std::vector<NodeMove>& moves) {
    nodes_.assign(solid_.nodes.begin(), solid_.nodes.end());
    rest_.assign(solid_.rest.begin(), solid_.rest.end());
    list_tetrahedra_at_moving();
    std::vector<std::uint8_t> settled(nodes_.size(), 0);
    for (const auto& [move, way] : crossings_) {
      if (settled[move.node] || settled[move.towards])
        continue;
      const Vec3 node = nodes_[move.node], rest = rest_[move.node];
      const double before = six_volumes_at(move.node);
      nodes_[move.node] += move.share * (nodes_[move.towards] - node);
      rest_[move.node] += move.share * (rest_[move.towards] - rest);
      if (!leaves_room(move.node) || std::abs(six_volumes_at(move.node) - before) > most_changed * before) {
        nodes_[move.node] = node;
        rest_[move.node] = rest;
        continue;
      }
      settled[move.node] = 1;
      distances_[move.node] = 0;
      moves.push_back(move);
    }
  }

  /// All tetrahedra at nodes that may move, whether the plane meets them or not.
  void list_tetrahedra_at_moving() {
    near_at_.assign(nodes_.size(), {});
    std::vector<std::uint8_t> moving(nodes_.size(), 0);
    for (const Crossing& crossing : crossings_)
      moving[crossing.move.node] = 1;
    for (std::uint32_t t = 0; t < solid_.tetrahedra.size(); ++t)
      for (const std::uint32_t node : solid_.tetrahedra[t])
        if (moving[node])
          near_at_[node].push_back(t);
  }

  bool is_above(std::uint32_t t) const {
    double sum = 0;
    for (const std::uint32_t node : solid_.tetrahedra[t])
      sum += distances_[node];
    return sum > 0;
  }

  void find_faces(std::vector<std::uint32_t>& faces) const {
    for (const std::uint32_t t : near_)
      for (std::uint32_t side = 0; side < 4; ++side) {
        const std::uint32_t half = 4 * t + side, other = neighbours_.across(half);
        if (is_boundary(half) || is_above(t) == is_above(other / 4))
          continue;
        const Triangle face = face_of(solid_.tetrahedra[t], static_cast<int>(side));
        if (covers((nodes_[face[0]] + nodes_[face[1]] + nodes_[face[2]]) / 3))
          faces.push_back(std::min(half, other));
      }
    std::sort(faces.begin(), faces.end());
    faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
  }

  const SolidToCut& solid_;
  const TetNeighbours& neighbours_;
  const CutTriangle& triangle_;
  Vec3 normal_;
  std::vector<double> distances_;   ///< of nodes from the plane, m; 0 once they were moved onto it
  std::vector<std::uint32_t> near_; ///< tetrahedra
  std::vector<NodePair> boundary_edges_;
  std::vector<std::uint8_t> on_boundary_;
  std::vector<Crossing> crossings_; ///< shortest way first
  std::vector<Vec3> nodes_, rest_;  ///< with the moves so far
  std::vector<std::vector<std::uint32_t>> near_at_;
};

} // namespace

SolidCut cut_solid(const SolidToCut& solid, const TetNeighbours& neighbours, const CutTriangle& triangle) {
  return Cutter(solid, neighbours, triangle).cut();
}

} // namespace lamina
