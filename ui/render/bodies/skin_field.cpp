#include "ui/render/bodies/skin_field.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamina {
namespace {

constexpr double least_strain = 1e-3, least_overlap_m = 1e-6, least_area_m2 = 1e-12;

/// As many samples as tell where the top of the scale should be.
constexpr std::size_t most_samples = 8192;

double least_top(const Snapshot& snapshot, SkinColour skin, VertexAreas& areas) {
  if (skin == SkinColour::sampling)
    return least_area_m2;
  if (skin != SkinColour::stress)
    return skin == SkinColour::strain ? least_strain : least_overlap_m;
  double softest = std::numeric_limits<double>::infinity();
  for (std::size_t body = 0; body < snapshot.infos->size(); ++body)
    if (!skin_field(snapshot, body, skin, areas).empty())
      softest = std::min(softest, (*snapshot.infos)[body].material.young_modulus);
  return std::isfinite(softest) ? least_strain * softest : 0;
}

std::vector<float> vertex_areas(const PreparedMesh& prepared) {
  // A floor stays neutral, as in every skin.
  if (shown_shape(prepared).role == SurfaceRole::floor)
    return {};
  const TriangleMesh& mesh = prepared.mesh;
  std::vector<double> sums(mesh.vertices.size(), 0);
  for (const Triangle& t : std::span(mesh.triangles).first(shown_triangles(prepared))) {
    const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    const double third = (b - a).cross(c - a).norm() / 6;
    for (const std::uint32_t corner : t)
      sums[corner] += third;
  }
  return {sums.begin(), sums.end()};
}

} // namespace

std::span<const float> VertexAreas::of(const std::shared_ptr<const PreparedMesh>& mesh) {
  return areas_.of(mesh, vertex_areas);
}

std::span<const float> skin_field(const Snapshot& snapshot, std::size_t body, SkinColour skin,
                                  VertexAreas& areas) {
  if (!snapshot.infos || body >= snapshot.infos->size() || body >= snapshot.bodies.size())
    return {};
  const BodyInfo& info = (*snapshot.infos)[body];
  const BodyState& state = snapshot.bodies[body];
  if (info.mesh && skin == SkinColour::sampling)
    return areas.of(info.mesh);
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

double upper_field_value(const Snapshot& snapshot, SkinColour skin, VertexAreas& areas) {
  std::size_t total = 0;
  for (std::size_t body = 0; body < snapshot.bodies.size(); ++body)
    total += skin_field(snapshot, body, skin, areas).size();
  if (total == 0)
    return 0;
  const std::size_t stride = 1 + total / most_samples;
  std::vector<float> samples;
  std::size_t index = 0;
  for (std::size_t body = 0; body < snapshot.bodies.size(); ++body)
    for (const float value : skin_field(snapshot, body, skin, areas))
      if (index++ % stride == 0 && std::isfinite(value))
        samples.push_back(value);
  const double least = least_top(snapshot, skin, areas);
  if (samples.empty())
    return least;
  const auto upper = samples.begin() + static_cast<std::ptrdiff_t>(0.98 * double(samples.size() - 1));
  std::nth_element(samples.begin(), upper, samples.end());
  return std::max<double>(least, *upper);
}

std::optional<double> weakest_strength(const Snapshot& snapshot, VertexAreas& areas) {
  std::optional<double> weakest;
  for (std::size_t body = 0; snapshot.infos && body < snapshot.infos->size(); ++body)
    if (const auto& strength = (*snapshot.infos)[body].material.tensile_strength;
        strength && !skin_field(snapshot, body, SkinColour::stress, areas).empty())
      weakest = std::min(weakest.value_or(*strength), *strength);
  return weakest;
}

double FieldRanges::top(const Snapshot& snapshot, std::uint64_t content, SkinColour skin,
                        VertexAreas& areas) {
  if (content == content_ && skin == skin_)
    return top_;
  content_ = content;
  skin_ = skin;
  if (const auto strength = skin == SkinColour::stress ? weakest_strength(snapshot, areas) : std::nullopt)
    return top_ = *strength;
  const double upper = upper_field_value(snapshot, skin, areas);
  top_ = upper > 0 ? ranges_[skin].update(upper) : 0;
  return top_;
}

} // namespace lamina
