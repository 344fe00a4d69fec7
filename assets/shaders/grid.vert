layout(location = 0) uniform vec3 centre; // world, on the grid's plane below the target
layout(location = 1) uniform vec3 across; // unit vectors in the plane
layout(location = 2) uniform vec3 along;
out vec3 position;
out vec2 metres; // from the centre
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  metres = corner * floor_fade.w;
  position = centre + across * metres.x + along * metres.y;
  gl_Position = view_projection * vec4(position, 1.0);
  gl_ClipDistance[0] = kept(position);
}
