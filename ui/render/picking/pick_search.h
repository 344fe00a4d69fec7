#pragma once

#include "core/contact/hashing/hash_search.h"
#include "core/contact/tetdistance/tet_search.h"
#include "ui/render/evidence/evidence_view.h"

#include <cstdint>
#include <optional>

namespace lamina {

/// Something inside of a solid of TetSearch.
struct SolidReference {
  enum class Kind { node, tetrahedron };
  std::uint32_t body;
  std::uint32_t item; ///< its number in MarchedSolid
  Kind kind;
};
std::optional<SolidReference> solid_of(const std::optional<EvidenceReference>& reference);
/// The solid that a reference names something of; null if the snapshot has no such thing (any more).
const MarchedSolid* find_solid(const Snapshot& snapshot, const SolidReference& reference);

/// The way out that a reference names; null as above.
const HashSearch::Way* find_way(const Snapshot& snapshot, const std::optional<EvidenceReference>& reference);

/// What is shown of solids under a point of the picture: the tetrahedron that the plane of the cut shows
/// there, else a node whose dot is near it.
std::optional<EvidenceReference> pick_solid(const Snapshot& snapshot, const ViewModes& modes,
                                            const PictureView& view);

/// The point inside of another body that begins nearest a point of the picture, if that is near.
std::optional<EvidenceReference> pick_way(const Snapshot& snapshot, const ViewModes& modes,
                                          const PictureView& view);

} // namespace lamina
