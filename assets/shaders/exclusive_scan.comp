// Puts the sum of those before it in the place of each number, and the sum of all behind them: one group does it.
layout(local_size_x = 256) in;
layout(std430, binding = 2) buffer Counts { uint counts[]; };
layout(location = 0) uniform uint count;
shared uint sums[256];
void main() {
  uint own = gl_LocalInvocationID.x, share = (count + 255) / 256;
  uint begin = min(own * share, count), end = min(begin + share, count);
  uint sum = 0;
  for (uint i = begin; i < end; ++i)
    sum += counts[i];
  sums[own] = sum;
  barrier();
  uint before = 0;
  for (uint other = 0; other < own; ++other)
    before += sums[other];
  for (uint i = begin; i < end; ++i) {
    uint number = counts[i];
    counts[i] = before;
    before += number;
  }
  if (own == 255)
    counts[count] = before;
}
