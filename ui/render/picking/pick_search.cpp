#include "ui/render/picking/pick_search.h"

#include "core/contact/hashing/hash_evidence.h"
#include "core/contact/tetdistance/tet_evidence.h"
#include "core/contact/tetrahedra/tet_frame.h"
#include "ui/render/contacts/hash_lines.h"
#include "ui/render/contacts/march_lines.h"

#include <cmath>

namespace lamina {
namespace {

/// Picks the nearest of things to a point of the picture.
class NearestOnScreen {
public:
  explicit NearestOnScreen(const PictureView& view) : view_(view) {}
  /// Whether it is the nearest so far, within a few pixels; of equally near ones the first.
  bool take(const Vec3& at) {
    const std::optional<Vec3> shown = view_.camera.project(at, view_.size);
    const double off = shown ? std::hypot(shown->x() - view_.x, shown->y() - view_.y) : least_;
    if (!(off < least_))
      return false;
    least_ = off;
    return true;
  }

private:
  const PictureView& view_;
  double least_ = 6; // pixels
};

EvidenceReference reference_to(const SolidReference& solid) {
  return {evidence_type<TetEvidence>(), solid.body, solid.item, static_cast<int>(solid.kind)};
}

/// Whether the cut leaves a place, seen from there.
bool is_kept(const ViewModes& modes, const Vec3& eye, const Vec3& at) {
  if (modes.cut == CutAxis::off)
    return true;
  const int axis = static_cast<int>(modes.cut) - 1;
  return eye[axis] > modes.cut_position ? at[axis] <= modes.cut_position : at[axis] >= modes.cut_position;
}

std::optional<SolidReference> node_at(const std::vector<ShownSolid>& solids, const ViewModes& modes,
                                      const PictureView& view) {
  NearestOnScreen nearest(view);
  std::optional<SolidReference> found;
  const Vec3 eye = view.camera.eye();
  for (const ShownSolid& shown : solids)
    for (std::uint32_t node = 0; node < shown.solid->nodes.size(); ++node)
      if (has_dot(*shown.solid, node) && is_kept(modes, eye, shown.solid->nodes[node]) &&
          nearest.take(shown.solid->nodes[node]))
        found = {shown.body, node, SolidReference::Kind::node};
  return found;
}

std::optional<SolidReference> tetrahedron_at(const std::vector<ShownSolid>& solids, const ViewModes& modes,
                                             const PictureView& view) {
  const int axis = static_cast<int>(modes.cut) - 1;
  const Ray ray = view.camera.ray(view.x, view.y, view.size);
  const double along = (modes.cut_position - ray.origin[axis]) / ray.direction[axis];
  if (!(along > 0) || !std::isfinite(along))
    return std::nullopt;
  const Vec3 at = ray.at(along);
  for (const ShownSolid& shown : solids)
    for (std::uint32_t t = 0; t < shown.solid->tetrahedra.size(); ++t) {
      const tetrahedra::TetFrame frame(shown.solid->nodes, shown.solid->tetrahedra[t]);
      if (frame.usable() && tetrahedra::is_inside(frame.weights(at)))
        return SolidReference{shown.body, t, SolidReference::Kind::tetrahedron};
    }
  return std::nullopt;
}

} // namespace

std::optional<SolidReference> solid_of(const std::optional<EvidenceReference>& reference) {
  if (!reference || reference->type != evidence_type<TetEvidence>())
    return std::nullopt;
  return SolidReference{reference->pair, reference->item, static_cast<SolidReference::Kind>(reference->end)};
}

const MarchedSolid* find_solid(const Snapshot& snapshot, const SolidReference& reference) {
  const TetSearch* search = snapshot.search ? snapshot.search->find<TetSearch>() : nullptr;
  const MarchedSolid* solid =
      search && reference.body < search->solids.size() ? search->solids[reference.body].get() : nullptr;
  if (!solid)
    return nullptr;
  const bool node = reference.kind == SolidReference::Kind::node;
  return reference.item < (node ? solid->nodes.size() : solid->tetrahedra.size()) ? solid : nullptr;
}

const HashSearch::Way* find_way(const Snapshot& snapshot, const std::optional<EvidenceReference>& reference) {
  const HashSearch* search = hash_search(snapshot);
  const bool known = search && reference && reference->type == evidence_type<HashEvidence>() &&
                     reference->item < search->ways.size();
  return known ? &search->ways[reference->item] : nullptr;
}

std::optional<EvidenceReference> pick_solid(const Snapshot& snapshot, const ViewModes& modes,
                                            const PictureView& view) {
  if (!modes.march && !(modes.distances && modes.cut != CutAxis::off))
    return std::nullopt;
  const std::vector<ShownSolid> solids = shown_solids(snapshot);
  std::optional<SolidReference> found;
  // Dots lie behind what the plane shows.
  if (modes.distances && modes.cut != CutAxis::off)
    found = tetrahedron_at(solids, modes, view);
  if (!found && modes.march)
    found = node_at(solids, modes, view);
  return found ? std::optional(reference_to(*found)) : std::nullopt;
}

std::optional<EvidenceReference> pick_way(const Snapshot& snapshot, const ViewModes& modes,
                                          const PictureView& view) {
  const HashSearch* search = hash_search(snapshot);
  if (!search || !modes.ways_out)
    return std::nullopt;
  NearestOnScreen nearest(view);
  std::optional<EvidenceReference> found;
  for (std::uint32_t i = 0; i < search->ways.size(); ++i)
    if (nearest.take(search->ways[i].from))
      found = EvidenceReference{evidence_type<HashEvidence>(), 0, i};
  return found;
}

} // namespace lamina
