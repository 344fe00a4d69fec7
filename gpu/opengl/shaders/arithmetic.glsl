// core/contact/ldi/arithmetic in GLSL, the same bits: snap.h, edge.h, fragment.h. Doubles that decide are `precise`,
// so that no driver contracts or reorders them.

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

double interpolate_depth(double depth[3], double b1, double b2) {
  precise double z = depth[0] + b1 * (depth[1] - depth[0]) + b2 * (depth[2] - depth[0]);
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

// Corner k of a triangle is (u[k], v[k]), in units.
struct Corners {
  int64_t u[3], v[3];
};

Side side_of(Corners at, int from, int to, bool faces_up) {
  Side side;
  side.du = faces_up ? at.u[to] - at.u[from] : at.u[from] - at.u[to];
  side.dv = faces_up ? at.v[to] - at.v[from] : at.v[from] - at.v[to];
  side.u = at.u[from];
  side.v = at.v[from];
  side.least = side.dv < 0L || (side.dv == 0L && side.du > 0L) ? 0L : 1L;
  return side;
}
