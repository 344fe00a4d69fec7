#pragma once

#include "tests/ui/window/window_test.h"
#include "ui/window/mesh_dialog/mesh_dialog.h"
#include "ui/window/mesh_dialog/mesh_view.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QPushButton>

#include <cmath>

namespace lamina {

// A tetrahedron of a tenth of a unit without its last face, whose three sides are open; then one inside out.
inline constexpr const char* open_tetrahedron =
    "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n";
inline constexpr const char* inside_out =
    "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n";
inline constexpr const char* two_pieces =
    "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    "v 1 0 0\nv 1.1 0 0\nv 1 0.1 0\nv 1 0 0.1\nf 5 7 6\nf 5 6 8\nf 5 8 7\nf 6 7 8\n";

/// The window with the dialog that asks about meshes.
class MeshDialogTest : public WindowTest {
protected:
  MeshDialog* dialog() { return window_->findChild<MeshDialog*>(); }
  bool wait_for_check() {
    return wait_for([&] {
      // A field takes what is typed when it loses the focus, which it has in an active window only.
      return dialog() && dialog()->isVisible() && dialog()->isActiveWindow() && dialog()->check();
    });
  }
  QPushButton& open_button() {
    return *dialog()->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Open);
  }
  /// Pixels of the picture whose colour is nearly this one.
  int pixels_of(DefectKind kind, bool dark) {
    const auto wanted = defect_colour(kind, dark);
    const QImage& picture = dialog()->view().picture();
    int count = 0;
    for (int y = 0; y < picture.height(); ++y)
      for (int x = 0; x < picture.width(); ++x) {
        const QColor c = picture.pixelColor(x, y);
        count += std::abs(c.redF() - wanted[0]) + std::abs(c.greenF() - wanted[1]) +
                     std::abs(c.blueF() - wanted[2]) <
                 0.1f;
      }
    return count;
  }
  void toggle(const char* name) {
    auto* box = dialog()->findChild<QCheckBox*>(name);
    QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
  }
};

} // namespace lamina
