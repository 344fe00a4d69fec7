// A batch of pairs in the memory of the device: core/contact/ldi/stages/batch.h, byte for byte. Which part of it a stage reads is
// what it defines before: READS_MESHES (perhaps WITHOUT_SHIFTS) or READS_ITEMS, or pairs alone.

struct ImageView {
  int width, height;
  uint first_column, first_shift;
  uint first_row, first_row_cell, first_cell;
};

struct PairView {
  AxisGrid axis[3];
  double axes[9]; // [3 world axis + region axis]
  double minimum[3], pixel_size[3];
  double depth_rounder;
  double middle[3];
  double depth_from[3], depth_to[3];
  double shortest;
  int along_world;
  int winding_at_infinity[2];
  uint cells[3], first_plane[3], first_group, first_moment;
  int self;
  uint first_offset, partitioning;
  int length_exponent[3], area_exponent[3];
  ImageView image[3];
};

struct Fragment {
  double depth, b1, b2;
  uint triangle, place;
};

struct Crossing {
  double depth;
  uint fragment, place;
};

layout(std430, binding = 0) readonly restrict buffer Pairs { PairView pairs[]; };

// Of the shifts of rows, two in a word, the one with this index.
int shift_in(uint word, uint index) { return bitfieldExtract(int(word), int(index & 1u) * 16, 16); }

struct PartView {
  uint pair, body, first_vertex, first_triangle, triangles;
};

struct ItemRun {
  uint pair, body, first_vertex, first_triangle, before, first_item;
};

#if defined(READS_MESHES) || defined(READS_ITEMS)
layout(std430, binding = 1) readonly restrict buffer Positions { double positions[]; };
layout(std430, binding = 2) readonly restrict buffer Triangles { uint corners[]; };
#ifdef READS_ITEMS
layout(std430, binding = 3) readonly restrict buffer Runs { ItemRun runs[]; };
#else
layout(std430, binding = 3) readonly restrict buffer Parts { PartView parts[]; };
#endif
#ifndef WITHOUT_SHIFTS
layout(std430, binding = 4) readonly restrict buffer Shifts { uint shifts[]; }; // two in a word
#endif

dvec3 position_of(uint vertex) {
  return dvec3(positions[3u * vertex], positions[3u * vertex + 1u], positions[3u * vertex + 2u]);
}
#endif
