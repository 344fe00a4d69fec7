// core/contact/ldi/stages/friction.h: GROUPS is CountGroups, otherwise WriteSamples.
layout(std430, binding = 1) readonly restrict buffer Columns { uint columns[]; };
#ifdef GROUPS
layout(location = 2) uniform uint first_pair;
layout(std430, binding = 2) writeonly restrict buffer Counts { uint group_counts[]; };
#else
layout(location = 2) uniform uint image_count;
layout(location = 3) uniform uint along_axis;
layout(std430, binding = 2) readonly restrict buffer Begins { uint begins[]; };
layout(std430, binding = 3) readonly restrict buffer Pixels { Pixel pixels[]; };
// Of each group: eight of each component of the normal and of the middle, of the area and of the depth (bits of
// floats), and of the cells of both ends.
layout(std430, binding = 4) writeonly restrict buffer Samples { uint samples[]; };

uint image_of(uint group) {
  uint first = 0u, last = image_count;
  while (last - first > 1u) {
    uint middle = first + (last - first) / 2u;
    if (begins[middle] <= group)
      first = middle;
    else
      last = middle;
  }
  return first;
}

void write_component(uint at, uint pair, uint i, uint k, double axis) {
  precise double half_length = 0.5lf * pixels[i].length_m;
  precise double middle = pixels[i].lower[k] + axis * half_length;
  precise double arm = middle - pairs[pair].middle[k];
  samples[at + SAMPLE_LANES * k] = float_bits(along_axis != 0u ? axis : pixels[i].normal[k]);
  samples[at + SAMPLE_LANES * (3u + k)] = float_bits(arm);
}

double depth_of(uint i, dvec3 axis) {
  precise double x = pixels[i].normal[0] * axis.x, y = pixels[i].normal[1] * axis.y, z = pixels[i].normal[2] * axis.z;
  precise double xy = x + y;
  precise double along = xy + z;
  precise double depth = pixels[i].length_m * abs(along);
  return (pixels[i].bodies_axis & 0xffu) == 0u ? -depth : depth;
}

void write(uint at, uint pair, uint direction, uint i) {
  dvec3 axis = axis_of(pair, direction);
  write_component(at, pair, i, 0u, axis.x);
  write_component(at, pair, i, 1u, axis.y);
  write_component(at, pair, i, 2u, axis.z);
  double weight = pixels[i].weight;
  samples[at + SAMPLE_LANES * 6u] = float_bits(along_axis != 0u && weight != 0.0lf ? pixels[i].area : weight);
  samples[at + SAMPLE_LANES * 7u] = float_bits(depth_of(i, axis));
  samples[at + SAMPLE_LANES * 8u] = half_of_end(pixels[i].cells, 0u);
  samples[at + SAMPLE_LANES * 9u] = half_of_end(pixels[i].cells, 1u);
}
#endif

void main() {
  uint index = launch_index();
  if (index >= indices())
    return;
#ifdef GROUPS
  ImageView image = pairs[index / 3u].image[index % 3u];
  uint intervals = columns[image.first_column + columns_of(image)] - columns[image.first_column];
  group_counts[index] = index / 3u < first_pair ? 0u : (intervals + SAMPLE_LANES - 1u) / SAMPLE_LANES;
#else
  uint group = index / SAMPLE_LANES, lane = index % SAMPLE_LANES, number = image_of(group);
  uint pair = number / 3u, direction = number % 3u;
  ImageView image = pairs[pair].image[direction];
  uint interval = columns[image.first_column] + (group - begins[number]) * SAMPLE_LANES + lane;
  uint at = group * 10u * SAMPLE_LANES + lane;
  if (interval < columns[image.first_column + columns_of(image)]) {
    write(at, pair, direction, interval);
    return;
  }
  for (uint k = 0u; k < 10u; ++k)
    samples[at + SAMPLE_LANES * k] = 0u;
#endif
}
