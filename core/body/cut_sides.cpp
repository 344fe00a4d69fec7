#include "core/body/cut_sides.h"

#include <algorithm>

namespace lamina {

namespace {

/// Each change takes area away from the cut, so that they end; some are enough.
constexpr int most_rounds = 4;

class Sides {
public:
  Sides(const SolidToCut& solid, const TetNeighbours& neighbours, const NodesAtPlane& nodes)
      : solid_(solid), neighbours_(neighbours), nodes_(nodes), above_(solid.tetrahedra.size()) {}

  std::vector<std::uint8_t> find() {
    for (const std::uint32_t t : nodes_.near()) {
      above_[t] = height(t) > 0;
      for (std::uint32_t half = 4 * t; half < 4 * t + 4; ++half)
        if (!nodes_.is_boundary(half))
          above_[neighbours_.across(half) / 4] = height(neighbours_.across(half) / 4) > 0;
    }
    bool changed = true;
    for (int round = 0; round < most_rounds && changed; ++round) {
      changed = false;
      for (const std::uint32_t t : nodes_.near())
        if ((reaches_both(t) && gains_by_changing(t)) || is_alone(t)) {
          above_[t] = !above_[t];
          changed = true;
        }
    }
    return std::move(above_);
  }

private:
  double height(std::uint32_t t) const {
    double sum = 0;
    for (const std::uint32_t node : solid_.tetrahedra[t])
      sum += nodes_.distance(node);
    return sum;
  }

  bool reaches_both(std::uint32_t t) const {
    bool up = false, down = false;
    for (const std::uint32_t node : solid_.tetrahedra[t]) {
      up = up || nodes_.distance(node) > 0;
      down = down || nodes_.distance(node) < 0;
    }
    return up && down;
  }

  bool gains_by_changing(std::uint32_t t) const {
    double same = 0, other = 0;
    for (std::uint32_t half = 4 * t; half < 4 * t + 4; ++half)
      if (!nodes_.is_boundary(half))
        (above_[neighbours_.across(half) / 4] == above_[t] ? same : other) += nodes_.twice_face_area(half);
    return other > same;
  }

  /// A tetrahedron in a corner has one neighbour only: that may be cut off.
  bool is_alone(std::uint32_t t) const {
    int others = 0;
    for (std::uint32_t half = 4 * t; half < 4 * t + 4; ++half) {
      if (nodes_.is_boundary(half))
        continue;
      if (above_[neighbours_.across(half) / 4] == above_[t])
        return false;
      ++others;
    }
    return others > 1;
  }

  const SolidToCut& solid_;
  const TetNeighbours& neighbours_;
  const NodesAtPlane& nodes_;
  std::vector<std::uint8_t> above_;
};

} // namespace

std::vector<std::uint8_t> sides_of_cut(const SolidToCut& solid, const TetNeighbours& neighbours,
                                       const NodesAtPlane& nodes) {
  return Sides(solid, neighbours, nodes).find();
}

} // namespace lamina
