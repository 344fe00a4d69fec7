#pragma once

#include <QSize>

namespace lamina {

/// How a picture is saved; its quality is always the highest.
struct PictureChoices {
  QSize size;               ///< pixels; empty: as many as the viewport has
  bool transparent = false; ///< neither background nor floors, which let shine through what lies behind
  bool legend = false;
};

} // namespace lamina
