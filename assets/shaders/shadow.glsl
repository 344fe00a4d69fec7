// Share of the key light that arrives at a surface, from bilinear comparisons with the shadow map: four, or sixteen with SOFT.
layout(binding = 0) uniform sampler2DShadow shadow_map;

#ifdef SOFT
const float shadow_reach = 1.8;
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
  // A disc of sixteen comparisons on a spiral.
  float lit = 0.0;
  for (int i = 0; i < 16; ++i) {
    float turn = 2.39996 * float(i);
    lit += texture(shadow_map, vec3(s.xy + texels * 3.2 * sqrt((float(i) + 0.5) / 16.0) * vec2(cos(turn), sin(turn)), s.z));
  }
  return lit / 16.0;
#else
  float sum = texture(shadow_map, vec3(s.xy + texels * vec2(-0.9, -0.4), s.z)) +
              texture(shadow_map, vec3(s.xy + texels * vec2(0.4, -0.9), s.z)) +
              texture(shadow_map, vec3(s.xy + texels * vec2(0.9, 0.4), s.z)) +
              texture(shadow_map, vec3(s.xy + texels * vec2(-0.4, 0.9), s.z));
  return 0.25 * sum;
#endif
}
