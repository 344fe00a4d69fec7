#pragma once

#include "core/bench/gates.h"
#include "core/bench/moved_pair.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace lamina::bench {

/// What a detection is timed with.
struct DetectionCase {
  PairPose pose = PairPose::shallow;
  int resolution = 16;
  bool as_f08 = true; ///< sampled as in F08, else with the program's own defaults
  std::string backend = "cpu";
  int threads = 1;

  bool operator==(const DetectionCase&) const = default;
};

/// "f08" or "default".
const char* sampling_name(const DetectionCase& wanted);

/// The settings that the case stands for. Throws InputError for what they do not accept.
Settings settings_of(const DetectionCase& wanted);

/// The rows of a case, under the names of F08 Table 1. "upload" is what happens to moved vertices before they
/// are drawn: bounds, block balls, and the region. "total" is their sum.
constexpr std::array<const char*, 4> phase_names{"upload", "ldi", "volume", "total"};

/// One case with everything that it keeps from one repetition to the next.
class DetectionRun {
public:
  /// Makes the method and measures its lateral force. Throws InputError for a backend that there is not.
  explicit DetectionRun(const DetectionCase& wanted);

  /// Detects once on a pair that was moved. Milliseconds by phase.
  std::array<double, phase_names.size()> detect(MovedPair& pair);
  /// Of the last detection.
  Findings findings(double exact_volume) const;

  const DetectionCase& wanted() const { return wanted_; }
  std::uint64_t fragments() const { return results_.empty() ? 0 : results_.front().fragments; }

private:
  DetectionCase wanted_;
  Settings settings_;
  std::unique_ptr<ContactMethod> method_;
  std::vector<PairContacts> results_;
  double lateral_force_ = 0;
};

} // namespace lamina::bench
