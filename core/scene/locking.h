#pragma once

#include "core/scene/scene.h"

#include <string>
#include <vector>

namespace lamina {

/// A sentence on why a loaded body hardly bends, and the way out; empty for one that bends as it should.
/// Linear tetrahedra keep their volume each by itself (volumetric locking).
std::string describe_locking(const SceneBody& body);

/// The same of all bodies, in their order.
std::vector<std::string> describe_locking(const Scene& scene);

} // namespace lamina
