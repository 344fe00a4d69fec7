#include "core/contact/distancefield/rest_field.h"

#include "core/field/field_cache.h"
#include "core/mesh/corners.h"

namespace lamina::distancefield {

namespace {

field::FieldSurface field_surface(const RestMesh& mesh) {
  return {*mesh.triangles, *mesh.positions, mesh.balanced, mesh.winding_at_infinity};
}

field::BodyFieldOptions field_options(const DistanceFieldSettings& settings, int threads) {
  field::BodyFieldOptions options{{settings.cells, settings.band, threads, {}}, {}};
  if (settings.structure == FieldStructure::octree)
    options.octree = field::OctreeOptions{.tolerance = settings.tolerance};
  return options;
}

/// Whether both make the same field.
bool same_field(const DistanceFieldSettings& a, const DistanceFieldSettings& b) {
  return a.cells == b.cells && a.band == b.band && a.structure == b.structure &&
         (a.structure == FieldStructure::grid || a.tolerance == b.tolerance);
}

} // namespace

RestMesh RestMesh::of(const Surface& surface) {
  return {surface.rest, surface.triangles, surface.topology, surface.balanced, surface.winding_at_infinity};
}

RestField::RestField(const RestMesh& mesh, const DistanceFieldSettings& settings, int threads)
    : mesh_{{}, *mesh.positions, *mesh.triangles}, nearest_(mesh_),
      field_(field::make_or_read_field(field_surface(mesh), field_options(settings, threads))) {}

Vec3 in_field(const RigidPose& place, const Vec3& point) {
  Vec3 local = Vec3::Zero();
  for (int world = 0; world < 3; ++world)
    for (int k = 0; k < 3; ++k)
      local[k] += place.axes[world][k] * (point[world] - place.origin[world]);
  return local;
}

field::FieldValue value_at(const RestField& rest, const RigidPose& place, const Vec3& point) {
  field::FieldValue value = rest.field().at(in_field(place, point));
  const Vec3 gradient = value.gradient;
  for (int world = 0; world < 3; ++world)
    value.gradient[world] =
        Vec3(place.axes[world][0], place.axes[world][1], place.axes[world][2]).dot(gradient);
  return value;
}

std::shared_ptr<const RestField> RestFields::of(const RestMesh& mesh, const DistanceFieldSettings& settings,
                                                int threads) {
  if (!mesh.positions || !mesh.triangles || mesh.triangles->empty() ||
      !corners_exist(*mesh.triangles, mesh.positions->size()))
    return nullptr;
  const FileKey key = field_key(field_surface(mesh), field_options(settings, threads));
  if (const auto known = known_.find(key); known != known_.end())
    if (std::shared_ptr<const RestField> found = known->second.lock())
      return found;
  // Those that nobody holds any more, as after a change of settings.
  std::erase_if(known_, [](const auto& entry) { return entry.second.expired(); });
  const auto made = std::make_shared<const RestField>(mesh, settings, threads);
  known_[key] = made;
  return made;
}

const std::shared_ptr<const RestField>&
KeptField::of(const RestMesh& mesh, const DistanceFieldSettings& settings, RestFields& fields, int threads) {
  if (mesh.positions != mesh_.positions || mesh.triangles != mesh_.triangles ||
      mesh.topology != mesh_.topology || !same_field(settings, settings_)) {
    field_ = fields.of(mesh, settings, threads);
    mesh_ = mesh;
    settings_ = settings;
  }
  return field_;
}

} // namespace lamina::distancefield
