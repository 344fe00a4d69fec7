#include "core/mesh/stuffing/bcc_lattice.h"

#include <cmath>

namespace lamina::stuffing {

namespace {

constexpr int free_rings = 2;

} // namespace

BccLattice::BccLattice(const Box& box, int cells_along) {
  cube_ = box.size().maxCoeff() / cells_along;
  for (int k = 0; k < 3; ++k) {
    // A hair less, so that a side of a whole number of cubes has just those.
    const int cubes = std::max(1, static_cast<int>(std::ceil(box.size()[k] / cube_ - 1e-6)));
    counts_[static_cast<std::size_t>(k)] = cubes + 2 * free_rings + 1;
    origin_[k] = box.centre()[k] - cube_ * (0.5 * cubes + free_rings);
  }
  for (int colour = 0; colour < 2; ++colour)
    for (int n = 0; n < neighbour_count; ++n) {
      std::array<int, 3> at{2 + colour, 2 + colour, 2 + colour};
      const std::uint32_t from = node_at(at);
      for (std::size_t k = 0; k < 3; ++k)
        at[k] += (n % 2 == 0 ? 1 : -1) * directions[static_cast<std::size_t>(n / 2)][k];
      steps_[static_cast<std::size_t>(colour)][static_cast<std::size_t>(n)] =
          static_cast<std::ptrdiff_t>(node_at(at)) - static_cast<std::ptrdiff_t>(from);
    }
}

std::size_t BccLattice::node_count() const {
  return 2 * static_cast<std::size_t>(counts_[0]) * static_cast<std::size_t>(counts_[1]) *
         static_cast<std::size_t>(counts_[2]);
}

std::array<int, 3> BccLattice::half_steps(std::uint32_t node) const {
  const int colour = static_cast<int>(node & 1);
  const std::uint32_t cube = node / 2;
  const auto nx = static_cast<std::uint32_t>(counts_[0]), ny = static_cast<std::uint32_t>(counts_[1]);
  return {2 * static_cast<int>(cube % nx) + colour, 2 * static_cast<int>(cube / nx % ny) + colour,
          2 * static_cast<int>(cube / nx / ny) + colour};
}

Vec3 BccLattice::position(std::uint32_t node) const {
  const std::array<int, 3> at = half_steps(node);
  return position(Vec3(at[0], at[1], at[2]));
}

Vec3 BccLattice::position(const Vec3& half_steps) const {
  return origin_ + 0.5 * cube_ * half_steps;
}

Vec3 BccLattice::to_half_steps(const Vec3& point) const {
  return (point - origin_) * (2 / cube_);
}

int BccLattice::neighbour_number(std::uint32_t a, std::uint32_t b) const {
  const std::ptrdiff_t step = static_cast<std::ptrdiff_t>(b) - static_cast<std::ptrdiff_t>(a);
  int n = 0;
  while (steps_[a & 1][static_cast<std::size_t>(n)] != step)
    ++n;
  return n;
}

} // namespace lamina::stuffing
