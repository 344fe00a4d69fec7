// Distances in colours with a line at each tenth of the scale; greyer where no march came.
in float share;
in float visited;
layout(location = 2) uniform vec3 ramp[17]; // sRGB
out vec4 colour;
void main() {
  float place = 16.0 * clamp(share, 0.0, 1.0);
  int first = min(int(place), 15);
  vec3 ink = mix(ramp[first], ramp[first + 1], place - float(first));
  float grey = dot(ink, vec3(0.3, 0.59, 0.11));
  ink = mix(vec3(mix(grey, 0.5, 0.5)), ink, 0.15 + 0.85 * visited);
  // Lines that come closer than a few pixels melt away; none goes around the body, where the distance is nought.
  float level = 10.0 * share, pixel = max(fwidth(level), 1e-9);
  float off = abs(level - round(level)) / pixel;
  float line = clamp(0.5 + 0.6 * viewport.z - off, 0.0, 1.0) * clamp(2.0 - 6.0 * pixel, 0.0, 1.0) * step(0.5, level);
  colour = vec4(mix(ink, vec3(grey < 0.55 ? 1.0 : 0.0), 0.6 * line), 1.0);
}
