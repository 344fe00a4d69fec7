#pragma once

#include "core/body/body.h"
#include "core/settings/settings.h"

#include <functional>
#include <span>

namespace lamina {

/// How many parts the next step needs, settings.simulation.substeps at most. In one part, no two bodies that
/// come close may move against each other by more than half the thinner one's thickness. Bodies are close if
/// their boxes overlap once each is inflated by the way it may go. Thin obstacles are otherwise crossed
/// between two detections (F08 section 5).
int substeps_needed(std::span<Body* const> bodies, const Settings& settings,
                    const std::function<bool(std::uint32_t, std::uint32_t)>& may_collide);

} // namespace lamina
