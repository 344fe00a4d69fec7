in vec3 position;
in vec2 metres;
layout(location = 3) uniform vec4 phase;   // where the centre lies between minor (xy) and major (zw) lines, in spacings
layout(location = 4) uniform vec2 spacing; // of minor and major lines, m
layout(location = 5) uniform vec4 ink;     // sRGB, opacity of major lines
out vec4 colour;

// Coverage of lines one pixel wide at whole numbers; lines that come closer than a few pixels melt away.
float lines(vec2 x, vec2 pixel) {
  vec2 off = abs(fract(x - 0.5) - 0.5) / pixel;
  vec2 line = clamp(1.0 * viewport.z - off + 0.0, 0.0, 1.0) * clamp(0.5 - 3.0 * pixel, 0.0, 0.25) * 4.0;
  return max(line.x, line.y);
}

void main() {
  float presence = floor_presence(position);
  vec2 pixel = max(fwidth(metres), vec2(1e-12));
  float minor = lines(metres / spacing.x + phase.xy, pixel / spacing.x);
  float major = lines(metres / spacing.y + phase.zw, pixel / spacing.y);
  float strength = max(0.45 * minor, major) * presence * ink.a;
  if (strength < 0.004)
    discard;
  colour = vec4(ink.rgb, strength);
}
