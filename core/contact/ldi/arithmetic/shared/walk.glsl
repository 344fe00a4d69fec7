// A sorted column of two bodies walked from below. C++ reads this in winding.h, where it is drawn.

const uint no_crossing = 0xffffffffu;

// State of a walk up one column: the winding numbers, and which crossings may be the lower end of the present
// interval. Crossings are known by their indices.
struct ColumnWalk {
  int winding[2];
  uint lower[2]; // per body: its crossing at the depth where the interval began, or no_crossing
};

// Whether an interval ended, and the two crossings that bound it.
struct IntervalEnds {
  bool closed;
  uint lower, upper;
};

SHARED ColumnWalk walk_from_below(int first_winding, int second_winding) {
  ColumnWalk walk;
  walk.winding[0] = first_winding;
  walk.winding[1] = second_winding;
  walk.lower[0] = walk.lower[1] = no_crossing;
  return walk;
}

SHARED bool is_inside(ColumnWalk walk) { return walk.winding[0] > 0 && walk.winding[1] > 0; }

// Chooses the ends of an interval where faces of both bodies coincide. Such an end goes to the body of the
// other end. The two contributions to that body cancel, so bodies that share side planes feel no lateral
// force. If both ends tie, both go to the second body.
SHARED IntervalEnds choose_ends(uint lower[2], uint upper[2]) {
  IntervalEnds ends;
  ends.closed = true;
  ends.lower = lower[0] != no_crossing ? lower[0] : lower[1];
  ends.upper = upper[0] != no_crossing ? upper[0] : upper[1];
  for (int body = 0; body < 2; ++body)
    if (lower[body] != no_crossing && upper[body] != no_crossing) {
      ends.lower = lower[body];
      ends.upper = upper[body];
    }
  return ends;
}

// Walks all crossings at one depth, from k on and before `end`, as one. Only the winding numbers below and
// above count. So touching faces give no contact, and coinciding faces no sliver. k becomes where the next
// depth begins.
SHARED IntervalEnds walk_depth(COLUMN INOUT(ColumnWalk) walk, INOUT(uint) k, uint end) {
  ColumnWalk before = walk;
  uint entered[2], left[2];
  entered[0] = entered[1] = left[0] = left[1] = no_crossing;
  double depth = DEPTH_AT(k);
  do {
    int body = BODY_AT(k);
    if (ENTERING_AT(k)) {
      ++walk.winding[body];
      if (entered[body] == no_crossing)
        entered[body] = k;
    } else {
      --walk.winding[body];
      if (left[body] == no_crossing)
        left[body] = k;
    }
    ++k;
  } while (k < end && DEPTH_AT(k) == depth);

  // A body that was inside before and is inside after has no end here, whatever its faces did in between.
  bool opened = !is_inside(before) && is_inside(walk);
  for (int body = 0; body < 2; ++body) {
    if (opened)
      walk.lower[body] = before.winding[body] <= 0 ? entered[body] : no_crossing;
    if (walk.winding[body] > 0)
      left[body] = no_crossing;
  }
  if (is_inside(before) && !is_inside(walk))
    return choose_ends(walk.lower, left);
  IntervalEnds none;
  none.closed = false;
  none.lower = none.upper = no_crossing;
  return none;
}

// Whether an interval ended whose ends lie within [from, to]. Without a lower crossing it begins beyond the
// region, where nothing truly overlaps: snapping has moved a wall across this column. Its upper counterpart
// never closes.
SHARED bool counts(COLUMN IntervalEnds ends, double from, double to) {
  return ends.closed && ends.lower != no_crossing && DEPTH_AT(ends.lower) >= from && DEPTH_AT(ends.upper) <= to;
}
