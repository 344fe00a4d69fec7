// The pixels that a triangle covers, in numbers of one width: see edges.glsl.
void COVER(Seen seen, Span rows, int64_t row_step) {
  INT area = AREA(seen.at);
  if (is_zero(area))
    return;
  bool faces_up = !negative(area);
  Side side[3] = Side[3](side_of(seen.at, 1, 2, faces_up), side_of(seen.at, 2, 0, faces_up),
                         side_of(seen.at, 0, 1, faces_up));
  double per_area = reciprocal(abs(as_double(area)));
  for (int64_t row = rows.first; row < rows.last; row += row_step) {
    int64_t shift = shift_of(seen, row);
    Span span = pixels_of(seen, shift);
    int64_t sv = row * PIXEL_UNITS + HALF_PIXEL, offset = HALF_PIXEL + shift;
    if (span.last - span.first > SHORT_SPAN)
      for (int k = 0; k < 3 && span.first < span.last; ++k)
        NARROW_SPAN(span, side[k], EDGE(side[k], span.first * PIXEL_UNITS + offset, sv));
    for (int64_t pixel = span.first; pixel < span.last; ++pixel) {
      int64_t su = pixel * PIXEL_UNITS + offset;
      INT e0 = EDGE(side[0], su, sv), e1 = EDGE(side[1], su, sv), e2 = EDGE(side[2], su, sv);
      if (negative(e0) || negative(e1) || negative(e2))
        continue;
      cross_column(seen, uint(row) * uint(seen.image.width) + uint(pixel),
                   BARYCENTRIC(side[1], e1, per_area), BARYCENTRIC(side[2], e2, per_area), faces_up);
    }
  }
}
