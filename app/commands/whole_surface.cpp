#include "app/commands/whole_surface.h"

#include "app/terminal/message.h"
#include "app/terminal/progress_line.h"
#include "core/io/load.h"

#include <utility>

namespace lamina {

void print_file_notes(const std::string& file, const std::vector<std::string>& notes) {
  for (const std::string& note : notes)
    print_error("note: " + file + ": " + note);
}

WholeSurface load_whole_surface(const std::string& file) {
  LoadOptions load;
  load.progress = progress_on_terminal();
  LoadedFile loaded = load_mesh_file(file, load);
  print_file_notes(file, loaded.notes);
  WholeSurface whole{std::move(loaded.meshes.front()), loaded.metres_per_unit};
  for (std::size_t i = 1; i < loaded.meshes.size(); ++i) {
    const auto first = static_cast<std::uint32_t>(whole.mesh.vertices.size());
    const TriangleMesh& part = loaded.meshes[i];
    whole.mesh.vertices.insert(whole.mesh.vertices.end(), part.vertices.begin(), part.vertices.end());
    for (const Triangle& t : part.triangles)
      whole.mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  }
  return whole;
}

} // namespace lamina
