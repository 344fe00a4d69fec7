#pragma once

#include "core/contact/adaptive/kept_splits.h"
#include "core/contact/adaptive/self_tile.h"
#include "core/contact/adaptive/tile.h"
#include "core/contact/adaptive/tile_stages.h"

#include <cstddef>
#include <vector>

namespace lamina::adaptive {

/// When tiles are small enough.
struct TileLimits {
  double tolerance = 0;          ///< m³, of the error bar or the rigorous bound
  bool rigorous = false;         ///< the bound has to be below the tolerance, else the error bar
  std::size_t most_tiles = 4096; ///< of a direction
  double relative = 0;           ///< share of the volume that is tolerated too, where that is more
  std::size_t least_tiles = 1;   ///< to begin with, whatever their bounds
};

/// Traced tiles may be as large as the region. A body that overlaps itself is noticed by rays: where there
/// are no columns besides, tiles are so many at least.
inline constexpr std::size_t least_traced_tiles = 16;

/// The volume that a direction finds, and by how much it may be off.
struct ViewVolume {
  double volume = 0;    ///< m³
  double bound = 0;     ///< m³: the error is no larger
  double error_bar = 0; ///< m³: see error_bar()
  double area = 0;      ///< m², of the tiles with volume: about that of the overlap as the direction sees it
  std::size_t tiles = 0, evaluated = 0;
};

/// What the error is below three times of in 99 of 100 pairs of solids. Errors of tiles seldom add up, so
/// that the root of the sum of their squared bounds says how large that of all is. A share of them has one
/// sign, though.
double error_bar(double bound, double root_of_squares);

/// Notes bodies that a ray was within twice: they are not `simple`. Whether that was not known.
bool note_overlaps(const std::array<bool, 2>& seen_twice, std::array<bool, 2>& simple);

/// Tiles that a tree begins with instead of one.
struct FirstTiles {
  /// Of both bodies: faces [first, first + count), and as many turns, of a tile that is not split.
  struct Node {
    Tile tile;
    std::array<std::size_t, 2> first{}, count{}, first_turn{}, turns{};
    std::size_t first_part = 0, parts = 0; ///< what it is split into both ways, behind it
  };
  std::vector<Node> nodes; ///< the region as a whole first
  std::array<std::vector<std::uint32_t>, 2> faces;
  std::array<std::vector<KnownTurn>, 2> turns;
};

/// Tiles of one view direction: the region as a whole, and ever smaller ones where the bound is largest. A
/// tile is split at lines of the world, the coarsest within it, so that tiles stay where they are while
/// bodies move. Where kinks run along u or v, it is split across them alone:
///
///     ┌───────┬─────────┬──┐     lines at multiples of 2^k units of the world; only the
///     │       │         │  │     borders of the region lie anywhere
///     ├───────┼────┬────┼──┤
///     │       ├────┼────┤  │
///     └───────┴────┴────┴──┘
///
/// Which tile is split next depends on bounds, and then on the order in which tiles were made: never on
/// threads. Memory is reused.
class TileTree {
public:
  explicit TileTree(const TileStages& stages = vector_tile_stages)
      : stages_(&stages), work_(stages), self_(stages) {}

  /// Begins with one tile. Keeps the pointers.
  void begin(const std::array<const ViewSurface*, 2>& bodies, const ViewPlane& plane,
             Kinks kinks = Kinks::within);
  /// Of a body that meets itself: see SelfTile. Begins with one tile.
  void begin_with_itself(const ViewSurface& body, const ViewPlane& plane);
  /// Begins with those tiles.
  void begin(const std::array<const ViewSurface*, 2>& bodies, const ViewPlane& plane, const FirstTiles& tiles,
             Kinks kinks = Kinks::within);
  /// After begin: splits those tiles again that were split the last time, until there are so many. One whose
  /// parts were whole, and whose bound is below 0.4 of the last threshold, is left whole. So what was split
  /// stays so while bounds change a little. A tile whose parts were split too is split without a look.
  void split_again(const KeptSplits& last, std::size_t most_tiles);
  /// Bodies that a ray was within twice.
  const std::array<bool, 2>& seen_twice() const { return work_.seen_twice(); }
  /// Splits tiles of those that there are, until the limits are met. May be called again with others.
  ViewVolume refine(const TileLimits& limits);
  /// For the next step, after the tiles were refined to these limits and found this.
  void keep(const TileLimits& limits, const ViewVolume& found, KeptSplits& kept) const;

  struct Leaf {
    Tile tile;
    TileVolume volume; ///< m·units²
  };
  /// Those that the volume is the sum of, in the order in which they were made.
  std::vector<Leaf> leaves() const;
  /// Calls visit(Leaf, TileWork::Faces) for them, with what may lie over each.
  template <class Visit>
  void for_each_leaf(const Visit& visit) const {
    for (const Node& node : nodes_)
      if (!node.is_split())
        visit(node.leaf, faces_of(node));
  }

private:
  void begin_with_region();
  void clear(const std::array<const ViewSurface*, 2>& bodies, const ViewPlane& plane, Kinks kinks);
  /// Of both bodies: faces [first, first + count) of lists_, and as many of turns_.
  struct FaceLists {
    std::array<std::size_t, 2> first{}, count{}, first_turn{}, turns{};
  };
  struct Node {
    Leaf leaf;
    FaceLists faces;             ///< in lists_
    std::size_t first_child = 0; ///< they follow one another
    std::uint8_t ways = 0;       ///< along which it was split
    std::size_t children = 0;
    bool looked_at = false; ///< its volume is known, or passed over as it has too many faces
    bool passed_over = false;

    bool is_split() const { return children > 0; }
    /// Something of both bodies.
    bool has_both() const {
      return faces.count[0] + faces.turns[0] > 0 && faces.count[1] + faces.turns[1] > 0;
    }
  };
  struct Sums {
    double volume = 0, bound = 0, squares = 0; ///< m³; of squared bounds, m⁶
    double area = 0;                           ///< m², of tiles with volume
    std::int64_t tiles = 0;
  };
  bool is_smaller(std::size_t a, std::size_t b) const;
  void count(const Leaf& leaf, int times, Sums& sums) const;
  Sums add_up() const; ///< over all tiles that are not split
  double scale() const { return plane_->unit * plane_->unit; }
  static double off_by(const Sums& sums, bool rigorous);
  TileWork::Faces faces_of(const Node& node) const;
  void narrow(Node& node);
  void add(std::span<const Tile> parts, const FaceLists& faces);
  double look_at(Node& node);
  bool is_enough(double bound, double least) const;
  void look_at_passed_over();
  void look_at_first(const TileLimits& limits);
  void split(std::size_t node, std::uint8_t ways);
  void split_unless_small(std::size_t node, std::uint8_t ways, double least);
  void list_splits(std::size_t node, std::vector<std::uint8_t>& was_split) const;

  const TileStages* stages_;
  std::array<const ViewSurface*, 2> bodies_{};
  const ViewPlane* plane_ = nullptr;
  bool with_itself_ = false;
  TileWork work_;
  SelfTile self_;
  std::vector<Node> nodes_;
  std::array<std::vector<std::uint32_t>, 2> lists_;
  std::array<std::vector<KnownTurn>, 2> turns_;
  std::vector<TileBorders> borders_;                              ///< of parts
  std::array<std::vector<std::uint32_t>, most_parts> over_parts_; ///< room for faces of one body
  std::vector<KnownTurn> turns_before_;                           ///< of a tile that is narrowed
  std::size_t looks_ = 0;                                         ///< tiles that were looked at
  std::vector<std::size_t> largest_; ///< a heap of the tiles that may be split, by their bounds
};

} // namespace lamina::adaptive
