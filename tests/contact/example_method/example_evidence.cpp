#include "tests/contact/example_method/example_evidence.h"

#include <algorithm>

namespace lamina::test {

void ExampleEvidence::get_friction_points(const PairContacts&, std::size_t first,
                                          std::span<FrictionPoint> points) const {
  std::copy_n(vertices.begin() + static_cast<std::ptrdiff_t>(first), points.size(), points.begin());
}

} // namespace lamina::test
