// core/contact/ldi/arithmetic/levels.h: a column of one body walked level by level. Crossings are known by their
// place; what they are, DEPTH_AT(k) and ENTERING_AT(k) say.

struct Counted {
  uint limit; // behind the last crossing of the column
  uint end, next, at;
  int left;
};

Counted counted_from(uint begin, uint end) { return Counted(end, begin, begin, begin, 0); }

int turn_at(uint k) { return ENTERING_AT(k) ? 1 : -1; }

void take_depth(inout Counted walk) {
  uint first = walk.end;
  do {
    walk.left += turn_at(walk.end);
    ++walk.end;
  } while (walk.end < walk.limit && DEPTH_AT(walk.end) == DEPTH_AT(first));
  walk.next = walk.left > 0 ? first : walk.end;
}

bool next_counted(inout Counted walk) {
  while (walk.left == 0) {
    if (walk.end >= walk.limit)
      return false;
    take_depth(walk);
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
  Counted counted;
  int winding;
};

struct SelfInterval {
  bool found;
  uint lower, upper;
  int multiplicity;
};

// The next interval in the order of lower ends; not found if there is none.
SelfInterval next_level(inout LevelWalk walk) {
  while (next_counted(walk.counted)) {
    int before = walk.winding;
    walk.winding += turn_at(walk.counted.at);
    int level = min(before, walk.winding);
    if (level == 0 || (level > 0) != (walk.winding > before))
      continue;
    int above = walk.winding;
    Counted search = walk.counted;
    while (next_counted(search)) {
      above += turn_at(search.at);
      if (above == before)
        return SelfInterval(true, walk.counted.at, search.at, max(level, 1));
    }
  }
  return SelfInterval(false, 0u, 0u, 0);
}
