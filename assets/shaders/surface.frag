in vec3 position;
in vec3 normal;
flat in vec4 base;
flat in vec4 look;
layout(binding = 0) uniform sampler2DShadow shadow_map;
out vec4 colour;

// Share of the key light that arrives, from four bilinear comparisons.
float key_share(vec3 n, float facing) {
  if (up.w == 0.0)
    return 1.0;
  float texel = key_direction.w;
  vec4 s = shadow_from_world * vec4(position + n * texel * (1.5 + 1.5 * (1.0 - facing)), 1.0);
  if (any(lessThan(s.xyz, vec3(0.0))) || any(greaterThan(s.xyz, vec3(1.0))))
    return 1.0;
  vec2 texels = 1.0 / vec2(textureSize(shadow_map, 0));
  float sum = texture(shadow_map, vec3(s.xy + texels * vec2(-0.9, -0.4), s.z)) +
              texture(shadow_map, vec3(s.xy + texels * vec2(0.4, -0.9), s.z)) +
              texture(shadow_map, vec3(s.xy + texels * vec2(0.9, 0.4), s.z)) +
              texture(shadow_map, vec3(s.xy + texels * vec2(-0.4, 0.9), s.z));
  return 0.25 * sum;
}

void main() {
  vec3 n = normalize(normal);
  vec3 to_eye = normalize(eye.xyz - position);
  if (!gl_FrontFacing)
    n = -n;
  float facing = dot(n, key_direction.xyz);
  float key = facing > 0.0 ? facing * key_share(n, facing) : 0.0;

  if (look.y > 0.0) {
    // A floor keeps its own colour where the light falls, and only darkens in the shade.
    float shade = facing > 0.0 ? key / facing : 1.0;
    float darkest = mix(0.76, 0.5, eye.w);
    colour = vec4(base.rgb * mix(darkest, 1.0, shade), base.a * floor_presence(position));
    return;
  }

  // Key light from above, a fill from the eye, and a sky that is brighter than the ground.
  vec3 albedo = to_linear(base.rgb);
  float sky = 0.5 + 0.5 * dot(n, up.xyz);
  float fill = max(dot(n, to_eye), 0.0);
  vec3 ambient = mix(vec3(0.20, 0.19, 0.18), vec3(0.42, 0.44, 0.48), sky);
  vec3 lit = albedo * (ambient + key * vec3(0.72, 0.70, 0.66) + 0.16 * fill);

  // A soft highlight, its power of 32 by repeated squaring.
  float gloss = max(dot(n, normalize(key_direction.xyz + to_eye)), 0.0);
  gloss *= gloss; gloss *= gloss; gloss *= gloss; gloss *= gloss; gloss *= gloss;
  lit += key * gloss * 0.10;

  float rim = 1.0 - fill;
  rim *= rim;
  if (look.x > 0.0) {
    vec3 glow = look.x > 1.5 ? vec3(1.0, 0.72, 0.20) : vec3(1.0);
    lit = mix(lit, glow, 0.10 + 0.75 * rim * rim);
  }
  colour = vec4(to_display(lit), look.z > 0.0 ? mix(0.28, 0.80, rim) : 1.0);
}
