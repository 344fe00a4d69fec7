#pragma once

#include "core/contact/stochastic/tree_search.h"
#include "core/contact/stochastic/vertex_set.h"
#include "core/contact/stochastic/walk.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::stochastic {

/// A vertex of one surface, and the triangle of the other that was nearest to it: where the search goes on in
/// the next step.
struct TrackedPair {
  std::uint8_t side; ///< whose vertex: 0 is surface a, 1 is surface b
  std::uint32_t vertex, triangle;

  bool operator==(const TrackedPair&) const = default;
};

/// What is remembered between two surfaces from step to step.
struct PairMemory {
  std::array<std::uint32_t, 2> body{};
  std::uint64_t drawn = 0; ///< random numbers so far
  std::vector<TrackedPair> tracked;
};

/// A vertex within the other surface.
struct Touch {
  std::uint8_t side; ///< whose vertex
  std::uint32_t vertex;
  Place at; ///< on the other surface; its distance is below 0
};

/// A pair at its local minimum of distance.
struct FoundPair {
  TrackedPair pair;
  Place at;
};

/// What became of the pairs of a step.
struct SearchCounts {
  std::uint64_t followed = 0;   ///< of the last step
  std::uint64_t drawn = 0;      ///< at random, each the nearest of four
  std::uint64_t duplicates = 0; ///< dropped: they came to where another one had been
  std::uint64_t far = 0;        ///< dropped: too far apart, or on the wrong side of a surface
  std::uint64_t evaluations = 0;
  bool out_of_budget = false; ///< more would have been looked at
};

/// The search between two surfaces by random pairs that are followed (T04 section 3.2), in a step:
///
///   1 follow   pairs of the last step go down to local minima of distance
///   2 draw     new ones, with a fourth of the budget
///   3 spread   from what touches to its neighbours, on both surfaces
///   4          draw and spread with what is left
///
/// A pair is a vertex and its foot on the other surface. It goes down by turns: the vertex moves to
/// a neighbour that is nearer, then the foot walks after it (walk.h). Distances have a sign, so that a pair
/// within the other surface goes to the deepest vertex. T04 goes from vertex to vertex on both sides. A floor
/// of two triangles has no vertex near what lies on it, so that is done with new pairs alone, to come near.
///
/// Kept from step to step for its memory; what one step finds depends on surfaces and PairMemory alone.
class PairSearch {
public:
  /// At most so many pairs are kept. `memory` is that of the last step, and becomes that of this one.
  void run(const SearchedSurface& a, const SearchedSurface& b, std::size_t most_pairs, Budget budget,
           PairMemory& memory);
  /// In place of random pairs: spreads from triangles whose boxes overlap, the likeliest first (TreeSearch).
  /// Keeps no pairs.
  void run_trees(const SearchedSurface& a, const SearchedSurface& b, const TriangleTree& tree_a,
                 const TriangleTree& tree_b, Budget budget);

  std::span<const Touch> touches() const { return touches_; }
  std::span<const FoundPair> pairs() const { return found_; } ///< kept, the deepest first
  const SearchCounts& counts() const { return counts_; }
  const SearchedSurface& surface(std::size_t side) const { return *surfaces_[side]; }

private:
  const SearchedSurface& other(std::uint8_t side) const { return *surfaces_[1 - side]; }

  void begin(const SearchedSurface& a, const SearchedSurface& b, const Budget& budget);
  void follow(const PairMemory& memory);
  void draw(std::size_t most, bool to_quarter, PairMemory& memory);
  std::optional<TrackedPair> draw_one(PairMemory& memory);
  void go_down(TrackedPair pair);
  bool move_nearer(FoundPair& found);
  void keep_nearest(std::size_t most_pairs, PairMemory& memory);
  bool plausible(std::uint8_t side, std::uint32_t vertex, const Place& at) const;
  bool sees_foot(const FoundPair& found) const;

  void list_candidates();
  std::uint64_t random(std::uint64_t below, PairMemory& memory) const;
  std::uint32_t random_vertex(std::uint8_t side, PairMemory& memory) const;
  bool climb(std::array<std::uint32_t, 2>& vertices);
  std::optional<TrackedPair> approach(std::uint8_t side, std::uint32_t vertex, std::uint32_t opposite);

  void spread();
  void spread_found();
  void spread_from(const FoundPair& found);
  void add_touch(const Touch& touch);

  /// A vertex to look at, and where its walk begins.
  struct Next {
    std::uint8_t side;
    std::uint32_t vertex, triangle;
  };

  std::array<const SearchedSurface*, 2> surfaces_{};
  Budget budget_{0};
  SearchCounts counts_;
  double far_ = 0;                                       ///< m: pairs that are farther apart are dropped
  std::array<std::vector<std::uint32_t>, 2> candidates_; ///< vertices to draw from; none: all
  bool listed_ = false;
  VertexSet passed_; ///< by pairs of this step
  std::vector<FoundPair> found_;
  std::size_t spread_so_far_ = 0; ///< of found_
  VertexSet visited_;             ///< by spreading
  std::vector<Next> queue_;
  std::vector<Touch> touches_;
  TreeSearch trees_;
};

} // namespace lamina::stochastic
