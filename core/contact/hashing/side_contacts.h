#pragma once

#include "core/contact/contact.h"
#include "core/contact/hashing/consistent_depth.h"
#include "core/contact/hashing/hash_evidence.h"

#include <array>
#include <span>
#include <vector>

namespace lamina::hashing {

/// The contacts of the vertices of one body in the tetrahedra of another, or in its own. Kept from step to
/// step for its memory.
class SideContacts {
public:
  /// `shared`: vertices of the other body make contacts with this one, too, so that both stand for a part of
  /// the surface.
  void find(const HashedBody& own, const HashedBody& other, bool shared,
            std::span<const tetrahedra::PointInTet> found);

  /// Appends them to a result that was begun with points and the hash; `side` is whose vertices they are.
  void add_to(PairContacts& result, std::uint8_t side) const;
  std::span<const DeepPoint> points() const { return depths_.points(); } ///< nodes inside, too

private:
  /// One contact.
  struct Joint {
    std::uint32_t deep;         ///< into the depths
    std::uint32_t vertex;       ///< of its own body
    double depth, area;         ///< φ, m; m²
    tetrahedra::SolidExit exit; ///< where it would leave the other
  };
  /// Nothing if it has no way out.
  std::optional<Joint> join(std::uint32_t deep, bool shared) const;
  /// Adds what the joint stands for; false if it overlaps no deeper than at rest.
  bool measure(const DeepPoint& deep, double own_area, bool shared, Joint& joint) const;
  void add_contact(const Joint& joint, PairContacts& result, std::uint8_t side) const;

  const HashedBody* own_ = nullptr;
  const HashedBody* other_ = nullptr;
  ConsistentDepth depths_;
  std::vector<Joint> joints_;
};

} // namespace lamina::hashing
