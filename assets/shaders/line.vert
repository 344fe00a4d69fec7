// Lines of a width in pixels, and round dots: a dot is a line whose ends meet.
struct Line {
  vec4 from; // world, m; w: width in pixels
  vec4 to;   // world, m; w: colour as four bytes
};
layout(std430, binding = 0) readonly buffer Lines { Line lines[]; };
flat out vec4 ink;
out vec2 across;         // pixels from the line's middle, and beyond its ends
flat out vec2 half_size; // half width, half length, pixels

vec2 to_pixels(vec4 clip) { return (0.5 * clip.xy / clip.w + 0.5) * viewport.xy; }

// Cuts the part of a line that lies behind the eye.
vec4 in_front(vec4 point, vec4 other) {
  const float near = 1e-6;
  if (point.w >= near || other.w <= point.w)
    return point;
  return mix(point, other, clamp((near - point.w) / (other.w - point.w), 0.0, 1.0));
}

void main() {
  const vec2 corners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(-1, 1), vec2(-1, 1), vec2(1, -1), vec2(1, 1));
  Line line = lines[gl_VertexID / 6];
  vec2 corner = corners[gl_VertexID % 6];
  ink = unpackUnorm4x8(floatBitsToUint(line.to.w));
  float half_width = 0.5 * line.from.w * viewport.z;
  vec4 a = view_projection * vec4(line.from.xyz, 1.0);
  vec4 b = view_projection * vec4(line.to.xyz, 1.0);
  if (a.w <= 0.0 && b.w <= 0.0) {
    gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
    return;
  }
  vec4 start = in_front(a, b), end = in_front(b, a);
  vec2 from = to_pixels(start), to = to_pixels(end);
  vec2 run = to - from;
  float reach = length(run);
  vec2 direction = reach > 1e-3 ? run / reach : vec2(1.0, 0.0);
  float margin = half_width + 1.0;
  across = vec2(corner.x * margin, corner.y * (0.5 * reach + margin));
  half_size = vec2(half_width, 0.5 * reach);
  vec2 place = 0.5 * (from + to) + direction * across.y + vec2(-direction.y, direction.x) * across.x;
  vec4 end_of_corner = corner.y < 0.0 ? start : end;
  float depth = end_of_corner.z / end_of_corner.w - 3e-5;
  gl_Position = vec4(place / viewport.xy * 2.0 - 1.0, depth, 1.0);
}
