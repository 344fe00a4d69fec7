// FindRuns (FIND) and SumRuns of core/contact/ldi/stages/gradient.h.
layout(location = 2) uniform uint shares; // of each interval: 2, or 4 to cells
#ifdef FIND
layout(location = 3) uniform uint wanted_pairs; // the first so many
#else
layout(location = 3) uniform uint column_count; // of the batch
#endif

layout(std430, binding = 1) readonly restrict buffer Owners { uint owners[]; };
layout(std430, binding = 2) readonly restrict buffer Pixels { Pixel pixels[]; };
#ifdef FIND
layout(std430, binding = 5) writeonly restrict buffer Begins { uint begins[]; };
#else
layout(std430, binding = 3) readonly restrict buffer Intervals { Interval intervals[]; };
layout(std430, binding = 4) readonly restrict buffer Columns { uint columns[]; };
layout(std430, binding = 5) readonly restrict buffer AllTotals { Totals totals[]; }; // three of each pair
layout(std430, binding = 6) readonly restrict buffer Before { uint before[]; };
layout(std430, binding = 7) writeonly restrict buffer Runs { Run runs[]; };
layout(std430, binding = 8) readonly restrict buffer Parts { PartView parts[]; };
layout(std430, binding = 9) readonly restrict buffer Triangles { uint corners[]; };
#endif

struct Share {
  bool given;
  uint end, cell, triangle, body;
  int halves;
};

Share share_of(uint index, uint slot) {
  uint end = slot & 1u, bodies = pixels[index].bodies_axis, cells = pixels[index].cells;
  bool one_cell = half_of_end(cells, 0u) == half_of_end(cells, 1u);
  bool counts = pairs[owners[index] >> 2].partitioning != IN_CELLS || body_of_end(bodies, 0u) != body_of_end(bodies, 1u);
  return Share(counts && !(one_cell && slot > 1u), end, half_of_end(cells, slot >> 1), pixels[index].triangle[end],
               body_of_end(bodies, end), one_cell ? 2 : 1);
}

bool goes_on(uint index, uint slot) {
  if (index == 0u || owners[index] != owners[index - 1u])
    return false;
  uint mine = pixels[index].pixel_row, before = pixels[index - 1u].pixel_row;
  if (mine >> 16 != before >> 16 || (mine & 0xffffu) / STRETCH_PIXELS != (before & 0xffffu) / STRETCH_PIXELS)
    return false;
  Share share = share_of(index, slot), last = share_of(index - 1u, slot);
  return share.given && last.given && share.body == last.body && share.cell == last.cell &&
         share.triangle == last.triangle;
}

void main() {
  uint index = launch_index();
  if (index >= indices())
    return;
#ifdef FIND
  bool wanted = owners[index] >> 2 < wanted_pairs;
  for (uint slot = 0u; slot < shares; ++slot)
    begins[index * shares + slot] = wanted && share_of(index, slot).given && !goes_on(index, slot) ? 1u : 0u;
#else
  if (before[index] == before[index + 1u])
    return;
  uint first = index / shares, slot = index % shares, pair = owners[first] >> 2;
  int bits = fraction_bits(totals[3u * pair + (owners[first] & 3u)].multiplicity);
  int64_t amount = 0L, m1 = 0L, m2 = 0L;
  uint i = first;
  do {
    Share share = share_of(i, slot);
    int64_t factor = int64_t(share.end == 1u ? share.halves : -share.halves) * int64_t(intervals[i].row_multiplicity >> 16);
    amount += factor;
    m1 += factor * in_units(intervals[i].barycentric[2u * share.end], bits);
    m2 += factor * in_units(intervals[i].barycentric[2u * share.end + 1u], bits);
    ++i;
  } while (i < columns[column_count] && goes_on(i, slot));

  Share share = share_of(first, slot);
  uint corner = 3u * (parts[2u * pair + share.body].first_triangle + share.triangle);
  Run run;
  run.amount = int64_t[3]((amount << bits) - m1 - m2, m1, m2);
  run.vertex = uint[3](corners[corner], corners[corner + 1u], corners[corner + 2u]);
  run.group = pairs[pair].first_group + 2u * share.cell + share.body;
  run.owner = owners[first];
  runs[before[index]] = run;
#endif
}
