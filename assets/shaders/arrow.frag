in vec3 position;
in vec3 normal;
flat in vec4 base;
layout(location = 0) uniform float opacity;
out vec4 colour;
void main() {
  vec3 n = normalize(normal);
  float light = 0.55 + 0.3 * max(dot(n, key_direction.xyz), 0.0) + 0.25 * max(dot(n, normalize(eye.xyz - position)), 0.0);
  colour = vec4(to_display(to_linear(base.rgb) * light), opacity);
}
