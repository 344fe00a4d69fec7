// Corners of contact pixels, four a quad, in the order of a strip.
layout(location = 0) in vec3 corner; // world, but for the offset
layout(location = 1) in vec4 ink;    // sRGB; strength of the rim
layout(location = 1) uniform vec3 offset;
flat out vec3 pixel_ink;
flat out float rim_strength;
out vec2 within; // −1 to 1 over the quad
void main() {
  vec3 place = corner + offset;
  within = vec2(gl_VertexID & 1, gl_VertexID >> 1 & 1) * 2.0 - 1.0;
  pixel_ink = ink.rgb;
  rim_strength = ink.a;
  gl_Position = view_projection * vec4(place, 1.0);
  gl_ClipDistance[0] = kept(place);
  // Pixels lie on surfaces: a step of depth towards the eye keeps them from flickering into these; skin colours,
  // which have no rim, lie between.
  gl_Position.z -= (ink.a > 0.0 ? 3e-5 : 2e-5) * gl_Position.w;
}
