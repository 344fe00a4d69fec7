// Depth alone, as the eye or as the light sees it.
layout(location = 0) in vec3 vertex;
layout(location = 2) in vec4 row0;
layout(location = 3) in vec4 row1;
layout(location = 4) in vec4 row2;
layout(location = 0) uniform mat4 projection;
invariant gl_Position;
void main() {
  vec4 p = vec4(vertex, 1.0);
  vec3 position = vec3(dot(row0, p), dot(row1, p), dot(row2, p));
  gl_Position = projection * vec4(position, 1.0);
  gl_ClipDistance[0] = kept(position);
}
