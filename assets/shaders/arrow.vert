// An arrow of unit length along z, stretched so that shaft and head keep their thickness.
layout(location = 0) in vec3 vertex; // x, y in radii; z: 0 tail, 1 neck, 2 tip
layout(location = 1) in vec3 vertex_normal;
layout(location = 2) in vec4 tail;   // world, m; w: radius, m
layout(location = 3) in vec4 reach;  // world vector from tail to tip, m; w: length of the head, m
layout(location = 4) in vec4 arrow_colour;
out vec3 position;
out vec3 normal;
flat out vec4 base;
void main() {
  float span = length(reach.xyz);
  vec3 z = reach.xyz / max(span, 1e-30);
  vec3 helper = abs(z.x) < 0.9 ? vec3(1, 0, 0) : vec3(0, 1, 0);
  vec3 x = normalize(cross(helper, z));
  vec3 y = cross(z, x);
  float head = min(reach.w, span);
  float height = vertex.z > 1.5 ? span : vertex.z > 0.5 ? span - head : 0.0;
  position = tail.xyz + tail.w * (x * vertex.x + y * vertex.y) + z * height;
  normal = x * vertex_normal.x + y * vertex_normal.y + z * vertex_normal.z;
  base = arrow_colour;
  gl_Position = view_projection * vec4(position, 1.0);
}
