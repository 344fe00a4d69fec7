#pragma once

#include "core/contact/adaptive/area_bound.h"
#include "core/contact/adaptive/meshlet_tiles.h"
#include "core/contact/adaptive/tile_columns.h"
#include "core/contact/adaptive/tile_tree.h"
#include "core/contact/adaptive/w12/ray_tiles.h"
#include "core/contact/ldi/contacts/cells.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/contact/ldi/region/grid.h"
#include "core/settings/settings.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::adaptive {

/// Of the volume of a region: bodies that only graze in it are known no better.
inline constexpr double least_share_of_region = 1e-7;

/// A body of a pair: what of it columns of the region can meet, and how its triangles lie beside one another.
struct NearBody {
  const ldi::CulledMeshlets& meshlets;
  const SurfaceSides& sides;
};

/// What the tiles of all three directions of a pair lie over.
struct TiledRegion {
  ldi::Grid grid;             ///< pixels that no tile with contact is larger than, for cells and patches
  ldi::CellLayout layout;     ///< of its pixels
  Vec3 anchor = Vec3::Zero(); ///< m in the frame of the grid: where lines are counted from
  double farthest = 0;        ///< m: no coordinate is larger
  double slack = 0;           ///< m: rounding of depths
};

/// An interval of intersection in the column of a tile, or of a part of a tile.
struct TileInterval {
  ldi::Interval interval;   ///< its pixel is that of the grid in which the column stands
  std::array<double, 2> at; ///< u and v of the column, m in the frame of the grid
  /// The same of where its area counts for torque: in the middle of the overlap over its tile, where that is
  /// known.
  std::array<double, 2> lever;
  PixelExtent extent; ///< of the tile or its part, from the column
  double area;        ///< m², of the same, or what it stands for of the area that its tile knows
  double volume;      ///< m³: area times length, with its share of the tile's known kinks, times the weight

  /// 1 if the first body ends it above alone, −1 if below alone.
  int upper_ends() const { return int{interval.body[0]} - int{interval.body[1]}; }
};

/// The tiles of one view direction, and the intervals in their columns (W12, section 4, with an own bound:
/// TileWork; or with W12's own tiles: w12::RayTiles, for TileKind::w12). A tile larger than a pixel of the
/// grid is cut into pixels, each with a column of its own: a tile without error may be as large as the
/// region. A smaller one that lies in several cells is shared by them. Where a tile knows its area vector,
/// for TileKind::traced, what its columns show is stretched to sum to that. Memory is reused.
class DirectionTiles {
public:
  explicit DirectionTiles(const TileStages& stages = vector_tile_stages) : tree_(stages) {}

  /// Of each direction, before it is known what they see of the overlap.
  static constexpr int tiles_at_first = 64;
  /// Begins with a few tiles, and those that `last` had split. `simple`: bodies that do not overlap
  /// themselves. `least_tiles`: to begin with, where no columns will be listed.
  void begin(const std::array<NearBody, 2>& bodies, const std::array<bool, 2>& simple,
             const TiledRegion& region, int direction, const AdaptiveSettings& settings,
             const KeptSplits& last, std::size_t least_tiles = 1);
  /// Refines them, to the tolerance over `share`, and with so many fewer tiles where that is less than 1.
  void refine(const AdaptiveSettings& settings, double share);
  /// Once they are refined for the last time: what is known of the volume, and what is kept.
  void finish();
  /// Lists the intervals of the tiles that were refined. `weight`: of the direction in the volume of the
  /// pair.
  void list(const TiledRegion& region, double weight);

  /// m³; a volume may be off by what corners are moved too. Bound and error bar are infinite where nothing is
  /// known: of surfaces that are not closed.
  const ViewVolume& found() const { return found_; }
  /// m²: by how much the areas of the intervals that were listed may be off, as far as they make the
  /// gradient. Infinite where that is not known, or not wanted (AdaptiveSettings::area_bound).
  double area_bound() const { return area_bound_; }
  const std::array<bool, 2>& seen_twice() const {
    return kind_ == TileKind::w12 ? rays_.seen_twice() : tree_.seen_twice();
  }
  /// Bodies that a column was within twice which was listed. Traced tiles have more columns than rays.
  const std::array<bool, 2>& listed_twice() const { return columns_.seen_twice(); }
  /// What was split, for the next step. Nothing of W12's tiles, which are made anew.
  const KeptSplits& kept() const { return kept_; }
  /// The error image, by the form that the tiles were made by; none but of W12's tiles.
  void draw_errors(ErrorPicture& picture) const;
  /// In the order of rows, pixels and lower depths.
  std::span<const TileInterval> intervals() const { return intervals_; }
  std::span<const DroppedColumn> dropped() const { return dropped_; }
  std::uint64_t crossings() const { return crossings_seen_; } ///< of the columns, as far as they matter

private:
  /// A part of a tile along u or v, the pixel that it lies in, and where its column stands.
  struct Segment {
    std::int64_t low, high, column; ///< units
    std::uint16_t pixel;
    std::uint16_t number; ///< of the column along this axis
  };

  TileLimits limits(const AdaptiveSettings& settings, double share) const;
  ViewVolume refine_to(const TileLimits& limits);
  template <class Visit>
  void for_each_leaf(const Visit& visit) const {
    if (kind_ == TileKind::w12)
      rays_.for_each_leaf(visit);
    else
      tree_.for_each_leaf(visit);
  }
  void lay_lines(const TiledRegion& region);
  void cut(std::int64_t low, std::int64_t high, std::size_t axis);
  void list_leaf(const TileTree::Leaf& leaf, const TileWork::Faces& faces, const TiledRegion& region,
                 double weight);
  KinkKind kink_of(const TileTree::Leaf& leaf) const;
  void add_part(const Segment& u, const Segment& v, double side, KinkKind kink, bool is_balanced);
  /// Over intervals: of the first body's upper ends, less its lower ones.
  struct AreaSums {
    double area = 0, above = 0, below = 0; ///< m²: the sum, and what counts with either sign in it
    Vec2 moment = Vec2::Zero();            ///< m³, about the middle of the tile
  };
  AreaSums areas_of(const Tile& tile, std::size_t first) const;
  bool add_middle(const TileTree::Leaf& leaf, const TileWork::Faces& faces, const TileArea& missing,
                  double side, KinkKind kink);
  bool match_area(const TileTree::Leaf& leaf, const TileWork::Faces& faces, std::size_t first, double side,
                  KinkKind kink);
  std::uint16_t pixel_at(std::size_t axis, std::int64_t at) const;
  double place(std::size_t axis, double at) const;
  double area_bound_of(const TileTree::Leaf& leaf, const TileWork::Faces& faces, double slack);

  ViewPlane plane_;
  MeshletTiles meshlets_;
  PartTaker taker_;
  std::array<SurfacePart, 2> parts_;
  std::array<ViewSurface, 2> seen_;
  FirstTiles first_;
  TileKind kind_ = TileKind::shadows; ///< which of these makes the tiles
  TileTree tree_;
  w12::RayTiles rays_;
  TileLimits limits_; ///< that the tiles were refined to
  ViewVolume found_;
  KeptSplits kept_;
  double rounding_ = 0, least_ = 0; ///< m³: what corners are moved by, and the least that is asked of bounds
  bool bounded_ = true;             ///< a bound is known
  std::vector<TileInterval> intervals_;
  std::vector<DroppedColumn> dropped_;
  std::uint64_t crossings_seen_ = 0;
  AreaBound areas_;
  bool bounds_areas_ = false; ///< their bound is wanted
  double area_bound_ = 0;

  /// Along u and v: borders of pixels, and of cells, in units.
  std::array<std::vector<std::int64_t>, 2> pixel_lines_, cell_lines_;
  std::array<std::vector<Segment>, 2> segments_;
  std::array<std::vector<std::int64_t>, 2> columns_at_; ///< of segments
  TileColumns columns_;
};

} // namespace lamina::adaptive
