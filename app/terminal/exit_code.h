#pragma once

namespace lamina {

/// Exit codes of the program. 2 is for what the user can mend, 130 is what shells use for a run ended by
/// Ctrl+C.
enum ExitCode { exit_done = 0, exit_failed = 1, exit_bad_input = 2, exit_interrupted = 130 };

} // namespace lamina
