#pragma once

#include "core/mesh/mesh.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>

namespace lamina::test {

/// Bytes written in a chosen order.
class Bytes {
public:
  explicit Bytes(bool big_endian) : big_endian_(big_endian) {}

  Bytes& text(const std::string& text) {
    data_ += text;
    return *this;
  }
  template <typename T>
  Bytes& put(T value) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    if (big_endian_)
      std::reverse(bytes, bytes + sizeof(T));
    data_.append(bytes, sizeof(T));
    return *this;
  }
  const std::string& str() const { return data_; }

private:
  bool big_endian_;
  std::string data_;
};

inline std::string exact(const Vec3& p) {
  char text[100];
  std::snprintf(text, sizeof text, "%.17g %.17g %.17g", p.x(), p.y(), p.z());
  return text;
}

inline std::string obj_text(const TriangleMesh& mesh) {
  std::string text = "o " + mesh.name + "\n";
  for (const Vec3& v : mesh.vertices)
    text += "v " + exact(v) + "\n";
  for (const Triangle& t : mesh.triangles)
    text += "f " + std::to_string(t[0] + 1) + " " + std::to_string(t[1] + 1) + " " +
            std::to_string(t[2] + 1) + "\n";
  return text;
}

inline std::string face_lines(const TriangleMesh& mesh) {
  std::string text;
  for (const Triangle& t : mesh.triangles)
    text += "3 " + std::to_string(t[0]) + " " + std::to_string(t[1]) + " " + std::to_string(t[2]) + "\n";
  return text;
}

inline std::string off_text(const TriangleMesh& mesh) {
  std::string text =
      "OFF\n" + std::to_string(mesh.vertices.size()) + " " + std::to_string(mesh.triangles.size()) + " 0\n";
  for (const Vec3& v : mesh.vertices)
    text += exact(v) + "\n";
  return text + face_lines(mesh);
}

inline std::string ply_header(const TriangleMesh& mesh, const std::string& format) {
  return "ply\nformat " + format + " 1.0\nelement vertex " + std::to_string(mesh.vertices.size()) +
         "\nproperty double x\nproperty double y\nproperty double z\nelement face " +
         std::to_string(mesh.triangles.size()) + "\nproperty list uchar uint vertex_indices\nend_header\n";
}

inline std::string ply_text(const TriangleMesh& mesh) {
  std::string text = ply_header(mesh, "ascii");
  for (const Vec3& v : mesh.vertices)
    text += exact(v) + "\n";
  return text + face_lines(mesh);
}

inline std::string ply_binary(const TriangleMesh& mesh, bool big_endian) {
  Bytes data(big_endian);
  data.text(ply_header(mesh, big_endian ? "binary_big_endian" : "binary_little_endian"));
  for (const Vec3& v : mesh.vertices)
    data.put(v.x()).put(v.y()).put(v.z());
  for (const Triangle& t : mesh.triangles)
    data.put<std::uint8_t>(3).put(t[0]).put(t[1]).put(t[2]);
  return data.str();
}

inline std::string stl_text(const TriangleMesh& mesh, const std::string& name) {
  std::string text = "solid " + name + "\n";
  for (const Triangle& t : mesh.triangles) {
    text += "facet normal 0 0 0\nouter loop\n";
    for (const std::uint32_t v : t)
      text += "vertex " + exact(mesh.vertices[v]) + "\n";
    text += "endloop\nendfacet\n";
  }
  return text + "endsolid " + name + "\n";
}

/// Coordinates are rounded to float, as the format asks.
inline std::string stl_binary(const TriangleMesh& mesh, std::string header) {
  header.resize(80, ' ');
  Bytes data(false);
  data.text(header).put(static_cast<std::uint32_t>(mesh.triangles.size()));
  for (const Triangle& t : mesh.triangles) {
    data.put(0.f).put(0.f).put(0.f);
    for (const std::uint32_t v : t)
      for (int axis = 0; axis < 3; ++axis)
        data.put(static_cast<float>(mesh.vertices[v][axis]));
    data.put<std::uint16_t>(0);
  }
  return data.str();
}

} // namespace lamina::test
