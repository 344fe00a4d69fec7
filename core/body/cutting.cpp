#include "core/body/cutting.h"

#include "core/body/cut_sides.h"
#include "core/body/cut_splinters.h"
#include "core/body/nodes_at_plane.h"
#include "core/body/smooth_cut.h"
#include "core/mesh/tet_faces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lamina {

namespace {

/// Of an edge, how far along it a node moves at most: the one beyond the middle only where the nearer one
/// cannot.
constexpr double most_share = 0.9;

class Cutter {
public:
  Cutter(const SolidToCut& solid, const TetNeighbours& neighbours, const CutTriangle& triangle,
         const Vec3& normal)
      : solid_(solid), neighbours_(neighbours), triangle_(triangle), normal_(normal),
        nodes_(solid, neighbours, triangle, normal) {}

  SolidCut cut() {
    SolidCut made;
    if (nodes_.near().empty())
      return made;
    find_crossings();
    snap(made.moves);
    find_faces(made.faces);
    if (made.faces.empty())
      made.moves.clear();
    else
      smooth_cut(solid_, made.faces, nodes_, made.moves);
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

  /// Both ends of an edge can be moved onto the plane.
  void add_crossing(std::uint32_t a, std::uint32_t b) {
    const double share = nodes_.distance(a) / (nodes_.distance(a) - nodes_.distance(b));
    const Vec3 edge = solid_.nodes[b] - solid_.nodes[a];
    if (!covers(solid_.nodes[a] + share * edge))
      return;
    const double other = nodes_.distance(b) / (nodes_.distance(b) - nodes_.distance(a));
    for (const NodeMove& move : {NodeMove{a, b, share}, NodeMove{b, a, other}})
      if (move.share <= most_share && nodes_.may_move(move.node, move.towards))
        crossings_.push_back({move, move.share * edge.norm()});
  }

  void find_crossings() {
    std::vector<std::array<std::uint32_t, 2>> edges;
    for (const std::uint32_t t : nodes_.near()) {
      const Tetrahedron& tetrahedron = solid_.tetrahedra[t];
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = i + 1; j < 4; ++j)
          if (nodes_.crosses(tetrahedron[i], tetrahedron[j]))
            edges.push_back(
                {std::min(tetrahedron[i], tetrahedron[j]), std::max(tetrahedron[i], tetrahedron[j])});
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    for (const auto& [a, b] : edges)
      add_crossing(a, b);
    std::sort(crossings_.begin(), crossings_.end(), [](const Crossing& a, const Crossing& b) {
      return a.way != b.way ? a.way < b.way
                            : std::pair(a.move.node, a.move.towards) < std::pair(b.move.node, b.move.towards);
    });
  }

  /// An edge crosses no more once one of its ends lies on the plane.
  void snap(std::vector<NodeMove>& moves) {
    for (const auto& [move, way] : crossings_)
      if (nodes_.crosses(move.node, move.towards) && nodes_.move(move))
        moves.push_back(move);
  }

  void find_faces(std::vector<std::uint32_t>& faces) const {
    const std::vector<Vec3>& nodes = nodes_.nodes();
    const std::vector<std::uint8_t> above = sides_of_cut(solid_, neighbours_, nodes_);
    for (const std::uint32_t t : nodes_.near())
      for (std::uint32_t side = 0; side < 4; ++side) {
        const std::uint32_t half = 4 * t + side, other = neighbours_.across(half);
        if (nodes_.is_boundary(half) || above[t] == above[other / 4])
          continue;
        const Triangle face = face_of(solid_.tetrahedra[t], static_cast<int>(side));
        if (covers((nodes[face[0]] + nodes[face[1]] + nodes[face[2]]) / 3))
          faces.push_back(std::min(half, other));
      }
    std::sort(faces.begin(), faces.end());
    faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
    keep_splinters(neighbours_, nodes_, above, faces);
  }

  const SolidToCut& solid_;
  const TetNeighbours& neighbours_;
  const CutTriangle& triangle_;
  const Vec3 normal_;
  NodesAtPlane nodes_;
  std::vector<Crossing> crossings_; ///< shortest way first
};

} // namespace

SolidCut cut_solid(const SolidToCut& solid, const TetNeighbours& neighbours, const CutTriangle& triangle) {
  const Vec3 normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
  const double twice_area = normal.norm();
  if (!(twice_area > 0) || !std::isfinite(twice_area))
    return {};
  return Cutter(solid, neighbours, triangle, normal / twice_area).cut();
}

} // namespace lamina
