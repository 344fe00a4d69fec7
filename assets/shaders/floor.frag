// A floor keeps its own colour where the light falls, only darkens in the shade, and fades into the background.
// Variants: SHADOWS; GHOST lets what lies below shine through.
layout(location = 1) uniform bool gridded; // the ground grid lies in it
in vec2 metres;
flat in vec4 base;
#ifdef SHADOWS
in vec3 position;
in vec3 normal;
#else
flat in float light;
#endif
out vec4 colour;
void main() {
#ifdef SHADOWS
  vec3 n = normalize(normal);
  float facing = dot(n, key_direction.xyz);
  float light = facing > 0.0 ? key_share(position, n, facing) : 0.0;
#endif
  vec3 shaded = base.rgb * mix(mix(0.76, 0.5, eye.w), 1.0, light);
  float presence = floor_presence(metres);
  float line = gridded ? grid_opacity(metres) : 0.0;
#ifdef GHOST
  // The grid laid over the floor, both as one layer to be laid over what is there.
  float below = 0.55 * presence, above = line * presence;
  float both = below + above - below * above;
  colour = vec4(mix(shaded, grid_ink.rgb, both > 0.0 ? above / both : 0.0), both);
#else
  vec3 ground = mix(background(), shaded, presence);
  colour = vec4(mix(ground, grid_ink.rgb, line * presence), 1.0);
#endif
}
