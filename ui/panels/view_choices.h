#pragma once

namespace lamina {

/// What the viewport shows of the contact pixels.
enum class PixelView {
  off,     ///< bodies alone
  over,    ///< pixels over solid bodies
  through, ///< pixels seen through faint bodies
};

enum class ThemeChoice { system, light, dark };

/// What is drawn: chosen by menus, keys and the View panel, read by the viewport, kept in the preferences.
struct ViewChoices {
  PixelView pixels = PixelView::off;
  bool regions = false;
  bool forces = false;
  bool grid = true;
  bool panels = true; ///< Tab hides them
  bool keys = false;  ///< the F1 overlay
  ThemeChoice theme = ThemeChoice::system;

  bool operator==(const ViewChoices&) const = default;
};

/// The next of the three pixel views, as keys C and V cycle them.
constexpr PixelView next(PixelView view) {
  switch (view) {
  case PixelView::off:
    return PixelView::over;
  case PixelView::over:
    return PixelView::through;
  case PixelView::through:
    break;
  }
  return PixelView::off;
}

} // namespace lamina
