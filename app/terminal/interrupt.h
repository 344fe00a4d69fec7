#pragma once

namespace lamina {

/// From now on the first Ctrl+C (SIGINT, SIGTERM) only sets a flag, so that work can end cleanly; a second
/// one ends the program at once.
void catch_interrupts();

/// Whether Ctrl+C was pressed since catch_interrupts().
bool interrupted();

} // namespace lamina
