#pragma once

#include "core/contact/contact.h"
#include "core/contact/stochastic/pair_search.h"

#include <vector>

namespace lamina::stochastic {

/// Makes contacts of vertices that lie within the other surface. Kept from step to step for its memory.
///
///        α_v ▲
///   ─────────●───  surface of the vertex      φ = depth, along the outward normal n of the foot
///            ┊ φ                              ∂φ/∂vertex = −n, ∂φ/∂corners of the foot's triangle = β n
///   ─────────▼───  foot, with β               area α_v α_w / (α_v + α_w), seen along n
///        α_w
///
/// Forces act along the line through vertex and foot, so that momentum and angular momentum are kept. Where
/// vertices of both surfaces touch, each stands for its part (core/contact/raytraced/raytraced.h).
class TouchContacts {
public:
  /// Adds them to a result that was begun with points, in the order of the touches.
  void add_to(const PairSearch& search, PairContacts& result);

private:
  void find_areas(const PairSearch& search);
  double area_along(std::uint8_t side, std::uint32_t vertex, const Vec3& direction);

  VertexSet wanted_;
  std::vector<Vec3> areas_; ///< VertexFans::area_vector, by index in wanted_
};

} // namespace lamina::stochastic
