#pragma once

#include "core/contact/adaptive/tile.h"
#include "core/contact/adaptive/w12/error_polynomial.h"

#include <array>
#include <cstdint>
#include <span>

namespace lamina::adaptive::w12 {

/// Which sum over edges is taken for the error.
enum class ErrorForm {
  /// Eq. 9 of W12, with α of an edge the difference of the slopes of its faces, and all of a steep face and
  /// of its neighbour. No bound of itself: short edges count less than one tile, and a tile in a narrow face
  /// half of its depth.
  printed,
  /// Never less than the error. An edge counts in no fewer tiles than it crosses; a face that counts by its
  /// depth does so at all of its edges, its neighbours by the whole of their slopes.
  strict
};
inline constexpr std::size_t error_forms = 2;

/// What one edge adds to the error of a pixel.
struct EdgeError {
  std::array<EdgeTerms, error_forms> terms; ///< by ErrorForm
  std::array<double, 2> along{};            ///< l: units along u and v, of the edge within the pixel
  double slope = 0;                         ///< |α₁| + |α₂|, m a unit
  double depth = 0;                         ///< d: depth of steep and narrow faces, m
  double sliver = 0;  ///< m·units²: all that it hides, of an edge along the border of the region
  bool bounds = true; ///< false: the surface is open there
};

/// A surface over a pixel. `finest`: size of the pixels of the image, units.
struct EdgePixel {
  const ViewSurface& body;
  const ViewPlane& plane;
  const Tile& tile;
  Vec2 finest;
};

/// Of side k of a face, from corner k to the next. False if it does not cross the pixel, or comes with the
/// face on the other side.
bool edge_error(const EdgePixel& pixel, std::uint32_t face, std::size_t side, EdgeError& found);

/// Whether the strict form counts a face by its depth: it is edge-on, or so narrow that its depth is less
/// than a quarter of what its slope spans over half of a pixel (Alg. 2). The same over all pixels, so that
/// sums of pixels stay bounds.
bool counts_by_depth(const Face& face, const ViewPlane& plane, const Vec2& finest);

/// Sums over the edges of both bodies: what a pixel of the error bound polynomial image holds.
struct ErrorSums {
  std::array<ErrorPolynomial, error_forms> error; ///< by ErrorForm
  std::array<double, 2> along{}; ///< Σ l (|α₁| + |α₂| + d) along u and v: γ is their ratio
  double slopes = 0, depths = 0; ///< Σ |α₁| + |α₂| and Σ d, of which z₁ and z₀ are made
  double sliver = 0;
  bool bounds = true;

  void add(const EdgeError& edge);
  ErrorSums& operator+=(const ErrorSums& other);
  /// If the pixel is one tile of this size, m·units².
  double of_one_tile(ErrorForm form, double w, double h) const;
  /// Of its strict form what comes of the depths of faces that are steep or narrow.
  double of_depths(double w, double h) const {
    return w * h * error[static_cast<std::size_t>(ErrorForm::strict)].once.wh;
  }
};

/// Of the edges over a tile; `faces` are those of both bodies that may lie over it.
ErrorSums sum_edges(const std::array<const ViewSurface*, 2>& bodies, const ViewPlane& plane, const Tile& tile,
                    const Vec2& finest, const std::array<std::span<const std::uint32_t>, 2>& faces);

} // namespace lamina::adaptive::w12
