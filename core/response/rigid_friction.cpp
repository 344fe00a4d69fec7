#include "core/response/rigid_friction.h"

#include "core/body/rotation.h"

namespace lamina {

void RigidFriction::begin(const PairContacts& contacts, const Vec3& origin, const RowsOfPixels& rows,
                          const Settings& settings, double coefficient) {
  groups_.clear();
  std::size_t at = lanes;
  for (const ContactPixelPair& pixel : contacts.pixels) {
    if (pixel.weight == 0)
      continue;
    if (at == lanes) {
      Group empty;
      empty.nx = empty.ny = empty.nz = empty.rx = empty.ry = empty.rz = empty.base = Group::Lane::Zero();
      empty.rows.fill({0, 0});
      groups_.push_back(empty);
      at = 0;
    }
    Group& group = groups_.back();
    const auto lane = static_cast<Eigen::Index>(at);
    const Vec3 n = friction_normal(pixel, contacts.region, settings.friction);
    const Vec3 r = pixel.lower + 0.5 * pixel.length * contacts.region.axes.col(pixel.axis) - origin;
    group.nx[lane] = n[0];
    group.ny[lane] = n[1];
    group.nz[lane] = n[2];
    group.rx[lane] = r[0];
    group.ry[lane] = r[1];
    group.rz[lane] = r[2];
    group.base[lane] = friction_base(pixel, settings, coefficient);
    group.rows[at] = rows.of(pixel);
    ++at;
  }
}

Eigen::Matrix<double, 6, 6> RigidFriction::sum(const Eigen::Matrix<double, 6, 1>& twist,
                                               std::span<const double> pressures,
                                               const Settings& settings) const {
  using Lane = Group::Lane;
  const bool coulomb = settings.friction == FrictionLaw::coulomb;

  // Sums over the samples of s, s r, s r rᵀ and s u uᵀ; of the symmetric ones the lower triangles.
  Lane total = Lane::Zero();
  std::array<Lane, 3> first;
  std::array<Lane, 6> second;
  std::array<Lane, 21> outer;
  first.fill(Lane::Zero());
  second.fill(Lane::Zero());
  outer.fill(Lane::Zero());
  for (const Group& g : groups_) {
    const std::array<Lane, 6> u = {
        g.nx, g.ny, g.nz, g.ry * g.nz - g.rz * g.ny, g.rz * g.nx - g.rx * g.nz, g.rx * g.ny - g.ry * g.nx};
    Lane s = g.base;
    if (coulomb) {
      Lane pressure;
      for (std::size_t k = 0; k < lanes; ++k)
        pressure[static_cast<Eigen::Index>(k)] = 0.5 * (pressures[g.rows[k][0]] + pressures[g.rows[k][1]]);
      const Lane vx = twist[0] + twist[4] * g.rz - twist[5] * g.ry;
      const Lane vy = twist[1] + twist[5] * g.rx - twist[3] * g.rz;
      const Lane vz = twist[2] + twist[3] * g.ry - twist[4] * g.rx;
      const Lane along = vx * g.nx + vy * g.ny + vz * g.nz;
      const Lane speed = (vx * vx + vy * vy + vz * vz - along * along).max(0.0).sqrt();
      s *= pressure / speed.max(settings.slip_speed);
    }
    const std::array<Lane, 3> r = {g.rx, g.ry, g.rz};
    total += s;
    std::size_t at = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const Lane scaled = s * r[i];
      first[i] += scaled;
      for (std::size_t j = 0; j <= i; ++j)
        second[at++] += scaled * r[j];
    }
    at = 0;
    for (std::size_t i = 0; i < 6; ++i) {
      const Lane scaled = s * u[i];
      for (std::size_t j = 0; j <= i; ++j)
        outer[at++] += scaled * u[j];
    }
  }

  const Vec3 moment(first[0].sum(), first[1].sum(), first[2].sum());
  const double squares = second[0].sum() + second[2].sum() + second[5].sum();
  Eigen::Matrix<double, 6, 6> matrix = Eigen::Matrix<double, 6, 6>::Zero();
  matrix.topLeftCorner<3, 3>() = total.sum() * Mat3::Identity();
  matrix.bottomLeftCorner<3, 3>() = cross_matrix(moment);
  matrix.bottomRightCorner<3, 3>() = squares * Mat3::Identity();
  std::size_t at = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j)
      matrix(3 + i, 3 + j) -= second[at++].sum();
  at = 0;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j <= i; ++j) {
      matrix(i, j) -= outer[at++].sum();
      matrix(j, i) = matrix(i, j);
    }
  return matrix;
}

} // namespace lamina
