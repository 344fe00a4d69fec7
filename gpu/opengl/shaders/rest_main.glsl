// MeasureRest of core/contact/ldi/stages/rest_overlap.h: one invocation a column.
layout(location = 2) uniform uint pair_count;
layout(location = 3) uniform uint crossing_limit;

layout(std430, binding = 4) readonly restrict buffer Fragments { Fragment fragments[]; };
layout(std430, binding = 5) readonly restrict buffer Begins { uint begins[]; };
layout(std430, binding = 6) readonly restrict buffer Offsets { double offsets[]; };
layout(std430, binding = 7) writeonly restrict buffer Rest { double rest[]; };

void main() {
  uint index = launch_index();
  if (index >= indices())
    return;
  uint begin = begins[index], end = begins[index + 1u];
  if (begin == end || end - begin > crossing_limit)
    return;
  Place place = place_of(index, pair_count);
  uint first = pairs[place.pair].first_offset, part = 2u * place.pair;
  if (first == NO_OFFSETS)
    return;
  dvec3 axis = axis_of(place.pair, place.direction);
  for (uint k = begin; k < end; ++k) {
    uint corner = 3u * (parts[part].first_triangle + fragments[k].triangle);
    double at_corners[3] = double[3](offsets[first + corners[corner]], offsets[first + corners[corner + 1u]],
                                     offsets[first + corners[corner + 2u]]);
    rest[k] = rest_overlap_along(at_corners, fragments[k].b1, fragments[k].b2, normal_of(part, fragments[k].triangle), axis);
  }
}
