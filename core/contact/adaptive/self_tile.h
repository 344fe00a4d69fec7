#pragma once

#include "core/contact/adaptive/edge_parts.h"
#include "core/contact/adaptive/plane_gap.h"
#include "core/contact/adaptive/tile.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::adaptive {

/// What a surface overlaps itself by where its winding number is w: the measure of self-contact (design: LDI
/// volume contact, item 6).
inline double overlap_of(int winding) {
  return winding < 0 ? -winding : 0.5 * winding * (winding - 1);
}

/// Evaluates tiles of one body that meets itself (own formulation). L(x) is the integral of overlap_of(w)
/// over the column at x. Each crossing of the surface adds its depth times the difference of overlap_of()
/// below and above. So L is linear from the middle o outwards, but for kinks:
///
///   an edge                    ± c g of its two faces: + if they lie beyond the edge, − if before it
///   a line where faces cross   −|Δg| if both look the same way, |Δg| if they look at one another
///
/// g is the slope of a face, and c = overlap_of(w + 1) − overlap_of(w), w on the outer side of the face:
/// found as edges are followed through all others (EdgeParts). The sign of a line holds for w ≥ −1.
///
/// Faces at depths that hang together are a layer. One whose faces all look the same way is crossed once in
/// every column, so that c is the same all over it, and often 0:
///
///     w = 0  ────────────
///            ░░ layer ░░░    of a body that does not overlap itself all such layers are passed over
///     w = 1  ────────────
class SelfTile {
public:
  explicit SelfTile(const TileStages& stages = vector_tile_stages) : search_(stages) {}

  /// `faces`: all that may lie over the tile. Its bound is infinite where nothing is known: of surfaces that
  /// are not closed.
  TileVolume evaluate(const ViewSurface& body, const ViewPlane& plane, const Tile& tile,
                      std::span<const std::uint32_t> faces);

private:
  struct Seen {
    std::uint32_t face;
    DepthRange range; ///< within the tile
    FlatBox box;      ///< of its corners, within the tile
  };
  struct Layer {
    DepthRange range;
    int below = 0, above = 0;          ///< winding numbers
    int up = 0, down = 0;              ///< how many faces look that way
    double area_up = 0, area_down = 0; ///< no more of them lies over the tile, units²
    bool steep = false;                ///< a face is too steep to be looked at
    std::vector<Seen> faces{};         ///< where they have to be looked at

    void count(const Face& face, double most_area);
    bool is_single() const { return (up == 0 || down == 0) && std::abs(above - below) == 1; }
    /// What its crossing adds times its depth, if it is single.
    double coefficient() const { return overlap_of(below) - overlap_of(above); }
    bool is_passed_over() const { return is_single() && coefficient() == 0; }
    int least_winding() const { return below - up; }
    int greatest_winding() const { return below + down; }
  };

  bool is_steep(const Face& face) const;
  DepthRange range_of(const Face& face) const;
  bool see(std::span<const std::uint32_t> faces);
  void lay_layers();
  double length_at_middle();
  void add_unseen(const Layer& layer);
  void look_at(const Layer& layer);
  void add_edges(const Layer& layer, const Seen& seen);
  struct Edge : TileEdge {
    std::array<std::uint32_t, 2> faces; ///< the first one runs from p to q
    std::array<std::uint32_t, 2> ends;  ///< vertices
  };
  void add_edge(const Layer& layer, const Edge& edge);
  bool follow(const Layer& layer, const Edge& edge);
  void add_lines(const Layer& layer);
  void add_line(const Seen& a, const Seen& b);
  DepthBox box_of(const Seen& seen) const;
  const Face& face(std::uint32_t index) const { return body_->faces[index]; }
  const Triangle& corners(std::uint32_t face) const;

  const ViewSurface* body_ = nullptr;
  Tile tile_{};
  TileBorders borders_{tile_};
  double unit_ = 1;
  Vec2 middle_ = Vec2::Zero(), half_ = Vec2::Zero();
  int winding_ = 0; ///< at z = −∞
  std::vector<Seen> seen_;
  DepthRanges ranges_;
  std::vector<DepthRanges::Crossing> crossings_; ///< of the ray
  std::vector<Layer> layers_;
  BoxSearch search_;
  BoxList boxes_; ///< of the faces of a layer
  EdgeParts parts_;
  double known_ = 0, unknown_ = 0; ///< what kinks add, and by how much they may change that, m·units²
};

} // namespace lamina::adaptive
