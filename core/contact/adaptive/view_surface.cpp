#include "core/contact/adaptive/view_surface.h"

#include <algorithm>
#include <cmath>

namespace lamina::adaptive {

namespace {

/// Units along the longer side of a region, as a power of two: moving corners to them is to be less than what
/// tolerances ask of contacts a hundred-thousandth as deep as they are wide.
constexpr int units_exponent = 36;

/// Units to the farthest coordinate at most, as a power of two, and those along a region at least.
constexpr int farthest_exponent = 50, coarsest_exponent = 16;

/// The even number of units at or below.
std::int64_t even_below(double units) {
  return 2 * static_cast<std::int64_t>(std::floor(0.5 * units));
}

double doubled_area(const Face& face) {
  return (face.u[1] - face.u[0]) * (face.v[2] - face.v[0]) -
         (face.v[1] - face.v[0]) * (face.u[2] - face.u[0]);
}

int orientation_of(const Face& face) {
  const auto flat = [&](double u, double v) {
    return side_of(face.u[0], face.v[0], face.u[1], face.v[1], u, v);
  };
  const double area = doubled_area(face);
  const double reach = std::max(std::abs(face.u[1] - face.u[0]), std::abs(face.u[2] - face.u[0])) *
                       std::max(std::abs(face.v[1] - face.v[0]), std::abs(face.v[2] - face.v[0]));
  if (area == 0)
    return 0;
  return std::abs(area) > 1e-14 * reach ? (area > 0 ? 1 : -1) : flat(face.u[2], face.v[2]);
}

void enclose(Face& face) {
  face.low_u = std::min(std::min(face.u[0], face.u[1]), face.u[2]);
  face.high_u = std::max(std::max(face.u[0], face.u[1]), face.u[2]);
  face.low_v = std::min(std::min(face.v[0], face.v[1]), face.v[2]);
  face.high_v = std::max(std::max(face.v[0], face.v[1]), face.v[2]);
}

/// The nearest whole number, the even one of two, of less than 2^51: such sums have no fraction.
double whole(double units) {
  constexpr double shift = 0x1.8p52;
  return (units + shift) - shift;
}

/// What follows from its corners.
void complete(Face& face) {
  face.low = std::min(std::min(face.z[0], face.z[1]), face.z[2]);
  face.high = std::max(std::max(face.z[0], face.z[1]), face.z[2]);
  face.faces = orientation_of(face);
  face.slope_u = face.slope_v = face.z0 = 0;
  if (face.faces == 0)
    return;
  const double area = doubled_area(face);
  const double du1 = face.u[1] - face.u[0], dv1 = face.v[1] - face.v[0], dz1 = face.z[1] - face.z[0];
  const double du2 = face.u[2] - face.u[0], dv2 = face.v[2] - face.v[0], dz2 = face.z[2] - face.z[0];
  face.slope_u = (dz1 * dv2 - dz2 * dv1) / area;
  face.slope_v = (du1 * dz2 - du2 * dz1) / area;
  face.z0 = face.z[0] - face.slope_u * face.u[0] - face.slope_v * face.v[0];
}

/// Where a vertex lies along u (0) or v (1), moved to a whole unit.
class Units {
public:
  Units(const ViewPlane& plane, const VertexPositions& positions)
      : plane_(plane), positions_(positions), a_metre_(1 / plane.unit) {}
  double u(std::size_t vertex) const { return along(vertex, plane_.u, 0); }
  double v(std::size_t vertex) const { return along(vertex, plane_.v, 1); }

private:
  double along(std::size_t vertex, int axis, std::size_t k) const {
    const double from_anchor = plane_.frame.along(positions_, vertex, axis) - plane_.anchor[k];
    return whole(from_anchor * a_metre_) - static_cast<double>(plane_.origin[k]);
  }

  const ViewPlane& plane_;
  const VertexPositions& positions_;
  double a_metre_; ///< in units, exactly, as they are powers of two
};

bool over_region(const Face& face, const ViewPlane& plane) {
  return face.high_u >= 0 && face.low_u <= static_cast<double>(plane.size[0]) && face.high_v >= 0 &&
         face.low_v <= static_cast<double>(plane.size[1]);
}

} // namespace

Eigen::Vector2d Face::outwards() const {
  const Eigen::Vector2d one = corner(1) - corner(0), two = corner(2) - corner(0);
  const double rise_one = z[1] - z[0], rise_two = z[2] - z[0];
  return {one.y() * rise_two - rise_one * two.y(), rise_one * two.x() - one.x() * rise_two};
}

bool is_fine(const ViewPlane& plane) {
  return std::max(plane.size[0], plane.size[1]) >> coarsest_exponent > 0;
}

double rounding_of(const ViewPlane& plane, double area) {
  return std::sqrt(0.5) * plane.unit * area; // half a unit along u and along v
}

double farthest_of(const Surface& a, const Surface& b) {
  Box both = a.bounds;
  both.include(b.bounds);
  return std::max(both.min.cwiseAbs().maxCoeff(), both.max.cwiseAbs().maxCoeff());
}

ViewPlane plane_over(const Box& box, const ldi::Frame& frame, int direction, double farthest,
                     const Vec3& anchor) {
  ViewPlane plane;
  plane.frame = frame;
  plane.depth = direction;
  plane.u = (direction + 1) % 3;
  plane.v = (direction + 2) % 3;
  plane.anchor = {anchor[plane.u], anchor[plane.v]};
  plane.low = box.min[direction];
  plane.high = box.max[direction];
  const double longest = std::max(box.size()[plane.u], box.size()[plane.v]);
  int exponent = 0, of_farthest = 0;
  std::frexp(longest, &exponent);
  std::frexp(farthest, &of_farthest);
  plane.unit = std::ldexp(1.0, std::max(exponent - units_exponent, of_farthest - farthest_exponent));
  for (std::size_t k = 0; k < 2; ++k) {
    const int axis = k == 0 ? plane.u : plane.v;
    plane.origin[k] = even_below((box.min[axis] - plane.anchor[k]) / plane.unit);
    plane.size[k] = -even_below((plane.anchor[k] - box.max[axis]) / plane.unit) - plane.origin[k];
  }
  return plane;
}

bool begin_winding(const Surface& surface, ldi::KnownEnds ends, int turns, int& winding) {
  // Without what lies below the region it is counted down from above.
  winding = surface.winding_at_infinity - (ends == ldi::KnownEnds::above ? turns : 0);
  return turns == 0 || ends != ldi::KnownEnds::both;
}

void view(const SurfacePart& part, const ViewPlane& plane, ViewSurface& seen) {
  const VertexPositions positions = part.surface->vertex_positions();
  const Units units(plane, positions);
  seen.part = &part;
  seen.faces.clear();
  seen.faces.reserve(part.triangles.size());
  seen.near.clear();
  seen.area = 0;
  seen.ends = part.ends[static_cast<std::size_t>(plane.depth)];
  for (const std::uint32_t index : part.triangles) {
    const Triangle& triangle = (*part.surface->triangles)[index];
    Face face;
    for (std::size_t k = 0; k < 3; ++k) {
      face.u[k] = units.u(triangle[k]);
      face.v[k] = units.v(triangle[k]);
      face.z[k] = plane.frame.along(positions, triangle[k], plane.depth);
    }
    enclose(face);
    if (over_region(face, plane)) {
      complete(face);
      seen.near.push_back(static_cast<std::uint32_t>(seen.faces.size()));
      const Vec3 corner = positions[triangle[0]];
      seen.area += 0.5 * (positions[triangle[1]] - corner).cross(positions[triangle[2]] - corner).norm();
    }
    seen.faces.push_back(face);
  }
}

int turns_over(const ldi::CulledMeshlets& near, std::uint32_t meshlet, const ViewPlane& plane,
               const std::array<double, 2>& point) {
  const VertexPositions positions = near.surface().vertex_positions();
  const Units units(plane, positions);
  const std::span<const std::uint32_t> vertices = near.groups().vertices(meshlet);
  std::array<double, Meshlets::most_vertices> u, v;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    u[i] = units.u(vertices[i]);
    v[i] = units.v(vertices[i]);
  }
  const std::array<std::span<const std::uint8_t>, 3> corners{near.groups().corners(meshlet, 0),
                                                             near.groups().corners(meshlet, 1),
                                                             near.groups().corners(meshlet, 2)};
  int turns = 0;
  CoveredPoint at;
  for (std::size_t i = 0; i < corners[0].size(); ++i) {
    Face face;
    for (std::size_t k = 0; k < 3; ++k) {
      face.u[k] = u[corners[k][i]];
      face.v[k] = v[corners[k][i]];
    }
    face.z = {};
    face.low = face.high = 0;
    enclose(face);
    if (point[0] < face.low_u || point[0] > face.high_u || point[1] < face.low_v || point[1] > face.high_v)
      continue;
    face.faces = orientation_of(face);
    if (covers(face, point[0], point[1], at))
      turns -= face.faces;
  }
  return turns;
}

int side_of(double pu, double pv, double qu, double qv, double ou, double ov) {
  const double du = qu - pu, dv = qv - pv, left = du * (ov - pv), right = dv * (ou - pu);
  const double difference = left - right, doubt = 4e-16 * (std::abs(left) + std::abs(right));
  if (difference > doubt)
    return 1;
  if (difference < -doubt)
    return -1;
  using Wide = __int128;
  const Wide exact = static_cast<Wide>(static_cast<std::int64_t>(du)) * static_cast<std::int64_t>(ov - pv) -
                     static_cast<Wide>(static_cast<std::int64_t>(dv)) * static_cast<std::int64_t>(ou - pu);
  if (exact != 0)
    return exact > 0 ? 1 : -1;
  if (dv != 0)
    return dv < 0 ? 1 : -1;
  return du > 0 ? 1 : du < 0 ? -1 : 0;
}

bool covers(const Face& face, double u, double v, CoveredPoint& point) {
  if (!encloses(face, u, v))
    return false;
  std::array<double, 3> share;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t p = (k + 1) % 3, q = (k + 2) % 3;
    if (side_of(face.u[p], face.v[p], face.u[q], face.v[q], u, v) != face.faces)
      return false;
    share[k] =
        std::abs((face.u[q] - face.u[p]) * (v - face.v[p]) - (face.v[q] - face.v[p]) * (u - face.u[p]));
  }
  const double sum = share[0] + share[1] + share[2];
  if (!(sum > 0))
    return false;
  point.z = std::clamp((share[0] * face.z[0] + share[1] * face.z[1] + share[2] * face.z[2]) / sum, face.low,
                       face.high);
  point.barycentric = {share[1] / sum, share[2] / sum};
  return true;
}

} // namespace lamina::adaptive
