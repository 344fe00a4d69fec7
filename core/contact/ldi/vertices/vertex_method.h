#pragma once

#include "core/contact/double_surfaces.h"
#include "core/contact/ldi/region/own_bounds.h"
#include "core/contact/ldi/scratch_pool.h"
#include "core/contact/ldi/vertices/pair_vertices.h"
#include "core/contact/ldi/vertices/vertex_surface.h"

#include <memory>
#include <vector>

namespace lamina::ldi {

/// Method ldi where it measures vertices (LdiMeasure::vertices): which of one body lie within the other, and
/// how deep, read from layered depth images (HTG04; T04, section 6). Bodies do not meet themselves.
class VertexMethod {
public:
  explicit VertexMethod(const LayerStages& stages) : stages_(stages) {}

  MethodTimings detect(const DetectionInput& input, std::vector<PairContacts>& results);

private:
  void update_surfaces(const DetectionInput& input);

  const LayerStages& stages_;
  DoubleSurfaces in_double_;
  OwnBounds own_bounds_;
  std::vector<std::uint32_t> wanted_;                    ///< surfaces of this step's pairs
  std::vector<std::unique_ptr<VertexSurface>> surfaces_; ///< made for those that occurred in a pair
  std::vector<std::size_t> large_, small_;               ///< indices of pairs
  std::vector<PairSeconds> seconds_;                     ///< per pair
  ScratchPool<PairVertices> pool_{[] { return std::make_unique<PairVertices>(); }};
};

} // namespace lamina::ldi
