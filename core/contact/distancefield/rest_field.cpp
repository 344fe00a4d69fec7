#include "core/contact/distancefield/rest_field.h"

#include "core/field/field_cache.h"

namespace lamina::distancefield {

namespace {

field::FieldSurface field_surface(const Surface& surface) {
  return {*surface.triangles, *surface.rest, surface.balanced, surface.winding_at_infinity};
}

field::FieldOptions field_options(const DistanceFieldSettings& settings, int threads) {
  return {settings.cells, settings.band, threads, {}};
}

} // namespace

RestField::RestField(const Surface& surface, const DistanceFieldSettings& settings, int threads)
    : mesh_{{}, *surface.rest, *surface.triangles}, nearest_(mesh_),
      field_(field::make_or_read_field(field_surface(surface), field_options(settings, threads))) {}

std::shared_ptr<const RestField> RestFields::of(const Surface& surface, const DistanceFieldSettings& settings,
                                                int threads) {
  if (!surface.rest || !surface.triangles || surface.triangles->empty())
    return nullptr;
  std::weak_ptr<const RestField>& known =
      known_[field_key(field_surface(surface), field_options(settings, threads))];
  std::shared_ptr<const RestField> found = known.lock();
  if (!found) {
    found = std::make_shared<const RestField>(surface, settings, threads);
    known = found;
  }
  return found;
}

} // namespace lamina::distancefield
