// Corners of the triangles in which a plane cuts tetrahedra.
layout(location = 0) in vec3 corner; // world, but for the offset
layout(location = 1) in vec2 value;  // distance as a share of the scale; 1 where a march came, 0 where it did not
layout(location = 1) uniform vec3 offset;
out float share;
out float visited;
void main() {
  share = value.x;
  visited = value.y;
  gl_Position = view_projection * vec4(corner + offset, 1.0);
  gl_ClipDistance[0] = 1.0; // it lies in the plane that cuts
  gl_Position.z -= 2e-5 * gl_Position.w;
}
