#pragma once

#include "core/contact/method.h"
#include "core/settings/settings.h"
#include "tests/contact/tetrahedra/solid_body.h"
#include "tests/papers/table.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace lamina::papers::t04 {

/// 52 balls of 384 tetrahedra each, which overlap their neighbours a little, joined into so many bodies: in
/// all 19,968 tetrahedra. Bodies may meet themselves.
class HashedBalls {
public:
  /// `bodies` divides 52.
  explicit HashedBalls(std::size_t bodies);

  /// Detection by the method hashing with one thread, as in a step. Returns processor time, ms.
  double detect();
  const std::vector<PairContacts>& found() const { return found_; }
  std::size_t contacts() const;
  std::size_t tetrahedra() const;
  std::size_t vertices() const;
  std::size_t pairs() const { return pairs_.size(); }

private:
  std::vector<test::SolidBody> bodies_;
  std::vector<const Surface*> surfaces_;
  std::vector<Solid> solids_;
  std::vector<BodyPair> pairs_;
  std::unique_ptr<ContactMethod> method_;
  Settings settings_;
  std::vector<PairContacts> found_;
};

/// T04-hash: time and rate of the same balls as 1, 4, 13 and 52 bodies.
Table hash_table();

} // namespace lamina::papers::t04
