#include "core/contact/ldi/near_part.h"

#include <numeric>

namespace lamina::ldi {

namespace {

/// Triangles in a block of a surface that comes without.
constexpr std::size_t own_block = 32;

} // namespace

void NearPart::set_surface(const Surface& surface) {
  surface_ = &surface;
  groups_ = surface.blocks.get();
  balls_ = &surface.balls;
  if (groups_)
    return;
  own_groups_ = TriangleBlocks(*surface.triangles, surface.places(), own_block);
  enclose_blocks(own_groups_, surface.places(), own_balls_);
  groups_ = &own_groups_;
  balls_ = &own_balls_;
}

void NearPart::take_all() {
  blocks.resize(groups_->size());
  std::iota(blocks.begin(), blocks.end(), 0u);
  inside.assign(blocks.size(), false);
  kept_ = blocks;
  ends = {};
  Vec3 nothing = Vec3::Zero();
  for (const Ball& ball : *balls_)
    nothing += 0 * ball.centre;
  finite = nothing == Vec3::Zero();
}

/// Bounds that are no numbers lie at the border, so what is wrong with their vertices will be found. Twice the
/// axis for what lies beyond its lower end, one more for its upper.
std::uint8_t NearPart::place_of(const Box& bounds, const Box& box) {
  std::uint8_t place = at_border;
  for (int k = 0; k < 3; ++k) {
    const bool below = bounds.max[k] < box.min[k], above = bounds.min[k] > box.max[k];
    if (!below && !above)
      continue;
    if (place != at_border)
      return beside;
    place = static_cast<std::uint8_t>(2 * k + above);
  }
  if (place != at_border)
    return place;
  bool inside = true;
  for (int k = 0; k < 3; ++k)
    inside = inside & (bounds.min[k] > box.min[k]) & (bounds.max[k] < box.max[k]);
  return inside ? in_box : at_border;
}

void NearPart::keep_unless_beside(std::uint32_t block, const SampledBox& box, double slack) {
  const std::uint8_t place = place_of(bounds_of((*balls_)[block], box.frame, slack), box.box);
  if (place == beside)
    return;
  kept_.push_back(block);
  places_.push_back(place);
}

void NearPart::choose_ends() {
  ends = {};
  std::array<std::size_t, 6> beyond{};
  for (std::size_t i = 0; i < kept_.size(); ++i)
    if (places_[i] < at_border)
      beyond[places_[i]] += groups_->triangles(kept_[i]).size();
  for (std::size_t k = 0; k < 3; ++k)
    if (surface_->balanced && beyond[2 * k] + beyond[2 * k + 1] > 0)
      ends[k] = beyond[2 * k] <= beyond[2 * k + 1] ? KnownEnds::below : KnownEnds::above;
}

void NearPart::choose_blocks() {
  choose_ends();
  blocks.clear();
  inside.clear();
  Vec3 nothing = Vec3::Zero();
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    const std::uint8_t place = places_[i];
    const KnownEnds unknown = place & 1 ? KnownEnds::below : KnownEnds::above;
    if (place < at_border && ends[place / 2] == unknown)
      continue;
    nothing += 0 * (*balls_)[kept_[i]].centre;
    blocks.push_back(kept_[i]);
    inside.push_back(place == in_box);
  }
  finite = nothing == Vec3::Zero();
}

void NearPart::take_near(const SampledBox& box, double slack) {
  taken_for_ = box.box;
  kept_.clear();
  places_.clear();
  for (std::uint32_t block = 0; block < balls_->size(); ++block)
    keep_unless_beside(block, box, slack);
  choose_blocks();
}

void NearPart::take_nearer(const SampledBox& box, double slack) {
  if (box.box.min == taken_for_.min && box.box.max == taken_for_.max)
    return;
  taken_for_ = box.box;
  last_kept_.swap(kept_);
  kept_.clear();
  places_.clear();
  for (const std::uint32_t block : last_kept_)
    keep_unless_beside(block, box, slack);
  choose_blocks();
}

} // namespace lamina::ldi
