#pragma once

#include "core/io/tet/value_reader.h"
#include "core/io/tet/vtk_cells.h"
#include "core/math/types.h"

#include <string>
#include <string_view>
#include <vector>

namespace lamina {

/// What the data sets of legacy VTK files have in common: header, points, lists of cells, and what is passed
/// over. Text and binary files of versions 1 to 5.
class VtkSections {
public:
  VtkSections(std::string_view data, const std::string& name, const Progress& progress)
      : in_(data, name, progress), values_(in_, TextLayout::free) {}

  TextScanner& in() { return in_; }
  ValueReader& values() { return values_; }

  /// Reads up to the data set, whose line is not left yet; returns its kind in capitals, for instance
  /// POLYDATA.
  std::string read_header();
  /// The next keyword, in capitals; "" at the end of the file.
  std::string next_keyword();

  /// Behind POINTS.
  void read_points(std::vector<Vec3>& points);
  /// Behind CELLS, POLYGONS and the like: cells without their types. `points` is how many there are.
  void read_cells(std::size_t points, VtkCells& cells);
  /// Behind CELL_TYPES, for as many cells as were read.
  void read_types(VtkCells& cells);

  /// Behind FIELD.
  void pass_over_field();
  /// Behind METADATA: up to an empty line.
  void pass_over_metadata();

private:
  void begin_values();
  NumberType number_type();
  NumberType array_type(const char* name);
  std::size_t least(NumberType type) const { return binary_ ? number_size(type) : 2; }
  std::size_t read_count(const char* what, std::size_t least_bytes);
  void read_offsets(std::size_t count, std::size_t size, std::size_t points, VtkCells& cells);
  void read_cell_list(std::size_t count, std::size_t size, std::size_t points, VtkCells& cells);

  TextScanner in_;
  ValueReader values_;
  bool binary_ = false;
};

} // namespace lamina
