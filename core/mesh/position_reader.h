#pragma once

#include "core/math/types.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace lamina {

/// Positions as four numbers each, as whole vectors are read: the fourth is whatever follows and does not
/// matter. Behind the last position nothing may be read, so that one lies here. The positions must stay and
/// must not change; there is at least one.
class PositionReader {
public:
  explicit PositionReader(std::span<const Vec3> positions)
      : positions_(positions.data()), last_(positions.size() - 1) {
    std::copy_n(positions.back().data(), 3, last_place_.begin());
  }

  const double* place(std::size_t vertex) const {
    return vertex == last_ ? last_place_.data() : positions_[vertex].data();
  }

private:
  const Vec3* positions_;
  std::size_t last_;
  std::array<double, 4> last_place_{};
};

} // namespace lamina
