#pragma once

#include "core/simulation/snapshot.h"
#include "ui/render/bodies/shown_shape.h"
#include "ui/render/bodies/steady_range.h"
#include "ui/render/view_modes.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace lamina {

/// The area of surface that each vertex of a mesh stands for, m²: a third of the triangles around it; of
/// those that are shown; none for a floor. Kept while somebody else holds the mesh.
class VertexAreas {
public:
  std::span<const float> of(const std::shared_ptr<const PreparedMesh>& mesh);
  void prune() { areas_.prune(); }

private:
  PerMesh<std::vector<float>> areas_;
};

/// The numbers that colour a body all over, one for each vertex of its mesh. There are none for a body that
/// has no such numbers, or for a colour that contacts tell.
std::span<const float> skin_field(const Snapshot& snapshot, std::size_t body, SkinColour skin,
                                  VertexAreas& areas);

/// The value that 98 % of the coloured vertices stay below: the tip of a corner must not darken all the rest.
/// What is too small to matter counts as the least that does: a strain of 0.1 %, and the stress that makes it
/// in the softest body. 0 if no body has such numbers.
double upper_field_value(const Snapshot& snapshot, SkinColour skin, VertexAreas& areas);

/// What the weakest of the bodies holds whose stress is known, Pa; nothing if none of them breaks.
std::optional<double> weakest_strength(const Snapshot& snapshot, VertexAreas& areas);

/// The upper ends of the colours from snapshot to snapshot.
class FieldRanges {
public:
  /// In the unit of the colour; 0 if there is nothing to colour. `content` names the snapshot. Stress of
  /// bodies that break ends at what the weakest of them holds.
  double top(const Snapshot& snapshot, std::uint64_t content, SkinColour skin, VertexAreas& areas);

private:
  std::map<SkinColour, SteadyRange> ranges_;
  std::uint64_t content_ = 0;
  SkinColour skin_ = SkinColour::none;
  double top_ = 0;
};

} // namespace lamina
