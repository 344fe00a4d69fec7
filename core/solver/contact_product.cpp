#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/solver/contact_product.cpp" // NOLINT: read once for each target
#include <hwy/foreach_target.h>

#include "core/solver/contact_product.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lamina::contact_product {
namespace HWY_NAMESPACE {

#if HWY_MAX_BYTES >= 32

namespace hn = hwy::HWY_NAMESPACE;

using Four = hn::FixedTag<double, 4>;

/// Three numbers and one that means nothing.
struct Numbers {
  hn::Vec<Four> v;

  static HWY_INLINE Numbers zero() { return {hn::Zero(Four())}; }
  static HWY_INLINE Numbers load(const Lanes& from) { return {hn::LoadU(Four(), from.data())}; }
  static HWY_INLINE Numbers load(const Vec3& from) {
    return {hn::MaskedLoad(hn::FirstN(Four(), 3), Four(), from.data())};
  }
  HWY_INLINE void store(Lanes& to) const { hn::StoreU(v, Four(), to.data()); }

  HWY_INLINE Numbers operator+(Numbers b) const { return {hn::Add(v, b.v)}; }
  HWY_INLINE Numbers operator-(Numbers b) const { return {hn::Sub(v, b.v)}; }
  HWY_INLINE Numbers operator*(Numbers b) const { return {hn::Mul(v, b.v)}; }
  HWY_INLINE Numbers operator*(double b) const { return {hn::Mul(v, hn::Set(Four(), b))}; }
  /// The second, third and first number.
  HWY_INLINE Numbers turned() const {
    alignas(32) static constexpr std::int64_t next[4] = {1, 2, 0, 3};
    return {hn::TableLookupLanes(v, hn::SetTableIndices(Four(), next))};
  }
};

#else

struct Numbers {
  Lanes v;

  static Numbers zero() { return {Lanes::Zero()}; }
  static Numbers load(const Lanes& from) { return {from}; }
  static Numbers load(const Vec3& from) { return {{from[0], from[1], from[2], 0.0}}; }
  void store(Lanes& to) const { to = v; }

  Numbers operator+(const Numbers& b) const { return {v + b.v}; }
  Numbers operator-(const Numbers& b) const { return {v - b.v}; }
  Numbers operator*(const Numbers& b) const { return {v.cwiseProduct(b.v)}; }
  Numbers operator*(double b) const { return {v * b}; }
  Numbers turned() const { return {{v[1], v[2], v[0], v[3]}}; }
};

#endif

HWY_INLINE void add_to(Lanes& to, Numbers more) {
  (Numbers::load(to) + more).store(to);
}

/// a × b of `a`, and `b` also turned.
HWY_INLINE Numbers cross(Numbers a, Numbers b, Numbers b_turned) {
  return (a * b_turned - a.turned() * b).turned();
}

void AddRows(const Rows& rows, const Range& range, const Lanes* x, Lanes* y) {
  std::uint32_t e = range.begin == 0 ? 0 : rows.end[range.begin - 1];
  for (std::uint32_t r = range.begin; r < range.end; ++r) {
    const std::uint32_t begin = e, end = rows.end[r];
    Numbers sum = Numbers::zero();
    for (; e < end; ++e)
      sum = sum + Numbers::load(rows.entries[e]) * Numbers::load(x[rows.locals[e]]);
    Lanes parts;
    sum.store(parts);
    const double dot = rows.coefficients[r] * (parts[0] + parts[1] + parts[2]);
    for (e = begin; e < end; ++e)
      add_to(y[rows.locals[e]], Numbers::load(rows.entries[e]) * dot);
  }
}

/// Few bodies have such parts.
void add_general_velocity(const General& part, const Lanes* x, Numbers& velocity) {
  const Vec3 more = part.value * Vec3(x[part.local].head<3>());
  velocity = velocity + Numbers::load(more);
}

void add_general_force(const General& part, Numbers force, Lanes* y) {
  Lanes all;
  force.store(all);
  const Vec3 more = part.value.transpose() * Vec3(all.head<3>());
  add_to(y[part.local], Numbers::load(more));
}

void AddSamples(const Samples& all, const Range& range, const Lanes* x, Lanes* y) {
  const Sample none{};
  const Sample& before = range.begin == 0 ? none : all.samples[range.begin - 1];
  const Scalar* scalar = all.scalars + before.scalars_end;
  const Twist* twist = all.twists + before.twists_end;
  const General* general = all.general + before.general_end;
  for (std::uint32_t s = range.begin; s < range.end; ++s) {
    const Sample& sample = all.samples[s];
    const Scalar* const scalars_end = all.scalars + sample.scalars_end;
    const Twist* const twists_end = all.twists + sample.twists_end;
    const General* const general_end = all.general + sample.general_end;
    Numbers velocity = Numbers::zero();
    for (const Scalar* part = scalar; part != scalars_end; ++part)
      velocity = velocity + Numbers::load(x[part->local]) * part->value;
    for (const Twist* t = twist; t != twists_end; ++t) {
      const Numbers arm = Numbers::load(t->arm);
      velocity = velocity + (Numbers::load(x[t->linear]) * t->value +
                             cross(Numbers::load(x[t->angular]), arm, arm.turned()));
    }
    for (const General* g = general; g != general_end; ++g)
      add_general_velocity(*g, x, velocity);

    Lanes v;
    (velocity * all.factor).store(v);
    const Numbers force = Numbers::load(sample.weight[0]) * v[0] + Numbers::load(sample.weight[1]) * v[1] +
                          Numbers::load(sample.weight[2]) * v[2];
    for (; scalar != scalars_end; ++scalar)
      add_to(y[scalar->local], force * scalar->value);
    for (; twist != twists_end; ++twist) {
      const Numbers arm = Numbers::load(twist->arm);
      add_to(y[twist->linear], force * twist->value);
      (Numbers::load(y[twist->angular]) - cross(force, arm, arm.turned())).store(y[twist->angular]);
    }
    for (; general != general_end; ++general)
      add_general_force(*general, force, y);
  }
}

} // namespace HWY_NAMESPACE
} // namespace lamina::contact_product
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lamina::contact_product {

HWY_EXPORT(AddRows);
HWY_EXPORT(AddSamples);

void add_rows(const Rows& rows, const Range& range, const Lanes* x, Lanes* y) {
  HWY_DYNAMIC_DISPATCH(AddRows)(rows, range, x, y);
}

void add_samples(const Samples& samples, const Range& range, const Lanes* x, Lanes* y) {
  HWY_DYNAMIC_DISPATCH(AddSamples)(samples, range, x, y);
}

} // namespace lamina::contact_product
#endif
