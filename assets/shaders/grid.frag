in vec2 metres;
out vec4 colour;
void main() {
  float near = floor_presence(metres);
  float strength = grid_opacity(metres) * near * near; // lines melt into the haze before the ground does
  if (strength < 0.004)
    discard;
  colour = vec4(grid_ink.rgb, strength);
}
