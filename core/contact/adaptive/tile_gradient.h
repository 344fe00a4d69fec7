#pragma once

#include "core/base/range.h"
#include "core/shape/surface.h"
#include "core/shape/vertex_gradient.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lamina::adaptive {

/// Gradients of several contacts over the vertices of two surfaces, from what single points of the surfaces
/// give. Sums are in the order in which points came. Memory is reused.
class TileGradient {
public:
  void begin(std::size_t contacts) {
    contacts_ = contacts;
    shares_.clear();
  }
  /// A point on a triangle of a body gives so much (m²) along an axis of the frame, which its corners share
  /// by the barycentric coordinates of corners 1 and 2.
  void add(std::size_t contact, std::size_t body, std::uint32_t triangle,
           const std::array<double, 2>& barycentric, std::uint8_t axis, double amount) {
    shares_.push_back({static_cast<std::uint32_t>(2 * contact + body), triangle, barycentric, amount, axis});
  }
  /// Appends the entries to `gradient`, in the world's components; each vertex comes once a contact and body.
  /// The range of contact c on body b goes to ranges[2c + b].
  void finish(const std::array<const Surface*, 2>& surfaces, const Mat3& axes,
              std::vector<VertexGradient>& gradient, std::vector<Range>& ranges);

private:
  struct Share {
    std::uint32_t group, triangle; ///< group: 2 · contact + body
    std::array<double, 2> barycentric;
    double amount;
    std::uint8_t axis;
  };
  struct Sum {
    Vec3 value = Vec3::Zero(); ///< in the frame, m²
    bool used = false;
  };

  std::size_t contacts_ = 0;
  std::vector<Share> shares_;
  std::vector<std::uint32_t> ends_, order_; ///< per group, where its shares end in the order of groups
  std::vector<Sum> sums_;                   ///< per vertex; none are used between groups
  std::vector<std::uint32_t> vertices_;     ///< of the group, as they came
};

} // namespace lamina::adaptive
