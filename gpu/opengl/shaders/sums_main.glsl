// core/contact/ldi/stages/contact_sums.h: ROWS, ROW_CELLS, IMAGES and CELLS are SumRows and so on.
struct Sum {
  double length_m, area;
};

struct RowSum {
  double length_m, area;
  int64_t count, across;
  uint64_t multiplicity;
};

struct Moments {
  int64_t count, across, up;
};

#ifdef FIRST
layout(location = 2) uniform uint pair_count;
#endif

#if defined(ROWS) || defined(ROW_CELLS)
layout(std430, binding = 1) readonly restrict buffer Shifts { uint shifts[]; }; // two in a word
layout(std430, binding = 2) readonly restrict buffer Intervals { Interval intervals[]; };
layout(std430, binding = 4) readonly restrict buffer Pixels { Pixel pixels[]; };
layout(std430, binding = 5) writeonly restrict buffer Sums { RowSum sums[]; };
#else
layout(std430, binding = 5) readonly restrict buffer Sums { RowSum sums[]; };
layout(std430, binding = 7) writeonly restrict buffer AllMoments { Moments all_moments[]; };
#endif
#ifndef CELLS
layout(std430, binding = 3) readonly restrict buffer Begins { uint begins[]; };
#endif
#ifdef IMAGES
layout(std430, binding = 4) readonly restrict buffer Crossings { uint crossings[]; };
layout(std430, binding = 6) writeonly restrict buffer AllTotals { Totals totals[]; };
#endif
#ifdef CELLS
layout(std430, binding = 6) writeonly restrict buffer CellSums { Sum cell_sums[]; };
#endif

void add(inout RowSum sum, double length, double area) {
  precise double longer = sum.length_m + length;
  precise double larger = sum.area + area;
  sum.length_m = longer;
  sum.area = larger;
}

int64_t units_of_centre(uint pixel, int shift) { return int64_t(int(pixel)) * PIXEL_UNITS + HALF_PIXEL + int64_t(shift); }

#if defined(ROWS) || defined(ROW_CELLS)
int shift_of_row(ImageView image, uint row) {
  uint index = image.first_shift + row;
  return shift_in(shifts[index >> 1], index);
}

void add_half(inout RowSum sum, uint i, int shift) {
  uint bodies = intervals[i].bodies_pixel;
  int64_t turn = int64_t(int(body_of_end(bodies, 0u)) - int(body_of_end(bodies, 1u)));
  sum.count += turn;
  sum.across += turn * units_of_centre(bodies >> 16, shift);
}
#else
// So many halves of each interval of a row.
void add_row(inout Moments moments, RowSum sum, int64_t halves, uint row) {
  moments.count += halves * sum.count;
  moments.across += halves * sum.across;
  moments.up += halves * sum.count * units_of_centre(row, 0);
}
#endif

void main() {
  uint index = launch_index();
  if (index >= indices())
    return;
  RowSum sum = RowSum(0.0lf, 0.0lf, 0L, 0L, 0UL);
#ifdef FIRST
  Place place = place_of(index, pair_count);
  ImageView image = pairs[place.pair].image[place.direction];
  uint u = (place.direction + 1u) % 3u, v = (place.direction + 2u) % 3u;
#endif
#ifdef ROWS
  uint first = image.first_column + place.index * uint(image.width);
  int shift = shift_of_row(image, place.index);
  for (uint i = begins[first]; i < begins[first + uint(image.width)]; ++i) {
    precise double length = double(pixels[i].multiplicity) * pixels[i].length_m;
    add(sum, length, pixels[i].weight);
    sum.multiplicity += uint64_t(pixels[i].multiplicity);
    add_half(sum, i, shift);
  }
  sums[index] = sum;
#endif
#ifdef ROW_CELLS
  uint across = pairs[place.pair].cells[u], of_row = across * pairs[place.pair].cells[place.direction];
  uint row = place.index / of_row, cell = place.index % of_row, number = cell / across;
  uint first = first_pixel_of_cell(cell % across, across, image.width),
       last = first_pixel_of_cell(cell % across + 1u, across, image.width);
  uint column = image.first_column + row * uint(image.width);
  int shift = shift_of_row(image, row);
  ColumnCells cells = cells_of_column(place.pair, place.direction, first, row);
  for (uint i = begins[column + first]; i < begins[column + last]; ++i) {
    double lower = intervals[i].depth[0], upper = intervals[i].depth[1];
    uvec2 ends = cells_of_ends(cells, lower, upper);
    add(sum, length_in_cell(cells, ends, lower, upper, number), 0.0lf);
    precise double half_weight = 0.5lf * pixels[i].weight;
    for (uint end = 0u; end < 2u; ++end)
      if (ends[end] == number) {
        add(sum, 0.0lf, half_weight);
        add_half(sum, i, shift);
      }
  }
  sums[index] = sum;
#endif
#ifdef IMAGES
  ImageView image = pairs[index / 3u].image[index % 3u];
  Moments moments = Moments(0L, 0L, 0L);
  for (uint row = 0u; row < uint(image.height); ++row) {
    RowSum mine = sums[image.first_row + row];
    add(sum, mine.length_m, mine.area);
    sum.multiplicity += mine.multiplicity;
    add_row(moments, mine, 2L, row);
  }
  uint first = image.first_column, last = first + columns_of(image);
  totals[index] = Totals(sum.length_m, sum.area, begins[last] - begins[first], crossings[last] - crossings[first],
                         sum.multiplicity);
  uint first_moment = pairs[index / 3u].first_moment;
  if (first_moment != NO_MOMENTS && cells_of(index / 3u) == 1u)
    all_moments[first_moment + index % 3u] = moments;
#endif
#ifdef CELLS
  uint count[3] = pairs[place.pair].cells;
  uint at[3];
  for (uint k = 0u; k < 3u; ++k)
    at[k] = place.index / cell_step(place.pair, k) % count[k];
  uint of_row = count[u] * count[place.direction], in_row = at[place.direction] * count[u] + at[u];
  uint last = first_pixel_of_cell(at[v] + 1u, count[v], image.height);
  Moments moments = Moments(0L, 0L, 0L);
  for (uint row = first_pixel_of_cell(at[v], count[v], image.height); row < last; ++row) {
    RowSum mine = sums[image.first_row_cell + row * of_row + in_row];
    add(sum, mine.length_m, mine.area);
    add_row(moments, mine, 1L, row);
  }
  cell_sums[index] = Sum(sum.length_m, sum.area);
  uint first_moment = pairs[place.pair].first_moment;
  if (first_moment != NO_MOMENTS)
    all_moments[first_moment + 3u * place.index + place.direction] = moments;
#endif
}
