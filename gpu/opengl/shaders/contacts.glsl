// core/contact/ldi/stages/contact_pixels.h and core/contact/ldi/arithmetic/cells.h: intervals, contact pixels and cells, byte for
// byte as there.

// As core/contact/ldi/arithmetic/interval.h lays an interval out.
struct Interval {
  double depth[2];
  double barycentric[4]; // two of each end
  uint triangle[2];
  uint bodies_pixel; // two bytes, and the pixel of its row
  uint row_multiplicity;
};

struct Pixel {
  double lower[3], normal[3];
  double length_m, area, weight;
  uint triangle[2];
  uint barycentric[4]; // bits of floats
  uint bodies_axis;    // three bytes
  uint cells;          // two halves, of the ends
  uint pixel_row;      // two halves
  uint multiplicity;
};

// ImageTotals of core/contact/ldi/stages/contact_sums.h.
struct Totals {
  double length_m, area;
  uint intervals, crossings;
  uint64_t multiplicity;
};

// The half of a word that belongs to an end.
uint half_of_end(uint word, uint end) { return word >> (16u * end) & 0xffffu; }
uint body_of_end(uint word, uint end) { return word >> (8u * end) & 0xffu; }

uint columns_of(ImageView image) { return uint(image.width) * uint(image.height); }

#ifdef FIRST
// Which image of which pair something of the batch belongs to.
struct Place {
  uint pair, direction, index;
};

Place place_of(uint number, uint pair_count) {
  uint first = 0u, last = pair_count;
  while (last - first > 1u) {
    uint middle = first + (last - first) / 2u;
    if (pairs[middle].image[0].FIRST <= number)
      first = middle;
    else
      last = middle;
  }
  uint direction = number >= pairs[first].image[2].FIRST ? 2u : number >= pairs[first].image[1].FIRST ? 1u : 0u;
  return Place(first, direction, number - pairs[first].image[direction].FIRST);
}
#endif

double pixel_area(uint pair, uint direction) {
  precise double area = pairs[pair].pixel_size[(direction + 1u) % 3u] * pairs[pair].pixel_size[(direction + 2u) % 3u];
  return area;
}

dvec3 axis_of(uint pair, uint axis) {
  return dvec3(pairs[pair].axes[axis], pairs[pair].axes[3u + axis], pairs[pair].axes[6u + axis]);
}

// Component of a vector in a frame whose axes are `first` of the region and the two that follow it.
double world_component(uint pair, uint world_axis, uint first, double in_frame[3]) {
  uint row = 3u * world_axis;
  precise double sum = pairs[pair].axes[row + first] * in_frame[0] +
                       pairs[pair].axes[row + (first + 1u) % 3u] * in_frame[1] +
                       pairs[pair].axes[row + (first + 2u) % 3u] * in_frame[2];
  return sum;
}

double[3] world_components(uint pair, uint first, double in_frame[3]) {
  return double[3](world_component(pair, 0u, first, in_frame), world_component(pair, 1u, first, in_frame),
                   world_component(pair, 2u, first, in_frame));
}

// How many of a row's or a column's pixels come before a cell.
uint first_pixel_of_cell(uint cell, uint cells, int pixels) { return (cell * uint(pixels) + cells - 1u) / cells; }

uint cells_of(uint pair) { return pairs[pair].cells[0] * pairs[pair].cells[1] * pairs[pair].cells[2]; }

uint cell_step(uint pair, uint axis) {
  return axis == 0u ? 1u : axis == 1u ? pairs[pair].cells[0] : pairs[pair].cells[0] * pairs[pair].cells[1];
}

#ifdef READS_PLANES
layout(std430, binding = READS_PLANES) readonly restrict buffer Planes { double planes[]; };

struct ColumnCells {
  uint first, step, first_plane, plane_count;
};

ColumnCells cells_of_column(uint pair, uint direction, uint pixel, uint row) {
  uint u = (direction + 1u) % 3u, v = (direction + 2u) % 3u;
  uint across = pixel * pairs[pair].cells[u] / uint(pairs[pair].image[direction].width);
  uint up = row * pairs[pair].cells[v] / uint(pairs[pair].image[direction].height);
  return ColumnCells(cell_step(pair, u) * across + cell_step(pair, v) * up, cell_step(pair, direction),
                     pairs[pair].first_plane[direction], pairs[pair].cells[direction] - 1u);
}

// Of the lower and the upper end, counted from below.
uvec2 cells_of_ends(ColumnCells cells, double lower, double upper) {
  uvec2 ends = uvec2(0u);
  for (uint k = 0u; k < cells.plane_count; ++k) {
    double plane = planes[cells.first_plane + k];
    ends.x += plane <= lower ? 1u : 0u;
    ends.y += plane < upper ? 1u : 0u;
  }
  return ends;
}

double length_in_cell(ColumnCells cells, uvec2 ends, double lower, double upper, uint number) {
  if (number < ends.x || number > ends.y)
    return 0.0lf;
  double low = number > ends.x ? planes[cells.first_plane + number - 1u] : lower;
  double high = number < ends.y ? planes[cells.first_plane + number] : upper;
  precise double within = high - low;
  return within;
}
#endif
