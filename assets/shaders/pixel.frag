flat in vec3 pixel_ink;
flat in float rim_strength;
in vec2 within;
layout(location = 0) uniform float opacity;
out vec4 colour;
void main() {
  // A darker rim tells neighbours apart once they are large enough to show it.
  vec2 edge = abs(within);
  float rim = smoothstep(0.80, 0.92, max(edge.x, edge.y)) * (1.0 - smoothstep(0.2, 0.7, fwidth(within.x) + fwidth(within.y)));
  colour = vec4(pixel_ink * (1.0 - 0.35 * rim_strength * rim), opacity);
}
