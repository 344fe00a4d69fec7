// core/contact/ldi/stages/triangle_positions.h: triangles of the parts of a batch.

dvec3 normal_of(uint part, uint triangle) {
  uint corner = 3u * (parts[part].first_triangle + triangle), first = parts[part].first_vertex;
  return triangle_normal(position_of(first + corners[corner]), position_of(first + corners[corner + 1u]),
                         position_of(first + corners[corner + 2u]));
}

bool have_common_corner(uint part, uint a, uint b) {
  uint first = 3u * parts[part].first_triangle;
  for (uint k = 0u; k < 9u; ++k)
    if (corners[first + 3u * a + k / 3u] == corners[first + 3u * b + k % 3u])
      return true;
  return false;
}
