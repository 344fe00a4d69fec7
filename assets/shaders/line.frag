flat in vec4 ink;
in vec2 across;
flat in vec2 half_size;
layout(location = 0) uniform float opacity;
out vec4 colour;
void main() {
  // Distance to a capsule gives round ends and a soft edge of one pixel.
  float beyond = max(abs(across.y) - half_size.y, 0.0);
  float inside = half_size.x - length(vec2(across.x, beyond)) + 0.5;
  float cover = clamp(inside, 0.0, 1.0);
  if (cover <= 0.0)
    discard;
  colour = vec4(ink.rgb, ink.a * cover * opacity);
}
