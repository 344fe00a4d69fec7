#pragma once

#include <cstdint>

namespace lamina::test {

/// Whether this executable counts what is allocated: sanitizers bring a malloc of their own.
bool allocations_are_counted();

/// How often any thread has asked the C library for memory so far; operator new and Eigen do so too.
std::uint64_t allocations();

/// Bytes that are allocated and not freed.
std::uint64_t live_bytes();

} // namespace lamina::test
