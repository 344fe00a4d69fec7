// Read once for each target, by the stages that need it.
#if defined(LAMINA_LDI_COMPRESS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LAMINA_LDI_COMPRESS_INL_H
#undef LAMINA_LDI_COMPRESS_INL_H
#else
#define LAMINA_LDI_COMPRESS_INL_H
#endif

#include "core/contact/ldi/simd/chosen_lanes.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lamina::ldi::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR

/// Moves chosen lanes to the front, in their order, and anything behind them, as Highway's Compress does.
/// Some versions of that copy tables of a kilobyte or two to the stack each time: where the processor has no
/// instruction for it, and for lanes of 64 bits.
template <class D>
class Compressor {
public:
  Compressor(D, hn::Mask<D> chosen) : chosen_(chosen) {
    if constexpr (by_table)
      index_ = lanes_of(chosen);
  }
  HWY_INLINE hn::Vec<D> operator()(hn::Vec<D> all) const {
    if constexpr (by_table)
      return hn::TableLookupLanes(all, hn::IndicesFromVec(D(), index_));
    else
      return hn::Compress(all, chosen_);
  }

private:
  using Index = hn::RebindToUnsigned<D>;
  static constexpr std::size_t lanes = hn::MaxLanes(D());
  static constexpr bool by_table = lanes >= 4 && lanes <= 8;

  static HWY_INLINE hn::Vec<Index> lanes_of(hn::Mask<D> chosen) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(D(), chosen, bits);
    const auto narrow = hn::LoadU(hn::Rebind<std::uint8_t, D>(), chosen_lanes.of[bits[0]].data());
    const auto words = hn::PromoteTo(hn::Rebind<std::uint32_t, D>(), narrow);
    if constexpr (sizeof(hn::TFromD<D>) == 8)
      return hn::PromoteTo(Index(), words);
    else
      return words;
  }

  hn::Mask<D> chosen_;
  hn::Vec<Index> index_;
};

#endif

} // namespace HWY_NAMESPACE
} // namespace lamina::ldi::simd
HWY_AFTER_NAMESPACE();

#endif
