#pragma once

#include "core/contact/ldi/contacts/gradient.h"

#include <cstdint>
#include <span>

namespace lamina::ldi {

/// Adds ends of intervals up to moments, group by group, as long as one group meets the same triangle: of
/// large triangles neighbouring columns do. Calls finished(group, moments) whenever a group goes on to the
/// next triangle.
template <class Finished>
class MomentSums {
public:
  /// `open` is memory: one for each group.
  MomentSums(std::span<TriangleMoments> open, const Finished& finished) : open_(open), finished_(finished) {
    for (TriangleMoments& moments : open_)
      moments.triangle = none;
  }

  /// Those that an end in a group is added to.
  GradientMoments& of(std::size_t group, std::uint32_t triangle, std::uint32_t axis) {
    TriangleMoments& open = open_[group];
    if (triangle != open.triangle || axis != open.axis) {
      finish(group);
      open = {{}, triangle, axis};
    }
    return open.sum;
  }
  void finish() {
    for (std::size_t group = 0; group < open_.size(); ++group)
      finish(group);
  }

private:
  static constexpr std::uint32_t none = 0xffffffffu;

  void finish(std::size_t group) {
    if (open_[group].triangle != none)
      finished_(group, open_[group]);
  }

  std::span<TriangleMoments> open_;
  const Finished& finished_;
};

} // namespace lamina::ldi
