#pragma once

namespace lamina::test {

/// Simulations are some fifteen times slower under the address and thread sanitizers; the longest are cut
/// short there.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

} // namespace lamina::test
