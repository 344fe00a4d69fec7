#version 450 core
// Keeps what lies behind the layer before. Of equal depths the one drawn first comes first: nothing is lost, not
// even what is moved to the ends of the depths.
layout(binding = 0) uniform usampler2D layer_before;
layout(std430, binding = 0) readonly buffer Rows { int row_begin[]; };
layout(location = 4) uniform bool first;
layout(location = 5) uniform int columns;
layout(location = 6) uniform uint body;
layout(location = 0) out uvec2 crossing;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  int column = at.x - row_begin[at.y];
  if (column < 0 || column >= columns)
    discard;
  float depth = clamp(gl_FragCoord.z, 0.0, 0.5);  // deepest
  uint place = body << 30 | uint(gl_PrimitiveID + 1);
  if (!first) {
    uvec2 before = texelFetch(layer_before, at, 0).xy;
    float depth_before = uintBitsToFloat(before.y);
    if (before.x == 0u || depth < depth_before || (depth == depth_before && place <= before.x >> 1))
      discard;
  }
  // x, y and depth are right-handed, so that a face whose normal points along the column is front.
  crossing = uvec2(place << 1 | uint(gl_FrontFacing), floatBitsToUint(depth));
}
