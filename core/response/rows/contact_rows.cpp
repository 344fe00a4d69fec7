#include "core/response/rows/contact_rows.h"

#include <algorithm>
#include <cmath>

namespace lamina {

void ContactRows::begin(const PairContacts& contacts, const PairBodies& bodies) {
  contacts_ = &contacts;
  bodies_ = bodies;
  rows_.clear();
  entries_.clear();
  of_cells_.clear();
  for (const Contact& contact : contacts.contacts) {
    Row row;
    const double spread = contact.spread();
    row.measure = spread * contact.measure;
    if (std::isfinite(contact.depth_limit))
      row.measure = std::min(row.measure, contact.depth_limit * contact.area);

    row.entries.begin = static_cast<std::uint32_t>(entries_.size());
    if (contacts.rigid.empty())
      add_vertex_gradient(contact);
    else
      add_rigid_gradient(contacts.rigid[rows_.size()]);
    for (std::uint32_t e = row.entries.begin; spread != 1 && e < entries_.size(); ++e)
      entries_[e].value *= spread;
    row.entries.end = static_cast<std::uint32_t>(entries_.size());

    of_cells_.add(contact.cell);
    rows_.push_back(row);
  }
}

/// Jᵀ of the gradient on either body.
void ContactRows::add_vertex_gradient(const Contact& contact) {
  for (std::size_t side = 0; side < (bodies_.self() ? 1u : 2u); ++side) {
    const std::size_t first = entries_.size();
    const Range& range = contact.gradient[side];
    bodies_.body[side]->transpose({contacts_->gradient.data() + range.begin, range.size()}, entries_);
    for (std::size_t e = first; e < entries_.size(); ++e)
      entries_[e].block += bodies_.first_block[side];
  }
}

void ContactRows::add_rigid_gradient(const RigidGradient& gradient) {
  for (std::size_t side = 0; side < 2; ++side) {
    const double sign = side == 0 ? 1 : -1;
    const Vec3 arm = contacts_->region.middle() - *bodies_.body[side]->twist_centre();
    const std::uint32_t block = bodies_.first_block[side];
    entries_.push_back({block, sign * gradient.linear});
    entries_.push_back({block + 1, sign * (gradient.angular + arm.cross(gradient.linear))});
  }
}

double rate_along(std::span<const BlockEntry> gradient, const BlockVector& v) {
  double rate = 0;
  for (const BlockEntry& entry : gradient)
    rate += entry.value.dot(v.segment<3>(3 * static_cast<Eigen::Index>(entry.block)));
  return rate;
}

void add_force(std::span<const BlockEntry> gradient, double pressure, const PairBodies& bodies,
               PairOutcome& outcome) {
  for (const BlockEntry& entry : gradient)
    outcome.add(bodies, entry.block, -pressure * entry.value);
}

double ContactRows::rate(std::size_t row, const BlockVector& v) const {
  return rate_along(gradient(row), v);
}

void ContactRows::apply(std::size_t row, double f, BlockVector& y) const {
  for (const BlockEntry& entry : gradient(row))
    y.segment<3>(3 * static_cast<Eigen::Index>(entry.block)) += f * entry.value;
}

} // namespace lamina
