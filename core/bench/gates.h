#pragma once

#include "core/contact/contact.h"
#include "core/contact/method.h"
#include "core/settings/settings.h"

#include <cstdint>
#include <span>
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

/// Of a detection, with the lateral force left at zero: the volume is that of all pairs, the imbalance that
/// of the worst. Pairs without a contact, whose boxes overlap only, have none. NaN where the exact volume or
/// all forces are none.
Findings findings_of(std::span<const PairContacts> pairs, double exact_volume);

/// Takes the worse of each; NaN is worst.
void take_worse(Findings& worst, const Findings& other);

/// Largest relative error of the volume that is accepted at so many pixels across. It is 1e-2 at 16 and 2e-4
/// at 128, as stated for the bunny. Elsewhere it is the power of the resolution through both.
double volume_error_bound(int resolution);
constexpr double imbalance_bound = 1e-6, lateral_force_bound = 1e-6;
/// Of a peer whose volume is not sampled: what rounding of its constructions may do.
constexpr double peer_volume_error_bound = 1e-6;

/// Two digits.
std::string short_number(double value);

/// Why no speed may be stated, in one sentence without a full stop, or "" if all holds.
std::string refusal(const Findings& findings, double volume_bound);

/// Two boxes share side planes, at many positions that are no whole number of pixels apart. This is the
/// largest force along their common sides, over the force that parts them. NaN if nothing was found.
double lateral_force_of_boxes(ContactMethod& method, const Settings& settings);

} // namespace lamina::bench
