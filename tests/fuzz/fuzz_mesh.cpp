// libFuzzer target: the first byte picks a reader, the rest is the file. Any bytes give meshes that hold what
// their headers promise, or one InputError.

#include "core/base/error.h"
#include "core/io/import_file.h"
#include "core/io/read_obj.h"
#include "core/io/read_off.h"
#include "core/io/read_ply.h"
#include "core/io/read_stl.h"
#include "core/mesh/edges.h"
#include "core/mesh/prepare.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

lamina::LoadedFile read(std::uint8_t reader, std::string_view data) {
  switch (reader % 5) {
  case 0:
    return lamina::read_obj(data, "fuzz.obj");
  case 1:
    return lamina::read_ply(data, "fuzz.ply");
  case 2:
    return lamina::read_off(data, "fuzz.off");
  case 3:
    return lamina::read_stl(data, "fuzz.stl");
  default:
    return lamina::decode_import_stream(data, "fuzz.glb");
  }
}

void require(bool holds) {
  if (!holds)
    std::abort();
}

void check(const lamina::TriangleMesh& mesh) {
  for (const lamina::Triangle& triangle : mesh.triangles)
    for (const std::uint32_t v : triangle)
      require(v < mesh.vertices.size());
  for (const lamina::Vec3& vertex : mesh.vertices)
    require(vertex.allFinite());
  for (const lamina::Sidedness sidedness : {lamina::Sidedness::closed, lamina::Sidedness::one_sided}) {
    const lamina::PreparedMesh prepared = lamina::prepare_mesh(mesh, sidedness);
    require(prepared.report.accepted == prepared.report.reason.empty());
    if (!prepared.report.accepted)
      continue;
    require(lamina::count_edges(lamina::EdgeTable(prepared.mesh)).unbalanced == 0);
    require(prepared.report.unbalanced_columns == 0);
    require(prepared.shown_triangles <= prepared.mesh.triangles.size());
    require(sidedness == lamina::Sidedness::one_sided ||
            (std::isfinite(prepared.report.volume_m3) && prepared.report.volume_m3 > 0));
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0)
    return 0;
  try {
    const lamina::LoadedFile loaded = read(data[0], {reinterpret_cast<const char*>(data + 1), size - 1});
    require(!loaded.meshes.empty());
    for (const lamina::TriangleMesh& mesh : loaded.meshes)
      check(mesh);
  } catch (const lamina::InputError&) {
    // Refused: what a reader does with most bytes.
  }
  return 0;
}
