#pragma once

#include "core/base/host_device.h"

#include <cstdint>
#if !defined(__CUDA_ARCH__)
#include <atomic>
#endif

namespace lamina::ldi {

/// Adds to a counter that many threads share; returns what it was before.
LAMINA_HD inline std::uint32_t add_shared(std::uint32_t& counter, std::uint32_t amount) {
#if defined(__CUDA_ARCH__)
  return atomicAdd(&counter, amount);
#else
  return std::atomic_ref<std::uint32_t>(counter).fetch_add(amount, std::memory_order_relaxed);
#endif
}

/// The same with 64 bits; sums wrap around.
LAMINA_HD inline void add_shared(std::uint64_t& sum, std::uint64_t amount) {
#if defined(__CUDA_ARCH__)
  atomicAdd(reinterpret_cast<unsigned long long*>(&sum), static_cast<unsigned long long>(amount));
#else
  std::atomic_ref<std::uint64_t>(sum).fetch_add(amount, std::memory_order_relaxed);
#endif
}

/// Makes a number that many threads share at least as large as this one.
LAMINA_HD inline void raise_shared(std::uint32_t& number, std::uint32_t least) {
#if defined(__CUDA_ARCH__)
  atomicMax(&number, least);
#else
  std::atomic_ref<std::uint32_t> shared(number);
  std::uint32_t seen = shared.load(std::memory_order_relaxed);
  while (seen < least && !shared.compare_exchange_weak(seen, least, std::memory_order_relaxed)) {
  }
#endif
}

/// Makes it at most as large as this one; returns what it was before.
LAMINA_HD inline std::uint32_t lower_shared(std::uint32_t& number, std::uint32_t most) {
#if defined(__CUDA_ARCH__)
  return atomicMin(&number, most);
#else
  std::atomic_ref<std::uint32_t> shared(number);
  std::uint32_t seen = shared.load(std::memory_order_relaxed);
  while (seen > most && !shared.compare_exchange_weak(seen, most, std::memory_order_relaxed)) {
  }
  return seen;
#endif
}

/// A number that other threads may be changing.
LAMINA_HD inline std::uint32_t read_shared(std::uint32_t& number) {
#if defined(__CUDA_ARCH__)
  return *const_cast<volatile std::uint32_t*>(&number);
#else
  return std::atomic_ref<std::uint32_t>(number).load(std::memory_order_relaxed);
#endif
}

/// Takes a place that many threads want, if it is still zero: returns what was there before. Once it is
/// taken, it stays so: a look is enough.
LAMINA_HD inline std::uint32_t take_shared(std::uint32_t& place, std::uint32_t mine) {
#if defined(__CUDA_ARCH__)
  const std::uint32_t seen = *const_cast<volatile std::uint32_t*>(&place);
  return seen != 0 ? seen : atomicCAS(&place, 0u, mine);
#else
  std::atomic_ref<std::uint32_t> shared(place);
  std::uint32_t seen = shared.load(std::memory_order_relaxed);
  if (seen == 0)
    shared.compare_exchange_strong(seen, mine, std::memory_order_relaxed);
  return seen;
#endif
}

} // namespace lamina::ldi
