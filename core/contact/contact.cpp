#include "core/contact/contact.h"

namespace lamina {

namespace {

bool is_length(MeasureKind kind) {
  return kind == MeasureKind::depth || kind == MeasureKind::gap;
}

} // namespace

double Contact::spread() const {
  if (kind == MeasureKind::area)
    return length > 0 ? area / length : 0;
  return is_length(kind) ? area : 1;
}

double Contact::depth() const {
  if (is_length(kind))
    return std::min(measure, depth_limit);
  const double extent = kind == MeasureKind::area ? length : area;
  return extent > 0 ? std::min(measure / extent, depth_limit) : 0;
}

void PairContacts::clear_contacts() {
  body = {};
  piece = {};
  between_pieces = false;
  area = 0;
  region = Region{};
  contacts.clear();
  gradient.clear();
  rigid.clear();
  friction.clear();
  sampled.clear();
}

PairContacts PairContacts::summary() const {
  PairContacts light;
  light.body = body;
  light.piece = piece;
  light.between_pieces = between_pieces;
  light.area = area;
  light.region = region;
  light.contacts = contacts;
  light.evidence = evidence.summary();
  return light;
}

std::size_t PairContacts::friction_points() const {
  std::size_t count = 0;
  for (const auto& found : evidence.all())
    count += found->friction_points();
  return count;
}

const FrictionSamples& PairContacts::sampled_friction(FrictionSampling sampling,
                                                      FrictionSamples& memory) const {
  if (!friction.groups().empty())
    return friction;
  memory.clear();
  for (const auto& found : evidence.all())
    if (found->friction_points() > 0)
      found->sample_friction(*this, sampling, memory);
  return memory;
}

} // namespace lamina
