#pragma once

#include "core/contact/adaptive/surface_part.h"
#include "core/contact/adaptive/tile_tree.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::adaptive {

/// When tiles are split by meshlets alone. Pairs of faces are about as many as boxes of meshlets say.
struct MeshletTilesLimits {
  std::size_t most_tiles = 512;  ///< of fewer than four the region is one tile
  double region_pairs = 1 << 26; ///< a region of no more is one tile
  double tile_pairs = 1 << 15;   ///< a tile of no more is not split: TileTree looks at those of few
};

/// Tiles over which bodies have many meshlets are split before a face is looked at. Boxes of meshlets say
/// where along its depth a body may be over a tile, as ranges of faces do in TileWork. Meshlets at depths
/// where the other body is nowhere are left out with their turns, and so are their faces.
///
///        ▒ ▒   ▒        ▒ left out: the other body is nowhere near
///      ▓     ▒   ▒      ▓ needed
///     ▓▓
///   ──░──────────────   ░ meshlets of the other body that are needed
///
/// Memory is reused.
class MeshletTiles {
public:
  /// Begins with the meshlets that may lie over the plane. `slack`: m, the rounding of depths. Keeps the
  /// pointers.
  void begin(const std::array<const ldi::CulledMeshlets*, 2>& near, const ViewPlane& plane, double slack,
             const MeshletTilesLimits& limits);
  /// Whether meshlets were left out for their depths. Else the region is one tile, and nothing need be
  /// listed.
  bool leaves_out() const { return leaves_out_; }
  /// Meshlets of a body whose faces tiles need, ascending. There is one at least where any may lie over the
  /// plane.
  std::span<const std::uint32_t> needed(std::size_t body) const { return needed_[body]; }
  /// The tiles and what may lie over each, once the bodies are seen as parts that have those meshlets.
  void list(const std::array<const ViewSurface*, 2>& bodies, FirstTiles& tiles) const;

private:
  /// A meshlet as the direction sees it.
  struct Seen {
    double low_u, high_u, low_v, high_v; ///< units
    DepthRange range;
    std::uint32_t meshlet;
    bool is_needed;
    std::size_t first_face; ///< in the part, if it is needed
  };
  /// Of both bodies: meshlets [first, first + count) of lists_, and as many of turns_.
  struct Node {
    Tile tile;
    std::array<std::size_t, 2> first{}, count{}, first_turn{}, turns{};
    std::size_t first_part = 0, parts = 0;
  };

  void see(std::size_t body, double slack);
  void narrow(Node& node);
  bool find_ranges(const Node& node);
  void leave_out(std::size_t body, Node& node);
  double faces_over(const Node& node, std::size_t body) const;
  bool is_worth_splitting(const Node& node, double many) const;
  void split(std::size_t index);
  void choose_needed(std::size_t body);

  std::array<const ldi::CulledMeshlets*, 2> near_{};
  const ViewPlane* plane_ = nullptr;
  std::array<std::vector<Seen>, 2> seen_;
  std::array<std::vector<std::uint32_t>, 2> lists_; ///< into seen_
  std::array<std::vector<KnownTurn>, 2> turns_;
  std::vector<Node> nodes_;
  bool leaves_out_ = false;
  std::array<std::vector<std::uint32_t>, 2> needed_;

  std::array<DepthRanges, 2> ranges_; ///< over the tile that is narrowed
  std::array<std::vector<DepthRanges::Crossing>, 2> crossings_;
  std::vector<std::uint8_t> range_is_needed_;
  std::vector<KnownTurn> turns_before_;
};

} // namespace lamina::adaptive
