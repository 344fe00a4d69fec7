#include "core/body/cut_splinters.h"

#include <algorithm>
#include <array>

namespace lamina {

namespace {

/// Tetrahedra of a splinter, at most.
constexpr std::size_t largest_splinter = 4;

class Splinters {
public:
  Splinters(const TetNeighbours& neighbours, const NodesAtPlane& nodes,
            const std::vector<std::uint8_t>& above, std::vector<std::uint32_t>& faces)
      : neighbours_(neighbours), nodes_(nodes), above_(above), faces_(faces),
        splits_(neighbours.mark(faces)) {}

  void keep() {
    for (const std::uint32_t face : faces_)
      for (const std::uint32_t half : {face, neighbours_.across(face)})
        if (splits_[half] != 0 && find_part(half / 4) && is_splinter())
          keep_part();
    std::erase_if(faces_, [this](std::uint32_t face) { return splits_[face] == 0; });
  }

private:
  /// What hangs together with a tetrahedron; false if that is too much for a splinter.
  bool find_part(std::uint32_t t) {
    part_.assign(1, t);
    for (std::size_t i = 0; i < part_.size(); ++i)
      for (std::uint32_t half = 4 * part_[i]; half < 4 * part_[i] + 4; ++half) {
        if (nodes_.is_boundary(half) || splits_[half] != 0)
          continue;
        const std::uint32_t next = neighbours_.across(half) / 4;
        if (std::find(part_.begin(), part_.end(), next) != part_.end())
          continue;
        if (part_.size() == largest_splinter)
          return false;
        part_.push_back(next);
      }
    return true;
  }

  /// Calls visit(half) for the sides of the part.
  template <class Visit>
  void for_each_side(const Visit& visit) const {
    for (const std::uint32_t t : part_)
      for (std::uint32_t half = 4 * t; half < 4 * t + 4; ++half)
        visit(half);
  }

  std::uint8_t side_across(std::uint32_t half) const { return above_[neighbours_.across(half) / 4]; }

  bool is_splinter() const {
    bool up = false, down = false, earlier = false;
    for_each_side([&](std::uint32_t half) {
      earlier = earlier || nodes_.is_split(half);
      if (splits_[half] != 0)
        (side_across(half) != 0 ? up : down) = true;
    });
    return earlier || (up && down);
  }

  void keep_part() {
    std::array<double, 2> areas{};
    for_each_side([&](std::uint32_t half) {
      if (splits_[half] != 0)
        areas[side_across(half)] += nodes_.twice_face_area(half);
    });
    const std::uint8_t kept_by = areas[1] > areas[0] ? 1 : 0;
    for_each_side([&](std::uint32_t half) {
      if (splits_[half] != 0 && side_across(half) == kept_by)
        splits_[half] = splits_[neighbours_.across(half)] = 0;
    });
  }

  const TetNeighbours& neighbours_;
  const NodesAtPlane& nodes_;
  const std::vector<std::uint8_t>& above_;
  std::vector<std::uint32_t>& faces_;
  std::vector<std::uint8_t> splits_; ///< by half-face
  std::vector<std::uint32_t> part_;
};

} // namespace

void keep_splinters(const TetNeighbours& neighbours, const NodesAtPlane& nodes,
                    const std::vector<std::uint8_t>& above, std::vector<std::uint32_t>& faces) {
  Splinters(neighbours, nodes, above, faces).keep();
}

} // namespace lamina
