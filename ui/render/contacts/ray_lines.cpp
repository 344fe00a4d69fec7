#include "ui/render/contacts/ray_lines.h"

#include "ui/render/contacts/thinning.h"
#include "ui/render/overlay/palette.h"

namespace lamina {
namespace {

constexpr double ray_width = 1.2; // logical pixels

} // namespace

void add_ray_lines(std::vector<Line>& lines, const Snapshot& snapshot) {
  Thinning thinning(snapshot, [](const PairState& pair) { return rays_of(pair.contacts).cast.size(); });
  for (const PairState& pair : snapshot.pairs)
    for (const CastRay& ray : rays_of(pair.contacts).cast) {
      if (!thinning.take() || !ray.from.allFinite() || !ray.to.allFinite())
        continue;
      // Those that met nothing are long and many: they must not hide the others.
      const float opacity = ray.fate == RayFate::missed ? 0.35f : 0.8f;
      lines.push_back({ray.from, ray.to, ray_width, fate_colour(ray.fate), opacity});
      lines.push_back({ray.from, ray.from, 2.5 * ray_width, fate_colour(ray.fate), opacity});
    }
}

Colour fate_colour(RayFate fate) {
  switch (fate) {
  case RayFate::contact:
    return palette_colour(2); // vermilion
  case RayFate::missed:
    return {0.55f, 0.57f, 0.60f};
  case RayFate::entering:
    return palette_colour(5); // sky blue
  case RayFate::own_first:
    return palette_colour(4); // reddish purple
  case RayFate::open:
    return palette_colour(6); // yellow
  case RayFate::at_rest:
    return palette_colour(3); // bluish green
  }
  return {};
}

const char* fate_word(RayFate fate) {
  switch (fate) {
  case RayFate::contact:
    return "contact";
  case RayFate::missed:
    return "missed";
  case RayFate::entering:
    return "entering";
  case RayFate::own_first:
    return "own body first";
  case RayFate::open:
    return "open surface";
  case RayFate::at_rest:
    return "overlap at rest";
  }
  return "";
}

std::array<std::uint64_t, ray_fates> fates_of(const Snapshot& snapshot) {
  std::array<std::uint64_t, ray_fates> sum{};
  for (const PairState& pair : snapshot.pairs)
    for (std::size_t fate = 0; fate < ray_fates; ++fate)
      sum[fate] += rays_of(pair.contacts).fates[fate];
  return sum;
}

} // namespace lamina
