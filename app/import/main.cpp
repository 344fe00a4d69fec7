// lamina-import FILE: reads one file through Assimp and writes its triangles to standard output.

#include "app/import/collect.h"
#include "app/import/collect_rig.h"
#include "app/import/folder_io.h"
#include "app/import/gltf/simplify_gltf.h"
#include "app/import/tell_motion.h"
#include "app/import/write_stream.h"

#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace lamina {

namespace {

#ifdef LAMINA_ADDRESS_SANITIZER
constexpr bool reserves_address_space = true; // terabytes, for its shadow memory
#else
constexpr bool reserves_address_space = false;
#endif
constexpr rlim_t least_memory = rlim_t{1} << 30, most_memory = rlim_t{4} << 30; // bytes
constexpr rlim_t memory_a_byte = 100;
constexpr const char* too_much_memory =
    "reading it takes more memory than a file of its size needs: it is damaged, or simplify the mesh";

/// Bytes of a file; a glTF file has its buffers beside it, under names of their own.
std::uintmax_t size_to_read(const std::filesystem::path& file) {
  std::error_code problem;
  const std::uintmax_t own = std::filesystem::file_size(file, problem);
  std::uintmax_t size = problem ? 0 : own;
  if (file.extension() != ".gltf")
    return size;
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  for (std::filesystem::directory_iterator at(folder, problem), end; !problem && at != end;
       at.increment(problem)) {
    std::error_code no_file;
    const std::uintmax_t beside = at->file_size(no_file);
    size += no_file ? 0 : beside;
  }
  return size;
}

/// What Assimp has read must not take the machine with it: memory in proportion to the file, no core files,
/// no life after the parent.
void limit_resources(const std::filesystem::path& file) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core = {0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  if (reserves_address_space)
    return;
  const std::uintmax_t size = std::min<std::uintmax_t>(size_to_read(file), most_memory);
  const rlim_t limit = std::min(most_memory, least_memory + memory_a_byte * size);
  const rlimit memory = {limit, limit};
  ::setrlimit(RLIMIT_AS, &memory);
}

std::string lower_extension(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  for (char& c : extension)
    c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
  return extension;
}

/// A glTF 2.0 file goes through our hands first; whoever reads it then opens the path that this returns.
std::filesystem::path hand_over(const std::filesystem::path& file, FolderIo& io, GltfMotion& motion) {
  const std::string extension = lower_extension(file);
  if (extension != ".gltf" && extension != ".glb")
    return file;
  std::optional<GltfDocument> document = GltfDocument::open(file);
  if (!document)
    return file;
  motion = find_motion(document->json);
  simplify_gltf(*document);
  const std::filesystem::path folder = file.parent_path(), simple = folder / "lamina-import.gltf";
  for (GltfDocument::MemoryFile& part : document->memory_files())
    io.put(folder / part.uri, std::move(part.bytes));
  io.put(simple, document->json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  return simple;
}

bool import(const std::filesystem::path& file) {
  Assimp::Importer importer;
  auto* io = new FolderIo(file.parent_path());
  importer.SetIOHandler(io); // takes ownership
  GltfMotion motion;
  const std::filesystem::path opened = hand_over(file, *io, motion);
  importer.SetPropertyInteger(AI_CONFIG_PP_RVC_FLAGS,
                              aiComponent_NORMALS | aiComponent_TANGENTS_AND_BITANGENTS | aiComponent_COLORS |
                                  aiComponent_TEXCOORDS | aiComponent_LIGHTS | aiComponent_CAMERAS);
  const aiScene* scene = importer.ReadFile(
      opened.string(), aiProcess_ValidateDataStructure | aiProcess_Triangulate | aiProcess_RemoveComponent);
  if (!scene || !scene->mRootNode) {
    std::string reason = importer.GetErrorString();
    if (reason.find("bad_alloc") != std::string::npos)
      return write_message(too_much_memory);
    if (!io->missed().empty())
      reason += " (\"" + io->missed() + "\" is missing, or outside the folder of the file)";
    return write_message("cannot be read: " + (reason.empty() ? std::string("it is damaged") : reason));
  }
  const CollectedMeshes collected = collect_meshes(*scene);
  if (collected.meshes.empty())
    return write_message("no triangles");
  std::vector<std::string> notes;
  std::optional<Rig> rig;
  try {
    rig = collect_rig(*scene, collected, notes);
    tell_of_motion(*scene, rig ? &*rig : nullptr, motion, notes);
  } catch (const std::runtime_error& error) { // the mesh is of use without its bones
    notes.push_back(std::string("its bones are not usable: ") + error.what());
  }
  return write_meshes(collected.meshes, find_metres_per_unit(*scene, lower_extension(file)), notes,
                      rig ? &*rig : nullptr);
}

} // namespace

} // namespace lamina

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: lamina-import FILE\n", stderr);
    return 2;
  }
  lamina::limit_resources(argv[1]);
  try {
    return lamina::import(argv[1]) ? 0 : 1;
  } catch (const std::bad_alloc&) {
    return lamina::write_message(lamina::too_much_memory) ? 0 : 1;
  } catch (const std::exception& error) {
    return lamina::write_message(std::string("cannot be read: ") + error.what()) ? 0 : 1;
  }
}
