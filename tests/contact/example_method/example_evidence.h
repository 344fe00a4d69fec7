#pragma once

#include "core/contact/contact.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace lamina::test {

/// What the example leaves of a pair: where each vertex lies, and where the other surface is nearest to it.
class ExampleEvidence : public EvidenceOf<ExampleEvidence> {
public:
  /// One a contact, in their order: end[0] is the vertex.
  std::vector<FrictionPoint> vertices;

  void clear() override { vertices.clear(); }
  std::unique_ptr<Evidence> summary() const override { return std::make_unique<ExampleEvidence>(); }
  void count(DetectionCounts& counts) const override { counts.colliding_points += vertices.size(); }
  std::size_t friction_points() const override { return vertices.size(); }
  void get_friction_points(const PairContacts& pair, std::size_t first,
                           std::span<FrictionPoint> points) const override;
};

} // namespace lamina::test
