#include "core/contact/sampled_cells.h"

#include "core/base/parallel.h"
#include "core/contact/contacts_of_cells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace lamina {

namespace {

/// Of the weight of a cell: normals that sum up to more face one way.
constexpr double one_way = 0.5;

} // namespace

bool SampledCell::faces_one_way() const {
  return outward.norm() > one_way * weight;
}

double SampledCell::depth_along(const Vec3& normal) const {
  return normal.dot(deep * normal) / normal.dot(facing * normal);
}

/// Neighbouring samples lie in the same cells, whose sums stay at hand meanwhile.
void sum_samples(const PairContacts& contacts, std::vector<SampledCell>& cells) {
  ContactsOfCells contact_of;
  for (const Contact& contact : contacts.contacts)
    contact_of.add(contact.cell);
  cells.assign(contacts.contacts.size() + 1, {});
  thread_local FrictionSamples memory;
  const FrictionSamples& samples = contacts.sampled_friction(FrictionSampling::along_normals, memory);

  std::array<std::uint32_t, 2> cell{};
  SampledCell sums;
  double squares = 0; // of the distances from the origin
  const auto share_out = [&] {
    for (const std::uint32_t end : cell) {
      SampledCell& contact = cells[contact_of.of(end)];
      contact.weight += 0.5 * sums.weight;
      contact.centre += 0.5 * sums.centre;
      contact.radius += 0.5 * squares;
      contact.facing += 0.5 * sums.facing;
      contact.deep += 0.5 * sums.deep;
      contact.outward += 0.5 * sums.outward;
      contact.moment += 0.5 * sums.moment;
    }
    sums = {};
    squares = 0;
  };
  for (const FrictionSamples::Group& group : samples.groups())
    for (std::size_t k = 0; k < FrictionSamples::lanes; ++k) {
      if (!(group.area[k] > 0))
        continue;
      if (group.cell[0][k] != cell[0] || group.cell[1][k] != cell[1]) {
        share_out();
        cell = {group.cell[0][k], group.cell[1][k]};
      }
      const Vec3 at(group.mx[k], group.my[k], group.mz[k]), normal(group.nx[k], group.ny[k], group.nz[k]);
      const double weight = group.area[k], depth = group.depth[k];
      const Mat3 facing = weight * normal * normal.transpose();
      sums.weight += weight;
      sums.centre += weight * at;
      squares += weight * at.squaredNorm();
      const Vec3 outward = std::copysign(weight, depth) * normal;
      sums.outward += outward;
      sums.moment += at.cross(outward);
      sums.facing += facing;
      sums.deep += std::abs(depth) * facing;
    }
  share_out();
  cells.pop_back();
  for (SampledCell& contact : cells) {
    if (!(contact.weight > 0))
      continue;
    const Vec3 centre = contact.centre / contact.weight;
    contact.radius =
        mean_over_rms * std::sqrt(std::max(0.0, contact.radius / contact.weight - centre.squaredNorm()));
    contact.moment -= centre.cross(contact.outward);
    contact.centre = samples.origin() + centre;
  }
}

void sum_samples(const DetectionInput& input, std::span<PairContacts> found) {
  if (!input.request.sampled_contacts)
    return;
  parallel_for(input.pairs.size(), input.threads, [&](std::size_t p) {
    if (input.pairs[p].rigid)
      sum_samples(found[p], found[p].sampled);
  });
}

} // namespace lamina
