#include "core/io/read_stl.h"

#include "core/io/assemble.h"
#include "core/io/limits.h"
#include "core/io/text_scanner.h"

#include <algorithm>
#include <bit>
#include <filesystem>

namespace lamina {

namespace {

constexpr std::size_t header_size = 84, record_size = 50; // bytes

std::uint32_t little_endian_u32(const char* bytes) {
  std::uint32_t value = 0;
  for (int i = 3; i >= 0; --i)
    value = (value << 8) | static_cast<unsigned char>(bytes[i]);
  return value;
}

bool is_word(std::string_view word, std::string_view lower_case) {
  return std::equal(word.begin(), word.end(), lower_case.begin(), lower_case.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + ('a' - 'A') : a) == b; });
}

/// Binary files may begin with "solid" too; those have a size that fits, or bytes that no text has.
bool is_text(std::string_view data, const std::string& name) {
  if (data.size() >= header_size &&
      data.size() == header_size + record_size * std::uint64_t{little_endian_u32(data.data() + 80)})
    return false;
  TextScanner in(data.substr(0, std::min<std::size_t>(data.size(), 4096)), name);
  if (!in.next_filled_line() || !is_word(in.word(), "solid"))
    return false;
  const std::string_view start = data.substr(0, 1024);
  return start.find('\0') == std::string_view::npos;
}

class StlTextReader {
public:
  StlTextReader(std::string_view text, const std::string& name, const Progress& progress)
      : in_(text, name, progress) {}

  /// Appends each solid to `solids`, and its vertices to `vertices`.
  void read(std::vector<FileObject>& solids) {
    while (in_.next_filled_line()) {
      expect("solid");
      FileObject& solid = solids.emplace_back();
      solid.first_vertex = static_cast<std::uint32_t>(vertices_.size());
      solid.name = in_.rest_of_line();
      in_.next_line();
      read_solid(solid);
    }
  }
  std::vector<Vec3> take_vertices() { return std::move(vertices_); }

private:
  /// The next word of the file must be this one.
  void expect(std::string_view word) {
    if (!in_.next_filled_line())
      in_.fail("the file ends where \"" + std::string(word) + "\" is expected");
    const std::string_view found = in_.word();
    if (!is_word(found, word))
      in_.fail("expected \"" + std::string(word) + "\", found \"" + printable(found) + "\"");
  }

  void read_solid(FileObject& solid) {
    for (;;) {
      if (!in_.next_filled_line())
        in_.fail("the file ends inside a solid: endsolid is missing");
      const std::string_view found = in_.word();
      if (is_word(found, "endsolid")) {
        in_.next_line();
        return;
      }
      if (!is_word(found, "facet"))
        in_.fail("expected \"facet\" or \"endsolid\", found \"" + printable(found) + "\"");
      in_.next_line(); // the normal follows from the vertices
      read_facet(solid);
    }
  }

  void read_facet(FileObject& solid) {
    if (vertices_.size() + 3 > most_vertices)
      in_.fail("more than " + std::to_string(most_vertices / 3) + " triangles");
    expect("outer");
    expect("loop");
    const auto first = static_cast<std::uint32_t>(vertices_.size());
    for (int i = 0; i < 3; ++i) {
      expect("vertex");
      const double x = in_.number("a coordinate"), y = in_.number("a coordinate"),
                   z = in_.number("a coordinate");
      vertices_.emplace_back(x, y, z);
    }
    expect("endloop");
    expect("endfacet");
    solid.triangles.push_back({first, first + 1, first + 2});
  }

  TextScanner in_;
  std::vector<Vec3> vertices_;
};

TriangleMesh read_binary(std::string_view data, const std::string& name, const Progress& progress,
                         std::vector<std::string>& notes) {
  if (data.size() < header_size)
    throw InputError(
        name, 0,
        "neither text STL (it does not begin with \"solid\") nor binary STL (shorter than its header)");
  const std::size_t count = little_endian_u32(data.data() + 80);
  const std::size_t needed = header_size + record_size * count;
  const std::string announced = "the header announces " + std::to_string(count) + " triangles (" +
                                std::to_string(needed) + " bytes), the file has " +
                                std::to_string(data.size()) + " bytes";
  if (needed > data.size() || (data.size() - needed) / record_size > 0)
    throw InputError(name, 0, announced);
  if (needed < data.size())
    notes.push_back("ignored " + std::to_string(data.size() - needed) + " bytes after the last triangle");
  if (3 * count > most_vertices)
    throw InputError(name, 0, "more than " + std::to_string(most_vertices / 3) + " triangles");

  TriangleMesh mesh;
  mesh.vertices.reserve(3 * count);
  mesh.triangles.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 131072 == 0 && progress &&
        !progress(static_cast<double>(i) / static_cast<double>(count), "reading " + name))
      throw Cancelled();
    const char* at = data.data() + header_size + record_size * i + 12; // after the normal
    const auto first = static_cast<std::uint32_t>(3 * i);
    for (int corner = 0; corner < 3; ++corner, at += 12) {
      Vec3 vertex;
      for (int axis = 0; axis < 3; ++axis)
        vertex[axis] = std::bit_cast<float>(little_endian_u32(at + 4 * axis));
      if (!vertex.allFinite())
        throw InputError(name, 0,
                         "triangle " + std::to_string(i + 1) + " has a coordinate that is not finite");
      mesh.vertices.push_back(vertex);
    }
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

} // namespace

LoadedFile read_stl(std::string_view data, const std::string& name, const Progress& progress) {
  LoadedFile loaded;
  if (is_text(data, name)) {
    StlTextReader reader(data, name, progress);
    std::vector<FileObject> solids;
    reader.read(solids);
    std::erase_if(solids, [](const FileObject& solid) { return solid.triangles.empty(); });
    loaded.meshes = assemble_objects(reader.take_vertices(), std::move(solids), loaded.notes);
  } else {
    loaded.meshes.push_back(read_binary(data, name, progress, loaded.notes));
  }
  if (loaded.meshes.empty() || loaded.meshes.front().triangles.empty())
    throw InputError(name, 0, "no triangles");
  const std::string stem = std::filesystem::path(name).stem().string();
  for (TriangleMesh& mesh : loaded.meshes)
    if (mesh.name.empty() || loaded.meshes.size() == 1)
      mesh.name = stem;
  return loaded;
}

} // namespace lamina
