// Lit bodies. Variants: SHADOWS; GHOST for see-through ones, denser towards their outline.
in vec3 position;
in vec3 normal;
in float skin_value;
flat in vec4 base;
flat in float emphasis;
flat in float first_inner; // triangle from which on they were inside of the body until it broke or was cut
layout(location = 2) uniform float skin_top; // value at the upper end of the ramp
layout(location = 3) uniform vec3 ramp[17];  // sRGB
layout(location = 1) uniform bool capped; // inner sides are where a cut goes through a solid
layout(location = 20) uniform bool by_piece; // values are numbers of pieces, from 0
layout(location = 21) uniform vec3 tints[14]; // sRGB, of pieces from 1 on
out vec4 colour;

vec3 ramp_colour(float share) {
  float place = 16.0 * clamp(share, 0.0, 1.0);
  int first = min(int(place), 15);
  return mix(ramp[first], ramp[first + 1], place - float(first));
}

// Lighter, or darker where that would hardly show; as inner_shade() in ui/render/bodies/body_colours.h.
vec3 inner_shade(vec3 outer) {
  float grey = dot(outer, vec3(0.3, 0.59, 0.11));
  return mix(outer, vec3(grey > 0.62 ? 0.15 : 1.0), 0.45);
}

vec3 own_colour() {
  int piece = by_piece ? int(skin_value + 0.5) : 0;
  vec3 outer = piece > 0 ? tints[(piece - 1) % 14] : base.rgb;
  return float(gl_PrimitiveID) >= first_inner ? inner_shade(outer) : outer;
}

// What of the sky's light arrives close above the ground, at sides and undersides.
float ground_light(vec3 n) {
  float height = dot(position - floor_fade.xyz, up.xyz);
  if (contact_map.w <= 0.0 || height < -contact_map.w)
    return 1.0;
  return 1.0 - 0.55 * (1.0 - smoothstep(0.0, contact_map.w, height)) * (0.5 - 0.5 * dot(n, up.xyz));
}

#ifdef SOFT
layout(binding = 3) uniform sampler2D ambient_shades; // of half the picture's size; g: how far away the eye is, in reaches

// What bodies nearby leave of the light from all around: a mean over a tile, of texels on the same surface.
float open_share() {
  vec2 size = vec2(textureSize(ambient_shades, 0));
  ivec2 first = ivec2(floor(gl_FragCoord.xy * size / viewport.xy - 1.5));
  float away = distance(position, eye.xyz) / viewport.w;
  float tolerance = 100.0 / away; // of one part in a hundred
  float taken = 0.0, all = 1e-4;
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x) {
      vec2 shade = texelFetch(ambient_shades, clamp(first + ivec2(x, y), ivec2(0), ivec2(size) - 1), 0).rg;
      float weight = max(1.0 - tolerance * abs(shade.g - away), 0.0);
      taken += weight * shade.r;
      all += weight;
    }
  return 1.0 - taken / all;
}
#endif

void main() {
  bool by_value = skin_value >= 0.0 && skin_top > 0.0 && !by_piece;
  if (capped && !gl_FrontFacing) {
    // Flat colour with fine stripes, as cut faces are drawn on paper.
    float stripe = step(0.75, fract((gl_FragCoord.x + gl_FragCoord.y) / (7.0 * viewport.z)));
    vec3 flat_colour = base.rgb * (0.86 - 0.16 * stripe);
#ifdef GHOST
    colour = vec4(flat_colour, 0.55);
#else
    colour = vec4(flat_colour, 1.0);
#endif
    return;
  }
  vec3 n = normalize(normal);
  vec3 to_eye = normalize(eye.xyz - position);
  if (!gl_FrontFacing)
    n = -n;
  float facing = dot(n, key_direction.xyz);
#ifdef SHADOWS
  float key = facing > 0.0 ? facing * key_share(position, n, facing) : 0.0;
#else
  float key = max(facing, 0.0);
#endif

  // Key light from above, a fill from the eye, and a sky that is brighter than the ground.
  vec3 albedo = to_linear(own_colour());
  float sky = 0.5 + 0.5 * dot(n, up.xyz);
  float fill = max(dot(n, to_eye), 0.0);
  vec3 ambient = mix(vec3(0.20, 0.19, 0.18), vec3(0.42, 0.44, 0.48), sky);
  ambient *= ground_light(n);
#ifdef SOFT
  float open = viewport.w > 0.0 ? open_share() : 1.0;
  // Some of the key light too: shades would be too faint where that is all that falls.
  key *= 0.4 + 0.6 * open;
#else
  float open = 1.0;
#endif
  vec3 lit = albedo * (open * (ambient + 0.16 * fill) + key * vec3(0.72, 0.70, 0.66));

  // A soft highlight, its power of 32 by repeated squaring.
  float gloss = max(dot(n, normalize(key_direction.xyz + to_eye)), 0.0);
  gloss *= gloss; gloss *= gloss; gloss *= gloss; gloss *= gloss; gloss *= gloss;
  lit += key * gloss * 0.10;

  // Light and shadow would be mistaken for values: what faces the eye has the very colour of the legend.
  if (by_value)
    lit = to_linear(ramp_colour(skin_value / skin_top)) * mix(0.55, 1.0, fill);

  float rim = 1.0 - fill;
  rim *= rim;
  if (emphasis > 0.0) {
    vec3 glow = emphasis > 1.5 ? vec3(1.0, 0.72, 0.20) : vec3(1.0);
    lit = mix(lit, glow, 0.10 + 0.75 * rim * rim);
  }
#ifdef GHOST
  colour = vec4(to_display(lit), mix(by_value ? 0.55 : 0.28, by_value ? 0.90 : 0.80, rim));
#else
  colour = vec4(to_display(lit), 1.0);
#endif
}
