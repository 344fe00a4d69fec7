// Corners of the walls of intersection volumes, four a quad, in the order of a strip.
layout(location = 0) in vec3 corner; // world, but for the offset
layout(location = 1) in vec3 corner_normal;
layout(location = 2) in vec4 ink; // sRGB
layout(location = 1) uniform vec3 offset;
out vec3 position;
flat out vec3 normal;
flat out vec3 solid_ink;
out vec2 within; // −1 to 1 over the quad
void main() {
  vec3 place = corner + offset;
  within = vec2(gl_VertexID & 1, gl_VertexID >> 1 & 1) * 2.0 - 1.0;
  position = place;
  normal = corner_normal;
  solid_ink = ink.rgb;
  gl_Position = view_projection * vec4(place, 1.0);
  gl_ClipDistance[0] = kept(place);
  // The volume ends on surfaces: a step of depth towards the eye keeps them from flickering into it.
  gl_Position.z -= 1e-5 * gl_Position.w;
}
