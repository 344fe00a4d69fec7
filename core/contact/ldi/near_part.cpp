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
  own_groups_ = TriangleBlocks(*surface.triangles, surface.positions, own_block);
  enclose_blocks(own_groups_, surface.positions, own_balls_);
  groups_ = &own_groups_;
  balls_ = &own_balls_;
}

void NearPart::take_all() {
  blocks.resize(groups_->size());
  std::iota(blocks.begin(), blocks.end(), 0u);
  ends = {};
  Vec3 nothing = Vec3::Zero();
  for (const Ball& ball : *balls_)
    nothing += 0 * ball.centre;
  finite = nothing == Vec3::Zero();
}

/// A ball that is no number lies beside nothing, so what is wrong with its vertices will be found. Twice the
/// axis for the lower end, one more for the upper.
std::uint8_t NearPart::place_of(const Box& ball, const Box& box) {
  std::uint8_t place = at_box;
  for (int k = 0; k < 3; ++k) {
    const bool below = ball.max[k]<box.min[k], above = ball.min[k]> box.max[k];
    if (!below && !above)
      continue;
    if (place != at_box)
      return beside;
    place = static_cast<std::uint8_t>(2 * k + above);
  }
  return place;
}

void NearPart::choose_ends() {
  std::array<std::size_t, 6> beyond{};
  for (std::size_t b = 0; b < places_.size(); ++b)
    if (places_[b] < at_box)
      beyond[places_[b]] += groups_->triangles(b).size();
  for (std::size_t k = 0; k < 3; ++k)
    if (surface_->balanced && beyond[2 * k] + beyond[2 * k + 1] > 0)
      ends[k] = beyond[2 * k] <= beyond[2 * k + 1] ? KnownEnds::below : KnownEnds::above;
}

void NearPart::take_near(const SampledBox& box, double slack) {
  blocks.clear();
  ends = {};
  places_.resize(balls_->size());
  for (std::size_t b = 0; b < places_.size(); ++b)
    places_[b] = place_of(bounds_of((*balls_)[b], box.frame, slack), box.box);
  choose_ends();
  Vec3 nothing = Vec3::Zero();
  for (std::uint32_t b = 0; b < places_.size(); ++b) {
    const std::uint8_t place = places_[b];
    const KnownEnds unknown = place & 1 ? KnownEnds::below : KnownEnds::above;
    if (place == beside || (place < at_box && ends[place / 2] == unknown))
      continue;
    nothing += 0 * (*balls_)[b].centre;
    blocks.push_back(b);
  }
  finite = nothing == Vec3::Zero();
}

} // namespace lamina::ldi
