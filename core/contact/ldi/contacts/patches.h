#pragma once

#include "core/contact/ldi/arithmetic/patches.h"
#include "core/contact/ldi/contacts/cells.h"
#include "core/contact/ldi/contacts/volume.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/contact/ldi/region/grid.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::ldi {

/// What a patch covers.
struct Patch {
  double volume = 0; ///< mean of the three directions, m³
  double area = 0;   ///< of its pixel pairs' weights, m²
  Box extent; ///< of its intervals with their pixels, in the region's frame, m; to the next 1/1024 pixel
};

/// Powers of two above what intervals of a direction are long and what areas its pixels have: see
/// patch_units.
struct PatchExponents {
  int length, area;
};
PatchExponents patch_exponents(const Grid& grid, int direction);

/// The patch whose sums these are, of intervals with so many pairs of sheets in each direction.
Patch patch_of(const Grid& grid, const PatchSums& sums, const std::array<std::uint64_t, 3>& multiplicity);

/// Joins intervals of overlap into connected patches, so that each carries a pressure of its own. Intervals
/// are joined by the voxels of the region's pixel grid that they pass through, since nothing finer is known:
/// - intervals of one column are joined whose voxels overlap or adjoin;
/// - those of one direction in neighbouring pixels (eight, since rows may be staggered) likewise;
/// - those of different directions of which one passes through a voxel and the other through it, or the one
///   before or behind it along its own axis. A long interval is looked up in 32 voxels, evenly from end to
///   end.
/// Patches are numbered by their first interval in the order of directions, rows, pixels and depths. There
/// are 65,535 at most; any more count as the last one.
class PatchFinder {
public:
  /// Writes each pixel pair's patch to both of its ends, in `pixels` and in `listed`. Pixels belong to the
  /// intervals of the three directions, one after the other; those are ordered by rows, pixels and lower
  /// depths.
  void find(const Grid& grid, const std::array<ListedIntervals, 3>& listed,
            std::span<ContactPixelPair> pixels);

  /// As if these were found: by others, with the same sums. `multiplicity` as for patch_of.
  void take(const Grid& grid, std::span<const PatchSums> sums,
            const std::array<std::uint64_t, 3>& multiplicity);

  const std::vector<Patch>& patches() const { return patches_; }

private:
  struct Image {
    /// Joined intervals of one column, column by column, ascending: the voxels along the view axis.
    std::vector<VoxelRange> segments;
    std::vector<std::array<std::uint16_t, 2>> pixels; ///< of each: pixel of its row, row
    std::vector<std::uint32_t> begins;                ///< of each column, and the end
    std::uint32_t first = 0; ///< number of its first segment among those of all directions
    int width = 0, height = 0;
  };

  void collect(const Grid& grid, int direction, std::span<const Interval> intervals);
  void join_neighbours(const Image& image);
  void join_directions(int direction);
  void number_patches();
  void sum_up(const Grid& grid, const std::array<ListedIntervals, 3>& listed,
              std::span<ContactPixelPair> pixels);
  std::uint32_t root(std::uint32_t segment);
  void join(std::uint32_t a, std::uint32_t b);

  std::array<Image, 3> images_;
  std::vector<std::uint32_t> segment_of_; ///< per interval
  std::vector<std::uint32_t> parent_;     ///< per segment; a root is the least of its set
  std::vector<std::uint16_t> patch_of_;   ///< per segment
  std::vector<PatchSums> sums_;           ///< per patch
  std::vector<Patch> patches_;
};

} // namespace lamina::ldi
