#pragma once

#include "core/simulation/snapshot.h"

#include <string>

namespace lamina {

/// Header lines of steps.csv and bodies.csv, with the line feed. Of detection, steps.csv has a column for
/// each phase that a method declares: those of the first methods in their old places, others at the end.
std::string steps_header();
const std::string& bodies_header();

/// One line of steps.csv; render_ms < 0 leaves that field empty.
std::string steps_line(const StepStatistics& statistics, double render_ms);

/// One line of bodies.csv for each body.
std::string bodies_lines(std::uint64_t step, const Snapshot& snapshot);

} // namespace lamina
