#pragma once

#include <cstdint>

namespace lamina {

/// What the program lamina-import writes to standard output and import_file reads from it. All numbers are in
/// the machine's own byte order, as both run on the same machine:
///   u64 import_magic
///   u32 status: 0 meshes follow, 1 a message follows
///   message:   u32 length, bytes
///   meshes:    f64 metres per unit (0: unknown), u32 notes { u32 length, bytes },
///              u32 meshes { u32 name length, bytes, u64 vertices, u64 triangles, f64[3] a vertex, u32[3] a
///              triangle }, u64 import_magic again
constexpr std::uint64_t import_magic = 0x31306d696e616c1bu;
constexpr std::uint32_t import_has_meshes = 0, import_has_message = 1;

} // namespace lamina
