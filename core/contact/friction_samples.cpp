#include "core/contact/friction_samples.h"

#include <algorithm>

namespace lamina {

std::span<FrictionSamples::Group> FrictionSamples::add_groups(std::size_t samples, std::uint32_t cells) {
  const std::size_t first = count_ / lanes, count = (samples + lanes - 1) / lanes;
  if (groups_.size() < first + count)
    groups_.resize(first + count);
  count_ += count * lanes;
  cells_ = std::max(cells_, cells);
  return {groups_.data() + first, count};
}

void FrictionSamples::add(const Vec3& normal, const Vec3& middle, double area, double depth,
                          const std::array<std::uint32_t, 2>& cell) {
  const std::size_t lane = count_ % lanes;
  if (groups_.size() == count_ / lanes)
    groups_.emplace_back();
  Group& group = groups_[count_ / lanes];
  const Vec3 arm = middle - origin_;
  group.nx[lane] = static_cast<float>(normal[0]);
  group.ny[lane] = static_cast<float>(normal[1]);
  group.nz[lane] = static_cast<float>(normal[2]);
  group.mx[lane] = static_cast<float>(arm[0]);
  group.my[lane] = static_cast<float>(arm[1]);
  group.mz[lane] = static_cast<float>(arm[2]);
  group.area[lane] = static_cast<float>(area);
  group.depth[lane] = static_cast<float>(depth);
  group.cell[0][lane] = cell[0];
  group.cell[1][lane] = cell[1];
  cells_ = std::max({cells_, cell[0] + 1, cell[1] + 1});
  ++count_;
}

void FrictionSamples::finish() {
  while (count_ % lanes != 0)
    add(Vec3::Zero(), origin_, 0, 0, {});
}

} // namespace lamina
