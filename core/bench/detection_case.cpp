#include "core/bench/detection_case.h"

#include "core/contact/ldi/image_evidence.h"
#include "core/contact/ldi/ldi.h"
#include "core/response/detection_request.h"
#include "core/settings/setting_list.h"

#include <chrono>

namespace lamina::bench {

const char* sampling_name(const DetectionCase& wanted) {
  if (!wanted.as_f08)
    return "default";
  return wanted.pixels ? "f08-pixels" : "f08";
}

Settings settings_of(const DetectionCase& wanted) {
  Settings settings;
  if (wanted.as_f08)
    apply_preset(settings, "f08");
  set_setting(settings, "resolution", std::int64_t{wanted.resolution});
  set_setting(settings, "threads", std::int64_t{wanted.threads});
  set_setting(settings, "backend", wanted.backend);
  return settings;
}

DetectionRun::DetectionRun(const DetectionCase& wanted)
    : wanted_(wanted), settings_(settings_of(wanted)), method_(make_contact_method(settings_.contact)),
      lateral_force_(lateral_force_of_boxes(*method_, settings_)) {}

std::array<double, phase_names.size()> DetectionRun::detect(MovedBodies& bodies) {
  using Clock = std::chrono::steady_clock;
  using Milliseconds = std::chrono::duration<double, std::milli>;
  const std::span<const Surface* const> surfaces = bodies.surfaces();
  const auto begin = Clock::now();
  bodies.refit();
  const auto refitted = Clock::now();
  broad_phase_.find_pairs(
      surfaces, [](std::uint32_t, std::uint32_t) { return true; },
      0.5 * method_->reach(surfaces, settings_.contact), pairs_);
  for (BodyPair& pair : pairs_)
    pair.pixels = wanted_.pixels || !wanted_.as_f08;
  const auto paired = Clock::now();
  const MethodTimings t = method_->detect(detection_input(surfaces, pairs_, settings_), results_);
  const auto end = Clock::now();
  return {Milliseconds(paired - refitted).count(),
          Milliseconds(refitted - begin).count() + 1e3 * t[upload_phase], 1e3 * t[images_phase],
          1e3 * t[volume_phase], Milliseconds(end - begin).count()};
}

Findings DetectionRun::findings(double exact_volume) const {
  Findings findings = findings_of(results_, exact_volume);
  findings.lateral_force = lateral_force_;
  return findings;
}

std::uint64_t DetectionRun::fragments() const {
  std::uint64_t sum = 0;
  for (const PairContacts& contacts : results_)
    sum += images_of(contacts).fragments;
  return sum;
}

} // namespace lamina::bench
