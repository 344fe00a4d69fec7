#include "core/bench/detection_case.h"

#include "core/settings/setting_list.h"

#include <chrono>

namespace lamina::bench {

const char* sampling_name(const DetectionCase& wanted) {
  return wanted.as_f08 ? "f08" : "default";
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
    : wanted_(wanted), settings_(settings_of(wanted)), method_(make_contact_method(settings_)),
      lateral_force_(lateral_force_of_boxes(*method_, settings_)) {}

std::array<double, phase_names.size()> DetectionRun::detect(MovedPair& pair) {
  using Clock = std::chrono::steady_clock;
  const std::array<const Surface*, 2> surfaces{&pair.bunny(), &pair.cube()};
  const std::array<BodyPair, 1> pairs{{{0, 1}}};
  const auto begin = Clock::now();
  pair.refit();
  const std::chrono::duration<double> refit = Clock::now() - begin;
  const MethodTimings t = method_->detect(surfaces, pairs, settings_, CameraView{}, results_);
  const std::chrono::duration<double> total = Clock::now() - begin;
  return {1e3 * (refit.count() + t.upload), 1e3 * t.ldi, 1e3 * t.volume, 1e3 * total.count()};
}

Findings DetectionRun::findings(double exact_volume) const {
  Findings findings = findings_of(results_.front(), exact_volume);
  findings.lateral_force = lateral_force_;
  return findings;
}

} // namespace lamina::bench
