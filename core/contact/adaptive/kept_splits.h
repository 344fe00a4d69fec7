#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace lamina::adaptive {

/// Which tiles of a direction were split, to be kept from step to step. Tiles are known by the lines of the
/// world at which they are split. So most are found again after the region has moved.
struct KeptSplits {
  double unit = 0;                      ///< m, of the plane
  std::array<std::int64_t, 2> origin{}; ///< of the region, in units
  std::array<std::int64_t, 2> size{};   ///< of the region, in units
  double threshold = 0;                 ///< m³: no tile that was left whole had a larger bound
  /// Per tile, a parent before its children: along which ways it was split (TileVolume::ways); 0 if not.
  std::vector<std::uint8_t> was_split;

  void clear() { *this = {}; }
  /// Appends them as numbers, and takes them from the front of such; returns what is left.
  void save(std::vector<double>& memory) const;
  std::span<const double> restore(std::span<const double> memory);
};

/// The lines at which tiles were split.
class SplitLines {
public:
  explicit SplitLines(const KeptSplits& kept);
  SplitLines() = default;

  /// Where a tile is split along u and v, m from the plane's anchor.
  using Key = std::array<double, 2>;
  struct Split {
    Key key{};
    std::uint8_t ways = 0;  ///< along which the tile was split; 0 if it was not
    bool parts_too = false; ///< one of its parts was split as well
  };
  /// Of the tile with these lines.
  Split of(const Key& key) const;
  bool empty() const { return splits_.empty(); }

private:
  std::vector<Split> splits_; ///< by keys, ascending
};

} // namespace lamina::adaptive
