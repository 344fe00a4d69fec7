// A floor keeps its own colour where the light falls, only darkens in the shade and where bodies come near, and ends in
// haze: with distance, and towards its own edge. Variants: SHADOWS; GHOST lets what lies below shine through.
layout(location = 1) uniform bool gridded;   // it lies in the plane of the ground grid
layout(location = 5) uniform bool with_grid; // and has that in it
layout(location = 4) uniform vec3 half_size; // m, own frame; endless where there is no edge
layout(binding = 1) uniform sampler2D contact_shades;
in vec2 metres;
in vec3 own;
flat in vec4 base;
#ifdef SHADOWS
in vec3 position;
in vec3 normal;
#else
flat in float light;
#endif
out vec4 colour;

// All but a broad rim.
float inner() {
  vec3 left = half_size - abs(own);
  float width = 0.45 * min(half_size.x, min(half_size.y, half_size.z));
  return smoothstep(0.0, width, min(left.x, min(left.y, left.z)));
}

float contact_light() {
  if (contact_map.w <= 0.0 || !gridded)
    return 1.0;
  vec2 place = (metres - contact_map.xy) * contact_map.z;
  if (any(lessThan(place, vec2(0.0))) || any(greaterThan(place, vec2(1.0))))
    return 1.0;
  return 1.0 - mix(0.55, 0.65, eye.w) * texture(contact_shades, place).r;
}

void main() {
#ifdef SHADOWS
  vec3 n = normalize(normal);
  float facing = dot(n, key_direction.xyz);
  float light = facing > 0.0 ? key_share(position, n, facing) : 0.0;
#endif
  vec3 shaded = base.rgb * mix(mix(0.78, 0.52, eye.w), 1.0, light) * contact_light();
  float near = floor_presence(metres);
  float presence = near * inner();
  float line = gridded && with_grid ? grid_opacity(metres) * near * near : 0.0;
#ifdef GHOST
  // The grid laid over the floor, both as one layer to be laid over what is there.
  float below = 0.55 * presence;
  float both = below + line - below * line;
  colour = vec4(mix(shaded, grid_ink.rgb, both > 0.0 ? line / both : 0.0), both);
#else
  vec3 ground = mix(background(), shaded, presence);
  colour = vec4(mix(ground, grid_ink.rgb, line), 1.0);
#endif
}
