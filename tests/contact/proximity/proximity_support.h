#pragma once

#include "core/contact/proximity/pair_search.h"
#include "tests/contact/contact_support.h"

namespace lamina::test {

/// The method with one thread, and a distance kept and depth of crossing in metres.
Settings by_proximity(double distance = 0, double depth = 0);

/// The contacts that come of trying all vertices against all faces and all edges against all edges, without a
/// tree. For a surface with itself give it twice.
PairContacts all_contacts(const Surface& a, const Surface& b, const Settings& settings);

/// Cloth of these triangles: their back has vertices of its own at the same places.
Surface cloth_of(std::vector<Vec3> positions, std::vector<Triangle> triangles);

/// The force that a pressure of 1 Pa/m times each measure, over its area, puts on one of the bodies (N).
Vec3 force_on(const PairContacts& contacts, int body);
/// And its torque about the origin.
Vec3 torque_on(const PairContacts& contacts, int body, const Surface& surface);

} // namespace lamina::test
