#pragma once

#include "core/contact/ldi/device/layer_device.h"
#include "core/contact/ldi/region/region_stages.h"
#include "core/contact/method.h"

#include <memory>

namespace lamina::ldi {

/// Volume contact on layered depth images (see make_ldi_cpu) on a device, from layers to contact pixels,
/// volumes, patches and gradients. All pairs of a step are one batch, bodies with themselves among them.
/// Regions before are chosen on the processor by `region_stages`, and so are all contacts made of a device
/// that leaves them to others. If the device fails, the step and all later ones are taken by backend cpu, and
/// fallback() says why.
std::unique_ptr<ContactMethod> make_device_method(std::unique_ptr<LayerDevice> device,
                                                  const RegionStages& region_stages = vector_region_stages);

} // namespace lamina::ldi
