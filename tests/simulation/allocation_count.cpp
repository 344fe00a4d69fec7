// Stands in for the C library's malloc and its kin in the executable that it is linked to.

#include "tests/simulation/allocation_count.h"

#include <atomic>
#include <cerrno>
#include <cstddef>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define LAMINA_COUNTS_ALLOCATIONS
#endif

namespace {

std::atomic<std::uint64_t> count{0};

} // namespace

namespace lamina::test {

bool allocations_are_counted() {
#ifdef LAMINA_COUNTS_ALLOCATIONS
  return true;
#else
  return false;
#endif
}

std::uint64_t allocations() {
  return count.load();
}

} // namespace lamina::test

#ifdef LAMINA_COUNTS_ALLOCATIONS

extern "C" {

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  ++count;
  return __libc_malloc(size);
}

void* calloc(std::size_t members, std::size_t size) {
  ++count;
  return __libc_calloc(members, size);
}

void* realloc(void* memory, std::size_t size) {
  ++count;
  return __libc_realloc(memory, size);
}

void* memalign(std::size_t alignment, std::size_t size) {
  ++count;
  return __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return memalign(alignment, size);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  void* const made = memalign(alignment, size);
  if (!made)
    return ENOMEM;
  *memory = made;
  return 0;
}

} // extern "C"

#endif
