#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/contact/adaptive/simd/tile_stages.cpp" // NOLINT: read once for each target
#include <hwy/foreach_target.h>

#include "core/contact/adaptive/tile_stages.h"

#include <bit>
#include <hwy/highway.h>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace lamina::adaptive::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<double, most_parts>;
using Number = hn::Vec<D>;

/// A bit a lane, of eight at most.
template <class Tag>
HWY_INLINE unsigned bits_of(Tag tag, hn::Mask<Tag> mask) {
  std::uint8_t stored[8] = {};
  hn::StoreMaskBits(tag, mask, stored);
  return stored[0];
}

/// A lane a part. A part that is not there meets nothing.
class Parts {
public:
  explicit Parts(std::span<const TileBorders> parts) {
    for (std::size_t k = 0; k < most_parts; ++k) {
      const bool there = k < parts.size();
      low_u_[k] = there ? parts[k].low_u : std::numeric_limits<double>::infinity();
      high_u_[k] = there ? parts[k].high_u : 0;
      low_v_[k] = there ? parts[k].low_v : 0;
      high_v_[k] = there ? parts[k].high_v : 0;
    }
  }

  /// See boxes_meet(): a bit a part.
  HWY_INLINE unsigned meet_box(const Face& face) const {
    const D d;
    const Number low_u = hn::Set(d, face.low_u), high_u = hn::Set(d, face.high_u),
                 low_v = hn::Set(d, face.low_v), high_v = hn::Set(d, face.high_v);
    unsigned bits = 0;
    for (std::size_t k = 0; k < most_parts; k += hn::Lanes(d)) {
      const auto along_u =
          hn::And(hn::Ge(high_u, hn::Load(d, low_u_ + k)), hn::Le(low_u, hn::Load(d, high_u_ + k)));
      const auto along_v =
          hn::And(hn::Ge(high_v, hn::Load(d, low_v_ + k)), hn::Le(low_v, hn::Load(d, high_v_ + k)));
      bits |= bits_of(d, hn::And(along_u, along_v)) << k;
    }
    return bits;
  }

  /// See sides_meet(); not of edge-on faces.
  HWY_INLINE unsigned meet_sides(const Face& face) const {
    const D d;
    const double inwards = face.faces < 0 ? -1 : 1;
    unsigned bits = 0;
    for (std::size_t part = 0; part < most_parts; part += hn::Lanes(d)) {
      const Number low_u = hn::Load(d, low_u_ + part), high_u = hn::Load(d, high_u_ + part),
                   low_v = hn::Load(d, low_v_ + part), high_v = hn::Load(d, high_v_ + part);
      auto beyond = hn::Lt(low_u, low_u);
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t next = k == 2 ? 0 : k + 1;
        const Number du = hn::Set(d, inwards * (face.u[next] - face.u[k])),
                     dv = hn::Set(d, inwards * (face.v[next] - face.v[k])), u = hn::Set(d, face.u[k]),
                     v = hn::Set(d, face.v[k]);
        const Number left = hn::Max(hn::Mul(du, hn::Sub(high_v, v)), hn::Mul(du, hn::Sub(low_v, v))),
                     right = hn::Min(hn::Mul(dv, hn::Sub(low_u, u)), hn::Mul(dv, hn::Sub(high_u, u)));
        const Number doubt = hn::Mul(hn::Set(d, -doubt_of_sides), hn::Add(hn::Abs(left), hn::Abs(right)));
        beyond = hn::Or(beyond, hn::Lt(hn::Sub(left, right), doubt));
      }
      bits |= bits_of(d, hn::Not(beyond)) << part;
    }
    return bits;
  }

private:
  HWY_ALIGN double low_u_[most_parts], high_u_[most_parts], low_v_[most_parts], high_v_[most_parts];
};

unsigned meet_edge_on(const Face& face, std::span<const TileBorders> parts) {
  unsigned bits = 0;
  for (std::size_t k = 0; k < parts.size(); ++k)
    bits |= static_cast<unsigned>(sides_meet(face, parts[k])) << k;
  return bits;
}

PartCounts ListOverParts(std::span<const Face> faces, std::span<const std::uint32_t> given,
                         std::span<const TileBorders> borders, const PartLists& lists) {
  const Parts parts(borders);
  PartCounts counts{};
  for (const std::uint32_t index : given) {
    const Face& face = faces[index];
    unsigned over = parts.meet_box(face);
    if (!std::has_single_bit(over) || borders.size() == 1)
      over &= face.edge_on() ? meet_edge_on(face, borders) : parts.meet_sides(face);
    for (; over != 0; over &= over - 1) {
      const auto part = static_cast<std::size_t>(std::countr_zero(over));
      lists[part][counts[part]++] = index;
    }
  }
  return counts;
}

std::size_t ListMeeting(const BoxList& boxes, const DepthBox& box, std::uint32_t* found) {
  const hn::CappedTag<double, BoxList::in_block> d;
  using Ends = hn::Vec<decltype(d)>;
  Ends low[3], high[3];
  for (std::size_t k = 0; k < 3; ++k) {
    low[k] = hn::Set(d, box.low[k]);
    high[k] = hn::Set(d, box.high[k]);
  }
  std::size_t count = 0;
  std::uint32_t first = 0;
  for (const BoxList::Block& block : boxes.blocks()) {
    for (std::size_t at = 0; at < BoxList::in_block; at += hn::Lanes(d)) {
      const auto meets = [&](std::size_t k) HWY_ATTR {
        return hn::And(hn::Le(hn::LoadU(d, block.low[k].data() + at), high[k]),
                       hn::Ge(hn::LoadU(d, block.high[k].data() + at), low[k]));
      };
      unsigned bits = bits_of(d, hn::And(meets(0), hn::And(meets(1), meets(2))));
      for (; bits != 0; bits &= bits - 1)
        found[count++] =
            first + static_cast<std::uint32_t>(at) + static_cast<std::uint32_t>(std::countr_zero(bits));
    }
    first += static_cast<std::uint32_t>(BoxList::in_block);
  }
  return count;
}

} // namespace HWY_NAMESPACE
} // namespace lamina::adaptive::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lamina::adaptive::simd {

HWY_EXPORT(ListOverParts);
HWY_EXPORT(ListMeeting);

PartCounts list_over_parts(std::span<const Face> faces, std::span<const std::uint32_t> given,
                           std::span<const TileBorders> parts, const PartLists& lists) {
  return HWY_DYNAMIC_DISPATCH(ListOverParts)(faces, given, parts, lists);
}

std::size_t list_meeting(const BoxList& boxes, const DepthBox& box, std::uint32_t* found) {
  return HWY_DYNAMIC_DISPATCH(ListMeeting)(boxes, box, found);
}

} // namespace lamina::adaptive::simd
#endif
