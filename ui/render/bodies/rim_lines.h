#pragma once

#include "ui/render/bodies/shown_shape.h"
#include "ui/render/frame.h"
#include "ui/render/overlay/line.h"
#include "ui/render/view_options.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lamina {

/// Lines around what was inside of bodies until they broke or were cut, on their outside. So a cut is seen
/// also where nothing gapes.
class RimLines {
public:
  /// Of the bodies of a snapshot, in the shades of their inner sides; beyond a cut plane there are none.
  std::vector<Line> of(const Snapshot& snapshot, const ViewOptions& options, const Frame& frame);
  void prune() { rims_.prune(); }

private:
  using Edges = std::vector<std::array<std::uint32_t, 2>>;
  static Edges edges_of(const PreparedMesh& mesh);

  PerMesh<Edges> rims_; ///< of meshes with inner triangles
};

} // namespace lamina
