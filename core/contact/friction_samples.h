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
/// holds what friction between rigid bodies needs of them, in little more than half of their memory.
class FrictionSamples {
public:
  static constexpr std::size_t lanes = 8;

  /// Samples that are summed together; those that fill up the last group have no area.
  struct alignas(64) Group {
    double nx[lanes], ny[lanes], nz[lanes]; ///< along which nothing rubs
    double mx[lanes], my[lanes], mz[lanes]; ///< world, m: where both forces act
    double area[lanes];                     ///< m², see friction_base
    std::uint32_t cell[2][lanes];           ///< of the two ends, as in ContactPixelPair
  };

  std::span<const Group> groups() const { return {groups_.data(), (count_ + lanes - 1) / lanes}; }
  /// No sample has a greater cell; one more than that.
  std::uint32_t cells() const { return cells_; }

  void clear() {
    count_ = 0;
    cells_ = 0;
  }
  /// Memory for so many samples in all, which are then added.
  void reserve(std::size_t count);
  void add(const Vec3& normal, const Vec3& middle, double area, const std::array<std::uint32_t, 2>& cell);
  /// Fills up the last group.
  void finish();
  /// The pairs of pixels on different bodies or sheets; none if there is no friction.
  void take(std::span<const ContactPixelPair> pixels, const Region& region, FrictionLaw law);

private:
  std::vector<Group> groups_; ///< room of earlier steps is kept
  std::size_t count_ = 0;     ///< of samples
  std::uint32_t cells_ = 0;
};

} // namespace lamina
