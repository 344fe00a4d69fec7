// The outside of intersection volumes, made of contact pixels in the memory of a device: one invocation a pair of
// pixels, with the same operations in the same order as volume_solid.cpp. With COUNT it finds how many quads each adds;
// else it writes them from where these counts, added up, say.
layout(local_size_x = 64) in;
const uint pixel_words = 28; // of a ContactPixelPair
const uint corner_words = 5; // of a SolidCorner
const double least_step = 1e-6;
struct Columns {                          // of a pair of bodies along one view direction, w
  double along[9];                        // unit vectors u, v, w, world
  double minimum[3];                      // of the region, along these
  double scale[2];                        // pixels a metre, along u and v
  double corner[3], step_u[3], step_v[3]; // the region's corner from the origin, and a pixel's sides: world
  uint normals[6];                        // −u, u, −v, v, −w, w
  uint ink, axis;
  uint begin, end;    // pixels of the pair of bodies, in all directions; pairs are sorted by them
  uint first, unused; // pixels of the pairs before it in the snapshot
};
layout(std430, binding = 0) readonly buffer Pixels { uint words[]; };
layout(std430, binding = 1) readonly buffer AllColumns { Columns columns[]; }; // three a pair, the best first
layout(std430, binding = 2) buffer Counts { uint counts[]; };
layout(std430, binding = 3) writeonly buffer Corners { uint corners[]; };
layout(location = 0) uniform uint pixel_count;
layout(location = 1) uniform uint pair_count;
layout(location = 2) uniform uint quad_limit;

uint which;          // of the columns
uint next_quad = 0u; // to be written, or counted

double real(uint word) { return packDouble2x32(uvec2(words[word], words[word + 1])); }
uint axis_of(uint pixel) { return (words[pixel_words * pixel + 24] >> 16 & 0xffu) % 3; }
uint column_of(uint pixel) { return words[pixel_words * pixel + 26]; } // and its row above it

uint pair_of(uint pixel) {
  uint first = 0, last = pair_count - 1;
  while (first < last) {
    uint middle = (first + last) / 2;
    if (pixel < columns[3 * middle].end)
      last = middle;
    else
      first = middle + 1;
  }
  return first;
}

// The first pixel of so many that has this direction or a later one.
uint first_along(uint axis, uint first, uint last) {
  while (first < last) {
    uint middle = (first + last) / 2;
    if (axis_of(middle) < axis)
      first = middle + 1;
    else
      last = middle;
  }
  return first;
}

// The first pixel of so many along one direction that lies in this column or a later one.
uint first_in(uint column, uint first, uint last) {
  while (first < last) {
    uint middle = (first + last) / 2;
    if (column_of(middle) < column)
      first = middle + 1;
    else
      last = middle;
  }
  return first;
}

double in_frame(uint k, dvec3 place) {
  precise double sum = columns[which].along[3 * k] * place.x + columns[which].along[3 * k + 1] * place.y +
                       columns[which].along[3 * k + 2] * place.z;
  precise double from_corner = sum - columns[which].minimum[k];
  return from_corner;
}

struct Prism {
  double left, front, low, high;
  bool counts;
};

bool is_finite(dvec3 v) { return !any(isnan(v)) && !any(isinf(v)); }

Prism prism_of(uint pixel) {
  uint first = pixel_words * pixel;
  dvec3 lower = dvec3(real(first), real(first + 2), real(first + 4));
  double depth = real(first + 12);
  precise double left = in_frame(0, lower) * columns[which].scale[0] - 0.5;
  precise double front = in_frame(1, lower) * columns[which].scale[1] - 0.5;
  precise double low = in_frame(2, lower);
  precise double high = low + depth;
  return Prism(left, front, low, high, depth > 0 && is_finite(lower));
}

dvec3 unit(uint k) {
  return dvec3(columns[which].along[3 * k], columns[which].along[3 * k + 1], columns[which].along[3 * k + 2]);
}
dvec3 step_u() { return dvec3(columns[which].step_u[0], columns[which].step_u[1], columns[which].step_u[2]); }
dvec3 step_v() { return dvec3(columns[which].step_v[0], columns[which].step_v[1], columns[which].step_v[2]); }
dvec3 corner() { return dvec3(columns[which].corner[0], columns[which].corner[1], columns[which].corner[2]); }

dvec3 place(double x, double y, double z) {
  precise dvec3 at = corner() + x * step_u() + y * step_v() + z * unit(2);
  return at;
}

void add(dvec3 at, dvec3 side, dvec3 other, uint normal) {
#ifndef COUNT
  for (uint c = 0; c < 4 && next_quad < quad_limit; ++c) {
    precise dvec3 p = at + ((c & 1) != 0 ? side : dvec3(0)) + ((c & 2) != 0 ? other : dvec3(0));
    uint word = corner_words * (4 * next_quad + c);
    corners[word] = floatBitsToUint(float(p.x));
    corners[word + 1] = floatBitsToUint(float(p.y));
    corners[word + 2] = floatBitsToUint(float(p.z));
    corners[word + 3] = columns[which].normals[normal];
    corners[word + 4] = columns[which].ink;
  }
#endif
  ++next_quad;
}

void add_wall(double x, double y, double low, double high, dvec3 side, uint normal) {
  precise dvec3 up = (high - low) * unit(2);
  add(place(x, y, low), side, up, normal);
}

// Walls where none of the prisms of a neighbouring column (from first to last) lies.
void add_walls(Prism prism, uint first, uint last, double x, double y, dvec3 side, uint normal) {
  double from = prism.low;
  for (uint pixel = first; pixel < last; ++pixel) {
    Prism other = prism_of(pixel);
    if (!other.counts || other.high <= from || other.low >= prism.high)
      continue;
    if (other.low > from)
      add_wall(x, y, from, other.low, side, normal);
    from = max(from, other.high);
  }
  if (from < prism.high)
    add_wall(x, y, from, prism.high, side, normal);
}

void add_segment(Prism prism, uint first, uint last, double from, double to, double y, uint normal) {
  precise dvec3 side = (to - from) * step_u();
  add_walls(prism, first, last, from, y, side, normal);
}

// Walls towards a neighbouring row, whose columns may be shifted.
void add_row_walls(Prism prism, uint column, uint begin, uint end, double y, uint normal) {
  double from = prism.left;
  precise double right = prism.left + 1;
  uint nearest = (column & 0xffffu) > 0 ? column - 1 : column, beyond = column + 2;
  for (uint first = first_in(nearest, begin, end), last; first < end && column_of(first) < beyond; first = last) {
    last = first_in(column_of(first) + 1, first, end);
    while (first < last && !prism_of(first).counts)
      ++first;
    if (first == last)
      continue;
    double left = prism_of(first).left;
    precise double until = left + 1;
    if (left >= right - least_step || until <= from + least_step)
      continue;
    if (left > from + least_step) {
      add_segment(prism, 0, 0, from, left, y, normal);
      from = left;
    }
    add_segment(prism, first, last, from, min(until, right), y, normal);
    from = min(until, right);
  }
  if (right > from + least_step)
    add_segment(prism, 0, 0, from, right, y, normal);
}

void add_all(uint pixel, uint begin, uint end) {
  Prism prism = prism_of(pixel);
  if (!prism.counts)
    return;
  add(place(prism.left, prism.front, prism.low), step_u(), step_v(), 4);
  add(place(prism.left, prism.front, prism.high), step_u(), step_v(), 5);
  uint column = column_of(pixel), row = column >> 16;
  precise double right = prism.left + 1, back = prism.front + 1;
  uint before = (column & 0xffffu) > 0 ? first_in(column - 1, begin, pixel) : 0;
  uint here = (column & 0xffffu) > 0 ? first_in(column, begin, pixel + 1) : 0;
  add_walls(prism, before, here, prism.left, prism.front, step_v(), 0);
  uint behind = first_in(column + 1, pixel, end);
  add_walls(prism, behind, first_in(column + 2, behind, end), right, prism.front, step_v(), 1);
  if (row > 0)
    add_row_walls(prism, column - 0x10000u, begin, end, prism.front, 2);
  else
    add_segment(prism, 0, 0, prism.left, right, prism.front, 2);
  add_row_walls(prism, column + 0x10000u, begin, end, back, 3);
}

void main() {
  uint pixel = gl_GlobalInvocationID.x;
  if (pixel >= pixel_count)
    return;
  uint pair = pair_of(pixel), begin = columns[3 * pair].begin;
  if (pixel < begin)
    return;
  uint number = columns[3 * pair].first + (pixel - begin);
#ifndef COUNT
  next_quad = counts[number];
#endif
  for (which = 3 * pair; which < 3 * pair + 3; ++which) {
    uint axis = columns[which].axis;
    begin = first_along(axis, columns[which].begin, columns[which].end);
    uint end = first_along(axis + 1, begin, columns[which].end);
    if (begin == end)
      continue;
    if (axis == axis_of(pixel))
      add_all(pixel, begin, end);
    break;
  }
#ifdef COUNT
  counts[number] = next_quad;
#endif
}
