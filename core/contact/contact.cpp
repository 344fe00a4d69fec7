#include "core/contact/contact.h"

#include <algorithm>

namespace lamina {

namespace {

bool is_length(MeasureKind kind) {
  return kind == MeasureKind::depth || kind == MeasureKind::gap;
}

} // namespace

double Contact::spread() const {
  return is_length(kind) ? area : 1;
}

double Contact::depth() const {
  if (is_length(kind))
    return std::min(measure, depth_limit);
  return area > 0 ? std::min(measure / area, depth_limit) : 0;
}

void PairContacts::clear() {
  body = {};
  volume = 0;
  volume_xyz.setZero();
  area = 0;
  region = Region{};
  contacts.clear();
  gradient.clear();
  rigid.clear();
  pixels.clear();
  friction.clear();
  points.clear();
  cast.clear();
  dropped.clear();
  columns = 0;
  fragments = 0;
  intervals = 0;
  rays = 0;
  fates = {};
  enclosed = {};
}

} // namespace lamina
