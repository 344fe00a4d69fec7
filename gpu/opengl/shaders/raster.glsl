// gpu/stages/raster.h and cover.h: crossings of triangles with the columns of their images, counted (COUNT) or stored
// (STORE). With LARGE, LARGE_THREADS invocations share each triangle of a list; otherwise one invocation draws a
// small triangle in one direction, and COUNT puts into the list what is large or needs 128 bits.

layout(location = 2) uniform uint part_count;

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

// One triangle of one part as one direction sees it.
struct Seen {
  uint pair, body, triangle;
  ImageView image;
  Corners at;
  double depth[3];
  int64_t left, right, bottom, top;
};

double along(uint pair, uint vertex, int axis) {
  if (pairs[pair].along_world != 0)
    return positions[3u * vertex + uint(axis)];
  precise double sum = pairs[pair].axes[axis] * positions[3u * vertex] +
                       pairs[pair].axes[3 + axis] * positions[3u * vertex + 1u] +
                       pairs[pair].axes[6 + axis] * positions[3u * vertex + 2u];
  return sum;
}

int64_t lowest(int64_t n[3]) { return min(min(n[0], n[1]), n[2]); }
int64_t highest(int64_t n[3]) { return max(max(n[0], n[1]), n[2]); }

Seen see(uint entry) {
  uint item = entry / 3u;
  int direction = int(entry % 3u), u = (direction + 1) % 3, v = (direction + 2) % 3;
  uint first = 0u, last = part_count;
  while (last - first > 1u) {
    uint middle = first + (last - first) / 2u;
    if (parts[middle].first_item <= item)
      first = middle;
    else
      last = middle;
  }
  Seen seen;
  seen.pair = parts[first].pair;
  seen.body = parts[first].body;
  seen.triangle = item - parts[first].first_item;
  seen.image = pairs[seen.pair].image[direction];
  AxisGrid along_u = pairs[seen.pair].axis[u], along_v = pairs[seen.pair].axis[v];
  double rounder = pairs[seen.pair].depth_rounder;
  for (int k = 0; k < 3; ++k) {
    uint vertex = parts[first].first_vertex + corners[3u * (parts[first].first_triangle + seen.triangle) + uint(k)];
    seen.at.u[k] = snap(along(seen.pair, vertex, u), along_u);
    seen.at.v[k] = snap(along(seen.pair, vertex, v), along_v);
    seen.depth[k] = round_depth(along(seen.pair, vertex, direction), rounder);
  }
  seen.left = lowest(seen.at.u);
  seen.right = highest(seen.at.u);
  seen.bottom = lowest(seen.at.v);
  seen.top = highest(seen.at.v);
  return seen;
}

int64_t shift_of(Seen seen, int64_t row) {
  uint index = seen.image.first_shift + uint(row);
  return int64_t(bitfieldExtract(int(shifts[index >> 1]), int(index & 1u) * 16, 16));
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
