in float height;
out vec4 colour;
void main() {
  // A half-step of fixed noise keeps the gradient from showing bands of equal colour.
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
  colour = vec4(mix(background_bottom.rgb, background_top.rgb, smoothstep(0.0, 1.0, height)) + noise / 255.0, 1.0);
}
