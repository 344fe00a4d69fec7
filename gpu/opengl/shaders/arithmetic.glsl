// core/contact/ldi/arithmetic in GLSL, the same bits: snap.h, edge.h, fragment.h. Doubles that decide are `precise`,
// so that no driver contracts or reorders them. Here as in all shaders, no array or vector of 64-bit numbers of an
// invocation is indexed by a variable: assemblers of some drivers refuse that.

struct AxisGrid {
  double origin, scale, offset;
};

int64_t snap(double x, AxisGrid grid) {
  precise double y = (x - grid.origin) * grid.scale - grid.offset + 0.5lf;
  precise double bounded = y < FARTHEST ? (y > -FARTHEST ? y : -FARTHEST) : FARTHEST;
  return floor_of(bounded);
}

int64_t first_pixel_from(int64_t units, int64_t shift) {
  return (units - HALF_PIXEL - shift + PIXEL_UNITS - 1L) >> SUBPIXEL_BITS;
}

double round_depth(double depth, double rounder) {
  precise double raised = depth + rounder;
  precise double rounded = raised - rounder;
  return rounded;
}

double interpolate_depth(dvec3 depth, double b1, double b2) {
  precise double z = depth.x + b1 * (depth.y - depth.x) + b2 * (depth.z - depth.x);
  return z;
}

uint fragment_place(uint column, uint body, bool entering) {
  return column << 2 | body << 1 | (entering ? 1u : 0u);
}

// An edge function without its numbers' width: see edges.glsl.
struct Side {
  int64_t du, dv, u, v, least;
};

// Pixels [first, last) of a row, or rows.
struct Span {
  int64_t first, last;
};

// Components of the corners of a triangle, in units.
struct Corners {
  i64vec3 u, v;
};

// The side of a triangle from one corner to the next.
Side side_of(int64_t from_u, int64_t from_v, int64_t to_u, int64_t to_v, bool faces_up) {
  Side side;
  side.du = faces_up ? to_u - from_u : from_u - to_u;
  side.dv = faces_up ? to_v - from_v : from_v - to_v;
  side.u = from_u;
  side.v = from_v;
  side.least = side.dv < 0L || (side.dv == 0L && side.du > 0L) ? 0L : 1L;
  return side;
}

// The side that lies opposite to each corner.
Side side_0(Corners at, bool faces_up) { return side_of(at.u.y, at.v.y, at.u.z, at.v.z, faces_up); }
Side side_1(Corners at, bool faces_up) { return side_of(at.u.z, at.v.z, at.u.x, at.v.x, faces_up); }
Side side_2(Corners at, bool faces_up) { return side_of(at.u.x, at.v.x, at.u.y, at.v.y, faces_up); }
