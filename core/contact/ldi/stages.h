#pragma once

#include "core/contact/ldi/prepare.h"
#include "core/contact/ldi/raster.h"

namespace lamina::ldi {

/// The stages that are written twice, with the same results bit for bit: plainly, one number at a time, to be
/// read and compared with; and for the vectors of the processor that runs them.
struct Stages {
  /// Brings the vertices of `near` into the units of the grid, and leaves the triangles of each direction
  /// that may cover a pixel centre.
  void (*snap_and_cull)(const Grid& grid, const NearPart& near, SnappedSurface& body);
  /// Rasterises both bodies of a pair along one direction, sampling at pixel centres (design: item 3).
  void (*rasterise)(const PreparedPair& pair, int direction, FragmentList& list);
};

extern const Stages plain_stages;
extern const Stages vector_stages;

} // namespace lamina::ldi
