#pragma once

#include "core/contact/contact.h"
#include "core/settings/settings.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace lamina {

/// Friction of one contact pixel pair is f = −s (I − nnᵀ)(v_up − v_low) with s = base for the laws without a
/// limit, and s = base · pressure / max(speed, slip speed) for regularised Coulomb friction: below the slip
/// speed the force grows in proportion to the speed (F08 section 3.3 for `axis`, otherwise area-weighted,
/// design section 5).
inline double friction_base(const ContactPixelPair& pixel, const Settings& settings, double coefficient) {
  if (settings.friction == FrictionLaw::axis)
    return settings.viscosity * pixel.area;
  return (settings.friction == FrictionLaw::viscous ? settings.viscosity : coefficient) * pixel.weight;
}

/// Which contact rows press on the two ends of a pixel pair. The row one past the last stands for none.
class RowsOfPixels {
public:
  void clear() {
    row_of_cell_.clear();
    rows_ = 0;
  }
  /// Adds the next row, of a cell or (−1) of the whole pair, which the first row then serves.
  void add(int cell) {
    if (cell >= 0) {
      row_of_cell_.resize(std::max(row_of_cell_.size(), static_cast<std::size_t>(cell) + 1), -1);
      row_of_cell_[static_cast<std::size_t>(cell)] = static_cast<int>(rows_);
    }
    ++rows_;
  }

  std::array<std::uint32_t, 2> of(const ContactPixelPair& pixel) const {
    return {of_cell(pixel.cell[0]), of_cell(pixel.cell[1])};
  }

private:
  std::uint32_t of_cell(std::uint16_t cell) const {
    if (row_of_cell_.empty())
      return 0;
    const bool known = cell < row_of_cell_.size() && row_of_cell_[cell] >= 0;
    return known ? static_cast<std::uint32_t>(row_of_cell_[cell]) : rows_;
  }

  std::vector<int> row_of_cell_; ///< −1 where a cell has no contact
  std::uint32_t rows_ = 0;
};

/// Direction along which a pixel pair feels no friction: its normal, or F08's view axis.
inline Vec3 friction_normal(const ContactPixelPair& pixel, const Region& region, FrictionLaw law) {
  return law == FrictionLaw::axis ? Vec3(region.axes.col(pixel.axis)) : pixel.normal;
}

} // namespace lamina
