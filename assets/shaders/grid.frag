in vec2 metres;
out vec4 colour;
void main() {
  float strength = grid_opacity(metres) * floor_presence(metres);
  if (strength < 0.004)
    discard;
  colour = vec4(grid_ink.rgb, strength);
}
