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

// One triangle of one run: its three corners along each axis, snapped, and their depths.
struct Item {
  uint pair, body, triangle;
  i64vec3 units_x, units_y, units_z;
  dvec3 depth_x, depth_y, depth_z;
};

// The same as one direction sees it.
struct Seen {
  uint body, triangle;
  ImageView image;
  Corners at;
  dvec3 depth;
  int64_t left, right, bottom, top;
};

// The corners x, y and z of a triangle of a pair along one of its axes; `world` are they along the world's.
dvec3 along(uint pair, int axis, dvec3 x, dvec3 y, dvec3 z, dvec3 world) {
  precise dvec3 sum = pairs[pair].axes[axis] * x + pairs[pair].axes[3 + axis] * y + pairs[pair].axes[6 + axis] * z;
  return pairs[pair].along_world == 0 ? sum : world;
}

i64vec3 snap_corners(dvec3 place, AxisGrid grid) {
  return i64vec3(snap(place.x, grid), snap(place.y, grid), snap(place.z, grid));
}

dvec3 round_corners(dvec3 place, double rounder) {
  return dvec3(round_depth(place.x, rounder), round_depth(place.y, rounder), round_depth(place.z, rounder));
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
  dvec3 a = position_of(runs[first].first_vertex + corners[corner]);
  dvec3 b = position_of(runs[first].first_vertex + corners[corner + 1u]);
  dvec3 c = position_of(runs[first].first_vertex + corners[corner + 2u]);
  dvec3 x = dvec3(a.x, b.x, c.x), y = dvec3(a.y, b.y, c.y), z = dvec3(a.z, b.z, c.z);
  dvec3 along_x = along(item.pair, 0, x, y, z, x);
  dvec3 along_y = along(item.pair, 1, x, y, z, y);
  dvec3 along_z = along(item.pair, 2, x, y, z, z);
  item.units_x = snap_corners(along_x, pairs[item.pair].axis[0]);
  item.units_y = snap_corners(along_y, pairs[item.pair].axis[1]);
  item.units_z = snap_corners(along_z, pairs[item.pair].axis[2]);
  item.depth_x = round_corners(along_x, rounder);
  item.depth_y = round_corners(along_y, rounder);
  item.depth_z = round_corners(along_z, rounder);
  return item;
}

int64_t lowest(i64vec3 n) { return min(min(n.x, n.y), n.z); }
int64_t highest(i64vec3 n) { return max(max(n.x, n.y), n.z); }

Seen see(Item item, int direction) {
  Seen seen;
  seen.body = item.body;
  seen.triangle = item.triangle;
  seen.image = pairs[item.pair].image[direction];
  if (direction == 0) {
    seen.at = Corners(item.units_y, item.units_z);
    seen.depth = item.depth_x;
  } else if (direction == 1) {
    seen.at = Corners(item.units_z, item.units_x);
    seen.depth = item.depth_y;
  } else {
    seen.at = Corners(item.units_x, item.units_y);
    seen.depth = item.depth_z;
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
