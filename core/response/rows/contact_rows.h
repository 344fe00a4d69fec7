#pragma once

#include "core/contact/contact.h"
#include "core/contact/contacts_of_cells.h"
#include "core/response/pair_bodies.h"
#include "core/response/pair_outcome.h"

#include <cstddef>
#include <span>
#include <vector>

namespace lamina {

/// Of a row: G·v, and what −p G adds.
double rate_along(std::span<const BlockEntry> gradient, const BlockVector& v);
void add_force(std::span<const BlockEntry> gradient, double pressure, const PairBodies& bodies,
               PairOutcome& outcome);

/// The contacts of a pair as rows over the velocity blocks of the system. Row i is the gradient G of the
/// measure φ of contact i. So φ changes at the rate G·v, and a pressure p pushes with the force −p G.
///
///              blocks of a    blocks of b
///   contact 0 [ · g g · · ] [ · · g g · ]     g: three numbers, an area vector or its moment (m², m³)
///   contact 1 [ · · g g · ] [ · g g · · ]     ·: nothing is stored
///
/// Depths and gaps are spread over the area that they stand for (Contact::spread), so every φ is a volume
/// (m³). Rows know neither settings nor stiffness: whatever finds pressures can use them.
class ContactRows {
public:
  /// Takes what detection found. Keeps pointers to contacts and bodies.
  void begin(const PairContacts& contacts, const PairBodies& bodies);

  std::size_t size() const { return rows_.size(); }
  bool empty() const { return rows_.empty(); }
  const PairContacts& contacts() const { return *contacts_; }
  const PairBodies& bodies() const { return bodies_; }
  const ContactsOfCells& of_cells() const { return of_cells_; }

  /// φ, m³; no more than the contact's depth limit allows.
  double measure(std::size_t row) const { return rows_[row].measure; }
  double area(std::size_t row) const { return contacts_->contacts[row].area; } ///< m²

  /// G: global blocks, each once; of rigid bodies those of PairBodies::rigid_blocks, in their order.
  std::span<const BlockEntry> gradient(std::size_t row) const {
    const Range& entries = rows_[row].entries;
    return {entries_.data() + entries.begin, entries.size()};
  }

  /// G·v, m³/s.
  double rate(std::size_t row, const BlockVector& v) const;

  /// Adds Gᵀ f to y: the adjoint of rate().
  void apply(std::size_t row, double f, BlockVector& y) const;

private:
  struct Row {
    double measure;
    Range entries;
  };

  void add_vertex_gradient(const Contact& contact);
  void add_rigid_gradient(const RigidGradient& gradient);

  const PairContacts* contacts_ = nullptr;
  PairBodies bodies_;
  std::vector<Row> rows_;
  std::vector<BlockEntry> entries_;
  ContactsOfCells of_cells_;
};

} // namespace lamina
