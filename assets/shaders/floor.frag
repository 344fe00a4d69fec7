// A floor keeps its own colour where the light falls, only darkens in the shade, and fades into the background.
// Variants: SHADOWS; GHOST lets what lies below shine through.
in vec3 position;
in vec3 normal;
flat in vec4 base;
out vec4 colour;
void main() {
  vec3 n = normalize(normal);
  float facing = dot(n, key_direction.xyz);
#ifdef SHADOWS
  float light = facing > 0.0 ? key_share(position, n, facing) : 0.0;
#else
  float light = facing > 0.0 ? 1.0 : 0.0;
#endif
  vec3 shaded = base.rgb * mix(mix(0.76, 0.5, eye.w), 1.0, light);
#ifdef GHOST
  colour = vec4(shaded, 0.55 * floor_presence(position));
#else
  colour = vec4(mix(background(), shaded, floor_presence(position)), 1.0);
#endif
}
