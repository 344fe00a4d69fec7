layout(location = 3) uniform uint crossing_limit;
layout(location = 5) uniform uint fault_room;

layout(std430, binding = 4) writeonly restrict buffer Intervals { uint interval_counts[]; };
layout(std430, binding = 5) writeonly restrict buffer Faults { uvec2 faults[]; }; // column, and why
layout(std430, binding = 6) restrict buffer FaultCount { uint fault_count; };

// In the order of crosses_before (fragment.h).
bool crosses_before(Crossing c, Crossing d) {
  if (c.depth != d.depth)
    return c.depth < d.depth;
  if (body_of(c.place) != body_of(d.place))
    return body_of(c.place) < body_of(d.place);
  return fragments[c.fragment].triangle < fragments[d.fragment].triangle;
}

void insert(uint begin, uint count) {
  for (uint next = 1u; next < count; ++next) {
    Crossing moving = crossings[begin + next];
    uint hole = next;
    for (; hole > 0u && crosses_before(moving, crossings[begin + hole - 1u]); --hole)
      crossings[begin + hole] = crossings[begin + hole - 1u];
    crossings[begin + hole] = moving;
  }
}

void sink(uint begin, uint hole, uint count) {
  Crossing moving = crossings[begin + hole];
  for (;;) {
    uint child = 2u * hole + 1u;
    if (child >= count)
      break;
    if (child + 1u < count && crosses_before(crossings[begin + child], crossings[begin + child + 1u]))
      ++child;
    if (!crosses_before(moving, crossings[begin + child]))
      break;
    crossings[begin + hole] = crossings[begin + child];
    hole = child;
  }
  crossings[begin + hole] = moving;
}

void sort_heap(uint begin, uint count) {
  for (uint first = count / 2u; first > 0u; --first)
    sink(begin, first - 1u, count);
  for (uint last = count - 1u; last > 0u; --last) {
    Crossing highest = crossings[begin];
    crossings[begin] = crossings[begin + last];
    crossings[begin + last] = highest;
    sink(begin, 0u, last);
  }
}

void mark(uint index, uint fault) {
  uint at = atomicAdd(fault_count, 1u);
  if (at < fault_room)
    faults[at] = uvec2(index, fault);
}

uint count_self_intervals(uint pair, uint begin, uint end) {
  LevelWalk walk = levels_from_below(pair, begin, end);
  uint found = 0u;
  while (next_self(walk, pair).found)
    ++found;
  return found;
}

uint count_intervals(uint pair, uint direction, uint begin, uint end) {
  Walk walk = walk_from_below(pair);
  uint found = 0u;
  for (uint k = begin; k < end;) {
    Ended ended = walk_depth(walk, k, end);
    if (counts(ended, pair, direction))
      ++found;
  }
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
  if (count <= SHORT_COLUMN)
    insert(begin, count);
  else
    sort_heap(begin, count);
  interval_counts[index] = pairs[pair].self != 0 ? count_self_intervals(pair, begin, end)
                                                 : count_intervals(pair, direction_of(pair, index), begin, end);
}
