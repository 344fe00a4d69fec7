#pragma once

#include "core/compare/compare.h"
#include "core/report/report_page.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// Simulates each run again from its scene and inputs, and adds a picture after each of the steps, with
/// contact pixels. Where the state is not the recorded one, the picture says so. Without OpenGL, or in a
/// build without the window, the reason goes into extras.no_pictures. The runs have all these steps. Throws
/// InputError for a run that cannot be repeated, and Cancelled.
void add_pictures(ReportExtras& extras, std::span<const ReportRun> runs,
                  const std::vector<std::uint64_t>& steps);

/// The same of the last state of each column of a comparison, as this camera sees it.
void add_pictures(ReportExtras& extras, const compare::Comparison& comparison, const CameraView& camera);

} // namespace lamina
