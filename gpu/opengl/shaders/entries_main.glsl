// JoinEntries (JOIN), MarkFirst (MARK) and WriteGradient of core/contact/ldi/stages/gradient.h.
layout(std430, binding = 1) readonly restrict buffer Runs { Run runs[]; };
#ifdef JOIN
layout(location = 2) uniform uint table_mask;
layout(std430, binding = 2) restrict buffer Home { uint home[]; };
layout(std430, binding = 3) restrict buffer Sums { uint sums[]; }; // lower and upper halves
layout(std430, binding = 4) restrict buffer First { uint first_come[]; };
layout(std430, binding = 5) restrict buffer Table { uint table[]; };
#else
layout(std430, binding = 2) readonly restrict buffer Home { uint home[]; };
#endif
#ifdef MARK
layout(std430, binding = 4) readonly restrict buffer First { uint first_come[]; };
layout(std430, binding = 5) writeonly restrict buffer Marks { uint marks[]; };
#endif
#ifdef WRITE
struct Gradient {
  double value[3];
  uint vertex, group;
};

layout(std430, binding = 3) readonly restrict buffer Sums { int64_t sums[]; };
layout(std430, binding = 4) readonly restrict buffer AllTotals { Totals totals[]; }; // three of each pair
layout(std430, binding = 5) readonly restrict buffer Marks { uint marks[]; };
layout(std430, binding = 6) readonly restrict buffer Before { uint before[]; };
layout(std430, binding = 7) writeonly restrict buffer AllGradients { Gradient gradient[]; };
#endif

#ifdef JOIN
uint find_home(uint entry) {
  uint vertex = runs[entry / 3u].vertex[entry % 3u], group = runs[entry / 3u].group;
  uint mixed = vertex * 0x9e3779b1u ^ group * 0x85ebca6bu;
  mixed ^= mixed >> 15;
  mixed *= 0x2c1b3c6du;
  for (uint place = (mixed ^ mixed >> 13) & table_mask;; place = (place + 1u) & table_mask) {
    uint taken = atomicCompSwap(table[place], 0u, entry + 1u);
    if (taken == 0u)
      return entry;
    uint other = taken - 1u;
    if (runs[other / 3u].vertex[other % 3u] == vertex && runs[other / 3u].group == group)
      return other;
  }
}

void add_shared(uint index, int64_t amount) {
  uint low = uint(uint64_t(amount) & 0xffffffffUL), high = uint(uint64_t(amount) >> 32);
  uint seen = atomicAdd(sums[2u * index], low);
  atomicAdd(sums[2u * index + 1u], high + (seen + low < low ? 1u : 0u));
}
#endif

#ifdef WRITE
double component_in_region(uint pair, uint entry, uint axis) {
  int bits = fraction_bits(totals[3u * pair + axis].multiplicity);
  return gradient_component(sums[3u * home[entry] + axis], bits, pixel_area(pair, axis));
}
#endif

void main() {
  uint entry = launch_index();
  if (entry >= indices())
    return;
#ifdef JOIN
  uint mine = find_home(entry);
  home[entry] = mine;
  add_shared(3u * mine + (runs[entry / 3u].owner & 3u), runs[entry / 3u].amount[entry % 3u]);
  atomicMax(first_come[mine], ~entry);
#endif
#ifdef MARK
  marks[entry] = first_come[home[entry]] == ~entry ? 1u : 0u;
#endif
#ifdef WRITE
  if (marks[entry] == 0u)
    return;
  uint pair = runs[entry / 3u].owner >> 2;
  double in_region[3] = double[3](component_in_region(pair, entry, 0u), component_in_region(pair, entry, 1u),
                                  component_in_region(pair, entry, 2u));
  Gradient made;
  made.value = world_components(pair, 0u, in_region);
  made.vertex = runs[entry / 3u].vertex[entry % 3u];
  made.group = runs[entry / 3u].group;
  gradient[before[entry]] = made;
#endif
}
