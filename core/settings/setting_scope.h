#pragma once

#include "core/settings/setting_list.h"

#include <string>

namespace lamina {

/// Whether bodies press each other by a stiffness times the volume of their intersection (F08's law) instead
/// of by depth. Only ldi and adaptive measure volumes; other methods press by depth, whatever the law.
bool presses_by_volume(const Settings& settings);

/// Whether volumes come with what they may be off by: always from adaptive, if wanted from ldi.
bool knows_volume_error(const ContactSettings& settings);
/// Method ldi measures depths of vertices, not volumes.
bool looks_for_vertices(const ContactSettings& settings);

/// Whether adaptive makes its tiles as W12 does, so that there is an error image.
bool uses_w12_tiles(const ContactSettings& settings);

/// Whether contact holds by constraints: where these are wanted, and each contact has a depth of its own and
/// rubs by Coulomb's law or not at all. Else it is a penalty.
bool uses_constraints(const Settings& settings);
/// Changes what keeps constraints from having an effect: other laws become `cells` and Coulomb's.
void make_way_for_constraints(Settings& settings);

/// The residual at which the solve of a step is done, as its response measures it: `cg_tolerance` of a
/// penalty.
double wanted_residual(const Settings& settings);

/// Which setting keeps another from having any effect, as "stiffness_source=rest_penetration"; empty for a
/// setting that counts. Panels hide what does not count, and the command line says so.
std::string idle_because(const Setting& setting, const Settings& settings);

} // namespace lamina
