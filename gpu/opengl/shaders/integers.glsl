// Whole numbers of 64 and 128 bits, and their way to doubles and back. Nothing here rests on how a driver converts
// or divides: only on sums and products of doubles that are rounded correctly, which IEEE 754 asks for.

// 128 bits, two's complement.
struct Wide {
  uint64_t low;
  int64_t high;
};

const double two_32 = 4294967296.0lf;

Wide wide(int64_t n) { return Wide(uint64_t(n), n >> 63); }

bool negative(int64_t n) { return n < 0L; }
bool negative(Wide n) { return n.high < 0L; }
bool is_zero(int64_t n) { return n == 0L; }
bool is_zero(Wide n) { return n.low == 0UL && n.high == 0L; }

int64_t plus(int64_t a, int64_t b) { return a + b; }
Wide plus(Wide a, Wide b) {
  uint64_t low = a.low + b.low;
  return Wide(low, a.high + b.high + (low < a.low ? 1L : 0L));
}
Wide plus(Wide a, int64_t b) { return plus(a, wide(b)); }
int64_t minus(int64_t a, int64_t b) { return a - b; }
Wide minus(Wide a, Wide b) {
  return Wide(a.low - b.low, a.high - b.high - (a.low < b.low ? 1L : 0L));
}

int64_t narrow_product(int64_t a, int64_t b) { return a * b; }

// All 128 bits: products of halves, then what negative factors leave too much in the upper half.
Wide wide_product(int64_t a, int64_t b) {
  const uint64_t half_mask = 0xffffffffUL;
  uint64_t al = uint64_t(a) & half_mask, ah = uint64_t(a) >> 32;
  uint64_t bl = uint64_t(b) & half_mask, bh = uint64_t(b) >> 32;
  uint64_t ll = al * bl, lh = al * bh, hl = ah * bl, hh = ah * bh;
  uint64_t middle = (ll >> 32) + (lh & half_mask) + (hl & half_mask);
  uint64_t high = hh + (lh >> 32) + (hl >> 32) + (middle >> 32);
  return Wide((ll & half_mask) | (middle << 32),
              int64_t(high) - (a < 0L ? b : 0L) - (b < 0L ? a : 0L));
}

// Both halves are exact, so that their sum is rounded once.
double as_double(uint64_t n) {
  precise double sum = double(uint(n >> 32)) * two_32 + double(uint(n & 0xffffffffUL));
  return sum;
}
double as_double(int64_t n) {
  precise double sum = double(int(n >> 32)) * two_32 + double(uint(uint64_t(n) & 0xffffffffUL));
  return sum;
}
// The upper 64 bits, the last of which also tells whether anything lies below, are rounded as the whole is.
double as_double(Wide n) {
  bool below = n.high < 0L;
  Wide size = n;
  if (below)
    size = minus(Wide(0UL, 0L), n);
  uint64_t high = uint64_t(size.high);
  if (high == 0UL) {
    double small = as_double(size.low);
    return below ? -small : small;
  }
  uint upper = uint(high >> 32);
  int shift = upper != 0u ? 33 + findMSB(upper) : 1 + findMSB(uint(high));
  uint64_t top = size.low;
  if (shift < 64) {
    top = (high << (64 - shift)) | (size.low >> shift);
    if ((size.low << (64 - shift)) != 0UL)
      top |= 1UL;
  } else {
    top = high | (size.low != 0UL ? 1UL : 0UL);
  }
  precise double scaled = as_double(top) * packDouble2x32(uvec2(0u, uint(1023 + shift) << 20));
  return below ? -scaled : scaled;
}

// The largest whole number that is not above x; |x| < 2^62.
int64_t floor_of(double x) {
  precise double whole = floor(x);
  precise double high = floor(whole * (1.0lf / two_32));
  precise double low = whole - high * two_32;
  return int64_t(int(high)) * 4294967296L + int64_t(uint(low));
}

// 1 / n for a whole number n >= 1 of any size, rounded correctly whatever the driver's own quotient is like: with
// n = m 2^e and 2^52 < m < 2^53, the 53 bits are q = 2^105 / m, and what q leaves, 2^105 - q m, is exact in the
// lower 64 bits.
double reciprocal(double n) {
  uvec2 bits = unpackDouble2x32(n);
  uint exponent = bits.y >> 20;
  uint64_t m = (uint64_t((bits.y & 0xfffffu) | 0x100000u) << 32) | uint64_t(bits.x);
  if (m == 0x10000000000000UL)
    return packDouble2x32(uvec2(0u, (2046u - exponent) << 20));
  precise double guess = 40564819207303340847894502572032.0lf / as_double(m);
  uint64_t q = uint64_t(floor_of(guess));
  int64_t rest = int64_t(0UL - q * m), divisor = int64_t(m);
  for (int k = 0; k < 64 && 2L * rest > divisor; ++k) {
    ++q;
    rest -= divisor;
  }
  for (int k = 0; k < 64 && 2L * rest < -divisor; ++k) {
    --q;
    rest += divisor;
  }
  q -= 0x10000000000000UL;
  return packDouble2x32(uvec2(uint(q & 0xffffffffUL), ((2045u - exponent) << 20) | uint(q >> 32)));
}
