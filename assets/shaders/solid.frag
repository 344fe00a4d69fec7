in vec3 position;
flat in vec3 normal;
flat in vec3 solid_ink;
in vec2 within;
layout(location = 0) uniform float opacity;
out vec4 colour;
void main() {
  vec3 n = normalize(normal);
  float key = max(dot(n, key_direction.xyz), 0.0);
  float fill = abs(dot(n, normalize(eye.xyz - position)));
  float sky = 0.5 + 0.5 * dot(n, up.xyz);
  vec3 lit = to_linear(solid_ink) * (0.30 + 0.20 * sky + 0.45 * key + 0.25 * fill);
  // Darker rims show the columns once they are large enough.
  vec2 edge = abs(within);
  float rim = smoothstep(0.86, 0.96, max(edge.x, edge.y)) * (1.0 - smoothstep(0.15, 0.5, fwidth(within.x) + fwidth(within.y)));
  colour = vec4(to_display(lit) * (1.0 - 0.2 * rim), opacity);
}
