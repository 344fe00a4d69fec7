#include "core/io/read_obj.h"

#include "core/io/assemble.h"
#include "core/io/limits.h"
#include "core/io/polygon.h"
#include "core/io/reader_notes.h"
#include "core/io/text_scanner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>

namespace lamina {

namespace {

/// One object's share of the faces, and where its section of vertices starts.
struct ObjectSection {
  std::string name;
  std::size_t first_vertex = 0;
  std::vector<std::uint32_t> corners;       ///< of all its faces
  std::vector<std::uint32_t> corner_counts; ///< a face each
};

/// Keywords that say nothing about the surface's shape, or describe points, lines and curves.
bool is_ignored(std::string_view keyword) {
  static constexpr std::array<std::string_view, 41> words = {
      "g",        "s",    "usemtl", "usemap", "maplib",     "mg",        "lod",    "bevel", "c_interp",
      "d_interp", "p",    "l",      "vp",     "shadow_obj", "trace_obj", "cstype", "deg",   "bmat",
      "step",     "curv", "curv2",  "surf",   "parm",       "trim",      "hole",   "scrv",  "sp",
      "end",      "con",  "ctech",  "stech",  "call",       "csh",       "bsp",    "bzp",   "cdc",
      "cdp",      "res",  "vc",     "group",  "object"};
  return std::find(words.begin(), words.end(), keyword) != words.end();
}

class ObjReader {
public:
  ObjReader(std::string_view text, const std::string& name, const Progress& progress)
      : in_(text, name, progress), stem_(std::filesystem::path(name).stem().string()) {
    in_.comments = in_.continuations = true;
  }

  LoadedFile read(std::vector<std::string>* material_files) {
    sections_.push_back({stem_, 0, {}, {}});
    for (; in_.next_filled_line(); in_.next_line())
      read_line(material_files);
    check_later_indices();
    return build();
  }

private:
  void read_line(std::vector<std::string>* material_files) {
    const std::string_view keyword = in_.word();
    if (keyword == "v") {
      read_vertex();
    } else if (keyword == "f" || keyword == "fo") {
      read_face();
    } else if (keyword == "vt") {
      ++texture_coordinates_;
    } else if (keyword == "vn") {
      ++normals_;
    } else if (keyword == "o") {
      start_object();
    } else if (keyword == "mtllib") {
      if (material_files)
        material_files->emplace_back(in_.rest_of_line());
    } else if (!is_ignored(keyword)) {
      read_unknown(keyword);
    }
  }

  void read_vertex() {
    if (vertices_.size() == most_vertices)
      in_.fail("more than " + std::to_string(most_vertices) + " vertices");
    const double x = in_.number("a coordinate"), y = in_.number("a coordinate"),
                 z = in_.number("a coordinate");
    // A weight may follow, or colours, which must at least be numbers. Homogeneous coordinates are divided.
    double weight = 1;
    int more = 0;
    for (double number; in_.any_number_if_any(number, "a number after the coordinates"); ++more)
      weight = number;
    if (more != 1 || weight == 1) {
      vertices_.emplace_back(x, y, z);
      return;
    }
    if (weight == 0 || !std::isfinite(weight))
      in_.fail("a vertex whose weight is 0 or not finite");
    vertices_.emplace_back(x / weight, y / weight, z / weight);
    if (!vertices_.back().allFinite())
      in_.fail("a coordinate over its weight is too large");
    weighted_.add(in_.line());
  }

  std::uint32_t vertex_index() {
    const std::int64_t index = in_.integer_part("a vertex index");
    const auto count = static_cast<std::int64_t>(vertices_.size());
    if (index < 0) {
      if (-index > count)
        in_.fail("vertex index " + std::to_string(index) + " reaches before the first of " +
                 std::to_string(count) + " vertices");
      return static_cast<std::uint32_t>(count + index);
    }
    if (index == 0)
      in_.fail("vertex index 0: indices count from 1");
    if (index > static_cast<std::int64_t>(most_vertices))
      in_.fail("vertex index " + std::to_string(index) + " is outside the vertex list");

    // Vertices may follow the faces that use them: checked at the end, with the line of the first offender.
    if (index > count && (later_.empty() || index > later_.back().index))
      later_.push_back({index, in_.line()});
    return static_cast<std::uint32_t>(index - 1);
  }

  /// The optional "/vt", "//vn" or "/vt/vn" after a vertex index.
  void skip_attributes() {
    for (int slash = 0; slash < 2 && in_.peek() == '/'; ++slash) {
      in_.skip();
      if (in_.peek() == '/' || in_.peek() == ' ' || in_.peek() == '\t' || in_.peek() == '\n' ||
          in_.peek() == '\r' || in_.peek() == '\0')
        continue;
      const std::int64_t index = in_.integer_part(slash == 0 ? "a texture index" : "a normal index");
      const std::size_t count = slash == 0 ? texture_coordinates_ : normals_;
      if (index == 0 || static_cast<std::uint64_t>(index < 0 ? -index : index) > count)
        (slash == 0 ? missing_texture_ : missing_normal_).add(in_.line());
    }
  }

  void read_face() {
    ObjectSection& section = sections_.back();
    const std::size_t first = section.corners.size();
    while (!in_.at_line_end()) {
      section.corners.push_back(vertex_index());
      skip_attributes();
      const char next = in_.peek();
      if (next != ' ' && next != '\t' && next != '\n' && next != '\r' && next != '\0' && next != '\\' &&
          next != '#')
        in_.fail_word("a vertex index");
    }
    const std::size_t count = section.corners.size() - first;
    if (count < 3) {
      small_faces_.add(in_.line());
      section.corners.resize(first);
      return;
    }
    triangles_ += count - 2;
    if (triangles_ > most_triangles)
      in_.fail("more than " + std::to_string(most_triangles) + " triangles");
    section.corner_counts.push_back(static_cast<std::uint32_t>(count));
  }

  void start_object() {
    const std::string_view name = in_.rest_of_line();
    sections_.push_back({name.empty() ? stem_ : std::string(name), vertices_.size(), {}, {}});
  }

  void read_unknown(std::string_view keyword) {
    const bool is_text =
        std::all_of(keyword.begin(), keyword.end(), [](char c) { return c > 32 && c < 127; });
    if (!is_text)
      in_.fail("not OBJ text: found \"" + printable(keyword) + "\"");
    if (first_unknown_.empty())
      first_unknown_ = keyword;
    unknown_.add(in_.line());
  }

  void check_later_indices() const {
    for (const LaterIndex& later : later_)
      if (later.index > static_cast<std::int64_t>(vertices_.size()))
        throw InputError(in_.file(), later.line,
                         "vertex index " + std::to_string(later.index) + " is outside the vertex list (" +
                             std::to_string(vertices_.size()) + " vertices)");
  }

  LoadedFile build() {
    std::erase_if(sections_, [](const ObjectSection& section) { return section.corner_counts.empty(); });
    if (sections_.empty())
      throw InputError(in_.file(), 0, "no triangles");
    LoadedFile loaded;
    PolygonSplitter splitter;
    std::vector<FileObject> objects;
    for (ObjectSection& section : sections_) {
      FileObject& object = objects.emplace_back();
      object.name = std::move(section.name);
      object.first_vertex = static_cast<std::uint32_t>(section.first_vertex);
      std::size_t corner = 0;
      for (const std::uint32_t count : section.corner_counts) {
        splitter.split(vertices_, {section.corners.data() + corner, count}, object.triangles);
        corner += count;
      }
      section.corners = {};
      section.corner_counts = {};
    }
    loaded.meshes = assemble_objects(std::move(vertices_), std::move(objects), loaded.notes);

    if (splitter.folded())
      loaded.notes.push_back(std::to_string(splitter.folded()) +
                             " polygons could not be cut cleanly and became fans");
    weighted_.report(loaded.notes,
                     "vertices have a weight other than 1, by which their coordinates are divided");
    missing_texture_.report(loaded.notes, "texture coordinates that the file does not hold are ignored");
    missing_normal_.report(loaded.notes, "normals that the file does not hold are ignored");
    small_faces_.report(loaded.notes, "faces with fewer than three corners are left out");
    unknown_.report(loaded.notes, "unknown keywords such as \"" + first_unknown_ + "\" are ignored");
    return loaded;
  }

  struct LaterIndex {
    std::int64_t index;
    std::size_t line;
  };

  TextScanner in_;
  std::string stem_;
  std::vector<Vec3> vertices_;
  std::vector<ObjectSection> sections_;
  std::vector<LaterIndex> later_; ///< rising indices beyond the vertices read so far
  std::size_t triangles_ = 0, texture_coordinates_ = 0, normals_ = 0;
  RepeatedNote weighted_, missing_texture_, missing_normal_, small_faces_, unknown_;
  std::string first_unknown_;
};

} // namespace

LoadedFile read_obj(std::string_view text, const std::string& name, const Progress& progress,
                    std::vector<std::string>* material_files) {
  return ObjReader(text, name, progress).read(material_files);
}

} // namespace lamina
