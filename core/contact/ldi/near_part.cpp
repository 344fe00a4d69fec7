#include "core/contact/ldi/near_part.h"

#include <algorithm>
#include <numeric>

namespace lamina::ldi {

void NearPart::take_all(const Surface& surface) {
  triangles.resize(surface.triangles->size());
  std::iota(triangles.begin(), triangles.end(), 0u);
  vertices.resize(surface.positions.size());
  std::iota(vertices.begin(), vertices.end(), 0u);
  ends = {};
  Vec3 nothing = Vec3::Zero();
  for (const Vec3& p : surface.positions)
    nothing += 0 * p;
  finite = nothing == Vec3::Zero();
}

/// A ball that is no number lies beside nothing, so what is wrong with its vertices will be found. Twice the
/// axis for the lower end, one more for the upper.
std::uint8_t NearPart::place_of(const Vec3& centre, double reach, const Box& box) {
  std::uint8_t place = at_box;
  for (int k = 0; k < 3; ++k) {
    const bool below = centre[k] + reach<box.min[k], above = centre[k] - reach> box.max[k];
    if (!below && !above)
      continue;
    if (place != at_box)
      return beside;
    place = static_cast<std::uint8_t>(2 * k + above);
  }
  return place;
}

void NearPart::choose_ends(const Surface& surface) {
  std::array<std::size_t, 6> beyond{};
  for (std::size_t b = 0; b < places_.size(); ++b)
    if (places_[b] < at_box)
      beyond[places_[b]] += surface.blocks->triangles(b).size();
  for (std::size_t k = 0; k < 3; ++k)
    if (surface.balanced && beyond[2 * k] + beyond[2 * k + 1] > 0)
      ends[k] = beyond[2 * k] <= beyond[2 * k + 1] ? KnownEnds::below : KnownEnds::above;
}

void NearPart::take_near(const Surface& surface, const SampledBox& box, double slack) {
  if (!surface.blocks) {
    take_all(surface);
    return;
  }
  triangles.clear();
  vertices.clear();
  ends = {};
  const Mat3 to_frame = box.axes.transpose();
  places_.resize(surface.balls.size());
  for (std::size_t b = 0; b < places_.size(); ++b) {
    const Ball& ball = surface.balls[b];
    places_[b] =
        place_of(box.along_world ? ball.centre : to_frame * ball.centre, ball.radius + slack, box.box);
  }
  choose_ends(surface);
  Vec3 nothing = Vec3::Zero();
  for (std::size_t b = 0; b < places_.size(); ++b) {
    const std::uint8_t place = places_[b];
    const KnownEnds unknown = place & 1 ? KnownEnds::below : KnownEnds::above;
    if (place == beside || (place < at_box && ends[place / 2] == unknown))
      continue;
    nothing += 0 * surface.balls[b].centre;
    const auto more_triangles = surface.blocks->triangles(b), more_vertices = surface.blocks->vertices(b);
    triangles.insert(triangles.end(), more_triangles.begin(), more_triangles.end());
    vertices.insert(vertices.end(), more_vertices.begin(), more_vertices.end());
  }
  finite = nothing == Vec3::Zero();
}

void NearPart::collect_vertices(const Surface& surface) {
  if (seen_.size() < surface.positions.size() || ++round_ == 0) {
    seen_.assign(std::max(seen_.size(), surface.positions.size()), 0);
    round_ = 1;
  }
  vertices.clear();
  for (const std::uint32_t index : triangles)
    for (const std::uint32_t vertex : (*surface.triangles)[index]) {
      if (seen_[vertex] == round_)
        continue;
      seen_[vertex] = round_;
      vertices.push_back(vertex);
    }
}

} // namespace lamina::ldi
