#pragma once

#include <array>

namespace lamina::adaptive::w12 {

/// What an edge adds to the error of one tile that it crosses (W12, Alg. 2), as a function of the tile's size
/// w × h:
///
///   F = w²h α₁/8 + h³ α₁β₁²/24 + wh² α₂/8 + w³ α₂β₂²/24 + wh d
///
/// Slopes in m a unit of the image plane, sizes in units, d in m: so F is in m·units², as TileVolume.
struct EdgeTerms {
  double w2h = 0, h3 = 0; ///< α₁ and α₁β₁²: the edge leaves the tile across its sides along u
  double wh2 = 0, w3 = 0; ///< α₂ and α₂β₂²: across its sides along v
  double wh = 0;          ///< d: depth of faces that are steep or narrow

  double at(double w, double h) const {
    return w * w * h * w2h / 8 + h * h * h * h3 / 24 + w * h * h * wh2 / 8 + w * w * w * w3 / 24 + w * h * wh;
  }
  EdgeTerms& operator+=(const EdgeTerms& other);
  EdgeTerms swapped() const { return {wh2, w3, w2h, h3, wh}; }
};

/// Error of all tiles w × h of a pixel: a sum over its edges.
struct ErrorPolynomial {
  /// Coefficients of Eq. 9, in the order of the paper: w², h², wh, h³/w, w³/h, h, w. So edge e counts
  /// l_u/w + l_v/h times, l its length within the pixel along u and v.
  std::array<double, 7> crossed{};
  EdgeTerms once; ///< every edge counts once: the error if the pixel is one tile

  /// An edge of so many units along u and v.
  void add(const EdgeTerms& edge, double along_u, double along_v);
  ErrorPolynomial& operator+=(const ErrorPolynomial& other);
  /// Every edge counts so often more than by its length.
  double at(double w, double h, double more) const;
  /// Its derivative by h.
  double by_height(double w, double h, double more) const;
  /// With u and v exchanged.
  ErrorPolynomial swapped() const;
};

} // namespace lamina::adaptive::w12
