#include "core/contact/evidence.h"

#include "core/contact/contact.h"
#include "core/contact/detection_request.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace lamina {

void Evidence::get_friction_points(const PairContacts&, std::size_t, std::span<FrictionPoint> points) const {
  assert(points.empty());
  static_cast<void>(points);
}

/// About the first of them, so that arms are short.
void Evidence::sample_friction(const PairContacts& pair, FrictionSampling sampling,
                               FrictionSamples& samples) const {
  const std::size_t count = friction_points();
  for (std::size_t i = 0; i < count; ++i) {
    FrictionPoint point;
    get_friction_points(pair, i, {&point, 1});
    if (i == 0)
      samples.begin(point.end[0]);
    const bool along_axis = sampling == FrictionSampling::along_view_axis;
    const double depth = std::abs(point.normal.dot(point.end[1] - point.end[0]));
    samples.add(along_axis ? point.axis : point.normal, point.middle,
                along_axis && point.weight != 0 ? point.area : point.weight,
                point.body[0] == 0 ? -depth : depth, point.cell);
  }
  samples.finish();
}

EvidenceSet::EvidenceSet(const EvidenceSet& other) {
  held_.reserve(other.held_.size());
  for (const auto& evidence : other.held_)
    held_.push_back(evidence->copy());
}

EvidenceSet& EvidenceSet::operator=(const EvidenceSet& other) {
  if (this != &other)
    held_ = EvidenceSet(other).held_;
  return *this;
}

void EvidenceSet::clear() {
  for (const auto& evidence : held_)
    evidence->clear();
}

EvidenceSet EvidenceSet::summary() const {
  EvidenceSet light;
  light.held_.reserve(held_.size());
  for (const auto& evidence : held_)
    light.held_.push_back(evidence->summary());
  return light;
}

bool EvidenceSet::lacks_details() const {
  return std::any_of(held_.begin(), held_.end(),
                     [](const auto& evidence) { return evidence->lacks_details(); });
}

bool EvidenceSet::take_details(EvidenceSet& again) {
  if (held_.size() != again.held_.size())
    return false;
  for (std::size_t i = 0; i < held_.size(); ++i)
    if (!held_[i]->take_details(*again.held_[i]))
      return false;
  return true;
}

} // namespace lamina
