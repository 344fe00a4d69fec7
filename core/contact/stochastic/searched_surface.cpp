#include "core/contact/stochastic/searched_surface.h"

#include "core/mesh/corners.h"

#include <limits>

namespace lamina::stochastic {

void SearchedSurface::update(const Surface& surface) {
  surface_ = &surface;
  const bool same = surface.triangles == triangles_ && surface.topology == topology_ &&
                    surface.positions.size() == vertices_;
  if (!same) {
    triangles_ = surface.triangles;
    topology_ = surface.topology;
    vertices_ = surface.positions.size();
    const bool exist = triangles_ && !triangles_->empty() && corners_exist(*triangles_, vertices_);
    features_ = exist ? std::make_unique<const proximity::Features>(*triangles_, vertices_) : nullptr;
    neighbours_ = {};
    fans_ = {};
    if (exist) {
      neighbours_ = tetrahedra::Neighbours(std::span<const Triangle>(*triangles_), vertices_);
      fans_ = VertexFans(*triangles_, vertices_);
    }
  }
  if (usable())
    find_bounds();
}

void SearchedSurface::find_bounds() {
  bounds_ = surface_->bounds;
  if (bounds_.empty() || !bounds_.min.allFinite() || !bounds_.max.allFinite()) {
    bounds_ = {};
    for (std::uint32_t v = 0; v < vertices_; ++v)
      if (fans_.has_triangles(v) && position(v).allFinite())
        bounds_.include(position(v));
  }
  most_depth_ = endless()         ? std::numeric_limits<double>::infinity()
                : bounds_.empty() ? 0
                                  : 0.5 * bounds_.size().minCoeff();
}

} // namespace lamina::stochastic
