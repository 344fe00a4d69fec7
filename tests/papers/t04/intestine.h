#pragma once

#include "core/scene/scene.h"
#include "tests/papers/table.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace lamina::papers::t04 {

/// The virtual intestine of section 7.4: a soft tube of so many segments lies folded on its mesentery, a thin
/// membrane that is clamped at its rim, and a probe moves through the folds.
///
///      ●  probe
///   ╭───╮╭───╮╭───╮    the tube, a segment as long as it is wide in radius; its folds nearly touch
///   │   ││   ││   │
///   ╯   ╰╯   ╰╯   ╰    ──────────────  membrane below
///
/// Folds, membrane and probe meet under `proximity`, the only method that sees cloth.
std::shared_ptr<Scene> intestine_scene(int segments);

/// What its steps came to.
struct Operation {
  std::size_t tetrahedra = 0, triangles = 0; ///< of the tube; of all bodies
  std::vector<double> step_ms;               ///< processor time of each step, one thread
  double detection_share = 0;                ///< of the time of all steps
  double time_step = 0;                      ///< s
  std::size_t self_contacts = 0, membrane_contacts = 0, probe_contacts = 0; ///< the most in a step
  double deepest = 0; ///< m: how far below the membrane's clamped rim the tube's lowest vertex came
};
Operation operate(int segments, double seconds);

/// T04-gut: medians of those times, by the number of segments.
Table intestine_table();

} // namespace lamina::papers::t04
