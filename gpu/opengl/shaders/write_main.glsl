layout(std430, binding = 4) readonly restrict buffer IntervalBegins { uint interval_begins[]; };
layout(std430, binding = 5) writeonly restrict buffer Intervals { Interval intervals[]; };
layout(std430, binding = 6) writeonly restrict buffer Owners { uint owners[]; }; // pair << 2 | direction

Interval interval_of(Fragment lower, Fragment upper, double depth[2], uint column, uint width, uint multiplicity) {
  Interval interval;
  interval.depth = depth;
  interval.barycentric = double[4](lower.b1, lower.b2, upper.b1, upper.b2);
  interval.triangle = uint[2](lower.triangle, upper.triangle);
  interval.bodies_pixel = body_of(lower.place) | body_of(upper.place) << 8 | (column % width) << 16;
  interval.row_multiplicity = (column / width) | multiplicity << 16;
  return interval;
}

void main() {
  uint index = launch_index();
  if (index >= indices())
    return;
  uint next = interval_begins[index];
  if (interval_begins[index + 1u] == next)
    return;
  uint pair = pair_of(index);
  uint direction = direction_of(pair, index);
  uint column = index - pairs[pair].image[direction].first_column;
  uint width = uint(pairs[pair].image[direction].width);
  uint end = begins[index + 1u];
  if (pairs[pair].self != 0) {
    LevelWalk levels = levels_from_below(begins[index], end, pairs[pair].winding_at_infinity[0]);
    for (Walked found = next_self(levels, pair); found.found; found = next_self(levels, pair)) {
      owners[next] = pair << 2 | direction;
      intervals[next++] = interval_of(fragments[crossings[found.lower].fragment],
                                      fragments[crossings[found.upper].fragment], found.depth, column, width,
                                      uint(found.multiplicity) & 0xffffu);
    }
    return;
  }
  ColumnWalk walk = walk_from_below(pairs[pair].winding_at_infinity[0], pairs[pair].winding_at_infinity[1]);
  for (uint k = begins[index]; k < end;) {
    IntervalEnds ends = walk_depth(walk, k, end);
    if (!counts(ends, pairs[pair].depth_from[direction], pairs[pair].depth_to[direction]))
      continue;
    Fragment lower = fragments[crossings[ends.lower].fragment], upper = fragments[crossings[ends.upper].fragment];
    owners[next] = pair << 2 | direction;
    intervals[next++] = interval_of(lower, upper, double[2](lower.depth, upper.depth), column, width, 1u);
  }
}
