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
  const FileKey key = field_key(field_surface(surface), field_options(settings, threads));
  if (const auto known = known_.find(key); known != known_.end())
    if (std::shared_ptr<const RestField> found = known->second.lock())
      return found;
  // Those that nobody holds any more, as after a change of settings.
  std::erase_if(known_, [](const auto& entry) { return entry.second.expired(); });
  const auto made = std::make_shared<const RestField>(surface, settings, threads);
  known_[key] = made;
  return made;
}

} // namespace lamina::distancefield
