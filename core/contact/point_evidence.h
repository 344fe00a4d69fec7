#pragma once

#include "core/contact/contact.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lamina {

/// Two points of surfaces that a contact of depth or gap joins. Serves friction, drawing, pointing and
/// recording as pixel pairs do for volumes.
struct ContactPointPair {
  std::array<Vec3, 2> position;                    ///< world, m
  Vec3 normal;                                     ///< unit: nothing rubs along it
  double area;                                     ///< m²: what it stands for
  std::array<std::uint32_t, 2> triangle;           ///< that the points lie on
  std::array<std::array<float, 2>, 2> barycentric; ///< of corners 1 and 2 of those triangles
  std::array<std::uint8_t, 2> body;                ///< that they belong to: 0 is body a, 1 is body b
  std::uint32_t contact;                           ///< index into PairContacts::contacts
};

/// What methods that join points leave of a pair.
class PointEvidence : public EvidenceOf<PointEvidence> {
public:
  std::vector<ContactPointPair> points; ///< one a contact, in the order of the contacts

  void clear() override { points.clear(); }
  std::unique_ptr<Evidence> summary() const override { return std::make_unique<PointEvidence>(); }
  void renumber(int side, std::span<const std::uint32_t> triangles) override;
  void count(DetectionCounts& counts) const override { counts.colliding_points += points.size(); }
  std::size_t friction_points() const override { return points.size(); }
  void get_friction_points(const PairContacts& pair, std::size_t first,
                           std::span<FrictionPoint> friction) const override;
};

/// That of a pair; empty if its method joins no points.
const PointEvidence& points_of(const PairContacts& pair);

} // namespace lamina
