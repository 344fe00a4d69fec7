layout(location = 3) uniform uint crossing_limit;
layout(location = 5) uniform uint fault_room;

layout(std430, binding = 4) writeonly restrict buffer Intervals { uint interval_counts[]; };
layout(std430, binding = 5) writeonly restrict buffer Faults { uvec2 faults[]; }; // column, and why
layout(std430, binding = 6) restrict buffer FaultCount { uint fault_count; };

void mark(uint index, uint fault) {
  uint at = atomicAdd(fault_count, 1u);
  if (at < fault_room)
    faults[at] = uvec2(index, fault);
}

uint count_self_intervals(uint pair, uint begin, uint end) {
  LevelWalk walk = levels_from_below(begin, end, pairs[pair].winding_at_infinity[0]);
  uint found = 0u;
  while (next_self(walk, pair).found)
    ++found;
  return found;
}

uint count_intervals(uint pair, uint direction, uint begin, uint end) {
  ColumnWalk walk = walk_from_below(pairs[pair].winding_at_infinity[0], pairs[pair].winding_at_infinity[1]);
  uint found = 0u;
  for (uint k = begin; k < end;)
    if (counts(walk_depth(walk, k, end), pairs[pair].depth_from[direction], pairs[pair].depth_to[direction]))
      ++found;
  return found;
}

void main() {
  uint index = launch_index();
  if (index >= indices())
    return;
  interval_counts[index] = 0u;
  uint begin = begins[index], end = begins[index + 1u], count = end - begin;
  if (count == 0u)
    return;
  if (count > crossing_limit) {
    mark(index, FAULT_TOO_MANY);
    return;
  }
  int turns[2] = int[2](0, 0);
  bool present[2] = bool[2](false, false);
  for (uint k = begin; k < end; ++k) {
    uint place = fragments[k].place, body = body_of(place);
    crossings[k] = Crossing(fragments[k].depth, k, place);
    turns[body] += turn_of(place);
    present[body] = true;
  }
  if (turns[0] != 0 || turns[1] != 0) {
    mark(index, FAULT_UNBALANCED);
    return;
  }
  uint pair = pair_of(index);
  for (int body = 0; body < 2; ++body)
    if (!present[body] && pairs[pair].winding_at_infinity[body] <= 0)
      return;
  sort_column(begin, count);
  interval_counts[index] = pairs[pair].self != 0 ? count_self_intervals(pair, begin, end)
                                                 : count_intervals(pair, direction_of(pair, index), begin, end);
}
