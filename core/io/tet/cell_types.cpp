#include "core/io/tet/cell_types.h"

#include <algorithm>
#include <array>

namespace lamina {

namespace {

struct NumberedType {
  std::int16_t number;
  CellType type;
};

using enum CellShape;

constexpr std::array<NumberedType, 42> gmsh_types = {{
    {1, {line, 2}},          {2, {surface, 3}},        {3, {surface, 4}},       {4, {tetrahedron, 4}},
    {5, {hexahedron, 8}},    {6, {prism, 6}},          {7, {pyramid, 5}},       {8, {line, 3}},
    {9, {surface, 6}},       {10, {surface, 9}},       {11, {tetrahedron, 10}}, {12, {hexahedron, 27}},
    {13, {prism, 18}},       {14, {pyramid, 14}},      {15, {point, 1}},        {16, {surface, 8}},
    {17, {hexahedron, 20}},  {18, {prism, 15}},        {19, {pyramid, 13}},     {20, {surface, 9}},
    {21, {surface, 10}},     {22, {surface, 12}},      {23, {surface, 15}},     {24, {surface, 15}},
    {25, {surface, 21}},     {26, {line, 4}},          {27, {line, 5}},         {28, {line, 6}},
    {29, {tetrahedron, 20}}, {30, {tetrahedron, 35}},  {31, {tetrahedron, 56}}, {36, {surface, 16}},
    {37, {surface, 25}},     {38, {surface, 36}},      {62, {line, 7}},         {63, {line, 8}},
    {71, {tetrahedron, 84}}, {72, {tetrahedron, 120}}, {90, {prism, 40}},       {91, {prism, 75}},
    {92, {hexahedron, 64}},  {93, {hexahedron, 125}},
}};

constexpr std::array<NumberedType, 42> vtk_types = {{
    {1, {point, 1}},        {2, {point, 0}},        {3, {line, 2}},          {4, {line, 0}},
    {5, {surface, 3}},      {6, {surface, 0}},      {7, {surface, 0}},       {8, {surface, 4}},
    {9, {surface, 4}},      {10, {tetrahedron, 4}}, {11, {voxel, 8}},        {12, {hexahedron, 8}},
    {13, {prism, 6}},       {14, {pyramid, 5}},     {15, {unsupported, 10}}, {16, {unsupported, 12}},
    {21, {line, 3}},        {22, {surface, 6}},     {23, {surface, 8}},      {24, {tetrahedron, 10}},
    {25, {hexahedron, 20}}, {26, {prism, 15}},      {27, {pyramid, 13}},     {28, {surface, 9}},
    {29, {hexahedron, 27}}, {30, {surface, 6}},     {31, {prism, 12}},       {32, {prism, 18}},
    {33, {hexahedron, 24}}, {34, {surface, 7}},     {35, {line, 4}},         {36, {surface, 0}},
    {37, {pyramid, 19}},    {41, {unsupported, 0}}, {42, {unsupported, 0}},  {68, {line, 0}},
    {69, {surface, 0}},     {70, {surface, 0}},     {71, {tetrahedron, 0}},  {72, {hexahedron, 0}},
    {73, {prism, 0}},       {74, {pyramid, 0}},
}};

template <typename Types>
const CellType* find(const Types& types, std::int64_t number) {
  const auto found = std::find_if(types.begin(), types.end(),
                                  [number](const NumberedType& t) { return t.number == number; });
  return found == types.end() ? nullptr : &found->type;
}

} // namespace

std::size_t corner_count(CellShape shape) {
  switch (shape) {
  case tetrahedron:
    return 4;
  case pyramid:
    return 5;
  case prism:
    return 6;
  case hexahedron:
  case voxel:
    return 8;
  default:
    return 0;
  }
}

const char* shape_name(CellShape shape) {
  switch (shape) {
  case tetrahedron:
    return "tetrahedra";
  case pyramid:
    return "pyramids";
  case prism:
    return "prisms";
  case hexahedron:
  case voxel:
    return "hexahedra";
  default:
    return "cells";
  }
}

const CellType* gmsh_cell_type(std::int64_t number) {
  return find(gmsh_types, number);
}

const CellType* vtk_cell_type(std::int64_t number) {
  return find(vtk_types, number);
}

} // namespace lamina
