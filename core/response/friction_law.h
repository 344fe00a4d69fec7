#pragma once

#include "core/contact/contact.h"
#include "core/settings/settings.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace lamina {

/// By what areas are multiplied in friction_base.
inline double friction_factor(const Settings& settings, double coefficient) {
  return settings.friction.law == FrictionLaw::coulomb ? coefficient : settings.friction.viscosity;
}

/// Friction of one contact pixel pair is f = −s (I − nnᵀ)(v_up − v_low) with s = base for the laws without a
/// limit, and s = base · pressure / max(speed, slip speed) for regularised Coulomb friction: below the slip
/// speed the force grows in proportion to the speed (F08 section 3.3 for `axis`, otherwise area-weighted,
/// design section 5).
/// `area` is that of the pixel, `weight` its true area (m²); they are one for a pair of points.
inline double friction_base(double area, double weight, const Settings& settings, double coefficient) {
  return friction_factor(settings, coefficient) *
         (settings.friction.law == FrictionLaw::axis ? area : weight);
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
  std::uint32_t of_cell(std::uint32_t cell) const {
    if (row_of_cell_.empty())
      return 0;
    const bool known = cell < row_of_cell_.size() && row_of_cell_[cell] >= 0;
    return known ? static_cast<std::uint32_t>(row_of_cell_[cell]) : rows_;
  }

private:
  std::vector<int> row_of_cell_; ///< −1 where a cell has no contact
  std::uint32_t rows_ = 0;
};

/// Where two surfaces rub: a pair of contact pixels or of points.
struct RubbingPlace {
  Vec3 normal;                       ///< along which nothing rubs
  Vec3 middle;                       ///< world, m: where both forces act
  double base;                       ///< see friction_base
  std::array<std::uint32_t, 2> rows; ///< that press on its ends; one past the last stands for none
  const std::array<std::uint32_t, 2>& triangle;
  const std::array<std::array<float, 2>, 2>& barycentric;
  const std::array<std::uint8_t, 2>& body;
};

/// Calls visit(RubbingPlace) for each pair of pixels of different bodies or sheets, then for each of points,
/// in their order.
template <class Visit>
void each_rubbing_place(const PairContacts& contacts, const RowsOfPixels& rows, const Settings& settings,
                        double coefficient, const Visit& visit) {
  for (const ContactPixelPair& pixel : contacts.pixels)
    if (pixel.weight != 0)
      visit(RubbingPlace{friction_normal(pixel, contacts.region, settings.friction.law),
                         middle_of(pixel, contacts.region),
                         friction_base(pixel.area, pixel.weight, settings, coefficient), rows.of(pixel),
                         pixel.triangle, pixel.barycentric, pixel.body});
  for (const ContactPointPair& pair : contacts.points)
    visit(RubbingPlace{pair.normal,
                       0.5 * (pair.position[0] + pair.position[1]),
                       friction_base(pair.area, pair.area, settings, coefficient),
                       {pair.contact, pair.contact},
                       pair.triangle,
                       pair.barycentric,
                       pair.body});
}

} // namespace lamina
