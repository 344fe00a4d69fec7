// The columns of core/contact/ldi/stages/columns.h, and which pair and direction each belongs to.
// SORT counts the intervals of a column; otherwise they are written.

layout(location = 2) uniform uint pair_count;

layout(std430, binding = 1) readonly restrict buffer Fragments { Fragment fragments[]; };
layout(std430, binding = 2) readonly restrict buffer Begins { uint begins[]; };
#ifdef SORT
layout(std430, binding = 3) restrict buffer Crossings { Crossing crossings[]; };
#else
layout(std430, binding = 3) readonly restrict buffer Crossings { Crossing crossings[]; };
#endif

layout(std430, binding = 7) readonly restrict buffer Rest { double rest[]; }; // per fragment

#define DEPTH_AT(k) crossings[k].depth
#define ENTERING_AT(k) entering(crossings[k].place)
#define BODY_AT(k) int(body_of(crossings[k].place))

uint body_of(uint place) { return place >> 1 & 1u; }
bool entering(uint place) { return (place & 1u) != 0u; }
int turn_of(uint place) { return entering(place) ? 1 : -1; }

uint pair_of(uint index) {
  uint first = 0u, last = pair_count;
  while (last - first > 1u) {
    uint middle = first + (last - first) / 2u;
    if (pairs[middle].image[0].first_column <= index)
      first = middle;
    else
      last = middle;
  }
  return first;
}

uint direction_of(uint pair, uint index) {
  return index >= pairs[pair].image[2].first_column ? 2u : index >= pairs[pair].image[1].first_column ? 1u : 0u;
}

#ifdef SORT
// In the order of crosses_before (fragment.h).
bool crosses_before(Crossing c, Crossing d) {
  if (c.depth != d.depth)
    return c.depth < d.depth;
  if (body_of(c.place) != body_of(d.place))
    return body_of(c.place) < body_of(d.place);
  return fragments[c.fragment].triangle < fragments[d.fragment].triangle;
}
#define CROSSES_BEFORE(c, d) crosses_before(c, d)
#endif
