// core/contact/ldi/stages/pose_vertices.h: vertices of rigid bodies into the world.

struct Placed {
  double axes[9]; // [3 world axis + body axis]
  double origin[3];
  uint first, unused;
};

layout(std430, binding = 0) readonly restrict buffer Bodies { Placed bodies[]; };
layout(std430, binding = 1) readonly restrict buffer Rest { double rest[]; };
layout(std430, binding = 2) writeonly restrict buffer Positions { double positions[]; };

layout(location = 2) uniform uint body_count;
layout(location = 3) uniform uint first_vertex;

void main() {
  uint index = launch_index();
  if (index >= indices())
    return;
  uint body = 0u, last = body_count;
  while (last - body > 1u) {
    uint middle = body + (last - body) / 2u;
    if (bodies[middle].first <= index)
      body = middle;
    else
      last = middle;
  }
  double x = rest[3u * index], y = rest[3u * index + 1u], z = rest[3u * index + 2u];
  for (uint axis = 0u; axis < 3u; ++axis) {
    precise double place = bodies[body].axes[3u * axis] * x + bodies[body].axes[3u * axis + 1u] * y +
                           bodies[body].axes[3u * axis + 2u] * z + bodies[body].origin[axis];
    positions[3u * (first_vertex + index) + axis] = place;
  }
}
