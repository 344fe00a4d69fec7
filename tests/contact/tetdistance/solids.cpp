#include "tests/contact/tetdistance/solids.h"

#include "core/mesh/subdivide_boundary_tets.h"
#include "core/response/detection_request.h"

namespace lamina::test {

namespace {

PairContacts detect_pair(std::span<const Surface* const> surfaces, std::span<const Solid> solids,
                         const Settings& settings, int threads) {
  const bool self = surfaces.size() == 1;
  const std::array<BodyPair, 1> pairs = {BodyPair{0, self ? 0u : 1u}};
  std::vector<PairContacts> results;
  const DetectionInput input{
      {surfaces, solids}, pairs, settings.contact, detection_request(settings), threads};
  make_contact_method(settings.contact)->detect(input, results);
  return results.at(0);
}

} // namespace

PairContacts detect_solids(const SolidBody& a, const SolidBody& b, const Settings& settings, int threads) {
  if (&a == &b) {
    const std::array<const Surface*, 1> surfaces = {&a.surface};
    const std::array<Solid, 1> solids = {a.solid()};
    return detect_pair(surfaces, solids, settings, threads);
  }
  const std::array<const Surface*, 2> surfaces = {&a.surface, &b.surface};
  const std::array<Solid, 2> solids = {a.solid(), b.solid()};
  return detect_pair(surfaces, solids, settings, threads);
}

PairContacts detect_on(const Surface& a, const SolidBody& b, const Settings& settings) {
  const std::array<const Surface*, 2> surfaces = {&a, &b.surface};
  const std::array<Solid, 2> solids = {Solid{}, b.solid()};
  return detect_pair(surfaces, solids, settings, 1);
}

std::array<SolidBody, 2> crossing_by_edges() {
  TetMesh lower, upper;
  lower.nodes = {{-1, 0, 0.1}, {1, 0, 0.1}, {0, 1, -1}, {0, -1, -1}};
  upper.nodes = {{0, -1, 0}, {0, 1, 0}, {-1, 0, 1.1}, {1, 0, 1.1}};
  lower.tetrahedra = {{0, 1, 2, 3}};
  upper.tetrahedra = {{0, 1, 2, 3}};
  for (TetMesh* mesh : {&lower, &upper})
    if (volume(*mesh, mesh->tetrahedra[0]) < 0)
      std::swap(mesh->tetrahedra[0][2], mesh->tetrahedra[0][3]);
  return {SolidBody(subdivide_boundary_tets(lower).mesh), SolidBody(subdivide_boundary_tets(upper).mesh)};
}

} // namespace lamina::test
