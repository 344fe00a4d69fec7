#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lamina {

/// A part of a detection whose wall time is told apart. A method declares its phases with its registration,
/// in the order in which it goes through them. Methods share a phase by its name.
struct DetectionPhase {
  std::string name;     ///< short, for columns: "ldi" is ldi_ms of steps.csv
  std::string label;    ///< in panels and reports
  std::string sentence; ///< what is done in it
};

/// No more phases than this are known at a time, so that sums of a step are arrays of fixed size.
inline constexpr std::size_t most_phases = 16;

/// Wall time that a method spent in a detection, in seconds, by phase in the order of its declaration.
using MethodTimings = std::array<double, most_phases>;

/// Part of add_contact_method: makes the phases of a method known, unless that method has some already.
/// Throws std::logic_error if there are too many.
void declare_phases(const std::string& method, std::span<const DetectionPhase> phases);

/// The phases of all methods that there are, each name once, in the order in which methods were registered;
/// labelled as by the first that has it. Any other order of phases is that of this list.
const std::vector<DetectionPhase>& detection_phases();
/// Where a phase stands in that list; no_phase for a name that no method declares.
std::size_t find_phase(std::string_view name);
inline constexpr std::size_t no_phase = most_phases;

/// The phases of a method, in the order of its declaration, as places in the list; none if there is no such
/// method.
std::span<const std::size_t> phases_of_method(std::string_view method);
/// What a method calls one of its phases; the list's own label for phases that it does not have.
const std::string& phase_label(std::string_view method, std::size_t phase);
/// What all methods call it: "rays, search".
std::string phase_labels(std::size_t phase);
/// The part of a method's timings that this phase of it took, s; 0 if it has no such phase.
double seconds_in(const MethodTimings& timings, std::string_view method, std::string_view phase);

} // namespace lamina
