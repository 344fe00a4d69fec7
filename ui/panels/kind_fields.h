#pragma once

#include "ui/panels/panel.h"

namespace lamina {

/// The rows of a body's kind and of what follows from it: weight, friction, material, the drive of its
/// joints, its motion. A run takes them over as it goes on, but for kind, lattice and motion.
void kind_fields(PanelContext& context, std::uint32_t index, const SceneBody& body);

} // namespace lamina
