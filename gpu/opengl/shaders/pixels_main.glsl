// MakePixels of core/contact/ldi/stages/contact_pixels.h: one invocation an interval.
layout(std430, binding = 6) readonly restrict buffer Intervals { Interval intervals[]; };
layout(std430, binding = 7) readonly restrict buffer Owners { uint owners[]; };
layout(std430, binding = 8) writeonly restrict buffer Pixels { Pixel pixels[]; };

int shift_of(uint pair, uint direction, uint row) {
  uint index = pairs[pair].image[direction].first_shift + row;
  return shift_in(shifts[index >> 1], index);
}

void main() {
  uint index = launch_index();
  if (index >= indices())
    return;
  Interval interval = intervals[index];
  uint pair = owners[index] >> 2, direction = owners[index] & 3u;
  uint u = (direction + 1u) % 3u, v = (direction + 2u) % 3u;
  uint pixel = interval.bodies_pixel >> 16, row = interval.row_multiplicity & 0xffffu;
  uint lower_body = body_of_end(interval.bodies_pixel, 0u), upper_body = body_of_end(interval.bodies_pixel, 1u);

  double at[3] = double[3](
      interval.depth[0],
      pixel_centre(pairs[pair].minimum[u], pairs[pair].pixel_size[u], pixel, shift_of(pair, direction, row)),
      pixel_centre(pairs[pair].minimum[v], pairs[pair].pixel_size[v], row, 0));
  Pixel made;
  made.lower = world_components(pair, direction, at);

  dvec3 normal = dvec3(0.0lf);
  bool self = pairs[pair].self != 0;
  if (self ? !have_common_corner(2u * pair, interval.triangle[0], interval.triangle[1]) : lower_body != upper_body) {
    dvec3 below = normal_of(2u * pair + lower_body, interval.triangle[0]);
    dvec3 above = normal_of(2u * pair + upper_body, interval.triangle[1]);
    if (!self || dot_of(below, above) <= 0.0lf)
      normal = pair_normal(above, below);
  }
  made.normal = double[3](normal.x, normal.y, normal.z);
  precise double length = interval.depth[1] - interval.depth[0];
  made.length_m = length;
  made.area = pixel_area(pair, direction);
  uint multiplicity = interval.row_multiplicity >> 16;
  precise double weight = double(multiplicity) * pair_area(normal, axis_of(pair, direction), made.area);
  made.weight = weight;

  made.triangle = interval.triangle;
  made.barycentric = uint[4](float_bits(interval.barycentric[0]), float_bits(interval.barycentric[1]),
                             float_bits(interval.barycentric[2]), float_bits(interval.barycentric[3]));
  made.bodies_axis = lower_body | upper_body << 8 | direction << 16;
  ColumnCells cells = cells_of_column(pair, direction, pixel, row);
  uvec2 ends = cells_of_ends(cells, interval.depth[0], interval.depth[1]);
  made.cells = (cells.first + cells.step * ends.x) | (cells.first + cells.step * ends.y) << 16;
  made.pixel_row = pixel | row << 16;
  made.multiplicity = multiplicity;
  pixels[index] = made;
}
