#pragma once

#include "core/contact/distancefield/field_search.h"
#include "ui/render/contacts/distance_section.h"

#include <vector>

namespace lamina {

/// Adds squares, as two triangles each, on the plane across a world axis (0, 1, 2) at `position` (m), where
/// the field is known: with distances on either side of the surface, "visited" inside alone, and outside no
/// farther than it is deep inside. Squares are a cell of the field wide, or wider where that would be more
/// than 256 across. Returns the greatest distance inside, m.
double add_field_section(std::vector<SectionCorner>& corners, const PlacedField& field, int axis,
                         double position);

} // namespace lamina
