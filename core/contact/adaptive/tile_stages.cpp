#include "core/contact/adaptive/tile_stages.h"

namespace lamina::adaptive {

namespace {

PartCounts list_over_parts(std::span<const Face> faces, std::span<const std::uint32_t> given,
                           std::span<const TileBorders> parts, const PartLists& lists) {
  PartCounts counts{};
  for (const std::uint32_t index : given) {
    const Face& face = faces[index];
    std::array<bool, most_parts> meets{};
    int met = 0;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      meets[k] = boxes_meet(face, parts[k]);
      met += meets[k];
    }
    const bool for_sure = met == 1 && parts.size() > 1;
    for (std::size_t k = 0; k < parts.size(); ++k)
      if (meets[k] && (for_sure || sides_meet(face, parts[k])))
        lists[k][counts[k]++] = index;
  }
  return counts;
}

std::size_t list_meeting(const BoxList& boxes, const DepthBox& box, std::uint32_t* found) {
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    const BoxList::Block& block = boxes.blocks()[i / BoxList::in_block];
    const std::size_t at = i % BoxList::in_block;
    bool meets = true;
    for (std::size_t k = 0; k < 3; ++k)
      meets &= (block.low[k][at] <= box.high[k]) & (block.high[k][at] >= box.low[k]);
    if (meets)
      found[count++] = i;
  }
  return count;
}

} // namespace

std::span<const std::uint32_t> BoxSearch::meeting(const BoxList& boxes, const DepthBox& box) {
  if (met_.size() < boxes.size())
    met_.resize(boxes.size());
  return {met_.data(), stages_->list_meeting(boxes, box, met_.data())};
}

const TileStages scalar_tile_stages = {list_over_parts, list_meeting};
const TileStages vector_tile_stages = {simd::list_over_parts, simd::list_meeting};

} // namespace lamina::adaptive
