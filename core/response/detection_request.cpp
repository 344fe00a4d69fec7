#include "core/response/detection_request.h"

#include "core/settings/setting_scope.h"

namespace lamina {

namespace {

Partition partition_of(ContactLaw law) {
  if (law == ContactLaw::cells)
    return Partition::cells;
  return law == ContactLaw::patches ? Partition::patches : Partition::whole;
}

Partition partition_of(SelfLaw law) {
  return law == SelfLaw::patches ? Partition::patches : Partition::whole;
}

} // namespace

FrictionSampling friction_sampling(FrictionLaw law) {
  if (law == FrictionLaw::none)
    return FrictionSampling::none;
  return law == FrictionLaw::axis ? FrictionSampling::along_view_axis : FrictionSampling::along_normals;
}

DetectionRequest detection_request(const Settings& settings) {
  const ResponseSettings& response = settings.response;
  DetectionRequest request;
  request.between = {partition_of(response.law), response.law != ContactLaw::f08};
  if (response.self_law != SelfLaw::none)
    request.within = {partition_of(response.self_law), response.self_law != SelfLaw::f08};
  request.cells = response.cells;
  // Constraints read normals and depths off the samples, whether they rub or not.
  request.sampled_contacts = uses_constraints(settings);
  request.friction =
      request.sampled_contacts ? FrictionSampling::along_normals : friction_sampling(settings.friction.law);
  return request;
}

DetectionInput detection_input(std::span<const Surface* const> surfaces, std::span<const BodyPair> pairs,
                               const Settings& settings, const CameraView& camera) {
  return detection_input(CollisionShapes{surfaces}, pairs, settings, camera);
}

DetectionInput detection_input(const CollisionShapes& shapes, std::span<const BodyPair> pairs,
                               const Settings& settings, const CameraView& camera) {
  return {shapes, pairs, settings.contact, detection_request(settings), settings.simulation.threads, camera};
}

} // namespace lamina
