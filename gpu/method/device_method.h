#pragma once

#include "core/contact/method.h"
#include "gpu/method/layer_device.h"

#include <memory>

namespace lamina::gpu {

/// Volume contact on layered depth images (see make_ldi_cpu) with layers, walks and intervals on a device:
/// all pairs of two bodies of a step in one batch. Regions before and contacts after are made on the
/// processor, as is the contact of bodies with themselves. If the device fails, the step and all later ones
/// are taken by backend cpu, and handover() says why.
std::unique_ptr<ContactMethod> make_device_method(std::unique_ptr<LayerDevice> device);

} // namespace lamina::gpu
