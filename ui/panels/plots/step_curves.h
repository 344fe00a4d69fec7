#pragma once

#include "core/simulation/snapshot.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lamina {

/// A number of each step, drawn over time.
struct StepCurve {
  const char* name;
  const char* column;                     ///< in steps.csv, or of a report's sums over it
  std::uint32_t colour;                   ///< red in the lowest byte, then green, blue and opacity
  double (*value)(const StepStatistics&); ///< in SI units, as in steps.csv
};

/// Curves that share a scale.
struct StepCurves {
  const char* name; ///< for identifiers and files
  const char* title;
  const char* unit;     ///< that is shown
  double unit_size = 1; ///< of one of it, in SI units
  std::vector<StepCurve> curves;
  const char* absence = ""; ///< how to get values, where steps have none

  double shown(const StepCurve& curve, const StepStatistics& step) const {
    return curve.value(step) / unit_size;
  }
};

/// Kinetic, potential, contact and elastic energy and their sum. The potential energy is zero at the world's
/// origin, as in steps.csv and reports.
StepCurves energy_curves();
StepCurves momentum_curves();
/// What contacts give in a step: their normal parts, and whole pairs.
StepCurves impulse_curves();
/// How far bodies are in each other, by what the method's contacts measure.
StepCurves overlap_curves(const ContactSettings& contact);
/// By how much that may be wrong; nothing of methods that measure no volume. Infinite where it is not known.
std::optional<StepCurves> error_curves(const ContactSettings& contact);
/// The same for area vectors, where the setting area_bound asks for it.
std::optional<StepCurves> area_error_curves(const ContactSettings& contact);
StepCurves contact_curves();
StepCurves time_curves();
StepCurves iteration_curves();

/// All of them.
std::vector<StepCurves> all_step_curves(const ContactSettings& contact);

/// The steps from one moment to another as a table with the names and units of steps.csv.
std::string curves_csv(const StepCurves& curves, std::span<const StepStatistics> steps, double from_s,
                       double to_s);

} // namespace lamina
