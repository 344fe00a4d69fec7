#pragma once

#include "core/contact/method.h"

#include <functional>
#include <tuple>

namespace lamina {

/// The order of pairs: by a, then by b, then by their pieces.
inline bool comes_before(const BodyPair& p, const BodyPair& q) {
  return std::tie(p.a, p.b, p.piece) < std::tie(q.a, q.b, q.piece);
}

/// Finds the pairs of surfaces whose bounds overlap, by sweep and prune along the axis of largest spread,
/// never all pairs. Keeps its sorted order between steps (temporal coherence); results are sorted
/// (comes_before).
class BroadPhase {
public:
  /// `may_collide(a, b)` is asked once per overlapping pair (groups, both fixed); margin (m) inflates every
  /// box. A surface that starts at a positive winding number reaches everything; one without finite bounds,
  /// nothing.
  void find_pairs(std::span<const Surface* const> surfaces,
                  const std::function<bool(std::uint32_t, std::uint32_t)>& may_collide, double margin,
                  std::vector<BodyPair>& pairs);

private:
  std::vector<std::uint32_t> order_; ///< surfaces by the lower end of their boxes along axis_
  std::vector<Box> boxes_;
  int axis_ = 0;
};

} // namespace lamina
