// Sums of all counts before each, in blocks of GROUP * SCAN_EACH counts: BLOCK_SUMS adds up each block, SUM_BLOCKS
// (one group) turns these into the sums before each block and the sum of all, SPREAD goes back to single counts.
// Sums of blocks have 64 bits, so that a batch too large is noticed.

layout(location = 2) uniform uint blocks;

layout(std430, binding = 0) readonly restrict buffer Counts { uint counts[]; };
layout(std430, binding = 1) restrict buffer Sums { uint64_t sums[]; }; // per block, and of all
#ifdef SPREAD
layout(std430, binding = 2) writeonly restrict buffer Begins { uint begins[]; };
#endif

shared uint64_t partial[GROUP];

// Returns the sum over the group's invocations up to and including this one.
uint64_t sum_within_group(uint64_t mine) {
  uint me = gl_LocalInvocationIndex;
  partial[me] = mine;
  barrier();
  for (uint distance = 1u; distance < GROUP; distance <<= 1) {
    uint64_t other = me >= distance ? partial[me - distance] : 0UL;
    barrier();
    partial[me] += other;
    barrier();
  }
  return partial[me];
}

uint64_t count_at(uint index) { return index < launch_count ? uint64_t(counts[index]) : 0UL; }

void main() {
  uint me = gl_LocalInvocationIndex, block = first_group + gl_WorkGroupID.x;
#ifdef SUM_BLOCKS
  uint64_t before = 0UL;
  for (uint first = 0u; first < blocks; first += GROUP) {
    uint64_t mine = first + me < blocks ? sums[first + me] : 0UL;
    uint64_t upto = sum_within_group(mine);
    if (first + me < blocks)
      sums[first + me] = before + upto - mine;
    before += partial[GROUP - 1u];
    barrier();
  }
  if (me == 0u)
    sums[blocks] = before;
#else
  uint first = (block * GROUP + me) * SCAN_EACH;
  uint64_t mine = 0UL;
  for (uint k = 0u; k < SCAN_EACH; ++k)
    mine += count_at(first + k);
  uint64_t upto = sum_within_group(mine);
#ifdef SPREAD
  uint64_t before = sums[block] + upto - mine;
  for (uint k = 0u; k < SCAN_EACH && first + k < launch_count; ++k) {
    begins[first + k] = uint(before & 0xffffffffUL);
    before += count_at(first + k);
  }
  if (block == 0u && me == 0u)
    begins[launch_count] = uint(sums[blocks] & 0xffffffffUL);
#else
  if (me == GROUP - 1u)
    sums[block] = upto;
#endif
#endif
}
