#pragma once

#include "ui/render/camera/camera.h"

#include <QPointF>

#include <array>
#include <optional>

namespace lamina {

/// The world's axes as the camera sees them, drawn small in a corner. Each has two ends that can be clicked,
/// to look from there.
class AxisTriad {
public:
  /// Logical pixels from the middle to the outermost edge.
  static constexpr double reach = 44;

  /// An end of an axis in the picture.
  struct End {
    int axis = 0;          ///< 0, 1, 2 for x, y, z
    bool negative = false; ///< the end without a letter
    QPointF at;
    double nearness = 0; ///< −1 behind the middle to 1 before it

    Vec3 direction() const { return negative ? Vec3(-Vec3::Unit(axis)) : Vec3::Unit(axis); }
    bool is(const End& other) const { return axis == other.axis && negative == other.negative; }
  };

  void place(QPointF middle) { middle_ = middle; }
  /// Marks what the pointer is on.
  void point_at(std::optional<End> end) { pointed_ = end; }

  /// All ends, the farthest first.
  std::array<End, 6> ends(const Camera& camera) const;
  /// The nearest to the eye of those at a place.
  std::optional<End> end_at(const Camera& camera, QPointF at) const;
  bool covers(QPointF at) const; ///< whether a place lies within its disc

  /// Within a frame of the panels, below them.
  void draw(const Camera& camera, bool dark) const;

private:
  QPointF middle_;
  std::optional<End> pointed_;
};

} // namespace lamina
