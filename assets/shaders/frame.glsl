// What every shader of a frame knows. Positions called "world" are relative to the camera's target, so that single
// precision is enough wherever the scene lies.
layout(std140, binding = 0) uniform Frame {
  mat4 view_projection;
  mat4 shadow_from_world; // to texture coordinates and depth of the shadow map
  vec4 eye;               // world; w: 1 for the dark theme
  vec4 up;                // world
  vec4 key_direction;     // towards the key light; w: metres of a shadow texel
  vec4 viewport;          // width and height in pixels, pixel ratio
  vec4 background_top;    // sRGB
  vec4 background_bottom; // sRGB
  vec4 floor_fade;        // xyz: world point about which floor and grid fade out; w: radius, m
  vec4 cut;               // xyz: unit vector into what a cut plane leaves; w: see kept(); 0, 0, 0, 1 without a cut
};

// Square and square root stand for the sRGB curve: close enough for shading, and cheap.
vec3 to_linear(vec3 srgb) { return srgb * srgb; }
vec3 to_display(vec3 linear) { return sqrt(max(linear, vec3(0))); }

// How far a point lies inside what the cut plane leaves, m.
float kept(vec3 world) { return dot(cut.xyz, world) + cut.w; }

#ifdef FRAGMENT
// The gradient behind everything. A half-step of fixed noise keeps it from showing bands of equal colour.
vec3 background() {
  float height = gl_FragCoord.y / viewport.y;
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
  return mix(background_bottom.rgb, background_top.rgb, height) + noise / 255.0;
}
#endif

// How much of floor and grid is left at a point: all near the target, nothing at the fade radius.
float floor_presence(vec3 world) {
  vec3 away = world - floor_fade.xyz;
  away -= up.xyz * dot(away, up.xyz);
  float t = clamp(dot(away, away) / (floor_fade.w * floor_fade.w), 0.0, 1.0);
  return (1.0 - t) * (1.0 - t);
}
