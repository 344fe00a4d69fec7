// What every shader of a frame knows. Positions called "world" are relative to the camera's target, so that single
// precision is enough wherever the scene lies.
layout(std140, binding = 0) uniform Frame {
  mat4 view_projection;
  mat4 shadow_from_world; // to texture coordinates and depth of the shadow map
  vec4 eye;               // world; w: 1 for the dark theme
  vec4 up;                // world
  vec4 key_direction;     // towards the key light; w: metres of a shadow texel
  vec4 viewport;          // width and height in pixels, pixel ratio; w: reach of ambient shades, m, or 0 without them
  vec4 background_top;    // sRGB
  vec4 background_bottom; // sRGB
  vec4 floor_fade;        // xyz: world point about which floor and grid fade out; w: radius, m
  vec4 cut;               // xyz: unit vector into what a cut plane leaves; w: see kept(); 0, 0, 0, 1 without a cut
  vec4 grid_across;       // unit vectors in the plane of the ground grid; w: 1 / spacing of its minor lines, 1/m
  vec4 grid_along;        //   w: the same of its major lines
  vec4 grid_phase;        // where floor_fade.xyz lies between minor (xy) and major (zw) lines, and half a spacing
  vec4 grid_ink;          // sRGB, opacity of major lines
  vec4 contact_map;       // xy: lower corner of the map of contact shades, m in the plane of the ground grid; z: 1 / its
                          //   width; w: reach of these shades, m, or 0 without them
};

// Square and square root stand for the sRGB curve: close enough for shading, and cheap.
vec3 to_linear(vec3 srgb) { return srgb * srgb; }
vec3 to_display(vec3 linear) { return sqrt(max(linear, vec3(0))); }

// How far a point lies inside what the cut plane leaves, m.
float kept(vec3 world) { return dot(cut.xyz, world) + cut.w; }

// Where a point lies in the plane of the ground grid, from the point below the target, m.
vec2 on_ground(vec3 world) {
  vec3 away = world - floor_fade.xyz;
  return vec2(dot(away, grid_across.xyz), dot(away, grid_along.xyz));
}

// By the golden angle: points on a spiral turned so fill a disc evenly. Much cheaper than sine and cosine of each.
const mat2 golden_turn = mat2(-0.737369, 0.675490, -0.675490, -0.737369);

#ifdef FRAGMENT
// The gradient behind everything. A half-step of fixed noise keeps it from showing bands of equal colour.
vec3 background() {
  float height = gl_FragCoord.y / viewport.y;
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
  return mix(background_bottom.rgb, background_top.rgb, height) + noise / 255.0;
}

// How much of floor and grid is left at a point: all near the target, nothing at the fade radius.
float floor_presence(vec2 metres) {
  vec2 share = metres * (1.0 / floor_fade.w);
  float t = max(1.0 - dot(share, share), 0.0);
  return t * t;
}

// Coverage of lines one logical pixel wide at whole numbers; lines that come closer than a few pixels melt away.
vec2 grid_lines(vec2 x, vec2 pixel, vec2 per_pixel) {
  vec2 off = abs(fract(x) - 0.5);
  return clamp(viewport.z - off * per_pixel, 0.0, 1.0) * clamp(2.0 - 12.0 * pixel, 0.0, 1.0);
}

// Opacity of the ground grid, but for the fading with distance.
float grid_opacity(vec2 metres) {
  vec2 pixel = max(fwidth(metres), vec2(1e-12));
  vec2 per_pixel = 1.0 / pixel;
  vec2 minor = grid_lines(metres * grid_across.w + grid_phase.xy, pixel * grid_across.w, per_pixel * (1.0 / grid_across.w));
  vec2 major = grid_lines(metres * grid_along.w + grid_phase.zw, pixel * grid_along.w, per_pixel * (1.0 / grid_along.w));
  vec2 line = max(0.3 * minor, major);
  return max(line.x, line.y) * grid_ink.a;
}
#endif
