#include "core/io/read_off.h"

#include "core/io/limits.h"
#include "core/io/polygon.h"
#include "core/io/reader_notes.h"
#include "core/io/text_scanner.h"

#include <filesystem>

namespace lamina {

namespace {

struct OffCounts {
  std::size_t vertices = 0, faces = 0;
};

/// Reads "[ST][C][N][4][n]OFF", with which the counts may run together ("OFF8 6 12"). Returns whether the
/// vertices carry extra numbers.
bool read_keyword(TextScanner& in) {
  if (!in.next_filled_line())
    in.fail("not an OFF file: empty");
  std::string prefix;
  while (!in.at_line_end() && prefix.size() < 8 && !prefix.ends_with("OFF")) {
    prefix += in.peek();
    in.skip();
  }
  if (!prefix.ends_with("OFF"))
    in.fail("not an OFF file: it does not begin with the keyword OFF");
  prefix.resize(prefix.size() - 3);
  if (prefix.find_first_of("4n") != std::string::npos)
    in.fail("OFF of " + prefix + " dimensions: only three-dimensional OFF can be read");
  const bool extras = !prefix.empty();
  for (const std::string part : {"ST", "C", "N"})
    if (prefix.starts_with(part))
      prefix.erase(0, part.size());
  if (!prefix.empty())
    in.fail("unknown variant of OFF: \"" + printable(prefix) + "OFF\"");
  return extras;
}

std::size_t read_count(TextScanner& in, const char* what, std::size_t most) {
  const std::int64_t count = in.integer(what);
  if (count < 0)
    in.fail(std::string(what) + " is negative");
  if (static_cast<std::uint64_t>(count) > most)
    in.fail(std::string(what) + " is " + std::to_string(count) + ", more than the file can hold");
  return static_cast<std::size_t>(count);
}

OffCounts read_counts(TextScanner& in, std::size_t file_size) {
  if (!in.at_line_end() && (in.peek() == 'B' || in.peek() == 'b'))
    in.fail("binary OFF cannot be read; convert it to text OFF, PLY or STL");
  if (!in.next_filled_line())
    in.fail("the file ends before its counts");

  // The shortest vertex is "0 0 0" and a line end, the shortest face "0" and a line end; the last has none.
  OffCounts counts;
  counts.vertices = read_count(in, "the number of vertices", std::min(most_vertices, file_size / 6 + 1));
  counts.faces = read_count(in, "the number of faces", std::min(most_triangles, file_size / 2 + 1));
  if (!in.at_line_end())
    in.integer("the number of edges");
  if (!in.at_line_end())
    in.fail("more than three counts");
  in.next_line();
  return counts;
}

/// Colours, normals and the like after what we need: ignored, but they must be numbers.
bool skip_numbers(TextScanner& in) {
  bool any = false;
  for (double ignored; in.any_number_if_any(ignored, "a number");)
    any = true;
  return any;
}

} // namespace

LoadedFile read_off(std::string_view text, const std::string& name, const Progress& progress) {
  TextScanner in(text, name, progress);
  in.comments = true;
  const bool extras = read_keyword(in);
  const OffCounts counts = read_counts(in, text.size());
  LoadedFile loaded;
  TriangleMesh& mesh = loaded.meshes.emplace_back();
  mesh.name = std::filesystem::path(name).stem().string();

  RepeatedNote undeclared;
  mesh.vertices.reserve(counts.vertices);
  for (std::size_t i = 0; i < counts.vertices; ++i, in.next_line()) {
    if (!in.next_filled_line())
      in.fail("the file ends after " + std::to_string(i) + " of " + std::to_string(counts.vertices) +
              " vertices");
    const double x = in.number("a coordinate"), y = in.number("a coordinate"), z = in.number("a coordinate");
    mesh.vertices.emplace_back(x, y, z);
    if (skip_numbers(in) && !extras)
      undeclared.add(in.line());
  }

  PolygonSplitter splitter;
  RepeatedNote small_faces;
  std::vector<std::uint32_t> corners;
  mesh.triangles.reserve(counts.faces);
  for (std::size_t i = 0; i < counts.faces; ++i, in.next_line()) {
    if (!in.next_filled_line())
      in.fail("the file ends after " + std::to_string(i) + " of " + std::to_string(counts.faces) + " faces");
    const std::size_t size = read_count(in, "the number of corners", (text.size() - in.offset()) / 2 + 1);
    corners.clear();
    for (std::size_t k = 0; k < size; ++k) {
      const std::int64_t index = in.integer("a vertex index");
      if (index < 0 || static_cast<std::uint64_t>(index) >= counts.vertices)
        in.fail("vertex index " + std::to_string(index) + " is outside the vertex list (" +
                std::to_string(counts.vertices) + " vertices, counted from 0)");
      corners.push_back(static_cast<std::uint32_t>(index));
    }
    skip_numbers(in);
    if (corners.size() < 3)
      small_faces.add(in.line());
    else
      splitter.split(mesh.vertices, corners, mesh.triangles);
    if (mesh.triangles.size() > most_triangles)
      in.fail("more than " + std::to_string(most_triangles) + " triangles");
  }
  if (in.next_filled_line())
    in.fail("the file goes on after the vertices and faces that it announces");

  if (mesh.triangles.empty())
    throw InputError(name, 0, "no triangles");
  undeclared.report(loaded.notes, "numbers after the coordinates are ignored");
  small_faces.report(loaded.notes, "faces with fewer than three corners are left out");
  if (splitter.folded())
    loaded.notes.push_back(std::to_string(splitter.folded()) +
                           " polygons could not be cut cleanly and became fans");
  return loaded;
}

} // namespace lamina
