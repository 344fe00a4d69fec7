#pragma once

#include "core/scene/scene.h"

#include <string>
#include <vector>

namespace lamina::test {

/// Names of the scenes in the folder `scenes`, sorted.
std::vector<std::string> shipped_scene_names();

/// One of them, loaded as the program does.
Scene shipped_scene(const std::string& name);

/// Height below which nobody may get, m: that of the one-sided bodies (a floor, a bag), the lowest point of
/// the highest of them. In scenes without such, the lowest point of what is fixed, so that whoever falls
/// through what there is to rest on gets below it; minus infinity if a movable body starts below that, as
/// what hangs does.
double floor_level(const Scene& scene);

} // namespace lamina::test
