#include "app/import/write_stream.h"

#include "core/io/import_stream.h"

#include <cstdio>

namespace lamina {

namespace {

void put_bytes(const void* bytes, std::size_t size) {
  std::fwrite(bytes, 1, size, stdout);
}

template <typename T>
void put(const T& value) {
  put_bytes(&value, sizeof value);
}

void put_text(const std::string& text) {
  put(static_cast<std::uint32_t>(text.size()));
  put_bytes(text.data(), text.size());
}

template <typename T>
void put_all(const std::vector<T>& items) {
  put_bytes(items.data(), items.size() * sizeof(T));
}

void put_rig(const Rig& rig) {
  static_assert(sizeof(Quat) == 4 * sizeof(double) && sizeof(BoneWeight) == 16);
  put(static_cast<std::uint32_t>(rig.bones.size()));
  for (const Bone& bone : rig.bones) {
    put_text(bone.name);
    put(static_cast<std::int32_t>(bone.parent));
    put(static_cast<std::uint32_t>(bone.joint));
    put(bone.head);
    put(bone.tail);
    put(bone.swing);
    put(bone.twist);
  }
  put(static_cast<std::uint64_t>(rig.vertex_count()));
  put_all(rig.weight_begin);
  put(static_cast<std::uint64_t>(rig.weights.size()));
  put_all(rig.weights);
  put(static_cast<std::uint32_t>(rig.animations.size()));
  for (const Animation& animation : rig.animations) {
    put_text(animation.name);
    put(animation.duration);
    put(static_cast<std::uint64_t>(animation.samples));
    put_all(animation.rotations);
    put_all(animation.root);
  }
}

bool finish() {
  return std::fflush(stdout) == 0 && !std::ferror(stdout);
}

} // namespace

bool write_meshes(const std::vector<TriangleMesh>& meshes, double metres_per_unit,
                  const std::vector<std::string>& notes, const Rig* rig) {
  static_assert(sizeof(Vec3) == 3 * sizeof(double) && sizeof(Triangle) == 3 * sizeof(std::uint32_t));
  put(import_magic);
  put(import_has_meshes);
  put(metres_per_unit);
  put(static_cast<std::uint32_t>(notes.size()));
  for (const std::string& note : notes)
    put_text(note);
  put(static_cast<std::uint32_t>(meshes.size()));
  for (const TriangleMesh& mesh : meshes) {
    put_text(mesh.name);
    put(static_cast<std::uint64_t>(mesh.vertices.size()));
    put(static_cast<std::uint64_t>(mesh.triangles.size()));
    put_bytes(mesh.vertices.data(), mesh.vertices.size() * sizeof(Vec3));
    put_bytes(mesh.triangles.data(), mesh.triangles.size() * sizeof(Triangle));
  }
  put(static_cast<std::uint32_t>(rig ? 1 : 0));
  if (rig)
    put_rig(*rig);
  put(import_magic);
  return finish();
}

bool write_message(const std::string& message) {
  put(import_magic);
  put(import_has_message);
  put_text(message);
  return finish();
}

} // namespace lamina
