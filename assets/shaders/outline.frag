// A line around each body of a mask, on what has a lower number than the body: on another, or on what is no body.
layout(binding = 2) uniform sampler2D mask;
layout(location = 0) uniform vec3 ink; // sRGB
out vec4 colour;

const mat2 eighth_turn = mat2(0.707107, 0.707107, -0.707107, 0.707107);

float at(vec2 aside) {
  return texelFetch(mask, clamp(ivec2(gl_FragCoord.xy + aside), ivec2(0), textureSize(mask, 0) - 1), 0).r;
}

bool ring_is_above(float own, float radius) {
  vec2 to = vec2(radius * viewport.z, 0.0);
  for (int i = 0; i < 8; ++i) {
    if (at(to) > own)
      return true;
    to = eighth_turn * to;
  }
  return false;
}

// The farther of two rings is half as strong, so that the line ends softly. Where that meets no body the nearer does not.
void main() {
  float own = at(vec2(0.0));
  if (!ring_is_above(own, 2.3))
    discard;
  colour = vec4(ink, ring_is_above(own, 1.5) ? 1.0 : 0.5);
}
