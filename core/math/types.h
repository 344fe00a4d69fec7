#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <limits>

namespace lamina {

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using Quat = Eigen::Quaterniond;
/// Of what moves as a rigid body: three numbers of translation, three of rotation.
using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;

/// Axis-aligned box in metres; empty (min > max) when made by default.
struct Box {
  Vec3 min = Vec3::Constant(std::numeric_limits<double>::infinity());
  Vec3 max = Vec3::Constant(-std::numeric_limits<double>::infinity());

  bool empty() const { return (min.array() > max.array()).any(); }
  Vec3 size() const { return max - min; }
  Vec3 centre() const { return 0.5 * (min + max); }
  void include(const Vec3& p) {
    min = min.cwiseMin(p);
    max = max.cwiseMax(p);
  }
  void include(const Box& b) {
    min = min.cwiseMin(b.min);
    max = max.cwiseMax(b.max);
  }
  /// False for a point that is no number.
  bool contains(const Vec3& p) const {
    return (p.array() >= min.array()).all() && (p.array() <= max.array()).all();
  }
  Box intersection(const Box& b) const { return {min.cwiseMax(b.min), max.cwiseMin(b.max)}; }
  bool overlaps(const Box& b) const {
    return (min.array() <= b.max.array()).all() && (b.min.array() <= max.array()).all();
  }
};

/// Rotation, then translation: world = orientation * local + position.
struct Pose {
  Vec3 position = Vec3::Zero();
  Quat orientation = Quat::Identity();

  Vec3 operator*(const Vec3& local) const { return orientation * local + position; }
  Vec3 to_local(const Vec3& world) const { return orientation.conjugate() * (world - position); }
};

} // namespace lamina
