#include "core/contact/contact.h"

namespace lamina {

void PairContacts::clear() {
  body = {};
  volume = 0;
  volume_xyz.setZero();
  area = 0;
  region = Region{};
  contacts.clear();
  gradient.clear();
  pixels.clear();
  dropped.clear();
  columns = 0;
  fragments = 0;
  intervals = 0;
}

} // namespace lamina
