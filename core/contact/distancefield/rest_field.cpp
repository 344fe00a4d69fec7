#include "core/contact/distancefield/rest_field.h"

#include "core/base/hash.h"

#include <array>
#include <string_view>

namespace lamina::distancefield {

namespace {

std::uint64_t key_of(const Surface& surface, const DistanceFieldSettings& settings) {
  const auto bytes_of = [](const auto& items) {
    return std::string_view(reinterpret_cast<const char*>(items.data()), items.size() * sizeof(items[0]));
  };
  std::uint64_t key = hash_bytes(bytes_of(*surface.rest), 0);
  key = hash_bytes(bytes_of(*surface.triangles), key);
  key = hash_word(static_cast<std::uint64_t>(settings.cells), key);
  key = hash_bits(std::array{settings.band, double(surface.winding_at_infinity)}, key);
  return hash_word(surface.balanced, key);
}

} // namespace

RestField::RestField(const Surface& surface, const DistanceFieldSettings& settings, int threads)
    : mesh_{{}, *surface.rest, *surface.triangles}, nearest_(mesh_),
      field_(
          field::make_field({mesh_.triangles, mesh_.vertices, surface.balanced, surface.winding_at_infinity},
                            {settings.cells, settings.band, threads, {}})) {}

std::shared_ptr<const RestField> RestFields::of(const Surface& surface, const DistanceFieldSettings& settings,
                                                int threads) {
  if (!surface.rest || !surface.triangles || surface.triangles->empty())
    return nullptr;
  std::weak_ptr<const RestField>& known = known_[key_of(surface, settings)];
  std::shared_ptr<const RestField> found = known.lock();
  if (!found) {
    found = std::make_shared<const RestField>(surface, settings, threads);
    known = found;
  }
  return found;
}

} // namespace lamina::distancefield
