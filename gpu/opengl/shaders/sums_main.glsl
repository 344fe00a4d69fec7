// gpu/stages/contact_sums.h: ROWS, ROW_CELLS, IMAGES and CELLS are SumRows and so on.
struct Sum {
  double length, area;
};

struct Totals {
  double length, area;
  uint intervals, crossings;
};

#ifdef FIRST
layout(location = 2) uniform uint pair_count;
#endif

#if defined(ROWS) || defined(ROW_CELLS)
layout(std430, binding = 2) readonly restrict buffer Intervals { Interval intervals[]; };
layout(std430, binding = 4) readonly restrict buffer Pixels { Pixel pixels[]; };
layout(std430, binding = 5) writeonly restrict buffer Sums { Sum sums[]; };
#else
layout(std430, binding = 5) readonly restrict buffer Sums { Sum sums[]; };
#endif
#ifndef CELLS
layout(std430, binding = 3) readonly restrict buffer Begins { uint begins[]; };
#endif
#ifdef IMAGES
layout(std430, binding = 6) readonly restrict buffer Crossings { uint crossings[]; };
layout(std430, binding = 7) writeonly restrict buffer AllTotals { Totals totals[]; };
#endif
#ifdef CELLS
layout(std430, binding = 6) writeonly restrict buffer CellSums { Sum cell_sums[]; };
#endif

void add(inout Sum sum, double length, double area) {
  precise double longer = sum.length + length;
  precise double larger = sum.area + area;
  sum = Sum(longer, larger);
}

void main() {
  uint index = launch_index();
  if (index >= indices())
    return;
  Sum sum = Sum(0.0lf, 0.0lf);
#ifdef FIRST
  Place place = place_of(index, pair_count);
  ImageView image = pairs[place.pair].image[place.direction];
  uint u = (place.direction + 1u) % 3u, v = (place.direction + 2u) % 3u;
#endif
#ifdef ROWS
  uint first = image.first_column + place.index * uint(image.width);
  for (uint i = begins[first]; i < begins[first + uint(image.width)]; ++i)
    add(sum, pixels[i].length, pixels[i].weight);
  sums[index] = sum;
#endif
#ifdef ROW_CELLS
  uint across = pairs[place.pair].cells[u], of_row = across * pairs[place.pair].cells[place.direction];
  uint row = place.index / of_row, cell = place.index % of_row, number = cell / across;
  uint first = first_pixel_of_cell(cell % across, across, image.width),
       last = first_pixel_of_cell(cell % across + 1u, across, image.width);
  uint column = image.first_column + row * uint(image.width);
  ColumnCells cells = cells_of_column(place.pair, place.direction, first, row);
  for (uint i = begins[column + first]; i < begins[column + last]; ++i) {
    double lower = intervals[i].depth[0], upper = intervals[i].depth[1];
    uvec2 ends = cells_of_ends(cells, lower, upper);
    add(sum, length_in_cell(cells, ends, lower, upper, number), 0.0lf);
    precise double half_weight = 0.5lf * pixels[i].weight;
    if (ends.x == number)
      add(sum, 0.0lf, half_weight);
    if (ends.y == number)
      add(sum, 0.0lf, half_weight);
  }
  sums[index] = sum;
#endif
#ifdef IMAGES
  ImageView image = pairs[index / 3u].image[index % 3u];
  for (uint row = 0u; row < uint(image.height); ++row)
    add(sum, sums[image.first_row + row].length, sums[image.first_row + row].area);
  uint first = image.first_column, last = first + columns_of(image);
  totals[index] = Totals(sum.length, sum.area, begins[last] - begins[first], crossings[last] - crossings[first]);
#endif
#ifdef CELLS
  uint count[3] = pairs[place.pair].cells;
  uint at[3];
  for (uint k = 0u; k < 3u; ++k)
    at[k] = place.index / cell_step(place.pair, k) % count[k];
  uint of_row = count[u] * count[place.direction], in_row = at[place.direction] * count[u] + at[u];
  uint last = first_pixel_of_cell(at[v] + 1u, count[v], image.height);
  for (uint row = first_pixel_of_cell(at[v], count[v], image.height); row < last; ++row) {
    uint mine = image.first_row_cell + row * of_row + in_row;
    add(sum, sums[mine].length, sums[mine].area);
  }
  cell_sums[index] = sum;
#endif
}
