#include "core/record/output_file.h"
#include "core/replay/binary_text.h"
#include "core/replay/export.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace lamina {

namespace {

std::array<std::uint8_t, 3> colour_of(const BodyInfo& info) {
  const std::array<float, 3> colour = info.colour.value_or(std::array<float, 3>{0.7f, 0.7f, 0.7f});
  std::array<std::uint8_t, 3> bytes{};
  for (std::size_t i = 0; i < 3; ++i)
    bytes[i] = static_cast<std::uint8_t>(std::lround(255 * colour[i]));
  return bytes;
}

/// Where each of `before` is now; as it is if nothing was moved.
std::vector<std::uint32_t> place_of(const std::vector<std::uint32_t>& before, std::size_t count) {
  std::vector<std::uint32_t> place(count);
  for (std::uint32_t i = 0; i < count; ++i)
    place[before.empty() ? i : before[i]] = i;
  return place;
}

/// In the order of the file that the mesh came from.
void append_vertices(std::string& bytes, const BodyInfo& info, const BodyState& body) {
  const std::vector<Vec3>& rest = info.mesh->mesh.vertices;
  for (const std::uint32_t vertex : place_of(info.mesh->order.vertices, rest.size())) {
    const Vec3 p = body.positions ? (*body.positions)[vertex] : body.mesh_pose * rest[vertex];
    for (int axis = 0; axis < 3; ++axis)
      append_bytes(bytes, p[axis]);
  }
}

void append_triangles(std::string& bytes, const BodyInfo& info, std::int32_t number, std::uint32_t first) {
  const std::array<std::uint8_t, 3> colour = colour_of(info);
  const MeshletOrder& order = info.mesh->order;
  const std::vector<Triangle>& triangles = info.mesh->mesh.triangles;
  for (const std::uint32_t index : place_of(order.triangles, triangles.size())) {
    append_bytes(bytes, std::uint8_t{3});
    for (const std::uint32_t vertex : triangles[index])
      append_bytes(bytes, static_cast<std::int32_t>(
                              first + (order.vertices.empty() ? vertex : order.vertices[vertex])));
    append_bytes(bytes, number);
    for (const std::uint8_t channel : colour)
      append_bytes(bytes, channel);
  }
}

} // namespace

void write_surfaces(const std::filesystem::path& file, const Snapshot& snapshot) {
  const std::vector<BodyInfo>& infos = *snapshot.infos;
  std::size_t vertices = 0, triangles = 0;
  std::string names, vertex_bytes, triangle_bytes;
  for (std::size_t i = 0; i < infos.size(); ++i) {
    names += "comment body " + std::to_string(i) + " " + one_line(infos[i].name) + "\n";
    append_vertices(vertex_bytes, infos[i], snapshot.bodies[i]);
    append_triangles(triangle_bytes, infos[i], static_cast<std::int32_t>(i),
                     static_cast<std::uint32_t>(vertices));
    vertices += infos[i].mesh->mesh.vertices.size();
    triangles += infos[i].mesh->mesh.triangles.size();
  }
  OutputFile out(file);
  out.write("ply\nformat binary_little_endian 1.0\ncomment surfaces of a Lamina run, metres\ncomment step " +
            std::to_string(snapshot.statistics.step) + ", " + std::to_string(snapshot.statistics.time_s) +
            " s\n" + names + "element vertex " + std::to_string(vertices) +
            "\nproperty double x\nproperty double y\nproperty double z\nelement face " +
            std::to_string(triangles) +
            "\nproperty list uchar int vertex_indices\nproperty int body\nproperty uchar red\n"
            "property uchar green\nproperty uchar blue\nend_header\n");
  out.write(vertex_bytes);
  out.write(triangle_bytes);
  out.close();
}

} // namespace lamina
