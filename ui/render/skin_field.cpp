#include "ui/render/skin_field.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace lamina {
namespace {

constexpr double least_strain = 1e-3, least_overlap_m = 1e-6;

/// As many samples as tell where the top of the scale should be.
constexpr std::size_t most_samples = 8192;

double least_top(const Snapshot& snapshot, SkinColour skin) {
  if (skin != SkinColour::stress)
    return skin == SkinColour::strain ? least_strain : least_overlap_m;
  double softest = std::numeric_limits<double>::infinity();
  for (std::size_t body = 0; body < snapshot.infos->size(); ++body)
    if (!skin_field(snapshot, body, skin).empty())
      softest = std::min(softest, (*snapshot.infos)[body].material.young_modulus);
  return std::isfinite(softest) ? least_strain * softest : 0;
}

} // namespace

std::span<const float> skin_field(const Snapshot& snapshot, std::size_t body, SkinColour skin) {
  if (!snapshot.infos || body >= snapshot.infos->size() || body >= snapshot.bodies.size())
    return {};
  const BodyInfo& info = (*snapshot.infos)[body];
  const BodyState& state = snapshot.bodies[body];
  if (!info.mesh || !state.positions)
    return {};
  std::span<const float> field;
  if (skin == SkinColour::overlap && info.self_offset)
    field = *info.self_offset;
  else if (skin == SkinColour::strain && state.inside)
    field = state.inside->strain;
  else if (skin == SkinColour::stress && state.inside)
    field = state.inside->stress;
  return field.size() == info.mesh->mesh.vertices.size() ? field : std::span<const float>();
}

double upper_field_value(const Snapshot& snapshot, SkinColour skin) {
  std::size_t total = 0;
  for (std::size_t body = 0; body < snapshot.bodies.size(); ++body)
    total += skin_field(snapshot, body, skin).size();
  if (total == 0)
    return 0;
  const std::size_t stride = 1 + total / most_samples;
  std::vector<float> samples;
  std::size_t index = 0;
  for (std::size_t body = 0; body < snapshot.bodies.size(); ++body)
    for (const float value : skin_field(snapshot, body, skin))
      if (index++ % stride == 0 && std::isfinite(value))
        samples.push_back(value);
  const double least = least_top(snapshot, skin);
  if (samples.empty())
    return least;
  const auto upper = samples.begin() + static_cast<std::ptrdiff_t>(0.98 * double(samples.size() - 1));
  std::nth_element(samples.begin(), upper, samples.end());
  return std::max<double>(least, *upper);
}

double FieldRanges::top(const Snapshot& snapshot, std::uint64_t content, SkinColour skin) {
  if (content == content_ && skin == skin_)
    return top_;
  content_ = content;
  skin_ = skin;
  const double upper = upper_field_value(snapshot, skin);
  top_ = upper > 0 ? ranges_[skin].update(upper) : 0;
  return top_;
}

} // namespace lamina
