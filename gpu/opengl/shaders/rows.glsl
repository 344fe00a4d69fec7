// The pixels that a triangle covers, in numbers of one width: see edges.glsl. Rows of a large triangle are cut
// to it by its edges before their pixels are looked at one by one.
void COVER(Seen seen, Span rows, int64_t row_step) {
  INT area = AREA(seen.at);
  if (is_zero(area))
    return;
  bool faces_up = !negative(area);
  Side side0 = side_0(seen.at, faces_up), side1 = side_1(seen.at, faces_up), side2 = side_2(seen.at, faces_up);
  INT step0 = STEPS(side0, 1L), step1 = STEPS(side1, 1L), step2 = STEPS(side2, 1L);
  double per_area = reciprocal(abs(as_double(area)));
  for (int64_t row = rows.first; row < rows.last; row += row_step) {
    int64_t shift = shift_of(seen, row);
    Span span = pixels_of(seen, shift);
    int64_t sv = row * PIXEL_UNITS + HALF_PIXEL, offset = HALF_PIXEL + shift;
#ifdef LARGE
    if (span.last - span.first > SHORT_SPAN) {
      NARROW_SPAN(span, side0, EDGE(side0, span.first * PIXEL_UNITS + offset, sv));
      if (span.first < span.last)
        NARROW_SPAN(span, side1, EDGE(side1, span.first * PIXEL_UNITS + offset, sv));
      if (span.first < span.last)
        NARROW_SPAN(span, side2, EDGE(side2, span.first * PIXEL_UNITS + offset, sv));
    }
#endif
    int64_t su = span.first * PIXEL_UNITS + offset;
    INT e0 = EDGE(side0, su, sv), e1 = EDGE(side1, su, sv), e2 = EDGE(side2, su, sv);
    for (int64_t pixel = span.first; pixel < span.last; ++pixel) {
      if (!negative(e0) && !negative(e1) && !negative(e2))
        cross_column(seen, uint(row) * uint(seen.image.width) + uint(pixel), BARYCENTRIC(side1, e1, per_area),
                     BARYCENTRIC(side2, e2, per_area), faces_up);
      e0 = plus(e0, step0);
      e1 = plus(e1, step1);
      e2 = plus(e2, step2);
    }
  }
}
