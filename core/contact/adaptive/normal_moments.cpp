#include "core/contact/adaptive/normal_moments.h"

#include <Eigen/Geometry>

#include <cmath>
#include <cstddef>

namespace lamina::adaptive {

namespace {

/// Rounds of turns about the three axes. Errors are squared from round to round.
constexpr int most_rounds = 24;
/// rad: turns below are not worth another round.
constexpr double small_turn = 1e-9;
/// Share of the area: where energies differ by less, as on a ball, no turn is better than another.
constexpr double same_energy = 1e-12;

/// The monomial of n that has these many factors n_x and n_y: they are in the order of (i, j).
constexpr std::size_t place_of(std::size_t i, std::size_t j) {
  return i * 5 - i * (i - 1) / 2 + j;
}

/// What a turn by φ about axis k does: the energy is c − P cos 4φ − Q sin 4φ.
struct Wave {
  double p, q;
};

Wave wave_about(const NormalMoments& moments, const Mat3& axes, int axis) {
  const Vec3 u = axes.col((axis + 1) % 3), v = axes.col((axis + 2) % 3);
  return {0.125 * (moments.along(u, u, u, u) + moments.along(v, v, v, v) - 6 * moments.along(u, u, v, v)),
          0.5 * (moments.along(u, u, u, v) - moments.along(u, v, v, v))};
}

} // namespace

void NormalMoments::add(const Vec3& normal, double area) {
  const Vec3 n = normal.normalized();
  const std::array<double, 5> x{1, n.x(), n.x() * n.x(), n.x() * n.x() * n.x(),
                                n.x() * n.x() * n.x() * n.x()},
      y{1, n.y(), n.y() * n.y(), n.y() * n.y() * n.y(), n.y() * n.y() * n.y() * n.y()},
      z{1, n.z(), n.z() * n.z(), n.z() * n.z() * n.z(), n.z() * n.z() * n.z() * n.z()};
  area_ += area;
  for (std::size_t i = 0, place = 0; i <= 4; ++i)
    for (std::size_t j = 0; i + j <= 4; ++j)
      sums_[place++] += area * x[i] * y[j] * z[4 - i - j];
}

void NormalMoments::add(const NormalMoments& other) {
  area_ += other.area_;
  for (std::size_t place = 0; place < sums_.size(); ++place)
    sums_[place] += other.sums_[place];
}

double NormalMoments::along(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) const {
  const std::array<Vec3, 4> factors{p, q, r, s};
  // The product of four linear forms, by powers of x and y.
  std::array<std::array<double, 5>, 5> product{};
  product[0][0] = 1;
  for (std::size_t count = 0; count < 4; ++count) {
    const Vec3& f = factors[count];
    for (std::size_t i = count + 2; i-- > 0;)
      for (std::size_t j = count + 2 - i; j-- > 0;) {
        double sum = i + j <= count ? f.z() * product[i][j] : 0;
        if (i > 0)
          sum += f.x() * product[i - 1][j];
        if (j > 0)
          sum += f.y() * product[i][j - 1];
        product[i][j] = sum;
      }
  }
  double sum = 0;
  for (std::size_t i = 0; i <= 4; ++i)
    for (std::size_t j = 0; i + j <= 4; ++j)
      sum += product[i][j] * sums_[place_of(i, j)];
  return sum;
}

double slant_energy(const NormalMoments& moments, const Mat3& axes) {
  double energy = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 u = axes.col(axis), v = axes.col((axis + 1) % 3);
    energy += moments.along(u, u, v, v);
  }
  return energy;
}

Vec3 slant_gradient(const NormalMoments& moments, const Mat3& axes) {
  Vec3 gradient;
  for (int axis = 0; axis < 3; ++axis)
    gradient[axis] = -4 * wave_about(moments, axes, axis).q;
  return gradient;
}

Mat3 least_slant_from(const NormalMoments& moments, const Mat3& start) {
  Mat3 axes = start;
  for (int round = 0; round < most_rounds; ++round) {
    double largest = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const Wave wave = wave_about(moments, axes, axis);
      const double height = std::hypot(wave.p, wave.q);
      if (!(height > same_energy * moments.area()) || (wave.p > 0 && std::abs(wave.q) <= small_turn * height))
        continue;
      const double angle = 0.25 * std::atan2(wave.q, wave.p);
      largest = std::max(largest, std::abs(angle));
      const Vec3 u = axes.col((axis + 1) % 3), v = axes.col((axis + 2) % 3);
      axes.col((axis + 1) % 3) = std::cos(angle) * u + std::sin(angle) * v;
      axes.col((axis + 2) % 3) = std::cos(angle) * v - std::sin(angle) * u;
    }
    if (!(largest > small_turn))
      break;
  }
  // What rounding took from right angles.
  axes.col(0).normalize();
  axes.col(1) = (axes.col(1) - axes.col(1).dot(axes.col(0)) * axes.col(0)).normalized();
  axes.col(2) = axes.col(0).cross(axes.col(1));
  return axes;
}

} // namespace lamina::adaptive
