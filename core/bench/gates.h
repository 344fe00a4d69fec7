#pragma once

#include "core/contact/contact.h"
#include "core/contact/method.h"
#include "core/settings/settings.h"

#include <cstdint>
#include <string>

namespace lamina::bench {

/// What is looked at before a speed is believed; the worst of all repetitions.
struct Findings {
  double volume_error = 0;      ///< |V − exact| / exact
  double imbalance = 0;         ///< |force on a + force on b| / |force on a|
  double lateral_force = 0;     ///< over the normal one, between boxes that share side planes
  std::uint64_t dropped = 0;    ///< columns
  double volume = 0, exact = 0; ///< m³, where the error was largest
};

/// Of one result, with the lateral force left at zero. NaN where the exact volume or the force is none.
Findings findings_of(const PairContacts& contacts, double exact_volume);

/// Takes the worse of each; NaN is worst.
void take_worse(Findings& worst, const Findings& other);

/// Largest relative error of the volume that is accepted at so many pixels across: 1e-2 at 16 and 2e-4 at
/// 128, and the power of the resolution through both elsewhere. Images coarser than 16 pixels follow no
/// power.
double volume_error_bound(int resolution);
constexpr double imbalance_bound = 1e-6, lateral_force_bound = 1e-6;
/// Of a peer whose volume is not sampled: what rounding of its constructions may do.
constexpr double peer_volume_error_bound = 1e-6;

/// Why no speed may be stated, in one sentence without a full stop, or "" if all holds.
std::string refusal(const Findings& findings, int resolution);

/// Largest force along their common sides, over the force that parts them, of two boxes that share side
/// planes, at many places that are no whole number of pixels apart. NaN if nothing was found.
double lateral_force_of_boxes(ContactMethod& method, const Settings& settings);

} // namespace lamina::bench
