#pragma once

#include "core/contact/contact.h"
#include "core/contact/ldi/cells.h"
#include "core/contact/ldi/grid.h"
#include "core/contact/ldi/volume.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::ldi {

/// What a patch covers.
struct Patch {
  double volume = 0; ///< mean of the three directions, m³
  double area = 0;   ///< of its pixel pairs' weights, m²
  Box extent;        ///< of its intervals with their pixels, in the region's frame, m
};

/// Joins intervals of overlap into connected patches, so that each carries a pressure of its own. What counts
/// is the voxels of the region's pixel grid that an interval passes through, for nothing finer is known:
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

  const std::vector<Patch>& patches() const { return patches_; }

private:
  /// Joined intervals of one column.
  struct Segment {
    std::uint16_t pixel, row;              ///< of its image
    std::uint16_t first_voxel, last_voxel; ///< along the view axis

    bool adjoins(const Segment& other) const {
      return first_voxel <= other.last_voxel + 1 && other.first_voxel <= last_voxel + 1;
    }
  };
  struct Image {
    std::vector<Segment> segments;     ///< column by column, ascending
    std::vector<std::uint32_t> begins; ///< of each column, and the end
    std::uint32_t first = 0;           ///< number of its first segment among those of all directions
    int width = 0, height = 0;

    std::span<const Segment> column(int pixel, int row) const;
  };

  void collect(const Grid& grid, int direction, std::span<const Interval> intervals);
  void join_neighbours(const Image& image);
  void join_columns(const Image& image, std::span<const Segment> a, std::span<const Segment> b);
  void join_directions(int direction);
  void number_patches();
  void sum_up(const Grid& grid, const std::array<ListedIntervals, 3>& listed,
              std::span<ContactPixelPair> pixels);
  std::uint32_t number_of(const Image& image, const Segment& segment) const {
    return image.first + static_cast<std::uint32_t>(&segment - image.segments.data());
  }
  std::uint32_t root(std::uint32_t segment);
  void join(std::uint32_t a, std::uint32_t b);

  std::array<Image, 3> images_;
  std::vector<std::uint32_t> segment_of_; ///< per interval
  std::vector<std::uint32_t> parent_;     ///< per segment; a root is the least of its set
  std::vector<std::uint16_t> patch_of_;   ///< per segment
  std::vector<Patch> patches_;
};

} // namespace lamina::ldi
