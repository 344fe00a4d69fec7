#include "core/contact/ldi/stages.h"

#include "core/contact/ldi/simd/vector_stages.h"
#include "core/contact/ldi/snap_and_cull.h"

namespace lamina::ldi {

const Stages plain_stages = {code_block, pick_triangles, snap_and_cull, rasterise, walk_columns};
const Stages vector_stages = {simd::code_block, simd::pick_triangles, simd::snap_and_cull, simd::rasterise,
                              simd::walk_columns};

} // namespace lamina::ldi
