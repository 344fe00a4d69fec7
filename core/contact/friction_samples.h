#pragma once

#include "core/math/types.h"
#include "core/settings/settings.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

struct ContactPixelPair;
struct Region;

/// Where two bodies rub, as arrays, so that several samples are summed at once. Of pairs of contact pixels it
/// holds what friction between rigid bodies needs of them, in a third of their memory: every pass of a step
/// reads it anew, so it is in single precision, far finer than a pixel.
class FrictionSamples {
public:
  static constexpr std::size_t lanes = 8;

  /// Samples that are summed together; those without area add nothing.
  struct alignas(32) Group {
    float nx[lanes], ny[lanes], nz[lanes]; ///< along which nothing rubs
    float mx[lanes], my[lanes], mz[lanes]; ///< from the origin, m: where both forces act
    float area[lanes];                     ///< m², see friction_base
    std::uint32_t cell[2][lanes];          ///< of the two ends, as in ContactPixelPair
  };

  std::span<const Group> groups() const { return {groups_.data(), count_ / lanes}; }
  /// No sample has a greater cell; one more than that.
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
  /// `middle` in the world, m.
  void add(const Vec3& normal, const Vec3& middle, double area, const std::array<std::uint32_t, 2>& cell);
  /// Fills up the last group.
  void finish();
  /// Whole groups for so many samples more, to be filled in, which are of cells below `cells`. The last group
  /// so far is full.
  std::span<Group> add_groups(std::size_t samples, std::uint32_t cells);
  /// One for each pixel, direction by direction in groups of their own; those with both ends on one body or
  /// sheet have no area. None if there is no friction.
  void take(std::span<const ContactPixelPair> pixels, const Region& region, FrictionLaw law);

private:
  std::vector<Group> groups_; ///< room of earlier steps is kept
  std::size_t count_ = 0;     ///< of samples, with those that fill up groups
  std::uint32_t cells_ = 0;
  Vec3 origin_ = Vec3::Zero();
};

} // namespace lamina
