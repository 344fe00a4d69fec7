#include "core/mesh/shells.h"

#include "core/mesh/column_test.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace lamina {

namespace {

struct Shell {
  double volume = 0; ///< as stored
  Box box;
  std::vector<std::uint32_t> samples; ///< some of its vertices
  int sign = 1;                       ///< −1 once it is to be turned
};

constexpr std::size_t most_samples = 15;

std::vector<Shell> measure_shells(const TriangleMesh& mesh, const Patches& shells) {
  std::vector<Shell> result(shells.count);
  std::vector<std::size_t> triangles(shells.count, 0), seen(shells.count, 0);
  for (const std::uint32_t shell : shells.of_triangle)
    ++triangles[shell];
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const std::uint32_t index = shells.of_triangle[t];
    Shell& shell = result[index];
    const Triangle& corners = mesh.triangles[t];
    const Vec3 &a = mesh.vertices[corners[0]], &b = mesh.vertices[corners[1]], &c = mesh.vertices[corners[2]];
    shell.box.include(a);
    shell.box.include(b);
    shell.box.include(c);

    // Samples are spread evenly over the shell's triangles; the first one is also the volume's reference
    // point.
    if (seen[index]++ % (triangles[index] / most_samples + 1) == 0)
      shell.samples.push_back(corners[0]);
    const Vec3& reference = mesh.vertices[shell.samples.front()];
    shell.volume += (a - reference).dot((b - reference).cross(c - reference)) / 6;
  }
  return result;
}

/// The shells that contain most samples of a shell and its whole box.
std::vector<std::uint32_t> containers(const TriangleMesh& mesh, const Patches& shells,
                                      const std::vector<Shell>& all, const ColumnGrid& grid,
                                      std::uint32_t index) {
  const Shell& shell = all[index];
  std::map<std::uint32_t, std::size_t> votes;
  for (const std::uint32_t sample : shell.samples)
    for (const auto& [other, winding] : grid.windings(mesh.vertices[sample], shells.of_triangle))
      ++votes[other];
  std::vector<std::uint32_t> result;
  for (const auto& [other, count] : votes) {
    const Box& box = all[other].box;
    const bool box_inside =
        (box.min.array() <= shell.box.min.array()).all() && (shell.box.max.array() <= box.max.array()).all();
    if (other != index && box_inside && 2 * count > shell.samples.size() &&
        std::abs(all[other].volume) > std::abs(shell.volume))
      result.push_back(other);
  }
  return result;
}

} // namespace

ShellTurns turn_shells_outwards(TriangleMesh& mesh, const Patches& shells) {
  ShellTurns turns;
  std::vector<Shell> all = measure_shells(mesh, shells);
  if (std::none_of(all.begin(), all.end(), [](const Shell& shell) { return shell.volume < 0; }))
    return turns;

  if (all.size() == 1) {
    all[0].sign = -1;
    turns.turned = 1;
  } else {
    // From the largest inwards, so that whatever contains a shell has been decided before it.
    std::vector<std::uint32_t> order(all.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::abs(all[a].volume) > std::abs(all[b].volume);
    });
    const ColumnGrid grid(mesh);
    for (const std::uint32_t index : order) {
      int winding = 0;
      const Shell* parent = nullptr;
      for (const std::uint32_t other : containers(mesh, shells, all, grid, index)) {
        winding += all[other].volume * all[other].sign > 0 ? 1 : -1;
        if (!parent || std::abs(all[other].volume) < std::abs(parent->volume))
          parent = &all[other];
      }
      Shell& shell = all[index];
      shell.sign = parent ? parent->sign : 1;
      const bool inwards = shell.volume * shell.sign < 0;
      if (inwards && winding <= 0)
        shell.sign = -shell.sign;
      turns.cavities += inwards && winding > 0;
      turns.turned += shell.sign < 0;
    }
  }

  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (all[shells.of_triangle[t]].sign < 0)
      std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
  return turns;
}

} // namespace lamina
