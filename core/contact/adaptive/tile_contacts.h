#pragma once

#include "core/contact/adaptive/direction_tiles.h"
#include "core/contact/adaptive/tile_gradient.h"
#include "core/contact/ldi/contacts/contact_list.h"

#include <array>
#include <vector>

namespace lamina::adaptive {

/// Turns the intervals of tiles into contacts, as ldi::list_contacts does for those of pixels. What differs
/// is that every interval has an area of its own. Memory is reused.
class TileContacts {
public:
  /// Fills in all but the region of `result.pair`, and the pixels of `result.images`, whose volume is known.
  /// A cell or patch measures the volume of its intervals; what a tile adds whose column meets none is in the
  /// volume of the pair alone. Vertex gradients are left out for `pair.only_friction()`.
  void make(const TiledRegion& region, const std::array<const Surface*, 2>& surfaces,
            const std::array<DirectionTiles, 3>& directions, const DetectionRequest& request,
            const BodyPair& pair, const ldi::PairResult& result);

private:
  /// What the intervals of a cell or patch, or of the whole pair, come to.
  struct Sums {
    double volume = 0, area = 0; ///< m³, m²
    RigidGradient rigid;         ///< in the frame
  };

  void list_pixels(const TiledRegion& region, const std::array<const Surface*, 2>& surfaces, int direction,
                   std::span<const TileInterval> tiles, std::vector<ContactPixelPair>& pixels);
  static void list_extents(const std::array<DirectionTiles, 3>& directions,
                           std::vector<PixelExtent>& extents);
  void find_patches(const TiledRegion& region, const std::array<DirectionTiles, 3>& directions,
                    std::vector<ContactPixelPair>& pixels);
  void add_up(const TiledRegion& region, int direction, std::span<const TileInterval> tiles,
              std::span<const ContactPixelPair> pixels, Partition partition, bool vertices);
  Contact contact_of(Partition partition, std::size_t index, const ldi::PairResult& result) const;

  std::array<std::vector<ldi::CellsOfEnds>, 3> cells_;
  std::array<std::vector<ldi::Interval>, 3> intervals_; ///< for patches
  ldi::PatchFinder patches_;
  std::vector<Sums> sums_; ///< per cell or patch
  TileGradient gradient_;
  std::vector<Range> ranges_;
  std::vector<ContactPixelPair> passing_pixels_; ///< that are not kept
};

} // namespace lamina::adaptive
