// Share of the key light that arrives at a surface, from four bilinear comparisons with the shadow map.
layout(binding = 0) uniform sampler2DShadow shadow_map;

float key_share(vec3 position, vec3 n, float facing) {
  float texel = key_direction.w;
  vec4 s = shadow_from_world * vec4(position + n * texel * (3.0 - 1.5 * facing), 1.0);
  if (any(lessThan(s.xyz, vec3(0.0))) || any(greaterThan(s.xyz, vec3(1.0))))
    return 1.0;
  vec2 texels = 1.0 / vec2(textureSize(shadow_map, 0));
  float sum = texture(shadow_map, vec3(s.xy + texels * vec2(-0.9, -0.4), s.z)) +
              texture(shadow_map, vec3(s.xy + texels * vec2(0.4, -0.9), s.z)) +
              texture(shadow_map, vec3(s.xy + texels * vec2(0.9, 0.4), s.z)) +
              texture(shadow_map, vec3(s.xy + texels * vec2(-0.4, 0.9), s.z));
  return 0.25 * sum;
}
