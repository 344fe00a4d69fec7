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
///              triangle }, u32 rigs (0 or 1) { rig }, u64 import_magic again
///   rig:       u32 bones { u32 name length, bytes, i32 parent, u32 joint, f64[3] head, f64[3] tail,
///              f64 swing, f64 twist }, u64 vertices, u32[vertices + 1] where their weights begin,
///              u64 weights { u32 bone, u32 padding, f64 weight },
///              u32 animations { u32 name length, bytes, f64 duration, u64 samples,
///              f64[4] (x, y, z, w) a sample and bone, f64[3] a sample }
constexpr std::uint64_t import_magic = 0x32306d696e616c1bu;
constexpr std::uint32_t import_has_meshes = 0, import_has_message = 1;

} // namespace lamina
