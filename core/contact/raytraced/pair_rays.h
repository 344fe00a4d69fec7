#pragma once

#include "core/contact/point_evidence.h"
#include "core/contact/raytraced/cast_ray.h"

#include <array>
#include <vector>

namespace lamina::raytraced {

/// The rays of one pair: first which vertices cast one, then what each found, then the contacts of it. Kept
/// from step to step for its memory. In self-contact both surfaces are the same, and the first side casts.
class PairRays {
public:
  /// Takes the vertices of either surface that lie in the overlap of their boxes (H08, algorithm 1), in
  /// self-contact all. An endless solid's box is everything.
  void begin(const CastSurface& a, const CastSurface& b, bool self, RayForce force);

  std::size_t count() const { return starts_.size(); }
  /// Casts rays [begin, end) of count(), at most so many; no two calls may share any.
  static constexpr std::size_t most_at_a_time = most_rays;
  void cast(std::size_t begin, std::size_t end);

  /// Fills what was found into a result that was begun with points and rays: contacts in the order of the
  /// rays, which is that of the vertices, those of a first. `list_rays`: the rays too. Where either is
  /// a piece of a body, vertices that lie within the other without a contact get one that parts the two the
  /// shortest way (core/contact/enclosed); those come last.
  void finish(bool list_rays, PairContacts& result);

private:
  void cast(std::uint8_t side, std::size_t begin, std::size_t end);
  std::uint8_t side_of(std::size_t ray) const { return ray < first_of_b_ ? 0 : 1; }
  bool lead_out(std::uint8_t side, PairContacts& result, PointEvidence& points);
  void add_contact(std::size_t ray, PairContacts& result, PointEvidence& points) const;
  const CastSurface& other(std::uint8_t side) const { return *surfaces_[self_ ? 0 : 1 - side]; }

  std::array<const CastSurface*, 2> surfaces_{};
  bool self_ = false;
  RayForce force_ = RayForce::normal;
  Box overlap_;
  std::vector<std::uint32_t> starts_; ///< vertices, those of a first
  std::size_t first_of_b_ = 0;
  std::vector<RayOutcome> outcomes_;  ///< of starts_; more than those after busier steps
  std::vector<RayJoint> joints_;      ///< as many; of contacts
  std::vector<Vec3> enclosed_;        ///< vertices that lie within the other surface
  std::array<std::size_t, 2> left_{}; ///< vertices of either side outside the overlap
};

} // namespace lamina::raytraced
