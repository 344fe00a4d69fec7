#pragma once

#include "core/simulation/event.h"

#include <vector>

namespace lamina {

/// What it takes to make the bodies of a running scene weigh, respond and resist like those of another that
/// differs in nothing else: one event for each body and property that differs.
std::vector<Event> live_changes(const Scene& before, const Scene& after);

/// Makes the change of a body that such an event is; other events leave the scene as it is. Throws InputError
/// for a body that there is not and for numbers that a scene file would refuse.
void make_live_change(Scene& scene, const Event& event);

/// Whether an input changes what holds between bodies, and not only where a hand or a camera is.
bool changes_bodies(const Event& event);

} // namespace lamina
