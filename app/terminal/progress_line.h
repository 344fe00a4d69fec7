#pragma once

#include "core/base/progress.h"

namespace lamina {

/// A progress callback for long work in a terminal: rewrites one line on standard error at most ten times a
/// second, and only where standard error is a terminal. Asks the work to stop once Ctrl+C was pressed.
Progress progress_on_terminal();

/// Clears the line that a progress callback left; nothing where there is none.
void wipe_progress_line();

} // namespace lamina
