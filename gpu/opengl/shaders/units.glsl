// core/contact/ldi/arithmetic/gradient_units.h: the bits of the fraction of a direction of so many intervals.
int fraction_bits(uint64_t intervals) {
  uint high = uint(intervals >> 32);
  return high != 0u ? 27 - findMSB(high) : 59 - findMSB(uint(intervals & 0xffffffffUL));
}

double power_of_two(int exponent) { return packDouble2x32(uvec2(0u, uint(1023 + exponent) << 20)); }

int64_t in_units(double barycentric, int bits) {
  precise double scaled = barycentric * power_of_two(bits);
  return floor_of(scaled);
}

double gradient_component(int64_t sum, int bits, double pixel_area) {
  precise double unit = pixel_area * power_of_two(-1 - bits);
  precise double component = as_double(sum) * unit;
  return component;
}

// What a run adds to the three corners of its triangle: core/contact/ldi/stages/gradient.h.
struct Run {
  int64_t amount[3];
  uint vertex[3];
  uint group, owner;
};
