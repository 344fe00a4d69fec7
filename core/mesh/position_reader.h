#pragma once

#include "core/mesh/vertex_positions.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace lamina {

/// Places as four numbers each, as whole vectors are read: the fourth is whatever follows and does not
/// matter. Behind the last place nothing may be read, so that one lies here. The places must stay and must
/// not change; there is at least one.
template <class Real>
class PositionReader {
public:
  PositionReader() = default; ///< of nothing, to be assigned to
  explicit PositionReader(const VertexPositions& positions)
      : numbers_(positions.numbers<Real>()), last_(positions.size() - 1) {
    std::copy_n(numbers_ + 3 * last_, 3, last_place_.begin());
  }

  const Real* place(std::size_t vertex) const {
    return vertex == last_ ? last_place_.data() : numbers_ + 3 * vertex;
  }

private:
  const Real* numbers_ = nullptr;
  std::size_t last_ = 0;
  std::array<Real, 4> last_place_{};
};

} // namespace lamina
