#pragma once

#include "core/contact/detection_request.h"
#include "core/contact/method.h"
#include "core/settings/settings.h"

namespace lamina {

/// What the laws of contact and friction in these settings want of detection.
DetectionRequest detection_request(const Settings& settings);

/// What a method is given to detect these pairs under these settings, which must stay until it is done.
DetectionInput detection_input(const CollisionShapes& shapes, std::span<const BodyPair> pairs,
                               const Settings& settings, const CameraView& camera = {});
/// The same for methods that need surfaces only.
DetectionInput detection_input(std::span<const Surface* const> surfaces, std::span<const BodyPair> pairs,
                               const Settings& settings, const CameraView& camera = {});

/// Which samples a law of friction sums over.
FrictionSampling friction_sampling(FrictionLaw law);

} // namespace lamina
