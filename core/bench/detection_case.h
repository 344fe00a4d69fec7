#pragma once

#include "core/bench/gates.h"
#include "core/bench/moved_pair.h"
#include "core/contact/broad_phase.h"

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
  int subdivisions = 0; ///< of the bunny: each makes four triangles of one
  bool pixels = false;  ///< contact pixels are made too; always with the program's own defaults

  bool operator==(const DetectionCase&) const = default;
};

/// "f08", "f08-pixels" or "default".
const char* sampling_name(const DetectionCase& wanted);

/// The settings that the case stands for. Throws InputError for what they do not accept.
Settings settings_of(const DetectionCase& wanted);

/// The rows of a case, under the names of F08 Table 1. "broad" finds the pairs. "upload" is what happens to
/// moved vertices before they are drawn: bounds, balls of meshlets, and the region. "total" is from the moved
/// vertices to the result.
constexpr std::array<const char*, 5> phase_names{"broad", "upload", "ldi", "volume", "total"};

/// One case with everything that it keeps from one repetition to the next.
class DetectionRun {
public:
  /// Makes the method and measures its lateral force. Throws InputError for a backend that there is not.
  explicit DetectionRun(const DetectionCase& wanted);

  /// Detects once on bodies that were moved. Milliseconds by phase.
  std::array<double, phase_names.size()> detect(MovedBodies& bodies);
  /// Of the last detection, all pairs together.
  Findings findings(double exact_volume) const;

  const DetectionCase& wanted() const { return wanted_; }
  std::size_t pairs() const { return pairs_.size(); } ///< whose boxes overlap, in the last detection
  std::uint64_t fragments() const;                    ///< of the last detection

private:
  DetectionCase wanted_;
  Settings settings_;
  std::unique_ptr<ContactMethod> method_;
  BroadPhase broad_phase_;
  std::vector<BodyPair> pairs_;
  std::vector<PairContacts> results_;
  double lateral_force_ = 0;
};

} // namespace lamina::bench
