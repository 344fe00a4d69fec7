#pragma once

#include "core/contact/ldi/device/host_queue.h"

#include <memory>

namespace lamina::ldi {

/// The stages (core/contact/ldi/stages) on the processor's threads: what they compute here is what a card
/// computes. Backend `reference` runs on it, and tests make it fail on purpose.
std::unique_ptr<LayerDevice> make_host_device(const HostSettings& settings = {});

} // namespace lamina::ldi
