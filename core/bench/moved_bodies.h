#pragma once

#include "core/shape/surface.h"

#include <span>

namespace lamina::bench {

/// Bodies whose detection is timed, moved anew for each repetition.
class MovedBodies {
public:
  virtual ~MovedBodies() = default;

  /// Moves all vertices to where they are in a repetition, whatever came before. This is what integration
  /// would do: not timed.
  virtual void move(int repetition) = 0;
  /// Brings up to date what bodies keep of their vertices, bounds and block balls: timed with the detection.
  virtual void refit() = 0;

  virtual std::span<const Surface* const> surfaces() const = 0;
  /// Volume that the bodies share where they are now, summed over pairs, m³, known without images.
  virtual double exact_volume() const = 0;
  std::size_t triangles() const; ///< of all bodies
};

} // namespace lamina::bench
