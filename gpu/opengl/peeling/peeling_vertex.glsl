#version 450 core
// Where a vertex lies in the image of one direction, in pixels along the axes of the region.
layout(location = 0) in vec3 position;
layout(location = 0) uniform ivec3 axes;  // along the rows, across them, along the columns
layout(location = 1) uniform vec2 shear;  // what turns staggered rows into columns: by row, and for all
layout(location = 2) uniform vec3 scale;  // 1 / size, along the axes
layout(location = 3) uniform float nearest;
void main() {
  vec3 p = vec3(position[axes.x], position[axes.y], position[axes.z]);
  p.x += shear.y - shear.x * p.y;
  gl_Position = vec4(2 * p.xy * scale.xy - 1, (p.z - nearest) * scale.z, 1);
}
