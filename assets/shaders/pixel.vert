// Contact pixels: six corners are made of each record, two triangles perpendicular to its view axis.
struct Pixel {
  float x, y, z; // world, m
  uint frame;    // 3 · pair + view axis; top bit: pointed at
};
struct PixelFrame {
  vec4 half_u, half_v; // half sides of the quad, m
};
layout(std430, binding = 0) readonly buffer Pixels { Pixel pixels[]; };
layout(std430, binding = 1) readonly buffer PixelFrames { PixelFrame frames[]; };
flat out vec3 ink;
out vec2 within; // −1 to 1 over the quad
void main() {
  const vec2 corners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(-1, 1), vec2(-1, 1), vec2(1, -1), vec2(1, 1));
  const vec3 inks[3] = vec3[](vec3(0.90, 0.16, 0.16), vec3(0.13, 0.66, 0.22), vec3(0.18, 0.34, 0.95));
  Pixel pixel = pixels[gl_VertexID / 6];
  uint frame = pixel.frame & 0x7fffffffu;
  within = corners[gl_VertexID % 6];
  vec3 position = vec3(pixel.x, pixel.y, pixel.z) + frames[frame].half_u.xyz * within.x +
                  frames[frame].half_v.xyz * within.y;
  ink = pixel.frame != frame ? vec3(1.0, 0.85, 0.1) : inks[frame % 3u];
  gl_Position = view_projection * vec4(position, 1.0);
  // Pixels lie on surfaces: a step of depth towards the eye keeps them from flickering into these.
  gl_Position.z -= 2e-5 * gl_Position.w;
}
