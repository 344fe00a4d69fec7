#include "core/contact/friction_samples.h"

#include "core/contact/contact.h"

#include <algorithm>

namespace lamina {

namespace {

void set(FrictionSamples::Group& group, std::size_t lane, const Vec3& normal, const Vec3& middle, double area,
         const std::array<std::uint32_t, 2>& cell) {
  group.nx[lane] = normal[0];
  group.ny[lane] = normal[1];
  group.nz[lane] = normal[2];
  group.mx[lane] = middle[0];
  group.my[lane] = middle[1];
  group.mz[lane] = middle[2];
  group.area[lane] = area;
  group.cell[0][lane] = cell[0];
  group.cell[1][lane] = cell[1];
}

} // namespace

void FrictionSamples::reserve(std::size_t count) {
  if (const std::size_t most = (count + lanes - 1) / lanes; groups_.size() < most)
    groups_.resize(most);
}

void FrictionSamples::add(const Vec3& normal, const Vec3& middle, double area,
                          const std::array<std::uint32_t, 2>& cell) {
  set(groups_[count_ / lanes], count_ % lanes, normal, middle, area, cell);
  cells_ = std::max({cells_, cell[0] + 1, cell[1] + 1});
  ++count_;
}

void FrictionSamples::finish() {
  for (std::size_t i = count_; i % lanes != 0; ++i)
    set(groups_[i / lanes], i % lanes, Vec3::Zero(), Vec3::Zero(), 0, {});
}

void FrictionSamples::take(std::span<const ContactPixelPair> pixels, const Region& region, FrictionLaw law) {
  clear();
  if (law == FrictionLaw::none)
    return;
  reserve(pixels.size());
  for (const ContactPixelPair& pixel : pixels) {
    if (pixel.weight == 0)
      continue;
    add(friction_normal(pixel, region, law), middle_of(pixel, region),
        law == FrictionLaw::axis ? pixel.area : pixel.weight, {pixel.cell[0], pixel.cell[1]});
  }
  finish();
}

} // namespace lamina
