#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/response/friction/rigid_friction.cpp" // NOLINT: read once for each target
#include <hwy/foreach_target.h>

#include "core/response/detection_request.h"
#include "core/response/friction/rigid_friction.h"

#include <algorithm>
#include <hwy/highway.h>

#ifndef LAMINA_FRICTION_SUMS
#define LAMINA_FRICTION_SUMS
namespace lamina {

/// What the samples' strengths follow from: friction pressures, or none where the law has no limit.
struct FrictionState {
  const double* twist;     ///< linear, angular
  const double* origin;    ///< of the arms, from that of the samples
  double factor;           ///< on areas: see FrictionParameters
  const double* pressures; ///< by cell; null: a sample's strength is its base
  double slip_speed;
};

/// Sums of the entries of the symmetric matrix, lane by lane: the upper triangle of its first block row by
/// row, the lower left block row by row, the lower triangle of the last block row by row.
struct alignas(64) FrictionSums {
  static constexpr std::size_t entries = 21;
  double of[entries][FrictionSamples::lanes];
};

} // namespace lamina
#endif

HWY_BEFORE_NAMESPACE();
namespace lamina {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#include "core/response/friction/coulomb-inl.h"

constexpr hn::CappedTag<double, FrictionSamples::lanes> d{};
constexpr hn::Rebind<std::int64_t, decltype(d)> di{};
constexpr hn::Rebind<std::uint32_t, decltype(d)> cells_tag{};
constexpr hn::Rebind<float, decltype(d)> singles{};
using V = hn::Vec<decltype(d)>;

struct Vector3 {
  V x, y, z;
};

HWY_INLINE V Load(const float* from) {
  return hn::PromoteTo(d, hn::Load(singles, from));
}

HWY_INLINE Vector3 Cross(const Vector3& a, const Vector3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

HWY_INLINE V PressureOf(const double* pressures, const std::uint32_t* cells) {
  return hn::GatherIndex(
      d, pressures,
      hn::BitCast(di, hn::PromoteTo(hn::Rebind<std::uint64_t, decltype(d)>(), hn::LoadU(cells_tag, cells))));
}

/// s of the samples from lane k on.
HWY_INLINE V Strength(const FrictionSamples::Group& g, std::size_t k, const Vector3& n, const Vector3& r,
                      const FrictionState& state) {
  const V base = hn::Set(d, state.factor) * Load(g.area + k);
  if (!state.pressures)
    return base;
  const double* t = state.twist;
  const Vector3 turn = Cross({hn::Set(d, t[3]), hn::Set(d, t[4]), hn::Set(d, t[5])}, r);
  const Vector3 v{hn::Set(d, t[0]) + turn.x, hn::Set(d, t[1]) + turn.y, hn::Set(d, t[2]) + turn.z};
  const V along = v.x * n.x + v.y * n.y + v.z * n.z;
  const V squared = v.x * v.x + v.y * v.y + v.z * v.z - along * along;
  const V speed = hn::Sqrt(hn::Max(squared, hn::Zero(d)));
  const V pressure = PressureOf(state.pressures, g.cell[0] + k) + PressureOf(state.pressures, g.cell[1] + k);
  return coulomb_viscosity(base * (hn::Set(d, 0.5) * pressure), speed, hn::Set(d, state.slip_speed));
}

/// Some groups are gone through twice, so that the sums of each time find room in registers.
constexpr std::size_t at_a_time = 32;

/// Sums of the lanes that one vector holds.
class LaneSums {
public:
  LaneSums(std::size_t k, const FrictionState& state)
      : k_(k), state_(state), origin_{hn::Set(d, state.origin[0]), hn::Set(d, state.origin[1]),
                                      hn::Set(d, state.origin[2])} {
    for (V& sum : sums_)
      sum = hn::Zero(d);
  }

  /// At most at_a_time groups.
  HWY_INLINE void add(std::span<const FrictionSamples::Group> groups) {
    alignas(64) double strength[at_a_time * FrictionSamples::lanes];
    add_forces(groups, strength);
    add_torques(groups, strength);
  }

  HWY_INLINE void store(FrictionSums& sums) const {
    for (std::size_t e = 0; e < FrictionSums::entries; ++e)
      hn::Store(sums_[e], d, sums.of[e] + k_);
  }

private:
  HWY_INLINE Vector3 normal(const FrictionSamples::Group& g) const {
    return {Load(g.nx + k_), Load(g.ny + k_), Load(g.nz + k_)};
  }
  HWY_INLINE Vector3 arm(const FrictionSamples::Group& g) const {
    return {Load(g.mx + k_) - origin_.x, Load(g.my + k_) - origin_.y, Load(g.mz + k_) - origin_.z};
  }

  /// T = s (I − nnᵀ).
  HWY_INLINE void add_forces(std::span<const FrictionSamples::Group> groups, double* strength) {
    V xx = sums_[0], xy = sums_[1], xz = sums_[2], yy = sums_[3], yz = sums_[4], zz = sums_[5];
    for (const FrictionSamples::Group& g : groups) {
      const Vector3 n = normal(g);
      const V s = Strength(g, k_, n, arm(g), state_);
      hn::Store(s, d, strength);
      strength += hn::Lanes(d);
      const V sx = s * n.x, sy = s * n.y, sz = s * n.z;
      xx = xx + (s - sx * n.x);
      xy = xy - sx * n.y;
      xz = xz - sx * n.z;
      yy = yy + (s - sy * n.y);
      yz = yz - sy * n.z;
      zz = zz + (s - sz * n.z);
    }
    sums_[0] = xx;
    sums_[1] = xy;
    sums_[2] = xz;
    sums_[3] = yy;
    sums_[4] = yz;
    sums_[5] = zz;
  }

  /// L = [r]× T, whose columns are r × those of T, and L [r]×ᵀ, whose rows are r × those of L.
  HWY_INLINE void add_torques(std::span<const FrictionSamples::Group> groups, const double* strength) {
    Vector3 l0{sums_[6], sums_[7], sums_[8]}, l1{sums_[9], sums_[10], sums_[11]},
        l2{sums_[12], sums_[13], sums_[14]};
    V aa = sums_[15], ba = sums_[16], bb = sums_[17], ca = sums_[18], cb = sums_[19], cc = sums_[20];
    for (const FrictionSamples::Group& g : groups) {
      const Vector3 n = normal(g), r = arm(g);
      const V s = hn::Load(d, strength);
      strength += hn::Lanes(d);
      const V sx = s * n.x, sy = s * n.y, sz = s * n.z;
      const V txy = hn::Neg(sx * n.y), txz = hn::Neg(sx * n.z), tyz = hn::Neg(sy * n.z);
      const V txx = s - sx * n.x, tyy = s - sy * n.y, tzz = s - sz * n.z;
      const Vector3 c0 = Cross(r, {txx, txy, txz}), c1 = Cross(r, {txy, tyy, tyz}),
                    c2 = Cross(r, {txz, tyz, tzz});
      l0 = {l0.x + c0.x, l0.y + c1.x, l0.z + c2.x};
      l1 = {l1.x + c0.y, l1.y + c1.y, l1.z + c2.y};
      l2 = {l2.x + c0.z, l2.y + c1.z, l2.z + c2.z};
      aa = aa + (r.y * c2.x - r.z * c1.x);
      ba = ba + (r.y * c2.y - r.z * c1.y);
      bb = bb + (r.z * c0.y - r.x * c2.y);
      ca = ca + (r.y * c2.z - r.z * c1.z);
      cb = cb + (r.z * c0.z - r.x * c2.z);
      cc = cc + (r.x * c1.z - r.y * c0.z);
    }
    const V found[] = {l0.x, l0.y, l0.z, l1.x, l1.y, l1.z, l2.x, l2.y, l2.z, aa, ba, bb, ca, cb, cc};
    for (std::size_t e = 0; e < std::size(found); ++e)
      sums_[6 + e] = found[e];
  }

  std::size_t k_;
  const FrictionState& state_;
  Vector3 origin_;
  V sums_[FrictionSums::entries];
};

void SumFriction(std::span<const FrictionSamples::Group> groups, const FrictionState& state,
                 FrictionSums& sums) {
  for (std::size_t k = 0; k < FrictionSamples::lanes; k += hn::Lanes(d)) {
    LaneSums lanes(k, state);
    for (std::size_t first = 0; first < groups.size(); first += at_a_time)
      lanes.add(groups.subspan(first, std::min(at_a_time, groups.size() - first)));
    lanes.store(sums);
  }
}

} // namespace HWY_NAMESPACE
} // namespace lamina
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lamina {

HWY_EXPORT(SumFriction);

void RigidFriction::begin(const PairContacts& contacts, const Vec3& origin, const ContactsOfCells& rows,
                          const FrictionParameters& parameters) {
  origin_ = origin;
  parameters_ = parameters;
  const FrictionSamples& found = contacts.sampled_friction(friction_sampling(parameters.law), own_);
  left_ = &found == &own_ ? nullptr : &found;
  rows_of_cells_.resize(found.cells());
  for (std::uint32_t cell = 0; cell < rows_of_cells_.size(); ++cell)
    rows_of_cells_[cell] = rows.of(cell);
}

Eigen::Matrix<double, 6, 6> RigidFriction::sum(const Eigen::Matrix<double, 6, 1>& twist,
                                               std::span<const double> pressures) const {
  const bool limited = parameters_.limited();
  if (limited) {
    cell_pressures_.resize(rows_of_cells_.size());
    for (std::size_t cell = 0; cell < rows_of_cells_.size(); ++cell)
      cell_pressures_[cell] = pressures[rows_of_cells_[cell]];
  }
  const Vec3 origin = origin_ - samples().origin();
  FrictionSums sums;
  HWY_DYNAMIC_DISPATCH(SumFriction)
  (samples().groups(),
   {twist.data(), origin.data(), parameters_.factor, limited ? cell_pressures_.data() : nullptr,
    parameters_.slip_speed},
   sums);

  // Lanes are folded in one order whatever vectors made them.
  double total[FrictionSums::entries];
  for (std::size_t e = 0; e < FrictionSums::entries; ++e) {
    const double* of = sums.of[e];
    total[e] = ((of[0] + of[4]) + (of[2] + of[6])) + ((of[1] + of[5]) + (of[3] + of[7]));
  }
  Eigen::Matrix<double, 6, 6> matrix;
  std::size_t at = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j)
      matrix(i, j) = matrix(j, i) = total[at++];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      matrix(3 + i, j) = matrix(j, 3 + i) = total[at++];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j)
      matrix(3 + i, 3 + j) = matrix(3 + j, 3 + i) = total[at++];
  return matrix;
}

} // namespace lamina
#endif
