#include "ui/panels/panel.h"

#include <array>

namespace lamina {

void draw_simulation_panel(PanelContext&);
void draw_contact_panel(PanelContext&);
void draw_view_panel(PanelContext&);
void draw_bodies_panel(PanelContext&);
void draw_pixels_panel(PanelContext&);
void draw_profiler_panel(PanelContext&);
void draw_energy_panel(PanelContext&);
void draw_record_panel(PanelContext&);

std::span<const Panel> panel_list() {
  static constexpr std::array<Panel, 8> panels = {{
      {"Simulation", PanelSide::left, draw_simulation_panel},
      {"Contact", PanelSide::left, draw_contact_panel},
      {"View", PanelSide::left, draw_view_panel, false, 420},
      {"Bodies", PanelSide::right, draw_bodies_panel, true, 760},
      {"Pinned pixels", PanelSide::right, draw_pixels_panel, true, 0,
       [](const PanelContext& context) { return !context.shown_pins.empty(); }},
      {"Profiler", PanelSide::right, draw_profiler_panel, false, 420},
      {"Energy", PanelSide::right, draw_energy_panel, false, 900},
      {"Record", PanelSide::right, draw_record_panel},
  }};
  return panels;
}

} // namespace lamina
