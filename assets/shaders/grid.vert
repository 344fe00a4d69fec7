// The square of the ground grid's plane that holds all of what is not faded out.
out vec2 metres;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  metres = floor_fade.w * corner;
  vec3 position = floor_fade.xyz + grid_across.xyz * metres.x + grid_along.xyz * metres.y;
  gl_Position = view_projection * vec4(position, 1.0);
  gl_ClipDistance[0] = kept(position);
}
