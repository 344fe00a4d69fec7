// What columns.glsl is to pairs of two bodies, to a body with itself: see core/contact/ldi/stages/columns.h.

// An interval as a walk finds it; crossings as above.
struct Walked {
  bool found;
  uint lower, upper;
  double depth[2];
  int multiplicity;
};

// The next interval of a body with itself that counts.
Walked next_self(inout LevelWalk walk, uint pair) {
  bool rests = pairs[pair].first_offset != NO_OFFSETS;
  for (;;) {
    SelfInterval level = next_level(walk);
    if (!level.found)
      return Walked(false, 0u, 0u, double[2](0.0lf, 0.0lf), 0);
    precise double lower = crossings[level.lower].depth;
    precise double upper = crossings[level.upper].depth;
    precise double length = upper - lower;
    if (!(length > pairs[pair].shortest))
      continue;
    if (rests) {
      double from_lower = rest[crossings[level.lower].fragment], from_upper = rest[crossings[level.upper].fragment];
      precise double taken = from_lower + from_upper;
      if (!(taken < length))
        continue;
      lower = lower + from_lower;
      upper = upper - from_upper;
      if (!(upper > lower))
        continue;
    }
    return Walked(true, level.lower, level.upper, double[2](lower, upper), level.multiplicity);
  }
}
