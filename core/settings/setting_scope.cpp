#include "core/settings/setting_scope.h"

#include <string_view>

namespace lamina {

namespace {

/// As the list of settings says: those methods that laws of volume count for.
bool measures_volumes(const Settings& s) {
  return counts_for(find_setting("law"), s.contact.method) && !looks_for_vertices(s.contact);
}

bool stiffness_is_given(const Settings& s) {
  return s.response.stiffness_source == StiffnessSource::given;
}

bool anything_by_volume(const Settings& s) {
  return s.response.law == ContactLaw::f08 || s.response.self_law == SelfLaw::f08;
}

bool anything_by_depth(const Settings& s) {
  return !presses_by_volume(s) ||
         (s.response.self_law != SelfLaw::f08 && s.response.self_law != SelfLaw::none);
}

bool cells_by_themselves(const Settings& s) {
  return !measures_volumes(s) || s.response.law == ContactLaw::cells || s.response.law == ContactLaw::patches;
}

bool rubs_by_viscosity(const Settings& s) {
  return s.friction.law == FrictionLaw::viscous || s.friction.law == FrictionLaw::axis;
}

bool is_penalty(const Settings& s) {
  return !uses_constraints(s);
}

bool rubs_by_coulomb(const Settings& s) {
  return s.friction.law == FrictionLaw::coulomb;
}

bool looks_by_tiles(const Settings& s) {
  return knows_volume_error(s.contact);
}

template <ResolutionMode mode>
bool samples_by(const Settings& s) {
  return s.contact.ldi.resolution_mode == mode;
}

/// A setting of the method in force counts only if another is as it must be.
struct Condition {
  std::string_view name, other;
  bool (*holds)(const Settings&);
};

constexpr Condition conditions[] = {
    {"response", "law", cells_by_themselves},
    {"response", "friction", [](const Settings& s) { return !rubs_by_viscosity(s); }},
    {"stiffness_source", "response", is_penalty},
    {"depth_stiffness", "response", is_penalty},
    {"volume_stiffness", "response", is_penalty},
    {"self_stiffness", "response", is_penalty},
    {"dissipation", "response", is_penalty},
    {"no_pull", "response", is_penalty},
    {"slip_speed", "response", is_penalty},
    {"friction_passes", "response", is_penalty},
    {"cg_tolerance", "response", is_penalty},
    {"restitution", "response", uses_constraints},
    {"bounce_speed", "response", uses_constraints},
    {"sleep", "response", uses_constraints},
    {"sleep_speed", "response", uses_constraints},
    {"sleep_after", "response", uses_constraints},
    {"sleep_speed", "sleep", [](const Settings& s) { return s.response.sleep; }},
    {"sleep_after", "sleep", [](const Settings& s) { return s.response.sleep; }},
    {"resolution", "resolution_mode", samples_by<ResolutionMode::pixels_across>},
    {"flat_resolution", "resolution_mode", samples_by<ResolutionMode::pixels_across>},
    {"pixel_size", "resolution_mode", samples_by<ResolutionMode::pixel_size>},
    {"screen_pixels", "resolution_mode", samples_by<ResolutionMode::view_dependent>},
    {"volume_tolerance", "error_bar", looks_by_tiles},
    {"volume_tolerance_m3", "error_bar", looks_by_tiles},
    {"tile_budget", "error_bar", looks_by_tiles},
    {"error_image", "tiles", [](const Settings& s) { return s.contact.adaptive.tiles == TileKind::w12; }},
    {"field_tolerance", "field_structure",
     [](const Settings& s) { return s.contact.distancefield.structure == FieldStructure::octree; }},
    {"error_bar", "measure", measures_volumes},
    {"law", "measure", measures_volumes},
    {"cells", "measure", measures_volumes},
    {"volume_stiffness", "measure", measures_volumes},
    {"self_law", "measure", [](const Settings& s) { return !looks_for_vertices(s.contact); }},
    {"self_stiffness", "measure", [](const Settings& s) { return !looks_for_vertices(s.contact); }},
    {"cells", "law", [](const Settings& s) { return s.response.law == ContactLaw::cells; }},
    {"rest_penetration", "stiffness_source",
     [](const Settings& s) { return !is_penalty(s) || !stiffness_is_given(s); }},
    {"depth_stiffness", "stiffness_source", stiffness_is_given},
    {"depth_stiffness", "law", anything_by_depth},
    {"volume_stiffness", "stiffness_source", stiffness_is_given},
    {"volume_stiffness", "law", anything_by_volume},
    {"self_stiffness", "self_law", [](const Settings& s) { return s.response.self_law != SelfLaw::none; }},
    {"friction_coefficient", "friction", rubs_by_coulomb},
    {"slip_speed", "friction", rubs_by_coulomb},
    {"friction_passes", "friction", rubs_by_coulomb},
    {"viscosity", "friction", rubs_by_viscosity},
};

std::string as_it_is(std::string_view name, const Settings& settings) {
  return std::string(name) + "=" + to_text(get_setting(settings, name));
}

} // namespace

bool presses_by_volume(const Settings& settings) {
  return measures_volumes(settings) && settings.response.law == ContactLaw::f08;
}

bool knows_volume_error(const ContactSettings& settings) {
  return settings.method == "adaptive" ||
         (settings.method == "ldi" && settings.ldi.error_bar && !looks_for_vertices(settings));
}

bool looks_for_vertices(const ContactSettings& settings) {
  return settings.method == "ldi" && settings.ldi.measure == LdiMeasure::vertices;
}

bool uses_w12_tiles(const ContactSettings& settings) {
  return settings.method == "adaptive" && settings.adaptive.tiles == TileKind::w12;
}

bool uses_constraints(const Settings& settings) {
  return settings.response.response == ResponseKind::constraints && cells_by_themselves(settings) &&
         !rubs_by_viscosity(settings);
}

void make_way_for_constraints(Settings& settings) {
  if (!cells_by_themselves(settings))
    settings.response.law = ContactLaw::cells;
  if (rubs_by_viscosity(settings))
    settings.friction.law = FrictionLaw::coulomb;
}

double wanted_residual(const Settings& settings) {
  constexpr double of_constraints = 1e-4;
  return is_penalty(settings) ? settings.solver.cg_tolerance : of_constraints;
}

std::string idle_because(const Setting& setting, const Settings& settings) {
  if (!counts_for(setting, settings.contact.method))
    return as_it_is("method", settings);
  for (const Condition& condition : conditions)
    if (condition.name == setting.name && !condition.holds(settings))
      return as_it_is(condition.other, settings);
  return {};
}

} // namespace lamina
