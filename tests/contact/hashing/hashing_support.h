#pragma once

#include "core/contact/hashing/hash_evidence.h"
#include "core/contact/hashing/hashing.h"
#include "core/contact/point_evidence.h"
#include "core/response/detection_request.h"
#include "tests/contact/tetrahedra/solid_body.h"

namespace lamina::test {

/// Bodies as the method sees them: with their tetrahedra, or as surfaces alone.
struct HashScene {
  std::vector<const Surface*> surfaces;
  std::vector<Solid> solids;
  Settings settings;

  HashScene() { settings.contact.method = "hashing"; }
  void add(const SolidBody& body) {
    surfaces.push_back(&body.surface);
    solids.push_back(body.solid());
  }
  void add(const Surface& surface) {
    surfaces.push_back(&surface);
    solids.emplace_back();
  }
  std::vector<PairContacts> detect(std::vector<BodyPair> pairs, int threads = 1) const {
    std::vector<PairContacts> results;
    const auto method = make_hashing();
    DetectionInput input{{surfaces, solids}, pairs, settings.contact, {}, threads};
    method->detect(input, results);
    return results;
  }
};

/// Of one pair.
template <class A, class B>
PairContacts hashed(const A& a, const B& b) {
  HashScene scene;
  scene.add(a);
  scene.add(b);
  return scene.detect({{0, 1}}).at(0);
}

inline PairContacts hashed_self(const SolidBody& body) {
  HashScene scene;
  scene.add(body);
  return scene.detect({{0, 0}}).at(0);
}

/// Whose vertex a contact is of.
inline std::size_t side_of(const PairContacts& found, const Contact& contact) {
  return points_of(found).points.at(static_cast<std::size_t>(contact.cell)).body[0];
}

/// The vertex of a contact, and its direction out of the other body.
struct VertexContact {
  std::uint32_t vertex;
  Vec3 direction;
  double depth;
};

inline std::vector<VertexContact> contacts_of(const PairContacts& found, std::size_t side) {
  std::vector<VertexContact> contacts;
  for (const Contact& contact : found.contacts)
    if (side_of(found, contact) == side) {
      const VertexGradient& entry = found.gradient.at(contact.gradient[side].begin);
      contacts.push_back({entry.vertex, -entry.value, contact.measure});
    }
  return contacts;
}

/// A slab of six cells each way, whose upper side lies in the plane z = 0.
inline SolidBody tet_slab(double width, double height) {
  SolidBody slab(tet_box(6, {width, width, height}));
  slab.move([&](const Vec3& p) -> Vec3 { return p - Vec3(width / 2, width / 2, height); });
  return slab;
}

} // namespace lamina::test
