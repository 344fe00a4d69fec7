#pragma once

#include <cstddef>
#include <vector>

namespace lamina {

/// An image over a region as one view direction sees it, along the two axes that follow it: by how much tiles
/// as large as the pixels may be off, each by its own area (W12, section 4.2: the error bound polynomial
/// image, for one size of tiles).
struct ErrorPicture {
  std::size_t across = 0;    ///< pixels along each side; 0 if there is no image
  std::vector<float> errors; ///< m, m³ a m²; rows of v after one another, u along each; infinite if not known

  void clear() {
    across = 0;
    errors.clear();
  }
  float at(std::size_t u, std::size_t v) const { return errors[v * across + u]; }
};

} // namespace lamina
