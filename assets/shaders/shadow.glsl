// Share of the key light that arrives at a surface, from bilinear comparisons with the shadow map: four, or up to 32 with SOFT.
layout(binding = 0) uniform sampler2DShadow shadow_map;

#ifdef SOFT
const float shadow_reach = 2.6;
const float shadow_softness = 6.0; // texels
#else
const float shadow_reach = 1.0;
#endif

float key_share(vec3 position, vec3 n, float facing) {
  float texel = key_direction.w;
  vec4 s = shadow_from_world * vec4(position + n * texel * shadow_reach * (3.0 - 1.5 * facing), 1.0);
  if (any(lessThan(s.xyz, vec3(0.0))) || any(greaterThan(s.xyz, vec3(1.0))))
    return 1.0;
  vec2 texels = 1.0 / vec2(textureSize(shadow_map, 0));
#ifdef SOFT
  // A disc of comparisons on a spiral from its rim inwards. Where the first eight agree there is no edge near.
  float lit = 0.0;
  vec2 aside = shadow_softness * texels;
  vec2 to = vec2(1.0, 0.0);
  for (int i = 0; i < 32; ++i) {
    lit += texture(shadow_map, vec3(s.xy + sqrt((31.5 - float(i)) / 32.0) * aside * to, s.z));
    to = golden_turn * to;
    if (i == 7 && (lit == 0.0 || lit == 8.0))
      return lit / 8.0;
  }
  return lit / 32.0;
#else
  float sum = texture(shadow_map, vec3(s.xy + texels * vec2(-0.9, -0.4), s.z)) +
              texture(shadow_map, vec3(s.xy + texels * vec2(0.4, -0.9), s.z)) +
              texture(shadow_map, vec3(s.xy + texels * vec2(0.9, 0.4), s.z)) +
              texture(shadow_map, vec3(s.xy + texels * vec2(-0.4, 0.9), s.z));
  return 0.25 * sum;
#endif
}
