// How much of the sky bodies close above the ground take from it: from the heights of their undersides, 0 on the ground
// to 1 at the reach of these shades.
layout(binding = 1) uniform sampler2D undersides;
layout(location = 0) uniform float reach; // texels
out vec4 colour;
void main() {
  vec2 texels = 1.0 / vec2(textureSize(undersides, 0));
  float taken = 0.0, all = 0.0;
  vec2 to = vec2(1.0, 0.0);
  for (int i = 0; i < 40; ++i) {
    float away = sqrt((float(i) + 0.5) / 40.0);
    float gap = 1.0 - texture(undersides, (gl_FragCoord.xy + reach * away * to) * texels).r;
    to = golden_turn * to;
    float weight = 1.0 - away * away;
    taken += weight * gap * gap;
    all += weight;
  }
  colour = vec4(taken / all);
}
