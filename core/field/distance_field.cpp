#include "core/field/distance_field.h"

#include <cmath>

namespace lamina::field {

FieldValue DistanceField::at(const Vec3& point) const {
  FieldValue value;
  value.distance = band_;
  const Vec3 local = (point - origin_) / cell_;
  std::array<int, 3> cell;
  std::size_t block = 0;
  for (std::size_t k = 3; k-- > 0;) {
    const double at = local[static_cast<int>(k)];
    // Written so that what is no number is outside, too.
    if (!(at >= 0 && at < block_counts_[k] * block_side))
      return value;
    cell[k] = static_cast<int>(at);
    block =
        block * static_cast<std::size_t>(block_counts_[k]) + static_cast<std::size_t>(cell[k] / block_side);
  }
  const std::int32_t number = blocks_[block];
  if (number < 0) {
    value.distance = number == inside ? -band_ : band_;
    return value;
  }

  const auto within = [&](std::size_t k) { return cell[k] % block_side; };
  const float* corner = values_.data() + static_cast<std::size_t>(number) * block_values_ +
                        (within(2) * nodes_ + within(1)) * nodes_ + within(0);
  std::array<double, 8> at_corner;
  const auto band = static_cast<float>(band_ / cell_);
  bool known = true;
  for (std::size_t i = 0; i < 8; ++i) {
    const float stored = corner[(i >> 2) * nodes_ * nodes_ + (i >> 1 & 1) * nodes_ + (i & 1)];
    at_corner[i] = static_cast<double>(stored);
    known = known && std::abs(stored) < band;
  }
  const Vec3 t(local.x() - cell[0], local.y() - cell[1], local.z() - cell[2]);
  const auto between = [](double a, double b, double s) { return a + s * (b - a); };
  std::array<double, 4> along_x, slope_x;
  for (std::size_t i = 0; i < 4; ++i) {
    along_x[i] = between(at_corner[2 * i], at_corner[2 * i + 1], t.x());
    slope_x[i] = at_corner[2 * i + 1] - at_corner[2 * i];
  }
  const double low = between(along_x[0], along_x[1], t.y()), high = between(along_x[2], along_x[3], t.y());
  value.distance = cell_ * between(low, high, t.z());
  value.known = known;
  if (known)
    value.gradient =
        Vec3(between(between(slope_x[0], slope_x[1], t.y()), between(slope_x[2], slope_x[3], t.y()), t.z()),
             between(along_x[1] - along_x[0], along_x[3] - along_x[2], t.z()), high - low);
  return value;
}

std::size_t DistanceField::bytes() const {
  return values_.size() * sizeof(float) + blocks_.size() * sizeof(std::int32_t);
}

} // namespace lamina::field
