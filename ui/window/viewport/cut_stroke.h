#pragma once

#include "core/simulation/event.h"
#include "core/simulation/snapshot.h"
#include "ui/render/bodies/shown_shape.h"
#include "ui/render/camera/camera.h"
#include "ui/render/picking/pick.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamina {

/// A line across a picture, from where the mouse was pressed to where it is. Pixels.
struct Stroke {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

/// What a stroke comes to.
struct StrokeCut {
  CutBodies cut; ///< no bodies, no triangles: there is nothing to cut
  std::vector<std::uint32_t>
      refused; ///< those under the stroke that cannot; where others are cut, no fixed ones
};

/// The cut along what the eye sees behind a stroke. It is of all bodies that can be cut and are seen
/// somewhere under the stroke, as deep as they reach:
///
///            ╱│
///     eye  ◂ ─┼── stroke          one triangle, from the eye through both ends of the stroke
///            ╲│
StrokeCut cut_along(const Stroke& stroke, const Snapshot& snapshot, const Camera& camera, ViewSize size,
                    Picker& picker, ShownShapes& shapes);

/// For the status line: what is cut, and what is not and why. `undoable`: the cut can be taken back.
std::string describe(const StrokeCut& planned, const Snapshot& snapshot, bool undoable);

} // namespace lamina
