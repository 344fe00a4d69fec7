#pragma once

#include "core/contact/raytraced/ray_evidence.h"
#include "core/simulation/snapshot.h"
#include "ui/render/overlay/line.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lamina {

/// Adds the rays of all pairs, each in the colour of its fate with a dot where it begins.
void add_ray_lines(std::vector<Line>& lines, const Snapshot& snapshot);

/// The colour in which a ray is drawn, and its name in legends.
Colour fate_colour(RayFate fate);
const char* fate_word(RayFate fate);

/// The rays of all pairs by what became of them.
std::array<std::uint64_t, ray_fates> fates_of(const Snapshot& snapshot);

} // namespace lamina
