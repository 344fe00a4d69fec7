#pragma once

#include "core/contact/hashing/hashed_body.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lamina::hashing {

/// A point of one body within another, and how it gets out.
struct DeepPoint {
  std::uint32_t point;
  std::uint32_t tetrahedron; ///< of the other body, that holds it
  tetrahedra::TetWeights weights;
  double depth = 0;              ///< m; only with a direction
  Vec3 direction = Vec3::Zero(); ///< unit, outwards through the other's surface; nought if there is none
  /// The surface crossed nearest to it by edges out of it, or out of the point that it has its depth from.
  std::optional<tetrahedra::SolidExit> crossed = {};
  bool enclosed = false; ///< it belongs to a part that lies within the other body as a whole
};

/// Consistent depths and directions of the points of one body within another (HTK04, in own formulation):
///
///      outside ○───────○          An edge from a border point ● out of the other body crosses its surface,
///   ══════════╪═══════╪═══════    at a place x with normal n.
///             ●───────●           Depth of ● at p:  Σ w (x − p)·n / Σ w, w = 1/|x − p|²;
///             │       │           its direction:    Σ w n, made a unit vector.
///             ■───────■           Depth of ■ at p:  Σ w ((q − p)·r + d) / Σ w, over those of its neighbours
///             q
///                                 whose depth d and direction r are known; its direction: Σ w r.
///
/// Points are gone through in the order of depth, so that what is known first is what lies next to the
/// surface. Edges are those of the tetrahedra where there are some, otherwise those of the triangles. They
/// are followed through the other body, which also tells whether nodes inside are in it.
///
/// Points from which no row of edges leads outside make up a part that lies within the other body, or within
/// another piece of its own, as a whole. All of the part goes the same way out (core/contact/enclosed).
///
/// A direction changes by little from point to point, and from step to step. That of the nearest place of the
/// surface would turn round half way through a slab.
class ConsistentDepth {
public:
  /// Of the vertices of `own` that were found in `other` (sorted by vertex; of several tetrahedra that hold
  /// one the first counts), and of the nodes inside `own` to which edges lead from them within `other`.
  void find(const HashedBody& own, const HashedBody& other, std::span<const tetrahedra::PointInTet> found);

  std::span<const DeepPoint> points() const { return points_; } ///< vertices first, ascending
  std::size_t border() const { return border_; }

private:
  static constexpr std::uint32_t outside = ~std::uint32_t{0}; ///< in index_of_
  /// Weighted sums of what is known about a point.
  struct Sums {
    double weight = 0, depth = 0, nearest = 0;
    Vec3 direction = Vec3::Zero();
    bool border = false, done = false;

    double mean_depth() const { return depth / weight; }
  };
  /// In a heap: the least deep on top, of those the first.
  struct Next {
    double depth;
    std::uint32_t index;
    bool operator<(const Next& other) const {
      return depth != other.depth ? depth > other.depth : index > other.index;
    }
  };

  void list(const HashedBody& own, std::span<const tetrahedra::PointInTet> found);
  void add(std::uint32_t point, std::uint32_t tetrahedron, const tetrahedra::TetWeights& weights);
  void find_border(const HashedBody& own, const HashedBody& other);
  void add_crossing(std::uint32_t index, const Vec3& at, const tetrahedra::SolidExit& exit,
                    const Vec3& normal);
  void spread(const HashedBody& own);
  void fix(std::uint32_t index);
  void add_neighbour(const HashedBody& own, const DeepPoint& known, std::uint32_t index);
  void lead_out_enclosed(const HashedBody& own, const HashedBody& other);
  bool gather_part(const HashedBody& own, std::uint32_t index);
  void lead_out_part(const HashedBody& own, const HashedBody& other);

  std::vector<DeepPoint> points_;
  std::vector<Sums> sums_;
  std::vector<Next> heap_;
  std::vector<std::uint32_t> index_of_; ///< by point of the body, into points_; outside ones have none
  std::vector<std::uint32_t> part_;     ///< into points_: that hang together and have no depth
  std::vector<Vec3> part_points_;       ///< where those are, m
  std::size_t border_ = 0;
};

} // namespace lamina::hashing
