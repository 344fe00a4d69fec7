#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::adaptive {

/// Which tiles of a direction were split, to be kept from step to step. Tiles are known by the lines of the
/// world at which they are split. So most are found again after the region has moved.
struct KeptSplits {
  double unit = 0;                      ///< m, of the plane
  std::array<std::int64_t, 2> origin{}; ///< of the region, in units
  std::array<std::int64_t, 2> size{};   ///< of the region, in units
  double threshold = 0;                 ///< m³: no tile that was left whole had a larger bound
  std::vector<std::uint8_t> was_split;  ///< per tile, a parent before its children: 1 if it was split

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
  bool has(const Key& key) const;
  bool empty() const { return keys_.empty(); }

private:
  std::vector<Key> keys_; ///< ascending
};

} // namespace lamina::adaptive
