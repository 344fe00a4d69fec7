// Edge functions of one width, included once for each: INT is int64_t or Wide, and PRODUCT, EDGE and
// the other names in capitals are narrow_product or wide_product and so on.

// Twice the projected area, signed.
INT AREA(Corners at) {
  return minus(PRODUCT(at.u.y - at.u.x, at.v.z - at.v.x), PRODUCT(at.v.y - at.v.x, at.u.z - at.u.x));
}

INT EDGE(Side side, int64_t su, int64_t sv) {
  return plus(minus(PRODUCT(side.du, sv - side.v), PRODUCT(side.dv, su - side.u)), -side.least);
}

// What `pixels` steps along u add.
INT STEPS(Side side, int64_t pixels) {
  return PRODUCT(-side.dv, PIXEL_UNITS * pixels);
}

double BARYCENTRIC(Side side, INT value, double per_area) {
  precise double b = as_double(plus(value, side.least)) * per_area;
  return b;
}

bool INSIDE(Side side, INT value, int64_t pixels) {
  return !negative(plus(value, STEPS(side, pixels)));
}

// As in edge.h; the quotient is a guess that whole numbers put right.
void NARROW_SPAN(inout Span span, Side side, INT value) {
  int64_t length = span.last - span.first;
  bool first_inside = !negative(value), last_inside = INSIDE(side, value, length - 1L);
  if (first_inside && last_inside)
    return;
  if (!first_inside && !last_inside) {
    span.last = span.first;
    return;
  }
  double guess = -as_double(value) / as_double(STEPS(side, 1L));
  int64_t change = floor_of(clamp(guess, 0.0lf, as_double(length)));
  while (change < length && INSIDE(side, value, change) == first_inside)
    ++change;
  while (change > 0L && INSIDE(side, value, change - 1L) != first_inside)
    --change;
  if (first_inside)
    span.last = span.first + change;
  else
    span.first += change;
}
