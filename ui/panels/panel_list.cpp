#include "ui/panels/panel.h"

#include "core/settings/setting_scope.h"

#include <array>

namespace lamina {

void draw_simulation_panel(PanelContext&);
void draw_contact_panel(PanelContext&);
void draw_view_panel(PanelContext&);
void draw_bodies_panel(PanelContext&);
void draw_body_panel(PanelContext&);
void draw_pixels_panel(PanelContext&);
void draw_error_image_panel(PanelContext&);
void draw_profiler_panel(PanelContext&);
void draw_energy_panel(PanelContext&);
void draw_record_panel(PanelContext&);

namespace {

bool has_pins(const PanelContext& context) {
  return !context.shown_pins.empty();
}

bool shows_error_image(const PanelContext& context) {
  return context.view.error_image && context.snapshot && uses_w12_tiles(context.snapshot->settings.contact);
}

bool has_selection(const PanelContext& context) {
  return context.snapshot && context.edit.scene && !context.edit.selected.empty();
}

} // namespace

// What one needs first is open; the rest is one click away.
std::span<const Panel> panel_list() {
  static constexpr std::array<Panel, 10> panels = {{
      {"Simulation", PanelSide::left, draw_simulation_panel},
      {"Bodies", PanelSide::left, draw_bodies_panel, true, 420},
      {"Contact", PanelSide::left, draw_contact_panel},
      {"View", PanelSide::left, draw_view_panel, false, folded_at_first},
      {"Body", PanelSide::right, draw_body_panel, true, 0, has_selection},
      {"Pinned pixels", PanelSide::right, draw_pixels_panel, true, 0, has_pins},
      {"Error image", PanelSide::right, draw_error_image_panel, true, 0, shows_error_image},
      {"Profiler", PanelSide::left, draw_profiler_panel, false, folded_at_first},
      {"Energy", PanelSide::left, draw_energy_panel, false, folded_at_first},
      {"Record", PanelSide::left, draw_record_panel, false, folded_at_first},
  }};
  return panels;
}

} // namespace lamina
