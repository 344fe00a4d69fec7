// lamina-import FILE: reads one file through Assimp and writes its triangles to standard output.

#include "app/import/collect.h"
#include "app/import/collect_rig.h"
#include "app/import/folder_io.h"
#include "app/import/write_stream.h"

#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define LAMINA_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#define LAMINA_ADDRESS_SANITIZER __has_feature(address_sanitizer)
#else
#define LAMINA_ADDRESS_SANITIZER 0
#endif

namespace lamina {

namespace {

constexpr rlim_t memory_limit = rlim_t{4} << 30; // bytes

/// What Assimp has read must not take the machine with it: limited memory, no core files, no life after the
/// parent.
void limit_resources() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core = {0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
#if !LAMINA_ADDRESS_SANITIZER
  // The address sanitizer reserves terabytes of address space by itself.
  const rlimit memory = {memory_limit, memory_limit};
  ::setrlimit(RLIMIT_AS, &memory);
#endif
}

std::string lower_extension(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  for (char& c : extension)
    c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
  return extension;
}

bool import(const std::filesystem::path& file) {
  Assimp::Importer importer;
  auto* io = new FolderIo(file.parent_path());
  importer.SetIOHandler(io); // takes ownership
  importer.SetPropertyInteger(AI_CONFIG_PP_RVC_FLAGS,
                              aiComponent_NORMALS | aiComponent_TANGENTS_AND_BITANGENTS | aiComponent_COLORS |
                                  aiComponent_TEXCOORDS | aiComponent_LIGHTS | aiComponent_CAMERAS);
  const aiScene* scene = importer.ReadFile(
      file.string(), aiProcess_ValidateDataStructure | aiProcess_Triangulate | aiProcess_RemoveComponent);
  if (!scene || !scene->mRootNode) {
    std::string reason = importer.GetErrorString();
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
  lamina::limit_resources();
  try {
    return lamina::import(argv[1]) ? 0 : 1;
  } catch (const std::bad_alloc&) {
    return lamina::write_message("reading it takes more than 4 GiB of memory") ? 0 : 1;
  } catch (const std::exception& error) {
    return lamina::write_message(std::string("cannot be read: ") + error.what()) ? 0 : 1;
  }
}
