#include "core/contact/ldi/region/region_stages.h"

#include "core/contact/ldi/simd/vector_stages.h"

namespace lamina::ldi {

const RegionStages scalar_region_stages = {include_positions, find_outcodes, pick_triangles};
const RegionStages vector_region_stages = {simd::include_positions, simd::find_outcodes,
                                           simd::pick_triangles};

} // namespace lamina::ldi
