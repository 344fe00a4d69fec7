flat in vec3 ink;
in vec2 within;
layout(location = 0) uniform float opacity;
out vec4 colour;
void main() {
  // A darker rim tells neighbours apart once they are large enough to show it.
  vec2 edge = abs(within);
  float rim = smoothstep(0.80, 0.92, max(edge.x, edge.y)) * (1.0 - smoothstep(0.05, 0.25, fwidth(within.x) + fwidth(within.y)));
  colour = vec4(ink * (1.0 - 0.35 * rim), opacity);
}
