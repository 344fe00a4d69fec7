// Stands in for the C library's malloc and its kin in the executable that it is linked to.

#include "tests/simulation/allocation_count.h"

#include <atomic>
#include <cerrno>
#include <cstddef>

#if defined(__GLIBC__) && !defined(LAMINA_ADDRESS_SANITIZER) && !defined(LAMINA_THREAD_SANITIZER)
#include <malloc.h>
#define LAMINA_COUNTS_ALLOCATIONS
#endif

namespace {

std::atomic<std::uint64_t> count{0}, live{0};

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

std::uint64_t live_bytes() {
  return live.load();
}

} // namespace lamina::test

#ifdef LAMINA_COUNTS_ALLOCATIONS

namespace {

void* counted(void* made) {
  ++count;
  live += malloc_usable_size(made);
  return made;
}

} // namespace

extern "C" {

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* memory);

void* malloc(std::size_t size) {
  return counted(__libc_malloc(size));
}

void* calloc(std::size_t members, std::size_t size) {
  return counted(__libc_calloc(members, size));
}

void* realloc(void* memory, std::size_t size) {
  const std::size_t before = malloc_usable_size(memory);
  void* const made = counted(__libc_realloc(memory, size));
  if (made || size == 0)
    live -= before;
  return made;
}

void* memalign(std::size_t alignment, std::size_t size) {
  return counted(__libc_memalign(alignment, size));
}

void free(void* memory) {
  live -= malloc_usable_size(memory);
  __libc_free(memory);
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
