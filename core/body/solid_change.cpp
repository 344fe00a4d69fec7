#include "core/body/solid_change.h"

#include <cstring>

namespace lamina {

namespace {

bool is_same_place(const Vec3& a, const Vec3& b) {
  return std::memcmp(a.data(), b.data(), sizeof a) == 0;
}

} // namespace

SolidChange find_change(const SolidForm& form, const TetNeighbours& neighbours, const NodePlaces& before,
                        const NodePlaces& now) {
  SolidChange change;
  const std::size_t nodes = form.origin.size();
  change.before.assign(nodes, SolidChange::none);
  change.is_anew.assign(nodes, 0);
  std::vector<std::uint32_t> others;
  std::uint32_t next = 0;
  for (std::uint32_t i = 0; i < nodes; ++i) {
    const std::uint32_t b = form.change.from[i];
    if (form.change.same[i] && b >= next && is_same_place(before.rest[b], now.rest[i]) &&
        is_same_place(before.world[b], now.world[i])) {
      change.before[i] = b;
      next = b + 1;
    } else {
      others.push_back(i);
      change.is_anew[i] = 1; // also without tetrahedra
    }
  }
  change.changed = tetrahedra_at(neighbours, form.mesh.tetrahedra, form.origin, others);
  for (const std::uint32_t t : change.changed)
    for (const std::uint32_t node : form.mesh.tetrahedra[t])
      change.is_anew[node] = 1;
  for (std::uint32_t i = 0; i < nodes; ++i)
    if (change.is_anew[i])
      change.anew.push_back(i);
  change.around = tetrahedra_at(neighbours, form.mesh.tetrahedra, form.origin, change.anew);
  return change;
}

} // namespace lamina
