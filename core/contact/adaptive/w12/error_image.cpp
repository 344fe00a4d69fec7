#include "core/contact/adaptive/w12/error_image.h"

#include <bit>

namespace lamina::adaptive::w12 {

void ErrorImage::add_children(std::size_t parent) {
  const Tile tile = pixels_[parent].tile;
  const std::size_t first = pixels_.size();
  cut_tile(tile, {2, 2}, [&](const Tile& part) {
    Pixel child;
    child.tile = part;
    child.faces = lists_.over(pixels_[parent].faces, part);
    pixels_.push_back(child);
  });
  pixels_[parent].first_child = first;
  pixels_[parent].children = pixels_.size() - first;
}

void ErrorImage::begin(const std::array<const ViewSurface*, 2>& bodies, const ViewPlane& plane,
                       int resolution, bool complete) {
  pixels_.clear();
  const FaceLists::Of all = lists_.begin(bodies);
  if (plane.size[0] < 2 || plane.size[1] < 2)
    return;
  const unsigned across = std::bit_ceil(static_cast<unsigned>(resolution));
  Pixel region;
  region.tile = {{0, 0}, plane.size};
  region.faces = all;
  pixels_.push_back(region);
  finest_ = region.size() / across;
  std::size_t level_begin = 0;
  for (unsigned pixels = 1; pixels < across; pixels *= 2) {
    const std::size_t level_end = pixels_.size();
    for (std::size_t i = level_begin; i < level_end; ++i)
      if (complete || !pixels_[i].faces.empty())
        add_children(i);
    level_begin = level_end;
  }

  for (std::size_t i = pixels_.size(); i-- > 0;) {
    Pixel& pixel = pixels_[i];
    if (pixel.children == 0)
      pixel.sums = sum_edges(bodies, plane, pixel.tile, finest_, lists_.of(pixel.faces));
    for (std::size_t child = 0; child < pixel.children; ++child)
      pixel.sums += pixels_[pixel.first_child + child].sums;
  }
}

} // namespace lamina::adaptive::w12
