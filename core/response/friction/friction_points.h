#pragma once

#include "core/contact/contact.h"
#include "core/response/detection_request.h"
#include "core/response/friction/friction_parameters.h"
#include "core/response/rows/rows_of_cells.h"

#include <array>
#include <cstdint>

namespace lamina {

/// Where friction acts: between the two ends of a pair of contact pixels, or between two points. Refers to
/// the contacts.
struct FrictionPoint {
  Vec3 normal;                       ///< along which there is no friction
  Vec3 middle;                       ///< world, m: where both forces act
  double base;                       ///< see FrictionParameters::base
  std::array<std::uint32_t, 2> rows; ///< that press on its ends; one past the last stands for none
  const std::array<std::uint32_t, 2>& triangle;
  const std::array<std::array<float, 2>, 2>& barycentric;
  const std::array<std::uint8_t, 2>& body;
};

/// Calls visit(FrictionPoint) for each pair of pixels of different bodies or sheets, then for each of points,
/// in their order.
template <class Visit>
void for_each_friction_point(const PairContacts& contacts, const RowsOfCells& rows,
                             const FrictionParameters& friction, const Visit& visit) {
  for (const ContactPixelPair& pixel : contacts.pixels)
    if (pixel.weight != 0)
      visit(FrictionPoint{friction_normal(pixel, contacts.region, friction_sampling(friction.law)),
                          middle_of(pixel, contacts.region),
                          friction.base(pixel.area, pixel.weight),
                          {rows.of(pixel.cell[0]), rows.of(pixel.cell[1])},
                          pixel.triangle,
                          pixel.barycentric,
                          pixel.body});
  for (const ContactPointPair& pair : contacts.points)
    visit(FrictionPoint{pair.normal,
                        0.5 * (pair.position[0] + pair.position[1]),
                        friction.base(pair.area, pair.area),
                        {pair.contact, pair.contact},
                        pair.triangle,
                        pair.barycentric,
                        pair.body});
}

} // namespace lamina
