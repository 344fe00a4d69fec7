// How much of the light from all around bodies take from one another close to where they touch: 0 none, 1 all of it; and
// how far away the eye is, in reaches of these shades. From depths alone, so that what is hidden takes nothing.
layout(binding = 2) uniform sampler2D depths;
layout(location = 0) uniform mat4 from_clip; // to positions in the world
layout(location = 1) uniform float texels;   // that the reach covers where w is 1
out vec2 shade;

// w: 1 / w of clip coordinates.
vec4 place(vec2 at) {
  vec2 size = vec2(textureSize(depths, 0));
  float depth = texelFetch(depths, clamp(ivec2(at), ivec2(0), ivec2(size) - 1), 0).r;
  vec4 p = from_clip * vec4(2.0 * vec3(at / size, depth) - 1.0, 1.0);
  return vec4(p.xyz / p.w, p.w);
}

// Along the surface from one texel to the next: the smaller of both steps, which goes over no edge.
vec3 step_along(vec3 here, vec2 at, vec2 aside) {
  vec3 on = place(at + aside).xyz - here, back = here - place(at - aside).xyz;
  return dot(on, on) < dot(back, back) ? on : back;
}

void main() {
  vec2 at = gl_FragCoord.xy;
  vec4 here = place(at);
  float reach = viewport.w;
  shade = vec2(0.0, distance(here.xyz, eye.xyz) / reach);
  float radius = min(texels * here.w, 0.2 * float(textureSize(depths, 0).y)); // less of what is close to the eye
  if (texelFetch(depths, ivec2(at), 0).r >= 1.0 || radius < 1.0)
    return;
  vec3 n = normalize(cross(step_along(here.xyz, at, vec2(1.0, 0.0)), step_along(here.xyz, at, vec2(0.0, 1.0))));

  // Eight places on a spiral. The sixteen texels of a tile, numbered so that neighbours differ most, turn and push it each
  // in a way of its own: where they are read they are averaged.
  ivec2 tile = ivec2(at) & 3;
  int other = tile.x ^ tile.y;
  int number = (other & 1) << 3 | (tile.y & 1) << 2 | (other & 2) | tile.y >> 1;
  float turn = 6.2831853 / 16.0 * float(number), push = (float(7 * number & 15) + 0.5) / 16.0;
  vec2 to = vec2(cos(turn), sin(turn));
  float taken = 0.0;
  for (int i = 0; i < 8; ++i) {
    float away = (float(i) + push) / 8.0;
    vec3 gap = place(at + max(radius * away, 1.0) * to).xyz - here.xyz;
    float square = max(dot(gap, gap), 1e-20);
    float near = max(1.0 - square / (reach * reach), 0.0);
    taken += near * max(dot(gap, n) * inversesqrt(square) - 0.1, 0.0);
    to = golden_turn * to;
  }
  shade.x = min(taken * (3.0 / 8.0), 1.0);
}
