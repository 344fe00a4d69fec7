#include "core/contact/ldi/stages.h"

#include "core/contact/ldi/image/snap_and_cull.h"
#include "core/contact/ldi/simd/vector_stages.h"

namespace lamina::ldi {

const Stages reference_stages = {include_positions, find_outcodes, pick_triangles, snap_and_cull,
                                 rasterise,         walk_columns,  weigh_pairs};
const Stages vector_stages = {simd::include_positions, simd::find_outcodes, simd::pick_triangles,
                              simd::snap_and_cull,     simd::rasterise,     simd::walk_columns,
                              simd::weigh_pairs};

} // namespace lamina::ldi
