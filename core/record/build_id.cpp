#include "core/record/build_id.h"

#if defined(__linux__)
#include <elf.h>
#include <link.h>
#endif

#include <cstddef>
#include <cstring>

namespace lamina {

#if defined(__linux__)

namespace {

std::size_t padded(std::size_t size) {
  return (size + 3) / 4 * 4;
}

/// The descriptor of the wanted note among those of a segment, as hexadecimal digits.
std::string id_in_notes(const char* at, const char* end) {
  while (at + sizeof(ElfW(Nhdr)) <= end) {
    ElfW(Nhdr) note;
    std::memcpy(&note, at, sizeof note);
    const char* name = at + sizeof note;
    const char* descriptor = name + padded(note.n_namesz);
    if (descriptor + note.n_descsz > end)
      return "";
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0) {
      std::string digits;
      for (std::size_t i = 0; i < note.n_descsz; ++i)
        for (const int shift : {4, 0})
          digits += "0123456789abcdef"[static_cast<unsigned char>(descriptor[i]) >> shift & 15];
      return digits;
    }
    at = descriptor + padded(note.n_descsz);
  }
  return "";
}

/// Called for the executable first; stops there.
int look_at_executable(dl_phdr_info* info, std::size_t, void* result) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE)
      continue;
    const char* begin = reinterpret_cast<const char*>(info->dlpi_addr + segment.p_vaddr);
    const std::string id = id_in_notes(begin, begin + segment.p_memsz);
    if (!id.empty())
      *static_cast<std::string*>(result) = id;
  }
  return 1;
}

} // namespace

std::string build_id() {
  std::string id;
  dl_iterate_phdr(look_at_executable, &id);
  return id;
}

#else

std::string build_id() {
  return "";
}

#endif

} // namespace lamina
