#pragma once

#include "core/contact/evidence.h"
#include "core/contact/tetrahedra/tet_hash.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace lamina {

/// How method hashing searches, for pictures (ContactMethod::show_search).
class HashSearch : public EvidenceOf<HashSearch> {
public:
  /// A point of a body within another, and its way out.
  struct Way {
    Vec3 from;           ///< world, m
    Vec3 direction;      ///< unit; nought where nothing about it is outside
    double depth;        ///< m; 0 without a direction, and on the surface
    std::uint32_t body;  ///< whose point it is
    std::uint32_t point; ///< a node of its solid; a vertex where it has none
  };
  double cell = 0;                         ///< side of a cell, m
  std::vector<tetrahedra::HashCell> cells; ///< of all pairs, with candidates
  std::vector<Way> ways;                   ///< by pair and side

  void clear() override { *this = {}; }
  std::unique_ptr<Evidence> summary() const override { return std::make_unique<HashSearch>(); }
};

} // namespace lamina
