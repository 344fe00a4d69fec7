#pragma once

#include "ui/render/view_modes.h"

namespace lamina {

enum class ThemeChoice { system, light, dark };

/// Whether the camera glides and hints fade; "system" does what the desktop asks for.
enum class MotionChoice { system, full, reduced };

/// What the switch of ViewModes::ray_traced says.
inline constexpr const char* ray_traced_tooltip =
    "bodies and ground by rays, which share the trees of method raytraced;\n"
    "coarse while things move, finer at rest. Contacts, forces, skin colours\n"
    "and outlines of selected bodies are not in it.";

/// What is drawn: chosen by menus, keys and the View panel, read by the viewport, kept in the preferences.
struct ViewChoices : ViewModes {
  QualityChoice quality = QualityChoice::automatic;
  bool legend = true;
  bool panels = true; ///< Tab hides them
  bool keys = false;  ///< the F1 overlay
  ThemeChoice theme = ThemeChoice::system;
  double panel_scale = 1; ///< of text and spacing in the panels, 0.75 to 2
  MotionChoice motion = MotionChoice::system;

  bool operator==(const ViewChoices&) const = default;

  /// Key V: the next view of contacts; shows them where they were off.
  void cycle_contacts() {
    if (contacts)
      contact_view = next(contact_view);
    contacts = true;
  }
};

} // namespace lamina
