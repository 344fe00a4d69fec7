#include "core/contact/ldi/contacts/pair_block.h"

#include "core/contact/ldi/contacts/normals.h"

namespace lamina::ldi {

namespace {

void set(PairBlock::Positions& positions, std::size_t i, const Triple& value) {
  positions[0][i] = value.x;
  positions[1][i] = value.y;
  positions[2][i] = value.z;
}

Triple normal_of_end(const PairBlock& block, std::size_t end, std::size_t i) {
  const PairBlock::Corners& corner = block.corner[end];
  return triangle_normal(triple(corner[0][i]), triple(corner[1][i]), triple(corner[2][i]));
}

} // namespace

void weigh_pairs(const PairFrame& frame, std::size_t count, PairBlock& block) {
  for (std::size_t k = 0; k < block.kinds; ++k) {
    const Triple below = normal_of_end(block, 0, k), above = normal_of_end(block, 1, k);
    const bool presses = block.multiplicity[k] > 0 && (!frame.facing || dot(below, above) <= 0);
    const Triple normal = presses ? pair_normal(above, below) : Triple{0, 0, 0};
    set(block.kind_normal, k, normal);
    block.kind_weight[k] = block.multiplicity[k] * pair_area(normal, frame.deep, frame.pixel_area);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const auto kind = static_cast<std::size_t>(block.kind[i]);
    for (std::size_t axis = 0; axis < 3; ++axis)
      block.normal[axis][i] = block.kind_normal[axis][kind];
    block.weight[i] = block.kind_weight[kind];

    const double depth = block.depth[0][i], half = 0.5 * (block.depth[1][i] - depth);
    const Triple lower = turned(frame.deep, frame.across, frame.up, {depth, block.across[i], block.up[i]});
    set(block.lower, i, lower);
    set(block.arm, i, minus(plus(lower, scaled(frame.deep, half)), frame.middle));
  }
}

} // namespace lamina::ldi
