// core/contact/ldi/stages/columns.h and core/contact/ldi/arithmetic/winding.h: the crossings of each column sorted and walked.
// SORT counts the intervals of a column; otherwise they are written.

const uint no_crossing = 0xffffffffu;

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

// The state of a walk up one column; crossings are known by their place among those of the batch.
struct Walk {
  int winding[2];
  uint lower[2];
};

// An interval that ended, or not.
struct Ended {
  bool closed;
  uint lower, upper;
};

bool inside(Walk walk) { return walk.winding[0] > 0 && walk.winding[1] > 0; }

Ended choose_ends(uint lower[2], uint upper[2]) {
  if (lower[1] != no_crossing && upper[1] != no_crossing)
    return Ended(true, lower[1], upper[1]);
  if (lower[0] != no_crossing && upper[0] != no_crossing)
    return Ended(true, lower[0], upper[0]);
  return Ended(true, lower[0] != no_crossing ? lower[0] : lower[1], upper[0] != no_crossing ? upper[0] : upper[1]);
}

// Walks all crossings at one depth as one; k becomes where the next depth begins.
Ended walk_depth(inout Walk walk, inout uint k, uint end) {
  int before[2] = walk.winding;
  bool was_inside = inside(walk);
  uint entered[2] = uint[2](no_crossing, no_crossing), left[2] = uint[2](no_crossing, no_crossing);
  double depth = crossings[k].depth;
  do {
    uint place = crossings[k].place, body = body_of(place);
    walk.winding[body] += turn_of(place);
    if (entering(place)) {
      if (entered[body] == no_crossing)
        entered[body] = k;
    } else if (left[body] == no_crossing) {
      left[body] = k;
    }
    ++k;
  } while (k < end && crossings[k].depth == depth);

  bool closed = was_inside && !inside(walk), opened = !was_inside && inside(walk);
  for (int body = 0; body < 2; ++body) {
    if (opened)
      walk.lower[body] = before[body] <= 0 ? entered[body] : no_crossing;
    if (walk.winding[body] > 0)
      left[body] = no_crossing;
  }
  if (closed)
    return choose_ends(walk.lower, left);
  return Ended(false, no_crossing, no_crossing);
}

uint direction_of(uint pair, uint index) {
  return index >= pairs[pair].image[2].first_column ? 2u : index >= pairs[pair].image[1].first_column ? 1u : 0u;
}

// Whether an interval ended here that counts.
bool counts(Ended ended, uint pair, uint direction) {
  return ended.closed && ended.lower != no_crossing &&
         crossings[ended.lower].depth >= pairs[pair].depth_from[direction] &&
         crossings[ended.upper].depth <= pairs[pair].depth_to[direction];
}

Walk walk_from_below(uint pair) {
  return Walk(pairs[pair].winding_at_infinity, uint[2](no_crossing, no_crossing));
}
