#pragma once

#include "core/mesh/tet_mesh.h"
#include "tests/io/write_formats.h"

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lamina::test {

inline std::string node_list(const Tetrahedron& t, std::uint32_t first) {
  std::string text;
  for (const std::uint32_t node : t)
    text += " " + std::to_string(node + first);
  return text;
}

/// Tetrahedra numbered from 1 with two tags, after one surface triangle.
inline std::string gmsh1_text(const TetMesh& mesh) {
  std::string text = "$NOD\n" + std::to_string(mesh.nodes.size()) + "\n";
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i)
    text += std::to_string(i + 1) + " " + exact(mesh.nodes[i]) + "\n";
  text += "$ENDNOD\n$ELM\n" + std::to_string(mesh.tetrahedra.size() + 1) + "\n1 2 1 1 3 1 2 3\n";
  for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i)
    text += std::to_string(i + 2) + " 4 1 1 4" + node_list(mesh.tetrahedra[i], 1) + "\n";
  return text + "$ENDELM\n";
}

/// With node numbers 7, 10, 13, … and a section that readers pass over.
inline std::string gmsh2_text(const TetMesh& mesh) {
  std::string text =
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 \"solid\"\n$EndPhysicalNames\n";
  text += "$Nodes\n" + std::to_string(mesh.nodes.size()) + "\n";
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i)
    text += std::to_string(3 * i + 7) + " " + exact(mesh.nodes[i]) + "\n";
  text += "$EndNodes\n$Elements\n" + std::to_string(mesh.tetrahedra.size() + 1) + "\n1 15 2 1 1 7\n";
  for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i) {
    text += std::to_string(i + 2) + " 4 2 1 1";
    for (const std::uint32_t node : mesh.tetrahedra[i])
      text += " " + std::to_string(3 * node + 7);
    text += "\n";
  }
  return text + "$EndElements\n";
}

inline std::string gmsh2_binary(const TetMesh& mesh, bool big_endian) {
  Bytes out(big_endian);
  out.text("$MeshFormat\n2.2 1 8\n").put(std::int32_t{1}).text("\n$EndMeshFormat\n$Nodes\n");
  out.text(std::to_string(mesh.nodes.size()) + "\n");
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    out.put(static_cast<std::int32_t>(i + 1));
    for (const double x : mesh.nodes[i])
      out.put(x);
  }
  out.text("\n$EndNodes\n$Elements\n" + std::to_string(mesh.tetrahedra.size() + 1) + "\n");
  for (const std::int32_t value : {2, 1, 2, 1, 1, 1, 1, 2, 3})
    out.put(value);
  for (const std::size_t value : {std::size_t{4}, mesh.tetrahedra.size(), std::size_t{1}})
    out.put(static_cast<std::int32_t>(value));
  for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i) {
    out.put(static_cast<std::int32_t>(i + 2)).put(std::int32_t{1});
    for (const std::uint32_t node : mesh.tetrahedra[i])
      out.put(static_cast<std::int32_t>(node + 1));
  }
  return out.text("\n$EndElements\n").str();
}

/// The nodes in two blocks, of which the first has parameters.
inline std::string gmsh4_text(const TetMesh& mesh) {
  const std::string nodes = std::to_string(mesh.nodes.size()), cells = std::to_string(mesh.tetrahedra.size());
  std::string text =
      "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 0 1\n1 0 0 0 1 1 1 0 0\n$EndEntities\n";
  text += "$Nodes\n2 " + nodes + " 1 " + nodes + "\n2 1 1 1\n1\n" + exact(mesh.nodes[0]) + " 0.5 0.5\n";
  text += "3 1 0 " + std::to_string(mesh.nodes.size() - 1) + "\n";
  for (std::size_t i = 1; i < mesh.nodes.size(); ++i)
    text += std::to_string(i + 1) + "\n";
  for (std::size_t i = 1; i < mesh.nodes.size(); ++i)
    text += exact(mesh.nodes[i]) + "\n";
  text += "$EndNodes\n$Elements\n2 " + std::to_string(mesh.tetrahedra.size() + 1) + " 1 " + cells +
          "\n2 1 2 1\n1 1 2 3\n3 1 4 " + cells + "\n";
  for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i)
    text += std::to_string(i + 2) + node_list(mesh.tetrahedra[i], 1) + "\n";
  return text + "$EndElements\n";
}

inline std::string gmsh4_binary(const TetMesh& mesh, bool big_endian) {
  Bytes out(big_endian);
  const std::uint64_t nodes = mesh.nodes.size(), cells = mesh.tetrahedra.size();
  out.text("$MeshFormat\n4.1 1 8\n").put(std::int32_t{1}).text("\n$EndMeshFormat\n$Nodes\n");
  for (const std::uint64_t value : {std::uint64_t{1}, nodes, std::uint64_t{1}, nodes})
    out.put(value);
  out.put(std::int32_t{3}).put(std::int32_t{1}).put(std::int32_t{0}).put(nodes);
  for (std::uint64_t i = 1; i <= nodes; ++i)
    out.put(i);
  for (const Vec3& node : mesh.nodes)
    for (const double x : node)
      out.put(x);
  out.text("\n$EndNodes\n$Elements\n");
  for (const std::uint64_t value : {std::uint64_t{1}, cells, std::uint64_t{1}, cells})
    out.put(value);
  out.put(std::int32_t{3}).put(std::int32_t{1}).put(std::int32_t{4}).put(cells);
  for (std::uint64_t i = 0; i < cells; ++i) {
    out.put(i + 1);
    for (const std::uint32_t node : mesh.tetrahedra[i])
      out.put(std::uint64_t{node} + 1);
  }
  return out.text("\n$EndElements\n").str();
}

inline std::string medit_text(const TetMesh& mesh) {
  std::string text = "MeshVersionFormatted 2\n# a comment\nDimension 3\nVertices\n" +
                     std::to_string(mesh.nodes.size()) + "\n";
  for (const Vec3& node : mesh.nodes)
    text += exact(node) + " 0\n";
  text += "Triangles\n1\n1 2 3 4\nTetrahedra\n" + std::to_string(mesh.tetrahedra.size()) + "\n";
  for (const Tetrahedron& t : mesh.tetrahedra)
    text += node_list(t, 1) + " 1\n";
  return text + "End\n";
}

inline std::string tetgen_nodes(const TetMesh& mesh, std::uint32_t first) {
  std::string text = "# nodes\n" + std::to_string(mesh.nodes.size()) + " 3 1 1\n";
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i)
    text += std::to_string(i + first) + " " + exact(mesh.nodes[i]) + " 0.5 1 # a node\n";
  return text + "# end\n";
}

inline std::string tetgen_elements(const TetMesh& mesh, std::uint32_t first) {
  std::string text = std::to_string(mesh.tetrahedra.size()) + " 4 0\n";
  for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i)
    text += std::to_string(i + first) + node_list(mesh.tetrahedra[i], first) + "\n";
  return text;
}

/// Numbers as text, or as big-endian binary data.
class VtkValues {
public:
  explicit VtkValues(bool binary) : binary_(binary), out_(true) {}
  VtkValues& line(const std::string& text) {
    out_.text(text + "\n");
    return *this;
  }
  template <typename T, typename Range>
  VtkValues& values(const Range& range) {
    for (const auto value : range) {
      if (binary_)
        out_.put(static_cast<T>(value));
      else if constexpr (std::is_floating_point_v<T>)
        out_.text(number(value) + " ");
      else
        out_.text(std::to_string(value) + " ");
    }
    out_.text("\n");
    return *this;
  }
  const std::string& str() const { return out_.str(); }

private:
  static std::string number(double value) {
    const std::string text = exact({value, 0, 0});
    return text.substr(0, text.find(' '));
  }
  bool binary_;
  Bytes out_;
};

inline std::vector<double> coordinates(const TetMesh& mesh) {
  std::vector<double> values;
  for (const Vec3& node : mesh.nodes)
    values.insert(values.end(), node.begin(), node.end());
  return values;
}

/// The tetrahedra, before them a triangle.
struct VtkLists {
  std::vector<int> cells = {3, 0, 1, 2}, connectivity = {0, 1, 2}, offsets = {0, 3}, types = {5};
  explicit VtkLists(const TetMesh& mesh) {
    for (const Tetrahedron& t : mesh.tetrahedra) {
      cells.push_back(4);
      cells.insert(cells.end(), t.begin(), t.end());
      connectivity.insert(connectivity.end(), t.begin(), t.end());
      offsets.push_back(static_cast<int>(connectivity.size()));
      types.push_back(10);
    }
  }
};

inline std::string vtk_file(const TetMesh& mesh, bool binary, bool version5) {
  const VtkLists lists(mesh);
  VtkValues out(binary);
  out.line(version5 ? "# vtk DataFile Version 5.1" : "# vtk DataFile Version 3.0").line("a title");
  out.line(binary ? "BINARY" : "ASCII").line("DATASET UNSTRUCTURED_GRID");
  out.line("FIELD FieldData 1").line("TIME 1 1 double").values<double>(std::vector<double>{2.5});
  out.line("POINTS " + std::to_string(mesh.nodes.size()) + " double").values<double>(coordinates(mesh));
  if (version5) {
    out.line("METADATA").line("INFORMATION 0").line("");
    out.line("CELLS " + std::to_string(lists.offsets.size()) + " " +
             std::to_string(lists.connectivity.size()));
    out.line("OFFSETS vtktypeint64").values<std::int64_t>(lists.offsets);
    out.line("CONNECTIVITY vtktypeint64").values<std::int64_t>(lists.connectivity);
  } else {
    out.line("CELLS " + std::to_string(lists.types.size()) + " " + std::to_string(lists.cells.size()));
    out.values<std::int32_t>(lists.cells);
  }
  out.line("CELL_TYPES " + std::to_string(lists.types.size())).values<std::int32_t>(lists.types);
  return out.line("CELL_DATA 0").str();
}

inline std::string base64(const std::string& bytes) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k <= bytes.size() ? digits[bits >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

enum class VtuStyle { ascii, inline_base64, appended_base64, appended_raw };

/// How a VTU file stores its arrays.
struct VtuOptions {
  VtuStyle style = VtuStyle::ascii;
  bool long_header = false, zlib = false, big_endian = false;
};

class VtuWriter {
public:
  explicit VtuWriter(const VtuOptions& options) : options_(options) {}

  std::string file(const TetMesh& mesh) {
    const VtkLists lists(mesh);
    const std::vector<int> ends(lists.offsets.begin() + 1, lists.offsets.end());
    std::string text =
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"";
    text += options_.big_endian ? "BigEndian\"" : "LittleEndian\"";
    text += options_.long_header ? " header_type=\"UInt64\"" : "";
    text += options_.zlib ? " compressor=\"vtkZLibDataCompressor\"" : "";
    text += ">\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"" + std::to_string(mesh.nodes.size()) +
            "\" NumberOfCells=\"" + std::to_string(lists.types.size()) + "\">\n";
    text += "<Points>" + array<double>("Points", "Float64", coordinates(mesh)) + "</Points>\n<Cells>\n";
    text += array<std::int64_t>("connectivity", "Int64", lists.connectivity);
    text +=
        array<std::int32_t>("offsets", "Int32", ends) + array<std::uint8_t>("types", "UInt8", lists.types);
    text += "</Cells>\n</Piece>\n</UnstructuredGrid>\n";
    if (!appended_.empty())
      text += std::string("<AppendedData encoding=\"") +
              (options_.style == VtuStyle::appended_raw ? "raw" : "base64") + "\">\n_" + appended_ +
              "\n</AppendedData>\n";
    return text + "</VTKFile>\n";
  }

private:
  template <typename T, typename Values>
  std::string array(const std::string& name, const std::string& type, const Values& values) {
    std::string text = "<DataArray type=\"" + type + "\" Name=\"" + name + "\" format=\"";
    if (options_.style == VtuStyle::ascii) {
      const VtkValues numbers = VtkValues(false).values<T>(values);
      return text + "ascii\">\n" + numbers.str() + "</DataArray>\n";
    }
    const std::string data = stored<T>(values);
    if (options_.style == VtuStyle::inline_base64)
      return text + "binary\">\n" + data + "\n</DataArray>\n";
    text += "appended\" offset=\"" + std::to_string(appended_.size()) + "\"/>\n";
    appended_ += data;
    return text;
  }

  std::string header(const std::vector<std::size_t>& sizes) const {
    Bytes out(options_.big_endian);
    for (const std::size_t size : sizes)
      options_.long_header ? out.put(std::uint64_t{size}) : out.put(static_cast<std::uint32_t>(size));
    return out.str();
  }

  /// Compressed in blocks of 64 bytes, with the header encoded apart as VTK does.
  template <typename T, typename Values>
  std::string stored(const Values& values) const {
    Bytes out(options_.big_endian);
    for (const auto value : values)
      out.put(static_cast<T>(value));
    const std::string& bytes = out.str();
    const auto encoded = [this](const std::string& data) {
      return options_.style == VtuStyle::appended_raw ? data : base64(data);
    };
    if (!options_.zlib)
      return encoded(header({bytes.size()}) + bytes);
    constexpr std::size_t block = 64;
    std::vector<std::size_t> sizes = {(bytes.size() + block - 1) / block, block, bytes.size() % block};
    std::string data;
    for (std::size_t at = 0; at < bytes.size(); at += block) {
      std::string packed(200, '\0');
      uLongf size = packed.size();
      compress(reinterpret_cast<Bytef*>(packed.data()), &size,
               reinterpret_cast<const Bytef*>(bytes.data() + at), std::min(block, bytes.size() - at));
      data += packed.substr(0, size);
      sizes.push_back(size);
    }
    return encoded(header(sizes)) + encoded(data);
  }

  VtuOptions options_;
  std::string appended_;
};

/// One way to write a tetrahedral file, and which reader of the fuzz target reads it.
struct TetVariant {
  std::string name, extension;
  std::uint8_t reader;
  std::function<std::string(const TetMesh&)> write;
};

/// Every variant that has one file; TetGen's pair is joined by a NUL, as the fuzz target takes it.
inline std::vector<TetVariant> tet_variants() {
  std::vector<TetVariant> variants = {
      {"gmsh1", ".msh", 0, gmsh1_text},
      {"gmsh2_text", ".msh", 0, gmsh2_text},
      {"gmsh2_binary", ".msh", 0, [](const TetMesh& m) { return gmsh2_binary(m, false); }},
      {"gmsh2_big_endian", ".msh", 0, [](const TetMesh& m) { return gmsh2_binary(m, true); }},
      {"gmsh4_text", ".msh", 0, gmsh4_text},
      {"gmsh4_binary", ".msh", 0, [](const TetMesh& m) { return gmsh4_binary(m, false); }},
      {"gmsh4_big_endian", ".msh", 0, [](const TetMesh& m) { return gmsh4_binary(m, true); }},
      {"medit", ".mesh", 1, medit_text},
      {"tetgen_from_0", ".ele", 2,
       [](const TetMesh& m) { return tetgen_nodes(m, 0) + std::string(1, '\0') + tetgen_elements(m, 0); }},
      {"tetgen_from_1", ".ele", 2,
       [](const TetMesh& m) { return tetgen_nodes(m, 1) + std::string(1, '\0') + tetgen_elements(m, 1); }},
      {"vtk_text", ".vtk", 3, [](const TetMesh& m) { return vtk_file(m, false, false); }},
      {"vtk_binary", ".vtk", 3, [](const TetMesh& m) { return vtk_file(m, true, false); }},
      {"vtk5_text", ".vtk", 3, [](const TetMesh& m) { return vtk_file(m, false, true); }},
      {"vtk5_binary", ".vtk", 3, [](const TetMesh& m) { return vtk_file(m, true, true); }},
  };
  const auto add = [&](const std::string& name, const VtuOptions& options) {
    variants.push_back({name, ".vtu", 4, [options](const TetMesh& m) { return VtuWriter(options).file(m); }});
  };
  add("vtu_text", {VtuStyle::ascii});
  add("vtu_base64", {VtuStyle::inline_base64});
  add("vtu_base64_zlib", {VtuStyle::inline_base64, false, true});
  add("vtu_base64_long_big_endian", {VtuStyle::inline_base64, true, false, true});
  add("vtu_appended_base64", {VtuStyle::appended_base64});
  add("vtu_appended_base64_zlib_long", {VtuStyle::appended_base64, true, true});
  add("vtu_raw", {VtuStyle::appended_raw});
  add("vtu_raw_long", {VtuStyle::appended_raw, true});
  add("vtu_raw_zlib", {VtuStyle::appended_raw, false, true});
  add("vtu_raw_zlib_big_endian", {VtuStyle::appended_raw, false, true, true});
  return variants;
}

} // namespace lamina::test
