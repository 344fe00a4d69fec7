#pragma once

namespace lamina::test {

/// Simulations are some fifteen times slower under the address and thread sanitizers; the longest are cut
/// short there.
#if defined(LAMINA_ADDRESS_SANITIZER) || defined(LAMINA_THREAD_SANITIZER)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

} // namespace lamina::test
