#include "core/io/read_ply.h"

#include "core/io/drop_vertices.h"
#include "core/io/limits.h"
#include "core/io/ply_rows.h"
#include "core/io/polygon.h"

#include <array>
#include <filesystem>

namespace lamina {

namespace {

template <typename Rows>
class PlyReader {
public:
  PlyReader(const PlyHeader& header, Rows& rows) : header_(header), rows_(rows) {}

  void read(LoadedFile& loaded, const std::string& name) {
    check_counts();
    TriangleMesh& mesh = loaded.meshes.emplace_back();
    mesh.name = std::filesystem::path(name).stem().string();
    for (const PlyElement& element : header_.elements) {
      if (element.name == "vertex")
        read_vertices(element, mesh);
      else if (element.name == "face")
        read_lists(element, index_property(element), &PlyReader::add_face);
      else if (element.name == "tristrips")
        read_lists(element, index_property(element), &PlyReader::add_strips);
      else
        read_lists(element, -1, nullptr);
    }
    rows_.finish();
    check_indices(mesh.vertices.size());

    // Faces may come before the vertices, so they become triangles only now.
    if (corner_counts_.empty() && strips_.empty())
      rows_.fail("no triangles");
    PolygonSplitter splitter;
    std::size_t corner = 0;
    for (const std::uint32_t count : corner_counts_) {
      splitter.split(mesh.vertices, {corners_.data() + corner, count}, mesh.triangles);
      corner += count;
    }
    mesh.triangles.insert(mesh.triangles.end(), strips_.begin(), strips_.end());
    if (splitter.folded())
      loaded.notes.push_back(std::to_string(splitter.folded()) +
                             " polygons could not be cut cleanly and became fans");
    if (small_faces_)
      loaded.notes.push_back(std::to_string(small_faces_) +
                             " faces with fewer than three corners are left out");
  }

private:
  /// Every element has some least size, so impossible counts are found before memory is taken.
  void check_counts() {
    std::size_t left = rows_.bytes_left();
    for (const PlyElement& element : header_.elements) {
      std::size_t least = 0;
      for (const PlyProperty& property : element.properties)
        least += Rows::least_size(property.is_list ? property.count_type : property.type);

      // The last value of a text file needs no blank behind it.
      if (least > 0 && element.count > (left + 1) / least)
        rows_.fail("the header announces " + std::to_string(element.count) + " elements \"" +
                   printable(element.name) + "\", more than the file can hold");
      left -= std::min(left, element.count * least);
    }
  }

  void read_vertices(const PlyElement& element, TriangleMesh& mesh) {
    const std::array<int, 3> axes = {element.find("x"), element.find("y"), element.find("z")};
    for (const int axis : axes)
      if (axis < 0 || element.properties[static_cast<std::size_t>(axis)].is_list)
        rows_.fail("the vertices have no x, y and z");
    if (mesh.vertices.size() + element.count > most_vertices)
      rows_.fail("more than " + std::to_string(most_vertices) + " vertices");
    mesh.vertices.reserve(mesh.vertices.size() + element.count);
    for (std::size_t row = 0; row < element.count; ++row) {
      Vec3 vertex;
      rows_.begin_row();
      for (int i = 0; i < static_cast<int>(element.properties.size()); ++i) {
        const PlyProperty& property = element.properties[static_cast<std::size_t>(i)];
        if (i == axes[0])
          vertex.x() = rows_.number(property.type);
        else if (i == axes[1])
          vertex.y() = rows_.number(property.type);
        else if (i == axes[2])
          vertex.z() = rows_.number(property.type);
        else
          skip(property);
      }
      rows_.end_row();
      mesh.vertices.push_back(vertex);
    }
  }

  int index_property(const PlyElement& element) {
    int index = element.find("vertex_indices");
    if (index < 0)
      index = element.find("vertex_index");
    if (element.count > 0) {
      if (index < 0)
        rows_.fail("element \"" + element.name + "\" has no property vertex_indices");
      const PlyProperty& property = element.properties[static_cast<std::size_t>(index)];
      if (!property.is_list || !is_integer(property.type))
        rows_.fail("vertex_indices of element \"" + element.name + "\" is not a list of integers");
    }
    return index;
  }

  /// Reads all rows of an element, handing the list at `index` to `add`; everything else is skipped.
  void read_lists(const PlyElement& element, int index, void (PlyReader::*add)()) {
    if (element.properties.empty())
      return;
    for (std::size_t row = 0; row < element.count; ++row) {
      rows_.begin_row();
      for (int i = 0; i < static_cast<int>(element.properties.size()); ++i) {
        const PlyProperty& property = element.properties[static_cast<std::size_t>(i)];
        if (i != index) {
          skip(property);
          continue;
        }
        const std::size_t length = list_length(property);
        items_.clear();
        for (std::size_t k = 0; k < length; ++k)
          items_.push_back(rows_.integer(property.type));
        (this->*add)();
      }
      rows_.end_row();
    }
  }

  std::size_t list_length(const PlyProperty& property) {
    const std::int64_t length = rows_.integer(property.count_type);
    if (length < 0)
      rows_.fail("a list of negative length");
    const std::size_t most =
        std::min(most_triangles, (rows_.bytes_left() + 1) / Rows::least_size(property.type));
    if (static_cast<std::uint64_t>(length) > most)
      rows_.fail("a list of " + std::to_string(length) + " items, more than the file can hold");
    return static_cast<std::size_t>(length);
  }

  void skip(const PlyProperty& property) {
    const std::size_t count = property.is_list ? list_length(property) : 1;
    for (std::size_t i = 0; i < count; ++i)
      rows_.skip(property.type);
  }

  std::uint32_t checked(std::int64_t index) {
    if (index < 0 || index >= static_cast<std::int64_t>(most_vertices))
      rows_.fail("vertex index " + std::to_string(index) + " is outside the vertex list");
    largest_index_ = std::max(largest_index_, index);
    return static_cast<std::uint32_t>(index);
  }

  void count_triangles(std::size_t more) {
    triangles_ += more;
    if (triangles_ > most_triangles)
      rows_.fail("more than " + std::to_string(most_triangles) + " triangles");
  }

  void add_face() {
    if (items_.size() < 3) {
      ++small_faces_;
      return;
    }
    count_triangles(items_.size() - 2);
    corner_counts_.push_back(static_cast<std::uint32_t>(items_.size()));
    for (const std::int64_t item : items_)
      corners_.push_back(checked(item));
  }

  void add_strips() {
    // A negative index ends a strip; every other triangle of a strip runs the other way.
    std::size_t first = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (items_[i] < 0) {
        first = i + 1;
        continue;
      }
      if (i < first + 2)
        continue;
      count_triangles(1);
      const bool odd = (i - first) % 2 == 1;
      strips_.push_back(
          {checked(items_[odd ? i - 1 : i - 2]), checked(items_[odd ? i - 2 : i - 1]), checked(items_[i])});
    }
  }

  void check_indices(std::size_t vertices) {
    if (largest_index_ >= static_cast<std::int64_t>(vertices))
      rows_.fail("vertex index " + std::to_string(largest_index_) + " is outside the vertex list (" +
                 std::to_string(vertices) + " vertices, counted from 0)");
  }

  const PlyHeader& header_;
  Rows& rows_;
  std::vector<std::int64_t> items_;
  std::vector<std::uint32_t> corners_, corner_counts_;
  std::vector<Triangle> strips_;
  std::int64_t largest_index_ = -1;
  std::size_t triangles_ = 0, small_faces_ = 0;
};

} // namespace

LoadedFile read_ply(std::string_view data, const std::string& name, const Progress& progress) {
  const PlyHeader header = read_ply_header(data, name);
  std::size_t faces = 0;
  for (const PlyElement& element : header.elements)
    if (element.name == "face" || element.name == "tristrips")
      faces += element.count > 0;
  if (faces == 0)
    throw InputError(name, 0, "no triangles");

  LoadedFile loaded;
  if (header.encoding == PlyEncoding::text) {
    PlyTextRows rows(data, header, name, progress);
    PlyReader<PlyTextRows>(header, rows).read(loaded, name);
    if (rows.longer_rows())
      loaded.notes.push_back("ignored values beyond those that the header declares (on " +
                             std::to_string(rows.longer_rows()) + " lines, first on line " +
                             std::to_string(rows.first_longer_row()) + ")");
  } else {
    PlyBinaryRows rows(data, header, name, progress);
    PlyReader<PlyBinaryRows>(header, rows).read(loaded, name);
  }
  drop_unused_vertices_not_finite(loaded.meshes.back(), name, loaded.notes);
  return loaded;
}

} // namespace lamina
