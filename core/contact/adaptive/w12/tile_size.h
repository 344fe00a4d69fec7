#pragma once

#include "core/contact/adaptive/w12/edge_error.h"

#include <array>
#include <cstdint>

namespace lamina::adaptive::w12 {

/// In the strict form an edge crosses no more tiles than its length says and so many, if a pixel is split
/// along u and v: it lies in one more tile than it crosses lines, and n lines may lie within n − 1 spacings.
inline constexpr double more_tiles = 3;

/// The error of a pixel (units) that is cut into tiles of one size, m·units², as far as its polynomial says.
double error_of_tiles(const ErrorSums& pixel, ErrorForm form, const Vec2& size, double w, double h);

/// The largest tile of a pixel whose error is within a tolerance, m·units² (Eq. 10): its sides are as γ
/// (Eq. 11) until one of them is the pixel's; then the other is as long as the tolerance allows.
Vec2 tile_size(const ErrorSums& pixel, ErrorForm form, const Vec2& size, double tolerance);

/// Into how many tiles along u and v a pixel is split: no larger than that, and within the tolerance, but no
/// more than `most` along each.
std::array<std::int64_t, 2> tile_counts(const ErrorSums& pixel, ErrorForm form, const Vec2& size,
                                        double tolerance, std::int64_t most);

} // namespace lamina::adaptive::w12
