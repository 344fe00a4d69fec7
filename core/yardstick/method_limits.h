#pragma once

#include "core/yardstick/yardstick.h"

#include <string>
#include <vector>

namespace lamina {

/// Why a contact method does not do for bodies as they are now what volume contact does, a line for each
/// reason; none where nothing is in the way, and none for methods that measure volumes. It looks at
/// - overlaps in which the method sees nothing (bodies that lie wholly in others, under `raytraced`);
/// - overlaps deeper than it looks (`proximity`);
/// - a stiffness that the scene gives for volumes, which methods with depths do not use;
/// - bodies nearer than the distance that it keeps, under a given stiffness, which need not be a gentle one.
/// Costs a detection by each. Throws InputError if there is no such method.
std::vector<std::string> method_limits(Yardstick& yardstick, const Scene& scene, const Settings& settings);

/// The same of the first state of a scene, under its own settings.
std::vector<std::string> method_limits(const Scene& scene);

} // namespace lamina
