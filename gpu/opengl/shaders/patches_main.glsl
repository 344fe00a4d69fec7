// core/contact/ldi/stages/patches.h: SEGMENTS, NEIGHBOURS, DIRECTIONS, MARK, COUNT and SUM are MakeSegments and so on.

const uint no_segment = 1u; // from 1 to 0

#if defined(SEGMENTS) || defined(DIRECTIONS) || defined(SUM)
layout(std430, binding = 1) readonly restrict buffer Intervals { Interval intervals[]; };
#endif
#ifndef MARK
layout(std430, binding = 2) readonly restrict buffer Begins { uint begins[]; }; // of the intervals of each column
#endif
#ifdef SEGMENTS
layout(std430, binding = 3) restrict buffer Ranges { uint ranges[]; };
layout(std430, binding = 4) writeonly restrict buffer Parents { uint parents[]; };
#elif defined(NEIGHBOURS) || defined(DIRECTIONS)
layout(std430, binding = 3) readonly restrict buffer Ranges { uint ranges[]; };
layout(std430, binding = 4) coherent buffer Parents { uint parents[]; };
#elif defined(MARK) || defined(SUM)
layout(std430, binding = 4) readonly restrict buffer Parents { uint parents[]; };
#endif
#if defined(DIRECTIONS) || defined(MARK) || defined(SUM)
layout(std430, binding = 5) readonly restrict buffer Owners { uint owners[]; };
#endif
#ifdef MARK
layout(std430, binding = 6) writeonly restrict buffer Marks { uint marks[]; };
#endif
#if defined(COUNT) || defined(SUM)
layout(std430, binding = 6) readonly restrict buffer Before { uint before[]; };
#endif
#ifdef COUNT
layout(std430, binding = 7) writeonly restrict buffer PatchBegins { uint patch_begins[]; };
#endif
#ifdef SUM
layout(location = 2) uniform uint column_count; // of the batch
layout(std430, binding = 3) readonly restrict buffer AllTotals { Totals totals[]; }; // three of each pair
layout(std430, binding = 7) readonly restrict buffer Shifts { uint shifts[]; }; // two in a word
layout(std430, binding = 8) restrict buffer Pixels { Pixel pixels[]; };
// Of each patch 36 words: lengths and weights of three directions, lower half first; the reach of three axes; the
// moments of three directions.
layout(std430, binding = 9) restrict buffer Patches { uint patches[]; };
#endif
#ifdef FIRST
layout(location = 2) uniform uint pair_count;
#endif

bool in_patches(uint pair) { return pairs[pair].partitioning == IN_PATCHES; }

#if defined(NEIGHBOURS) || defined(DIRECTIONS) || defined(SUM)
uint root(uint i) {
  for (uint parent = parents[i]; parent != i; parent = parents[i])
    i = parent;
  return i;
}
#endif

#if defined(NEIGHBOURS) || defined(DIRECTIONS)
void join(uint a, uint b) {
  for (;;) {
    a = root(a);
    b = root(b);
    if (a == b)
      return;
    uint higher = max(a, b), lower = min(a, b);
    uint previous = atomicMin(parents[higher], lower);
    if (previous == higher)
      return;
    a = previous;
    b = lower;
  }
}

// The segments of a column.
struct Column {
  uint first, end;
};

Column column_of(uint pair, uint direction, int pixel, int row) {
  ImageView image = pairs[pair].image[direction];
  if (pixel < 0 || pixel >= image.width || row >= image.height)
    return Column(0u, 0u);
  uint column = image.first_column + uint(row * image.width + pixel);
  return Column(begins[column], begins[column + 1u]);
}

bool is_segment(uint i) { return first_of(ranges[i]) <= last_of(ranges[i]); }

uint next_segment(Column column, uint i) {
  do
    ++i;
  while (i < column.end && !is_segment(i));
  return i;
}
#endif

#ifdef NEIGHBOURS
void join_columns(Column a, Column b) {
  uint i = a.first, j = b.first;
  while (i < a.end && j < b.end) {
    uint mine = ranges[i], other = ranges[j];
    if (adjoins(mine, other))
      join(i, j);
    if (last_of(mine) < last_of(other))
      i = next_segment(a, i);
    else
      j = next_segment(b, j);
  }
}
#endif

#ifdef DIRECTIONS
void join_with(uint pair, uint other, uint voxel[3], uint segment) {
  Column column = column_of(pair, other, int(voxel[(other + 1u) % 3u]), int(voxel[(other + 2u) % 3u]));
  for (uint i = column.first; i < column.end; i = next_segment(column, i))
    if (reaches(ranges[i], voxel[other]))
      join(segment, i);
}
#endif

#ifdef SUM
void add_whole(uint word, int64_t amount) {
  if (amount == 0L)
    return;
  uint low = uint(uint64_t(amount) & 0xffffffffUL), high = uint(uint64_t(amount) >> 32);
  uint seen = atomicAdd(patches[word], low);
  atomicAdd(patches[word + 1u], high + (seen + low < low ? 1u : 0u));
}

int shift_of_row(ImageView image, uint row) {
  uint index = image.first_shift + row;
  return shift_in(shifts[index >> 1], index);
}

// What neighbours on one patch and in one direction come to.
struct Sum {
  uint number; // of the patch in the batch, or none
  uint direction;
  int64_t length_units, weight;
  uint reach[6]; // of the view axis and those of the image, low and high
  i64vec3 moments;
};

const uint none = 0xffffffffu;

Sum sum_of(uint number, uint direction) {
  return Sum(number, direction, 0L, 0L, uint[6](0u, 0u, 0u, 0u, 0u, 0u), i64vec3(0L));
}

void reach(inout Sum sum, uint k, int64_t low, int64_t high) {
  sum.reach[2u * k] = max(sum.reach[2u * k], ~reach_up(low));
  sum.reach[2u * k + 1u] = max(sum.reach[2u * k + 1u], reach_up(high));
}

void finish(Sum sum) {
  if (sum.number == none)
    return;
  uint at = 36u * sum.number;
  add_whole(at + 2u * sum.direction, sum.length_units);
  add_whole(at + 6u + 2u * sum.direction, sum.weight);
  for (uint k = 0u; k < 6u; ++k)
    atomicMax(patches[at + 12u + 2u * ((sum.direction + k / 2u) % 3u) + k % 2u], sum.reach[k]);
  uint moments = at + 18u + 6u * sum.direction;
  add_whole(moments, sum.moments.x);
  add_whole(moments + 2u, sum.moments.y);
  add_whole(moments + 4u, sum.moments.z);
}

void add(inout Sum sum, uint pair, uint i) {
  uint direction = sum.direction, bodies = intervals[i].bodies_pixel;
  uint pixel = bodies >> 16, row = intervals[i].row_multiplicity & 0xffffu, multiplicity = intervals[i].row_multiplicity >> 16;
  double lower = intervals[i].depth[0], upper = intervals[i].depth[1];
  precise double length = upper - lower;
  uint64_t all_multiplicities = totals[3u * pair + direction].multiplicity;
  sum.length_units += int64_t(multiplicity) * in_patch_units(length, all_multiplicities, pairs[pair].length_exponent[direction]);
  sum.weight += in_patch_units(pixels[i].weight, all_multiplicities, pairs[pair].area_exponent[direction]);
  reach(sum, 0u, snap(lower, pairs[pair].axis[direction]) - 1L, snap(upper, pairs[pair].axis[direction]) + 1L);
  int64_t across = int64_t(pixel) * PIXEL_UNITS, up = int64_t(row) * PIXEL_UNITS;
  reach(sum, 1u, across, across + PIXEL_UNITS);
  reach(sum, 2u, up, up + PIXEL_UNITS);
  if (pairs[pair].first_moment == NO_MOMENTS)
    return;
  ImageView image = pairs[pair].image[direction];
  int64_t turn = 2L * int64_t(int(body_of_end(bodies, 0u)) - int(body_of_end(bodies, 1u)));
  sum.moments.x += turn;
  sum.moments.y += turn * (across + HALF_PIXEL + int64_t(shift_of_row(image, row)));
  sum.moments.z += turn * (up + HALF_PIXEL);
}
#endif

void main() {
  uint index = launch_index();
  if (index >= indices())
    return;
#if defined(SEGMENTS) || defined(NEIGHBOURS)
  uint begin = begins[index], end = begins[index + 1u];
  if (begin == end)
    return;
  Place place = place_of(index, pair_count);
  if (!in_patches(place.pair))
    return;
#endif
#ifdef SEGMENTS
  int deep = pairs[place.pair].image[(place.direction + 1u) % 3u].height;
  AxisGrid axis = pairs[place.pair].axis[place.direction];
  uint segment = begin, joined = 0u;
  for (uint i = begin; i < end; ++i) {
    double lower = intervals[i].depth[0], upper = intervals[i].depth[1];
    uint range = voxels_of(lower, upper, axis, deep);
    if (i > begin && adjoins(joined, range)) {
      joined = first_of(joined) | max(last_of(joined), last_of(range)) << 16;
      ranges[i] = no_segment;
    } else {
      segment = i;
      joined = range;
    }
    ranges[segment] = joined;
    parents[i] = segment;
  }
#endif
#ifdef NEIGHBOURS
  ImageView image = pairs[place.pair].image[place.direction];
  int pixel = int(place.index) % image.width, row = int(place.index) / image.width;
  Column own = Column(begin, end);
  for (int k = 0; k < 4; ++k)
    join_columns(own, column_of(place.pair, place.direction, k == 3 ? pixel + 1 : pixel + k - 1, k == 3 ? row : row + 1));
#endif
#ifdef DIRECTIONS
  uint pair = owners[index] >> 2, direction = owners[index] & 3u;
  if (!in_patches(pair) || !is_segment(index))
    return;
  uint range = ranges[index], lookups = lookups_of(range), u = (direction + 1u) % 3u, v = (direction + 2u) % 3u;
  uint voxel[3];
  voxel[u] = intervals[index].bodies_pixel >> 16;
  voxel[v] = intervals[index].row_multiplicity & 0xffffu;
  for (uint k = 0u; k < lookups; ++k) {
    voxel[direction] = lookup_at(range, lookups, k);
    join_with(pair, u, voxel, index);
    join_with(pair, v, voxel, index);
  }
#endif
#ifdef MARK
  marks[index] = in_patches(owners[index] >> 2) && parents[index] == index ? 1u : 0u;
#endif
#ifdef COUNT
  patch_begins[index] = before[begins[pairs[index].image[0].first_column]];
#endif
#ifdef SUM
  uint first = index * PATCH_STRETCH, end = min(begins[column_count], first + PATCH_STRETCH);
  Sum sum = sum_of(none, 0u);
  for (uint i = first; i < end; ++i) {
    uint pair = owners[i] >> 2, direction = owners[i] & 3u;
    if (!in_patches(pair))
      continue;
    uint before_pair = before[begins[pairs[pair].image[0].first_column]];
    uint number = min(before[root(i)] - before_pair, MOST_PATCHES - 1u);
    pixels[i].cells = number | number << 16;
    if (sum.number != before_pair + number || sum.direction != direction) {
      finish(sum);
      sum = sum_of(before_pair + number, direction);
    }
    add(sum, pair, i);
  }
  finish(sum);
#endif
}
