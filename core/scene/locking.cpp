#include "core/scene/locking.h"

#include <cstdio>

namespace lamina {

std::string describe_locking(const SceneBody& body) {
  constexpr double most = 0.45;
  if (body.kind != BodyKind::soft || !body.tetrahedra || uses_lattice(body) ||
      body.material.poisson_ratio <= most)
    return {};
  char ratio[40];
  std::snprintf(ratio, sizeof ratio, "%.4g", body.material.poisson_ratio);
  return body.name + ": tetrahedra bend several times too little at a Poisson ratio of " + ratio +
         ", above 0.45; " +
         (body.stuffing_cells > 0 ? "without \"tetrahedra\" it gets a lattice, which bends as it should"
                                  : "\"division\": \"lattice\" bends as it should");
}

std::vector<std::string> describe_locking(const Scene& scene) {
  std::vector<std::string> lines;
  for (const SceneBody& body : scene.bodies)
    if (std::string line = describe_locking(body); !line.empty())
      lines.push_back(std::move(line));
  return lines;
}

} // namespace lamina
