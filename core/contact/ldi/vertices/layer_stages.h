#pragma once

#include "core/contact/ldi/image/raster.h"
#include "core/contact/ldi/region/prepare.h"
#include "core/contact/ldi/region/region_stages.h"

namespace lamina::ldi {

/// How the layers of one body are drawn. It is written twice, with the same results bit for bit: in scalar
/// code, for backend `reference`, and for the vectors of the processor that runs it.
struct LayerStages {
  const RegionStages& region;
  /// Makes the triangles of a body ready that columns of the grid can meet, on up to `threads` threads.
  void (*prepare)(const Grid& grid, const CulledMeshlets& near, int threads, SnappedSurface& body);
  /// Draws one body into some rows of one direction's image.
  void (*draw)(const PreparedPair& pair, int body, int direction, Rows rows, FragmentList& list);
};

extern const LayerStages scalar_layer_stages;
extern const LayerStages vector_layer_stages;

} // namespace lamina::ldi
