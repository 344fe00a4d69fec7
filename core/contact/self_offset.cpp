#include "core/contact/self_offset.h"

#include "core/contact/ldi/image_evidence.h"
#include "core/contact/method.h"

#include <algorithm>
#include <cmath>

namespace lamina {

namespace {

/// Offsets are this much deeper than what was measured.
constexpr double spare_depth = 1.05;

/// Rounds of spreading at most.
constexpr int most_rounds = 8;

Vec3 unit_normal(const Surface& surface, std::uint32_t triangle) {
  const Triangle& t = (*surface.triangles)[triangle];
  const VertexPositions positions = surface.vertex_positions();
  const Vec3 p = positions[t[0]], area = (positions[t[1]] - p).cross(positions[t[2]] - p);
  const double length = area.norm();
  return length > 0 ? Vec3(area / length) : Vec3::Zero();
}

/// How many rounds of neighbours reach as far as a pixel's diagonal.
int rounds_of_a_pixel(const Surface& surface, const Region& region) {
  const VertexPositions positions = surface.vertex_positions();
  double edges = 0;
  for (const Triangle& t : *surface.triangles)
    for (std::size_t k = 0; k < 3; ++k)
      edges += (positions[t[k]] - positions[t[(k + 1) % 3]]).norm();
  const double mean = edges / (3 * static_cast<double>(surface.triangles->size()));
  double squared = 0;
  for (int k = 0; k < 3; ++k)
    squared += std::pow(region.size[k] / region.pixels[static_cast<std::size_t>(k)], 2);
  return mean > 0 ? static_cast<int>(std::min<double>(most_rounds, std::sqrt(squared) / mean)) : 0;
}

/// Gives every vertex the greatest value among its neighbours and itself.
void spread(const std::vector<Triangle>& triangles, std::vector<float>& values) {
  const std::vector<float> before = values;
  for (const Triangle& t : triangles) {
    const float greatest = std::max({before[t[0]], before[t[1]], before[t[2]]});
    for (const std::uint32_t vertex : t)
      values[vertex] = std::max(values[vertex], greatest);
  }
}

} // namespace

std::shared_ptr<const std::vector<float>> rest_overlap(const Surface& surface, int resolution, int threads) {
  Surface bare = surface;
  bare.self_offset = nullptr;
  ContactSettings settings;
  settings.ldi.resolution = resolution;
  DetectionRequest request;
  request.within = {Partition::whole, false};
  const std::array<const Surface*, 1> surfaces = {&bare};
  const std::array<BodyPair, 1> pairs = {BodyPair{0, 0}};
  std::vector<PairContacts> results;
  make_contact_method(settings)->detect({{surfaces}, pairs, settings, request, threads}, results);
  const PairContacts& found = results.front();
  const std::vector<ContactPixelPair>& pixels = images_of(found).pixels;
  if (pixels.empty())
    return nullptr;

  auto offsets = std::make_shared<std::vector<float>>(surface.vertex_positions().size(), 0.0f);
  for (const ContactPixelPair& pixel : pixels) {
    const Vec3 axis = found.region.axes.col(pixel.axis);
    for (const std::uint32_t triangle : pixel.triangle) {
      const double depth = pixel.length * std::abs(unit_normal(surface, triangle).dot(axis));
      for (const std::uint32_t vertex : (*surface.triangles)[triangle])
        (*offsets)[vertex] = std::max((*offsets)[vertex], static_cast<float>(spare_depth * depth));
    }
  }
  for (int round = rounds_of_a_pixel(surface, found.region); round > 0; --round)
    spread(*surface.triangles, *offsets);
  return offsets;
}

} // namespace lamina
