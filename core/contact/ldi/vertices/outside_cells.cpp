#include "core/contact/ldi/vertices/outside_cells.h"

namespace lamina::ldi {

namespace {

/// Cells: far more than rounding comes to.
constexpr double rounding = 1e-6;

/// Bits from the first to the last.
std::uint32_t bits_between(const std::array<int, 2>& cells) {
  return ~std::uint32_t{0} >> (31 - (cells[1] - cells[0])) << cells[0];
}

} // namespace

std::array<int, 2> OutsideCells::cells_between(int axis, double low, double high) const {
  const auto cell = [&](double place) { return (place - minimum_[axis]) * cells_in_metre_[axis]; };
  return {clamped(cell(low) - rounding), clamped(cell(high) + rounding)};
}

void OutsideCells::mark(const SolidLayers& layers, std::size_t direction) {
  auto& masks = inside_[direction];
  masks.fill(0);
  const View view(static_cast<int>(direction));
  layers.for_each_stretch([&](const ColumnExtent& extent, double low, double high) {
    const std::array<int, 2> u = cells_between(view.u, extent.low_u, extent.high_u),
                             v = cells_between(view.v, extent.low_v, extent.high_v);
    const std::uint32_t bits = bits_between(cells_between(view.depth, low, high));
    for (int j = v[0]; j <= v[1]; ++j)
      for (int i = u[0]; i <= u[1]; ++i)
        masks[index(i, j)] |= bits;
  });
}

void OutsideCells::find(const Grid& grid, const std::array<SolidLayers, 3>& layers) {
  minimum_ = grid.region.minimum;
  cells_in_metre_ = Vec3::Constant(along).cwiseQuotient(grid.region.size);
  for (std::size_t d = 0; d < 3; ++d)
    mark(layers[d], d);
}

} // namespace lamina::ldi
