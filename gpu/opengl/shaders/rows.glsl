// The pixels that a triangle covers, in numbers of one width: see edges.glsl. Rows of a large triangle are cut
// to it by its edges before their pixels are looked at one by one.
void COVER(Seen seen, Span rows, int64_t row_step) {
  INT area = AREA(seen.at);
  if (is_zero(area))
    return;
  bool faces_up = !negative(area);
  Side side[3] = Side[3](side_of(seen.at, 1, 2, faces_up), side_of(seen.at, 2, 0, faces_up),
                         side_of(seen.at, 0, 1, faces_up));
  INT step[3] = INT[3](STEPS(side[0], 1L), STEPS(side[1], 1L), STEPS(side[2], 1L));
  double per_area = reciprocal(abs(as_double(area)));
  for (int64_t row = rows.first; row < rows.last; row += row_step) {
    int64_t shift = shift_of(seen, row);
    Span span = pixels_of(seen, shift);
    int64_t sv = row * PIXEL_UNITS + HALF_PIXEL, offset = HALF_PIXEL + shift;
#ifdef LARGE
    if (span.last - span.first > SHORT_SPAN)
      for (int k = 0; k < 3 && span.first < span.last; ++k)
        NARROW_SPAN(span, side[k], EDGE(side[k], span.first * PIXEL_UNITS + offset, sv));
#endif
    int64_t su = span.first * PIXEL_UNITS + offset;
    INT e0 = EDGE(side[0], su, sv), e1 = EDGE(side[1], su, sv), e2 = EDGE(side[2], su, sv);
    for (int64_t pixel = span.first; pixel < span.last; ++pixel) {
      if (!negative(e0) && !negative(e1) && !negative(e2))
        cross_column(seen, uint(row) * uint(seen.image.width) + uint(pixel), BARYCENTRIC(side[1], e1, per_area),
                     BARYCENTRIC(side[2], e2, per_area), faces_up);
      e0 = plus(e0, step[0]);
      e1 = plus(e1, step[1]);
      e2 = plus(e2, step[2]);
    }
  }
}
