#pragma once

#include "core/contact/detection_request.h"
#include "core/math/types.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// The friction points of a pair of rigid bodies, in arrays, so that several are summed at once. They are
/// what responses need of contact pixel pairs, in a third of their memory. Every pass of a step reads them
/// anew. Single precision is far finer than a pixel.
///
///   Group   nx │ 0 1 2 3 4 5 6 7 │ nx │ 8 9 …      the number of a sample
///           ny │ 0 1 2 3 4 5 6 7 │ ny │ 8 9 …
///           …  │                 │ …  │ the last group is filled up with samples without area
class FrictionSamples {
public:
  static constexpr std::size_t lanes = 8;

  /// Samples that are summed together. One without area adds nothing.
  struct alignas(32) Group {
    float nx[lanes], ny[lanes], nz[lanes]; ///< unit: there is no friction along it
    float mx[lanes], my[lanes], mz[lanes]; ///< from the origin to where both forces act, m
    float area[lanes];                     ///< m², see FrictionParameters::base
    float depth[lanes];                    ///< between the ends along n, m; below zero: n is from b to a
    std::uint32_t cell[2][lanes];          ///< of both ends, as in FrictionPoint
  };

  std::span<const Group> groups() const { return {groups_.data(), count_ / lanes}; }
  /// One more than the greatest cell of a sample.
  std::uint32_t cells() const { return cells_; }

  const Vec3& origin() const { return origin_; } ///< world, m; near the positions

  void begin(const Vec3& origin) {
    clear();
    origin_ = origin;
  }
  void clear() {
    count_ = 0;
    cells_ = 0;
  }
  /// Adds a sample; `middle` is in the world, m. `depth`: as in Group.
  void add(const Vec3& normal, const Vec3& middle, double area, double depth,
           const std::array<std::uint32_t, 2>& cell);
  /// Fills up the last group with samples without area.
  void finish();
  /// Adds whole groups for so many samples, to be filled in. Their cells are below `cells`. The last group so
  /// far must be full.
  std::span<Group> add_groups(std::size_t samples, std::uint32_t cells);

private:
  std::vector<Group> groups_; ///< keeps the room of earlier steps
  std::size_t count_ = 0;     ///< samples, with those that fill up groups
  std::uint32_t cells_ = 0;
  Vec3 origin_ = Vec3::Zero();
};

} // namespace lamina
