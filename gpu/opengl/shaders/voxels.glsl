// core/contact/ldi/arithmetic/patches.h. A range of voxels is one word: the first, and the last in its upper half.

uint first_of(uint range) { return range & 0xffffu; }
uint last_of(uint range) { return range >> 16; }

uint voxel_at(double place, AxisGrid axis, int pixels) {
  int64_t voxel = snap(place, axis) >> SUBPIXEL_BITS;
  return voxel < 0L ? 0u : voxel >= int64_t(pixels) ? uint(pixels - 1) : uint(int(voxel));
}

uint voxels_of(double lower, double upper, AxisGrid axis, int pixels) {
  return voxel_at(lower, axis, pixels) | voxel_at(upper, axis, pixels) << 16;
}

bool adjoins(uint a, uint b) { return first_of(a) <= last_of(b) + 1u && first_of(b) <= last_of(a) + 1u; }
bool reaches(uint range, uint voxel) { return first_of(range) <= voxel + 1u && voxel <= last_of(range) + 1u; }

uint lookups_of(uint range) { return min(last_of(range) - first_of(range) + 1u, 32u); }
uint lookup_at(uint range, uint lookups, uint k) {
  return first_of(range) + (lookups > 1u ? (last_of(range) - first_of(range)) * k / (lookups - 1u) : 0u);
}

// Of what lies below 2^exponent, in the units of so many pairs of sheets.
int64_t in_patch_units(double x, uint64_t multiplicity, int exponent) {
  precise double scaled = x * power_of_two(2 + fraction_bits(multiplicity) - exponent);
  return floor_of(scaled);
}

uint reach_up(int64_t units) {
  int64_t bounded = units < -REACH_ZERO ? -REACH_ZERO : units > REACH_ZERO ? REACH_ZERO : units;
  return uint(uint64_t(bounded + REACH_ZERO) & 0xffffffffUL);
}
