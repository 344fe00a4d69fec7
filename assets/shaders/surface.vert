// Variants: FLOOR for floor.frag, with SHADOWS or without.
layout(location = 0) in vec3 vertex;
layout(location = 1) in vec3 vertex_normal;
layout(location = 2) in vec4 row0; // world from mesh, by rows; one per body
layout(location = 3) in vec4 row1;
layout(location = 4) in vec4 row2;
layout(location = 5) in vec4 body_colour; // sRGB; emphasis: 1 pointed at, 2 selected
layout(location = 6) in float vertex_value; // that colours the skin; below zero: none does
layout(location = 7) in float first_inner_triangle; // of the mesh: triangles from there on were inside
invariant gl_Position;
out vec3 position;
out vec3 normal;
out float skin_value;
flat out vec4 base;
#ifdef FLOOR
out vec2 metres;
out vec3 own;
flat out float light; // 1 on the side of the key light
#else
flat out float emphasis;
flat out float first_inner;
#endif
void main() {
  vec4 p = vec4(vertex, 1.0);
  position = vec3(dot(row0, p), dot(row1, p), dot(row2, p));
  normal = vec3(dot(row0.xyz, vertex_normal), dot(row1.xyz, vertex_normal), dot(row2.xyz, vertex_normal));
  skin_value = vertex_value;
  base = body_colour;
#ifdef FLOOR
  metres = on_ground(position);
  own = vertex;
  light = dot(normal, key_direction.xyz) > 0.0 ? 1.0 : 0.0;
#else
  emphasis = body_colour.w;
  first_inner = first_inner_triangle;
#endif
  gl_Position = view_projection * vec4(position, 1.0);
  gl_ClipDistance[0] = kept(position);
}
