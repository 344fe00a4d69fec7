#pragma once

#include "core/contact/vertex_fans.h"

namespace lamina::raytraced {

/// VertexFans::area_vector of several vertices side by side: the same, bit for bit, with the widest
/// instructions that the processor has. `areas` has room for as many as there are vertices.
void area_vectors(const VertexFans& fans, std::span<const Vec3> positions,
                  std::span<const std::uint32_t> vertices, std::span<Vec3> areas);

} // namespace lamina::raytraced
