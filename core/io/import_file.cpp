#include "core/io/import_file.h"

#include "core/base/error.h"
#include "core/io/child_process.h"
#include "core/io/import_stream.h"
#include "core/mesh/rig.h"

#include <cstdlib>
#include <cstring>
#include <limits>

namespace lamina {

std::filesystem::path find_import_program() {
  if (const char* named = std::getenv("LAMINA_IMPORT"); named && *named)
    return named;
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  const std::filesystem::path beside = folder / "lamina-import";
  const std::filesystem::path installed = folder.parent_path() / "libexec" / "lamina" / "lamina-import";
  for (const auto& candidate : {beside, installed})
    if (std::filesystem::exists(candidate, error))
      return candidate;
  throw InputError("the program lamina-import, which reads this kind of file, is neither " + beside.string() +
                   " nor " + installed.string() +
                   "; reinstall, or name it in the environment variable LAMINA_IMPORT");
}

LoadedFile import_file(const std::filesystem::path& file, const LoadOptions& options) {
  const std::string name = file.string();
  const std::filesystem::path program = find_import_program();
  const ChildResult child = run_child({program.string(), std::filesystem::absolute(file).string()},
                                      options.time_limit_s, options.progress, "reading " + name);
  if (child.end == ChildEnd::timed_out)
    throw InputError(name, 0,
                     "reading took longer than " + std::to_string(static_cast<int>(options.time_limit_s)) +
                         " s and was stopped");
  if (child.end == ChildEnd::too_much_output)
    throw InputError(name, 0, "holds more data than this program opens");
  if (child.end == ChildEnd::not_started)
    throw InputError(name, 0, "cannot start " + program.string() + ", which reads this kind of file");
  if (child.end == ChildEnd::crashed)
    throw InputError(name, 0,
                     std::string("the importer failed on this file (") + strsignal(child.code) +
                         "): it is damaged");
  return decode_import_stream(child.output, name);
}

namespace {

class StreamReader {
public:
  StreamReader(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  template <typename T>
  T read() {
    T value;
    std::memcpy(&value, take(sizeof(T)), sizeof(T));
    return value;
  }
  std::string text() {
    const auto length = read<std::uint32_t>();
    return {take(length), length};
  }
  const char* take(std::uint64_t size) {
    if (size > bytes_.size())
      fail();
    const char* const first = bytes_.data();
    bytes_.remove_prefix(size);
    return first;
  }
  template <typename T>
  void read_all(std::vector<T>& items, std::uint64_t count) {
    if (count > bytes_.size() / sizeof(T))
      fail();
    const char* const first = take(count * sizeof(T));
    items.resize(count);
    if (count > 0)
      std::memcpy(static_cast<void*>(items.data()), first, count * sizeof(T));
  }
  [[noreturn]] void fail() const {
    throw InputError(name_, 0, "the importer did not finish: the file is damaged or too large");
  }

private:
  std::string_view bytes_;
  const std::string& name_;
};

void check_mesh(const TriangleMesh& mesh, const std::string& name) {
  for (const Triangle& triangle : mesh.triangles)
    for (const std::uint32_t v : triangle)
      if (v >= mesh.vertices.size())
        throw InputError(name, 0, "vertex index " + std::to_string(v) + " is outside the vertex list");
  for (const Vec3& vertex : mesh.vertices)
    if (!vertex.allFinite())
      throw InputError(name, 0, "a vertex has a coordinate that is not finite");
}

std::shared_ptr<const Rig> read_rig(StreamReader& in, const LoadedFile& loaded, const std::string& name) {
  auto rig = std::make_shared<Rig>();
  const auto bones = in.read<std::uint32_t>();
  for (std::uint32_t b = 0; b < bones; ++b) {
    Bone& bone = rig->bones.emplace_back();
    bone.name = in.text();
    bone.parent = in.read<std::int32_t>();
    const auto joint = in.read<std::uint32_t>();
    if (joint > static_cast<std::uint32_t>(JointKind::fixed))
      in.fail();
    bone.joint = static_cast<JointKind>(joint);
    std::memcpy(bone.head.data(), in.take(sizeof(Vec3)), sizeof(Vec3));
    std::memcpy(bone.tail.data(), in.take(sizeof(Vec3)), sizeof(Vec3));
    bone.swing = in.read<double>();
    bone.twist = in.read<double>();
  }
  const auto vertices = in.read<std::uint64_t>();
  if (vertices > std::numeric_limits<std::uint32_t>::max())
    in.fail();
  in.read_all(rig->weight_begin, vertices + 1);
  in.read_all(rig->weights, in.read<std::uint64_t>());
  const auto animations = in.read<std::uint32_t>();
  for (std::uint32_t a = 0; a < animations; ++a) {
    Animation& animation = rig->animations.emplace_back();
    animation.name = in.text();
    animation.duration = in.read<double>();
    animation.samples = in.read<std::uint64_t>();
    if (bones > 0 && animation.samples > std::numeric_limits<std::uint64_t>::max() / bones)
      in.fail();
    in.read_all(animation.rotations, animation.samples * bones);
    in.read_all(animation.root, animation.samples);
  }
  std::size_t carried = 0;
  for (const TriangleMesh& mesh : loaded.meshes)
    carried += mesh.vertices.size();
  try {
    check_rig(*rig, carried);
  } catch (const InputError& error) {
    throw InputError(name, 0, error.what());
  }
  return rig;
}

} // namespace

LoadedFile decode_import_stream(std::string_view bytes, const std::string& name) {
  StreamReader in(bytes, name);
  if (in.read<std::uint64_t>() != import_magic)
    in.fail();
  if (in.read<std::uint32_t>() != import_has_meshes)
    throw InputError(name, 0, in.text());

  LoadedFile loaded;
  loaded.metres_per_unit = in.read<double>();
  const auto notes = in.read<std::uint32_t>();
  for (std::uint32_t i = 0; i < notes; ++i)
    loaded.notes.push_back(in.text());
  const auto meshes = in.read<std::uint32_t>();
  for (std::uint32_t i = 0; i < meshes; ++i) {
    TriangleMesh& mesh = loaded.meshes.emplace_back();
    mesh.name = in.text();
    const auto vertices = in.read<std::uint64_t>(), triangles = in.read<std::uint64_t>();
    in.read_all(mesh.vertices, vertices);
    in.read_all(mesh.triangles, triangles);
    check_mesh(mesh, name);
  }
  if (in.read<std::uint32_t>() != 0)
    loaded.rig = read_rig(in, loaded, name);
  if (in.read<std::uint64_t>() != import_magic)
    in.fail();
  if (loaded.meshes.empty())
    throw InputError(name, 0, "no triangles");
  return loaded;
}

} // namespace lamina
