// core/contact/ldi/stages/pose_vertices.h: vertices that were sent to where they belong.

layout(std430, binding = 0) readonly restrict buffer Moved { double moved[]; };
layout(std430, binding = 1) readonly restrict buffer MovedTo { uint moved_to[]; };
layout(std430, binding = 2) writeonly restrict buffer Positions { double positions[]; };

void main() {
  uint index = launch_index();
  if (index >= indices())
    return;
  for (uint axis = 0u; axis < 3u; ++axis)
    positions[3u * moved_to[index] + axis] = moved[3u * index + axis];
}
