#pragma once

#include "core/response/contact_solver.h"

namespace lamina {

/// Gives bodies the momentum back that a solution which is not exact made or lost. Bodies that touch each
/// other, and nothing that is held or dragged, keep the sum of theirs: all of them move on by what that
/// lacks. Within such a group nothing moves against anything else, so that the solution stays as good as it
/// was.
///
/// `right_hand_side` is b of the solution v, N·s. `v` stays where everything is held.
void restore_momentum(const StepInput& step, const BlockSystem& system, const BlockVector& right_hand_side,
                      BlockVector& v);

} // namespace lamina
