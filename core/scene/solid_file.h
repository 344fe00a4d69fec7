#pragma once

#include "core/base/word_bytes.h"
#include "core/mesh/stuffing/stuffing.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lamina {

/// Tells surfaces and options apart: two hashes of all their bits, and of the version of mesher and program.
/// Names, and options that change no result, are left out.
using SolidKey = FileKey;
SolidKey solid_key(const TriangleMesh& closed, const StuffingOptions& options);

/// A solid as bytes of this machine's order: magic, key, the numbers of everything, the report in words of
/// eight bytes, then nodes, tetrahedra, triangles and nodes of vertices, and a hash of all before it. The
/// name is left out.
std::string solid_bytes(const StuffedSolid& solid, const SolidKey& key);

/// Takes what solid_bytes() wrote, with no name; nothing for other bytes or of another key.
std::optional<StuffedSolid> solid_from(std::string_view bytes, const SolidKey& key);

} // namespace lamina
