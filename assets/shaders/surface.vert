layout(location = 0) in vec3 vertex;
layout(location = 1) in vec3 vertex_normal;
layout(location = 2) in vec4 row0; // world from mesh, by rows; one per body
layout(location = 3) in vec4 row1;
layout(location = 4) in vec4 row2;
layout(location = 5) in vec4 body_colour; // sRGB, opacity
layout(location = 6) in vec4 body_look;   // emphasis: 1 pointed at, 2 selected; floor: 1; see-through: 1
invariant gl_Position;
out vec3 position;
out vec3 normal;
flat out vec4 base;
flat out vec4 look;
void main() {
  vec4 p = vec4(vertex, 1.0);
  position = vec3(dot(row0, p), dot(row1, p), dot(row2, p));
  normal = vec3(dot(row0.xyz, vertex_normal), dot(row1.xyz, vertex_normal), dot(row2.xyz, vertex_normal));
  base = body_colour;
  look = body_look;
  gl_Position = view_projection * vec4(position, 1.0);
}
