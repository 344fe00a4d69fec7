// A sorted column of one body walked level by level. C++ reads this in levels.h, where levels are drawn.

// Goes up one body's sorted column. Of several crossings at one depth only as many count as the winding number
// changes by there: the first ones that enter, or the last ones that leave. So what entered last leaves first.
struct CountedCrossings {
  uint limit; // behind the last crossing of the column
  uint end;   // behind the last crossing at the present depth
  uint next;  // where the next one is looked for; one behind that where they leave
  uint at;    // which of the crossings it is
  int left;   // by how much the winding number still changes at this depth
};

SHARED int turn_at(COLUMN uint k) { return ENTERING_AT(k) ? 1 : -1; }

// Counts what all crossings at the next depth change together.
SHARED void take_depth(COLUMN INOUT(CountedCrossings) walk) {
  uint first = walk.end;
  do {
    walk.left += turn_at(OF_COLUMN walk.end);
    ++walk.end;
  } while (walk.end < walk.limit && DEPTH_AT(walk.end) == DEPTH_AT(first));
  walk.next = walk.left > 0 ? first : walk.end;
}

// Goes to the next crossing that counts; false if there is none.
SHARED bool next_counted(COLUMN INOUT(CountedCrossings) walk) {
  while (walk.left == 0) {
    if (walk.end >= walk.limit)
      return false;
    take_depth(OF_COLUMN walk);
  }
  if (walk.left > 0) {
    while (!ENTERING_AT(walk.next))
      ++walk.next;
    walk.at = walk.next;
    ++walk.next;
    --walk.left;
  } else {
    do
      --walk.next;
    while (ENTERING_AT(walk.next));
    walk.at = walk.next;
    ++walk.left;
  }
  return true;
}

struct LevelWalk {
  CountedCrossings counted;
  int winding;
};

// An interval where the body overlaps itself, or none; `multiplicity`: pairs of its sheets.
struct SelfInterval {
  bool found;
  uint lower, upper;
  int multiplicity;
};

SHARED LevelWalk levels_from_below(uint begin, uint end, int winding) {
  LevelWalk walk;
  walk.counted.limit = end;
  walk.counted.end = walk.counted.next = walk.counted.at = begin;
  walk.counted.left = 0;
  walk.winding = winding;
  return walk;
}

// The next interval in the order of lower ends; not found if there is none. The walk keeps no stack: the first
// crossing that comes back below a level closes it.
SHARED SelfInterval next_level(COLUMN INOUT(LevelWalk) walk) {
  SelfInterval interval;
  interval.found = false;
  interval.lower = interval.upper = 0u;
  interval.multiplicity = 0;
  while (next_counted(OF_COLUMN walk.counted)) {
    int before = walk.winding;
    walk.winding += turn_at(OF_COLUMN walk.counted.at);
    int level = before < walk.winding ? before : walk.winding;
    if (level == 0 || (level > 0) != (walk.winding > before))
      continue;
    int above = walk.winding;
    CountedCrossings search = walk.counted;
    while (next_counted(OF_COLUMN search)) {
      above += turn_at(OF_COLUMN search.at);
      if (above != before)
        continue;
      interval.found = true;
      interval.lower = walk.counted.at;
      interval.upper = search.at;
      interval.multiplicity = level > 0 ? level : 1;
      return interval;
    }
  }
  return interval;
}
