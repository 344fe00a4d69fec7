#pragma once

#include "core/math/types.h"

#include <cstddef>
#include <span>
#include <vector>

namespace lamina {

/// A place in single precision: half of what must be read to pass over a large surface.
using Vec3f = Eigen::Vector3f;

inline std::vector<Vec3f> in_single(std::span<const Vec3> positions) {
  std::vector<Vec3f> result;
  result.reserve(positions.size());
  for (const Vec3& p : positions)
    result.push_back(p.cast<float>());
  return result;
}

/// Where the vertices of a mesh are (m), in double or in single precision. A view: what it was made of must
/// stay where it is.
class VertexPositions {
public:
  VertexPositions() = default;
  VertexPositions(std::span<const Vec3> positions) : doubles_(positions.data()), size_(positions.size()) {}
  VertexPositions(const std::vector<Vec3>& positions) : VertexPositions(std::span(positions)) {}
  VertexPositions(std::span<const Vec3f> positions) : floats_(positions.data()), size_(positions.size()) {}
  VertexPositions(const std::vector<Vec3f>& positions) : VertexPositions(std::span(positions)) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  bool single() const { return floats_ != nullptr; }
  Vec3 operator[](std::size_t vertex) const {
    return floats_ ? Vec3(floats_[vertex].cast<double>()) : doubles_[vertex];
  }

  double along(std::size_t vertex, int axis) const {
    return floats_ ? static_cast<double>(floats_[vertex][axis]) : doubles_[vertex][axis];
  }

  /// The numbers as they lie, x, y and z of one vertex after the other: doubles, or floats if single().
  template <class Real>
  const Real* numbers() const;

private:
  const Vec3* doubles_ = nullptr;
  const Vec3f* floats_ = nullptr;
  std::size_t size_ = 0;
};

template <>
inline const double* VertexPositions::numbers<double>() const {
  return doubles_->data();
}
template <>
inline const float* VertexPositions::numbers<float>() const {
  return floats_->data();
}

} // namespace lamina
