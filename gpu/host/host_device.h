#pragma once

#include "gpu/host/host_queue.h"

#include <memory>

namespace lamina::gpu {

/// The stages of the CUDA backend on the processor's threads: what they compute is what a card computes. For
/// tests; there is nothing that backend `cpu` does not do faster.
std::unique_ptr<LayerDevice> make_host_device(const HostSettings& settings = {});

} // namespace lamina::gpu
