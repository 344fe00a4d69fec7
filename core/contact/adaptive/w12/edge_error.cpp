#include "core/contact/adaptive/w12/edge_error.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamina::adaptive::w12 {

namespace {

/// A face is narrow if its depth is below this share of slope times size (Alg. 2: a quarter of half of it).
constexpr double narrow_share = 0.125;
/// Of their slopes: faces that differ by less are coplanar in the printed form. Corners that are moved to
/// whole units turn small faces by so much.
constexpr double coplanar_share = 1e-6;
/// Borders of a region are rounded to so many units.
constexpr double border_units = 2;

double depth_within(const DepthRange& range, const ViewPlane& plane) {
  return std::max(0.0, std::min(range.high, plane.high) - std::max(range.low, plane.low));
}

/// One of the two faces of an edge.
struct EdgeFace {
  bool there = false, edge_on = false;
  Vec2 slope = Vec2::Zero();
  std::array<bool, error_forms> by_depth{};
  std::array<double, error_forms> depth{}; ///< m, of what counts by it

  Vec2 kink(ErrorForm form) const {
    return by_depth[static_cast<std::size_t>(form)] ? Vec2(Vec2::Zero()) : slope;
  }
};

/// Case 1 of Fig. 5b: the edge leaves the pixel across the sides that run along u.
bool is_case_1(const EdgePixel& pixel, const Vec2& way) {
  return std::abs(way.y()) * pixel.tile.width() >= std::abs(way.x()) * pixel.tile.height();
}

EdgeFace edge_face(const EdgePixel& pixel, const Face& face, bool case_1) {
  EdgeFace of;
  of.there = true;
  of.edge_on = face.faces == 0;
  of.slope = face.slope();
  const double whole = depth_within({face.low, face.high}, pixel.plane),
               within = depth_within(range_within(face, TileBorders(pixel.tile)), pixel.plane);
  const double spans =
      case_1 ? pixel.tile.width() * std::abs(of.slope.x()) : pixel.tile.height() * std::abs(of.slope.y());
  of.by_depth = {of.edge_on || narrow_share * spans > within,
                 counts_by_depth(face, pixel.plane, pixel.finest)};
  // A tile in the middle of a narrow face is off by all of its depth, one beside an edge-on face by no more
  // than half of the tile.
  of.depth = {0.5 * within, of.edge_on ? 0.5 * whole : whole};
  return of;
}

/// Whether two points lie along one border of the region: nothing but what borders are rounded by is beyond.
bool along_border(const EdgePixel& pixel, const Vec2& p, const Vec2& q) {
  for (int k = 0; k < 2; ++k) {
    const double size = static_cast<double>(pixel.plane.size[static_cast<std::size_t>(k)]);
    if (std::max(p[k], q[k]) <= border_units || std::min(p[k], q[k]) >= size - border_units)
      return true;
  }
  return false;
}

/// Alg. 2 for both faces of an edge that runs along `way`.
EdgeTerms terms_of(ErrorForm form, const EdgeFace& own, const EdgeFace& other, const Vec2& way, bool case_1) {
  const auto f = static_cast<std::size_t>(form);
  const Vec2 kink = (own.kink(form) - other.kink(form)).cwiseAbs();
  EdgeTerms terms;
  terms.wh = (own.by_depth[f] ? own.depth[f] : 0) + (other.by_depth[f] ? other.depth[f] : 0);
  const bool one_level = own.by_depth[f] || other.by_depth[f] || !other.there;
  if (form == ErrorForm::strict && one_level) {
    // The kink is not at right angles to the edge: half of ∫ |g·x| over the tile.
    terms.w2h = kink.x();
    terms.wh2 = kink.y();
  } else if (case_1) {
    const double beta = way.y() != 0 ? way.x() / way.y() : 0;
    terms.w2h = kink.x();
    terms.h3 = kink.x() * beta * beta;
  } else {
    const double beta = way.y() / way.x();
    terms.wh2 = kink.y();
    terms.w3 = kink.y() * beta * beta;
  }
  return terms;
}

} // namespace

bool counts_by_depth(const Face& face, const ViewPlane& plane, const Vec2& finest) {
  return face.faces == 0 ||
         depth_within({face.low, face.high}, plane) < narrow_share * face.slope().cwiseAbs().dot(finest);
}

bool edge_error(const EdgePixel& pixel, std::uint32_t index, std::size_t side, EdgeError& found) {
  const Face& own = pixel.body.faces[index];
  const std::uint32_t other = pixel.body.part->neighbours[index][side];
  if (other < left_out && other < index)
    return false; // added from there
  const std::size_t next = (side + 1) % 3;
  const Vec2 middle(pixel.tile.middle()[0], pixel.tile.middle()[1]),
      half = 0.5 * Vec2(pixel.tile.width(), pixel.tile.height());
  const Vec2 p(own.u[side], own.v[side]), q(own.u[next], own.v[next]), way = q - p;
  double begin = 0, end = 1;
  if (!clip_segment(p - middle, q - middle, half, begin, end))
    return false;
  const double z0 = own.z[side], dz = own.z[next] - z0, at_begin = z0 + begin * dz, at_end = z0 + end * dz;
  const bool within =
      std::max(at_begin, at_end) >= pixel.plane.low && std::min(at_begin, at_end) <= pixel.plane.high;

  found = {};
  found.along = {(end - begin) * std::abs(way.x()), (end - begin) * std::abs(way.y())};
  if (other == open_side || other == left_out)
    found.bounds = !within;
  if (along_border(pixel, p + begin * way, p + end * way)) {
    found.sliver = border_units * (found.along[0] + found.along[1] + 2 * border_units) *
                   (pixel.plane.high - pixel.plane.low);
    found.along = {};
    return true;
  }
  const bool case_1 = is_case_1(pixel, way);
  EdgeFace near = edge_face(pixel, own, case_1), far;
  if (other < left_out)
    far = edge_face(pixel, pixel.body.faces[other], case_1);
  if (!within) // what counts by its depth does so wherever it has an edge
    near.slope = far.slope = Vec2::Zero();
  else if (far.there && !near.edge_on && !far.edge_on &&
           (near.slope - far.slope).lpNorm<1>() <=
               coplanar_share * (near.slope.lpNorm<1>() + far.slope.lpNorm<1>()))
    near.by_depth[0] = far.by_depth[0] = false;
  for (const ErrorForm form : {ErrorForm::printed, ErrorForm::strict})
    found.terms[static_cast<std::size_t>(form)] = terms_of(form, near, far, way, case_1);
  found.slope = (near.kink(ErrorForm::printed) - far.kink(ErrorForm::printed)).lpNorm<1>();
  for (const EdgeFace& face : {near, far})
    found.depth += face.by_depth[0] ? 2 * face.depth[0] : 0;
  return true;
}

void ErrorSums::add(const EdgeError& edge) {
  for (std::size_t form = 0; form < error_forms; ++form)
    error[form].add(edge.terms[form], edge.along[0], edge.along[1]);
  for (std::size_t k = 0; k < 2; ++k)
    along[k] += edge.along[k] * (edge.slope + edge.depth);
  slopes += edge.slope;
  depths += edge.depth;
  sliver += edge.sliver;
  bounds = bounds && edge.bounds;
}

ErrorSums& ErrorSums::operator+=(const ErrorSums& other) {
  for (std::size_t form = 0; form < error_forms; ++form)
    error[form] += other.error[form];
  for (std::size_t k = 0; k < 2; ++k)
    along[k] += other.along[k];
  slopes += other.slopes;
  depths += other.depths;
  sliver += other.sliver;
  bounds = bounds && other.bounds;
  return *this;
}

double ErrorSums::of_one_tile(ErrorForm form, double w, double h) const {
  if (form == ErrorForm::printed)
    return error[0].at(w, h, 0);
  return bounds ? error[1].once.at(w, h) + sliver : std::numeric_limits<double>::infinity();
}

ErrorSums sum_edges(const std::array<const ViewSurface*, 2>& bodies, const ViewPlane& plane, const Tile& tile,
                    const Vec2& finest, const std::array<std::span<const std::uint32_t>, 2>& faces) {
  ErrorSums sums;
  EdgeError edge;
  for (std::size_t body = 0; body < 2; ++body) {
    const EdgePixel pixel{*bodies[body], plane, tile, finest};
    for (const std::uint32_t face : faces[body])
      for (std::size_t side = 0; side < 3; ++side)
        if (edge_error(pixel, face, side, edge))
          sums.add(edge);
  }
  return sums;
}

} // namespace lamina::adaptive::w12
