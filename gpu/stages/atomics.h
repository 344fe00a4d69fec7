#pragma once

#include "core/contact/ldi/arithmetic/host_device.h"

#include <cstdint>
#if !defined(__CUDA_ARCH__)
#include <atomic>
#endif

namespace lamina::gpu {

/// Adds to a counter that many threads share; returns what it was before.
LAMINA_HD inline std::uint32_t add_shared(std::uint32_t& counter, std::uint32_t amount) {
#if defined(__CUDA_ARCH__)
  return atomicAdd(&counter, amount);
#else
  return std::atomic_ref<std::uint32_t>(counter).fetch_add(amount, std::memory_order_relaxed);
#endif
}

} // namespace lamina::gpu
