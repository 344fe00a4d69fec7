// core/contact/ldi/stages/raster.h and core/contact/ldi/arithmetic/cover.h: crossings of triangles with the columns of their images, counted (COUNT) or stored
// (STORE). With LARGE, LARGE_THREADS invocations share each triangle of a list; otherwise one invocation draws a
// small triangle in all directions, and COUNT puts into the list what is large or needs 128 bits.

layout(location = 2) uniform uint run_count;

#ifdef COUNT
layout(std430, binding = 5) restrict buffer Counts { uint counts[]; };
#else
layout(std430, binding = 5) restrict buffer Next { uint next[]; };
layout(std430, binding = 6) writeonly restrict buffer Fragments { Fragment fragments[]; };
#endif
#if defined(LARGE)
layout(std430, binding = 7) readonly restrict buffer List { uint large[]; };
#elif defined(COUNT)
layout(std430, binding = 6) writeonly restrict buffer List { uint large[]; };
layout(std430, binding = 7) restrict buffer ListCount { uint large_count; };
#endif

// One triangle of one run, snapped along every axis: [3 corner + axis].
struct Item {
  uint pair, body, triangle;
  int64_t units[9];
  double depth[9];
};

// The same as one direction sees it.
struct Seen {
  uint body, triangle;
  ImageView image;
  Corners at;
  double depth[3];
  int64_t left, right, bottom, top;
};

double along(uint pair, double x, double y, double z, int axis) {
  precise double sum =
      pairs[pair].axes[axis] * x + pairs[pair].axes[3 + axis] * y + pairs[pair].axes[6 + axis] * z;
  return pairs[pair].along_world == 0 ? sum : axis == 0 ? x : axis == 1 ? y : z;
}

Item item_at(uint index) {
  uint first = 0u, last = run_count;
  while (last - first > 1u) {
    uint middle = first + (last - first) / 2u;
    if (runs[middle].first_item <= index)
      first = middle;
    else
      last = middle;
  }
  Item item;
  item.pair = runs[first].pair;
  item.body = runs[first].body;
  uint triangle = index - runs[first].first_item;
  item.triangle = runs[first].before + triangle;
  double rounder = pairs[item.pair].depth_rounder;
  uint corner = 3u * (runs[first].first_triangle + triangle);
  for (int k = 0; k < 3; ++k) {
    uint vertex = 3u * (runs[first].first_vertex + corners[corner + uint(k)]);
    double x = positions[vertex], y = positions[vertex + 1u], z = positions[vertex + 2u];
    for (int axis = 0; axis < 3; ++axis) {
      double place = along(item.pair, x, y, z, axis);
      item.units[3 * k + axis] = snap(place, pairs[item.pair].axis[axis]);
      item.depth[3 * k + axis] = round_depth(place, rounder);
    }
  }
  return item;
}

int64_t lowest(int64_t n[3]) { return min(min(n[0], n[1]), n[2]); }
int64_t highest(int64_t n[3]) { return max(max(n[0], n[1]), n[2]); }

Seen see(Item item, int direction) {
  int u = (direction + 1) % 3, v = (direction + 2) % 3;
  Seen seen;
  seen.body = item.body;
  seen.triangle = item.triangle;
  seen.image = pairs[item.pair].image[direction];
  for (int k = 0; k < 3; ++k) {
    seen.at.u[k] = item.units[3 * k + u];
    seen.at.v[k] = item.units[3 * k + v];
    seen.depth[k] = item.depth[3 * k + direction];
  }
  seen.left = lowest(seen.at.u);
  seen.right = highest(seen.at.u);
  seen.bottom = lowest(seen.at.v);
  seen.top = highest(seen.at.v);
  return seen;
}

int64_t shift_of(Seen seen, int64_t row) {
  uint index = seen.image.first_shift + uint(row);
  return int64_t(shift_in(shifts[index >> 1], index));
}

Span rows_of(Seen seen) {
  return Span(max(first_pixel_from(seen.bottom, 0L), 0L),
              min(first_pixel_from(seen.top, 0L), int64_t(seen.image.height)));
}
Span pixels_of(Seen seen, int64_t shift) {
  return Span(max(first_pixel_from(seen.left, shift), 0L),
              min(first_pixel_from(seen.right, shift), int64_t(seen.image.width)));
}

void cross_column(Seen seen, uint column, double b1, double b2, bool faces_up) {
#ifdef COUNT
  atomicAdd(counts[seen.image.first_column + column], 1u);
#else
  uint place = atomicAdd(next[seen.image.first_column + column], 1u);
  fragments[place] = Fragment(interpolate_depth(seen.depth, b1, b2), b1, b2, seen.triangle,
                              fragment_place(column, seen.body, !faces_up));
#endif
}
