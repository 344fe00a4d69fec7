#pragma once

#include "core/contact/evidence.h"
#include "core/mesh/tet_mesh.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace lamina {

/// What a march came to.
enum class NodeVisit : std::uint8_t {
  none,
  visited,
  colliding ///< visited too: of a tetrahedron that something lies in
};

/// The inside of a solid, as method tetdistance marches through it.
struct MarchedSolid {
  /// A node within that collides, and the place of the boundary that is closest to it.
  struct Foot {
    std::uint32_t node;
    Vec3 place; ///< world, m
  };
  std::vector<Vec3> nodes; ///< world, m
  std::vector<Tetrahedron> tetrahedra;
  std::vector<float> distances;  ///< by node, m, of a full march; infinite where nothing leads there
  std::vector<NodeVisit> visits; ///< by node, of a march as detections make it
  std::vector<Foot> feet;
  bool rigid = false; ///< its distances were found once: no step marches through it
};

/// How method tetdistance searches, for pictures (ContactMethod::show_search).
class TetSearch : public EvidenceOf<TetSearch> {
public:
  /// By body; null where others cannot be pushed out of it.
  std::vector<std::shared_ptr<const MarchedSolid>> solids;

  void clear() override { solids.clear(); }
  std::unique_ptr<Evidence> summary() const override { return std::make_unique<TetSearch>(); }
};

} // namespace lamina
