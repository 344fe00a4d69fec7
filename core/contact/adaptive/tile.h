#pragma once

#include "core/contact/adaptive/box_list.h"
#include "core/contact/adaptive/depth_ranges.h"
#include "core/contact/adaptive/edge_parts.h"
#include "core/contact/adaptive/shadow.h"
#include "core/contact/adaptive/view_surface.h"
#include "core/contact/kink_kind.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace lamina::adaptive {

/// A bound where nothing is known.
inline constexpr double no_bound = std::numeric_limits<double>::infinity();

/// A rectangle of the image plane with one ray in its middle. Borders are even numbers of units, so that the
/// middle is a whole one.
struct Tile {
  std::array<std::int64_t, 2> low, high; ///< units, from the region's lower corner

  double width() const { return static_cast<double>(high[0] - low[0]); }
  double height() const { return static_cast<double>(high[1] - low[1]); }
  double area() const { return width() * height(); }
  /// The longer way, or both if they are alike: bit 0 for u, bit 1 for v.
  std::uint8_t longer_ways() const { return width() > 2 * height() ? 1 : height() > 2 * width() ? 2 : 3; }
  std::array<double, 2> middle() const {
    return {static_cast<double>((low[0] + high[0]) / 2), static_cast<double>((low[1] + high[1]) / 2)};
  }
};

/// The borders of a tile, units.
struct TileBorders {
  explicit TileBorders(const Tile& tile)
      : low_u(static_cast<double>(tile.low[0])), high_u(static_cast<double>(tile.high[0])),
        low_v(static_cast<double>(tile.low[1])), high_v(static_cast<double>(tile.high[1])) {}
  double low_u, high_u, low_v, high_v;
};

/// The area vector of the overlap over a tile, along the view direction: ∫ s and ∫ s x over the tile, x from
/// its middle. s is the number of intervals that body 0 ends above, less those that it ends below.
struct TileArea {
  double area = 0;            ///< units²
  Vec2 moment = Vec2::Zero(); ///< units³
  double bound = 0;           ///< units²: the area is off by no more
};

/// What a tile says of the volume over it, m·units²: off by no more than the bound.
struct TileVolume {
  double volume = 0, bound = 0;
  /// Along which ways the tile has to be split for the bound to fall: bit 0 for u, bit 1 for v.
  std::uint8_t ways = 3;
  KinkKind kink = KinkKind::unknown; ///< what makes up most of the bound
  std::optional<TileArea> area = {}; ///< where kinks are traced, and nearly all known
};

/// Which of the parts of a bound is the largest. Unknown if those of edges and steep faces have no limit, as
/// of surfaces that are not closed; lines without limit are too many to look at.
KinkKind largest_kink(double edges, double steep, double lines);

/// Faces of a body that are left out over a tile, as the other body is nowhere at their depths: by how much
/// the winding number changes over all of them, in every column of the tile. What changes nothing is not
/// listed.
struct KnownTurn {
  DepthRange range;
  int turns;
  std::uint32_t face; ///< one of them
};

/// What is known of kinks. `within`: of edges that lie within the other body for sure, so that bounds say how
/// far lengths are from linear over tiles. `traced`: of all edges and of lines where faces cross, since edges
/// are followed through the other body. A tile of few faces is exact then, however large.
enum class Kinks : std::uint8_t { within, traced };

/// Evaluates tiles (own formulation, after W12). From the middle o outwards the length L that both bodies
/// share is linear, but for kinks where the way passes an edge of a mesh, a steep face, or a line where faces
/// of both bodies cross. The linear part has no integral over the tile, so that each kink counts with what it
/// hides (Shadow):
///
///   ∫L = w h L(o) + Σ_edges within the other body J ∫ dist
///                 ± Σ_other edges |g_i − g_j| ∫ dist ± Σ_lines |g_a − g_b| ∫ dist ± Σ_steep Δz area
///
/// g is the slope of a face over the plane. J is what an edge makes of the slope of L: known, sign and all,
/// where it lies within the other body for sure. What lies outside for sure counts nothing. The others make
/// the bound. A steep face counts as its depth within the tile, and as level at its edges. The columns of a
/// tile are no shorter and no longer than where both bodies are for sure and where they may be, which limits
/// the whole.
class TileWork {
public:
  explicit TileWork(const TileStages& stages = vector_tile_stages) : search_(stages) {}

  /// Of both bodies what may lie over a tile. Faces ascend: all for which may_lie_over() is true but those
  /// that are left out, and no others.
  struct Faces {
    std::array<std::span<const std::uint32_t>, 2> of;
    std::array<std::span<const KnownTurn>, 2> turns;
  };
  TileVolume evaluate(const std::array<const ViewSurface*, 2>& bodies, const ViewPlane& plane,
                      const Tile& tile, const Faces& faces);
  /// After that: moves those faces of a body to the front of `faces` that parts of the tile need, and returns
  /// how many they are. Appends the turns of the others, and those of `had` that stay. Faces and turns are
  /// what the tile was evaluated with, and `had` is no part of `turns`.
  std::size_t needed(std::size_t body, std::span<const KnownTurn> had, std::span<std::uint32_t> faces,
                     std::vector<KnownTurn>& turns);
  /// A ray was within a body twice, since these were begun.
  const std::array<bool, 2>& seen_twice() const { return seen_twice_; }
  /// `kinks`: what is known of them.
  void begin(Kinks kinks = Kinks::within) {
    seen_twice_ = {};
    kinks_ = kinks;
  }
  Kinks kinks() const { return kinks_; }

private:
  struct Seen {
    std::uint32_t face;
    DepthRange range;                    ///< within the tile
    double low_u, high_u, low_v, high_v; ///< of the face, units

    DepthBox box() const { return {range, low_u, high_u, low_v, high_v}; }
  };
  /// A face at depths where the other body may be.
  struct Near : Seen {
    Vec2 low, high; ///< of its corners, about the middle, within the tile
    bool steep;

    DepthBox box() const { return {range, low.x(), high.x(), low.y(), high.y()}; }
  };
  struct Hit {
    double z;
    int turns;
    std::uint8_t body;
  };

  bool see(const std::array<const ViewSurface*, 2>& bodies, const ViewPlane& plane, const Tile& tile,
           const Faces& faces);
  void look_at(std::uint8_t body, std::uint32_t face);
  void cross(std::uint8_t body, double z, int turns);
  void list_near();
  bool find_windings();
  void walk();
  void add_edges(std::uint8_t body);
  void add_edge(std::uint8_t body, const Near& near, int side);
  void add_traced_edge(std::uint8_t body, const Face& own, const Face& across, const TileEdge& edge);
  void add_end_of_wall(std::uint8_t body, const Face& level, bool is_beyond, const TileEdge& edge,
                       bool known);
  struct Beyond {
    int winding;
    double depth; ///< m
  };
  Beyond beyond(std::uint8_t body, const DepthRange& edge, bool above) const;
  bool find_parts(std::uint8_t body, TileEdge edge);
  double depth_over(const Face& face, const Shadow& shadow) const;
  double most_over(const Face& face, const Shadow& shadow) const;
  void add_steep(std::uint8_t body, const Near& near);
  void add_lines();
  void add_line(const Near& a, const Near& b);
  void add_traced_line(const Near& of_a, const Near& of_b);
  void add_unknown(double amount, const Vec2& across);
  void add_area(double upper_ends, const Shadow& shadow);
  std::optional<TileArea> known_area() const;
  std::uint8_t ways_to_split() const;
  const Face& face(std::uint8_t body, std::uint32_t index) const { return bodies_[body]->faces[index]; }
  Vec2 corner(const Face& face, int k) const {
    return face.corner(static_cast<std::size_t>(k)) - Vec2(middle_[0], middle_[1]);
  }
  bool may_be_steep(const Face& face) const;
  bool is_steep(const Face& face) const;
  bool is_steep(const Face& face, const DepthRange& range) const;

  std::array<const ViewSurface*, 2> bodies_{};
  Tile tile_{};
  TileBorders borders_{tile_};
  std::array<double, 2> middle_{};
  Vec2 half_ = Vec2::Zero();
  double unit_ = 1;
  DepthRange limits_{};
  std::array<std::vector<Seen>, 2> seen_;
  std::array<std::vector<Near>, 2> near_;
  BoxSearch search_;
  std::array<BoxList, 2> seen_boxes_; ///< where edges are traced through them
  BoxList near_boxes_;                ///< of the second body
  std::vector<Hit> hits_;
  std::array<std::vector<DepthRanges::Crossing>, 2> crossings_;
  std::array<DepthRanges, 2> ranges_;
  std::vector<std::uint8_t> needed_; ///< per range of faces of a body; 0 if not
  bool seen_whole_ = false;          ///< where bodies may be is known
  std::array<int, 2> winding_{};     ///< at z = −∞
  double length_ = 0;                ///< L(o), m
  double known_ = 0, unknown_ = 0;   ///< what kinks add, and by how much they may change that, m·units²
  double of_steep_ = 0;              ///< of the unknown: the depths of steep faces
  TileArea area_;                    ///< as far as it is known
  std::array<double, 2> along_{}; ///< shares of the unknown that fall as the tile is split along u, along v
  std::array<bool, 2> seen_twice_{};
  Kinks kinks_ = Kinks::within;
  bool traces_ = false; ///< both bodies of this tile are simple, too
  std::array<std::span<const KnownTurn>, 2> turns_;
  EdgeParts parts_;
};

/// Whether a face may lie over a tile: false for sure if not. It may if its box meets the tile, and the tile
/// is beyond none of its sides.
bool may_lie_over(const Face& face, const TileBorders& tile);
/// The two parts of that, without branches, as few of them are foreseen.
inline bool boxes_meet(const Face& face, const TileBorders& tile) {
  return (face.high_u >= tile.low_u) & (face.low_u <= tile.high_u) & (face.high_v >= tile.low_v) &
         (face.low_v <= tile.high_v);
}
bool sides_meet(const Face& face, const TileBorders& tile);
/// Share of the products in that by which rounding may be off.
inline constexpr double doubt_of_sides = 4e-16;
/// Where along its depth such a face lies within a tile, m.
DepthRange range_within(const Face& face, const TileBorders& tile);

} // namespace lamina::adaptive
