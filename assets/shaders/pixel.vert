// Corners of contact pixels, four a quad, in the order of a strip.
layout(location = 0) in vec3 corner; // world
layout(location = 1) in vec4 ink;    // sRGB
flat out vec3 pixel_ink;
out vec2 within; // −1 to 1 over the quad
void main() {
  within = vec2(gl_VertexID & 1, gl_VertexID >> 1 & 1) * 2.0 - 1.0;
  pixel_ink = ink.rgb;
  gl_Position = view_projection * vec4(corner, 1.0);
  // Pixels lie on surfaces: a step of depth towards the eye keeps them from flickering into these.
  gl_Position.z -= 2e-5 * gl_Position.w;
}
