#pragma once

namespace lamina {

/// From now on the first Ctrl+C (SIGINT, SIGTERM) only sets a flag, so that work can end cleanly; a second
/// one ends the program at once.
void catch_interrupts();

/// From now on Ctrl+C ends the program at once with exit code 130 and a message: for work that leaves nothing
/// behind and cannot look at a flag often.
void end_at_interrupts();

/// Whether Ctrl+C was pressed since catch_interrupts().
bool interrupted();

} // namespace lamina
