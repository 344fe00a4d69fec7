#pragma once

#include "core/contact/contact.h"
#include "ui/render/contacts/volume_solid.h"

#include <vector>

namespace lamina {

/// What add_volume_solid adds of contact pixels that differ in size. A wall is cut where several lie along
/// it.
void add_tile_solid(std::vector<SolidQuad>& quads, const PairContacts& contacts, const SolidColumns& columns);

} // namespace lamina
