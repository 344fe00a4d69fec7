// Places in space: core/contact/ldi/arithmetic/pixel_pair.h, the same bits. Roots are guesses that whole numbers put
// right.

double dot_of(dvec3 a, dvec3 b) {
  precise double sum = a.x * b.x + a.y * b.y + a.z * b.z;
  return sum;
}

dvec3 cross_of(dvec3 a, dvec3 b) {
  precise double x = a.y * b.z - a.z * b.y;
  precise double y = a.z * b.x - a.x * b.z;
  precise double z = a.x * b.y - a.y * b.x;
  return dvec3(x, y, z);
}

// The square root of s > 0, rounded correctly: s = m 2^e with 2^52 <= m < 2^53, and the 53 bits of the root are those
// of q, the whole number nearest to the root of M = m 2^52 or m 2^53: (2 q - 1)^2 < 4 M < (2 q + 1)^2.
double root(double s) {
  bool tiny = s < packDouble2x32(uvec2(0u, 64u << 20));
  precise double raised = s * packDouble2x32(uvec2(0u, (1023u + 108u) << 20));
  uvec2 bits = unpackDouble2x32(tiny ? raised : s);
  int exponent = int(bits.y >> 20) - 1075;
  uint64_t m = (uint64_t((bits.y & 0xfffffu) | 0x100000u) << 32) | uint64_t(bits.x);
  int shift = (exponent & 1) == 0 ? 52 : 53;
  uint64_t q = uint64_t(floor_of(sqrt(packDouble2x32(uvec2(bits.x, (bits.y & 0xfffffu) | uint(1075 + shift) << 20))) + 0.5lf));
  Wide square = Wide(m << (shift + 2), int64_t(m >> (62 - shift)));
  for (int k = 0; k < 64 && !negative(minus(square, wide_product(int64_t(2UL * q + 1UL), int64_t(2UL * q + 1UL)))); ++k)
    ++q;
  for (int k = 0; k < 64 && negative(minus(square, wide_product(int64_t(2UL * q - 1UL), int64_t(2UL * q - 1UL)))); ++k)
    --q;
  q -= 0x10000000000000UL;
  int field = (exponent - shift) / 2 + 1075 - (tiny ? 54 : 0);
  return packDouble2x32(uvec2(uint(q & 0xffffffffUL), uint(field) << 20 | uint(q >> 32)));
}

dvec3 unit(dvec3 a) {
  double squared = dot_of(a, a);
  if (!(squared > 0.0lf))
    return dvec3(0.0lf);
  double by = reciprocal(root(squared));
  precise double x = a.x * by, y = a.y * by, z = a.z * by;
  return dvec3(x, y, z);
}

dvec3 triangle_normal(dvec3 p0, dvec3 p1, dvec3 p2) {
  precise dvec3 a = p1 - p0;
  precise dvec3 b = p2 - p0;
  return unit(cross_of(a, b));
}

dvec3 pair_normal(dvec3 upper, dvec3 lower) {
  precise dvec3 between = upper - lower;
  return unit(between);
}

double pair_area(dvec3 normal, dvec3 axis, double pixel_area) {
  precise double area = pixel_area * abs(dot_of(normal, axis));
  return area;
}

// core/contact/ldi/arithmetic/levels.h.
double rest_overlap_along(double offset[3], double b1, double b2, dvec3 normal, dvec3 axis) {
  precise double depth = (1.0lf - b1 - b2) * offset[0] + b1 * offset[1] + b2 * offset[2];
  if (!(depth > 0.0lf))
    return 0.0lf;
  double facing = abs(dot_of(normal, axis));
  if (!(facing > packDouble2x32(uvec2(0u, (1023u - 900u) << 20))))
    return packDouble2x32(uvec2(0u, (1023u + 900u) << 20));
  precise double along = 0.5lf * depth * reciprocal(facing);
  return along;
}

double pixel_centre(double minimum, double pixel_size, uint pixel, int shift) {
  precise double at = double(pixel) + 0.5lf + double(shift) * (1.0lf / 1024.0lf);
  precise double place = minimum + at * pixel_size;
  return place;
}

// The bits of a finite number as a float, halves to even; what is too large for one is infinite.
uint float_bits(double x) {
  uvec2 bits = unpackDouble2x32(x);
  uint sign = bits.y & 0x80000000u;
  int exponent = int(bits.y >> 20 & 0x7ffu);
  if (exponent == 0)
    return sign;
  if (exponent > 1150)
    return sign | 0x7f800000u;
  uint64_t m = (uint64_t((bits.y & 0xfffffu) | 0x100000u) << 32) | uint64_t(bits.x);
  int shift = 29 + max(897 - exponent, 0);
  if (shift > 54)
    return sign;
  uint64_t kept = m >> shift, rest = m - (kept << shift), half_of = 1UL << (shift - 1);
  if (rest > half_of || (rest == half_of && (kept & 1UL) != 0UL))
    ++kept;
  return sign | ((uint(max(exponent - 897, 0)) << 23) + uint(kept));
}
