// Makes the two quads of each pair of contact pixels in the memory of a device, with the corners that pixel.vert reads:
// one invocation a pair, with the same operations in the same order as the processor makes them, and in its order.
layout(local_size_x = 64) in;
const uint pixel_words = 28; // of a ContactPixelPair
struct BodyPair {
  double axes[9];                 // view directions one after the other, world
  float sums[9], differences[9];  // of the half sides of a pixel, for each direction
  uint begin, end;                // its pixels; pairs are sorted by them
  uint first;                     // pixels of the pairs before it in the snapshot
  uint colours;                   // a byte for each direction: which of the inks it has
};
layout(std430, binding = 0) readonly buffer Pixels { uint words[]; };
layout(std430, binding = 1) readonly buffer Pairs { BodyPair pairs[]; };
layout(std430, binding = 2) writeonly buffer Corners { uvec4 corners[]; }; // position, ink
layout(std430, binding = 3) buffer Found { uint most_layers; };            // of the direction shown, one pair has
layout(location = 0) uniform uint pixel_count;
layout(location = 1) uniform uint pair_count;
layout(location = 2) uniform int layer_axis; // −1: all directions, coloured by these
layout(location = 3) uniform int layer_shown; // counted from 1; 0: all
layout(location = 4) uniform dvec3 origin;   // world, of the corners
layout(location = 5) uniform uint inks[21];  // of directions or, again and again, of layers
layout(location = 26) uniform uint most;     // pixels that there is room for

double real(uint word) { return packDouble2x32(uvec2(words[word], words[word + 1])); }
uint axis_of(uint pixel) { return (words[pixel_words * pixel + 24] >> 16 & 0xffu) % 3; }

uint pair_of(uint pixel) {
  uint first = 0, last = pair_count - 1;
  while (first < last) {
    uint middle = (first + last) / 2;
    if (pixel < pairs[middle].end)
      last = middle;
    else
      first = middle + 1;
  }
  return first;
}

bool in_one_column(uint a, uint b) {
  return axis_of(a) == axis_of(b) && words[pixel_words * a + 26] == words[pixel_words * b + 26];
}

// The layer of the lower end: of each pair before it in the column there are two.
uint layer_of(uint pixel, uint begin) {
  uint layer = 0;
  for (uint before = pixel; before > begin && in_one_column(before - 1, pixel); --before)
    layer += 2;
  return layer;
}

void write(uint at, vec3 place, uint ink) { corners[at] = uvec4(floatBitsToUint(place), ink); }

void write_quad(uint quad, vec3 centre, vec3 sum, vec3 difference, uint ink) {
  precise vec3 a = centre - sum, b = centre + difference, c = centre - difference, d = centre + sum;
  write(4 * quad, a, ink);
  write(4 * quad + 1, b, ink);
  write(4 * quad + 2, c, ink);
  write(4 * quad + 3, d, ink);
}

// What is not shown has no extent.
void hide_quad(uint quad) {
  for (uint corner = 0; corner < 4; ++corner)
    write(4 * quad + corner, vec3(0), 0);
}

void main() {
  uint pixel = gl_GlobalInvocationID.x;
  if (pixel >= pixel_count)
    return;
  uint pair = pair_of(pixel), axis = axis_of(pixel), first = pixel_words * pixel;
  uint number = pairs[pair].first + (pixel - pairs[pair].begin);
  if (pixel < pairs[pair].begin || number >= most)
    return;
  bool of_layers = layer_axis >= 0;
  uint layer = of_layers ? layer_of(pixel, pairs[pair].begin) : 0;
  bool shown = !of_layers || uint(layer_axis) == axis;
  if (of_layers && shown)
    atomicMax(most_layers, layer + 2);

  uint from = 3 * axis;
  dvec3 direction = dvec3(pairs[pair].axes[from], pairs[pair].axes[from + 1], pairs[pair].axes[from + 2]);
  vec3 sum = vec3(pairs[pair].sums[from], pairs[pair].sums[from + 1], pairs[pair].sums[from + 2]);
  vec3 difference =
      vec3(pairs[pair].differences[from], pairs[pair].differences[from + 1], pairs[pair].differences[from + 2]);
  precise dvec3 lower = dvec3(real(first), real(first + 2), real(first + 4));
  precise dvec3 upper = lower + real(first + 12) * direction;
  for (uint end = 0; end < 2; ++end) {
    precise dvec3 place = (end == 0 ? lower : upper) - origin;
    bool wanted = shown && (layer_shown <= 0 || layer_shown == int(layer + end) + 1);
    if (!of_layers || wanted)
      write_quad(2 * number + end, vec3(place), sum, difference, inks[of_layers ? (layer + end) % 21 : pairs[pair].colours >> (8 * axis) & 0xffu]);
    else
      hide_quad(2 * number + end);
  }
}
