#include "core/response/constraints/multiplier_memory.h"

#include "core/body/rigid_body.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace lamina {
namespace {

using test::body_of;

constexpr double kept_step = 0.01; // s

/// Pairs of one cell each between two bodies, which meet in several pieces.
struct PairsOfPieces {
  using Pieces = std::array<std::uint32_t, 2>;

  RigidBody a{body_of("a", make_box({1, 1, 1}))}, b{body_of("b", make_box({1, 1, 1}))};
  std::array<Body*, 2> bodies{&a, &b};
  std::vector<PairContacts> contacts;
  std::vector<PairConstraints> pairs;
  MultiplierMemory memory;

  explicit PairsOfPieces(const std::vector<Pieces>& pieces) : contacts(pieces.size()), pairs(pieces.size()) {
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      PairContacts& made = contacts[p];
      made.body = {0, 1};
      made.piece = pieces[p];
      Contact& contact = made.contacts.emplace_back();
      contact.cell = 0;
      contact.area = 1e-4;
      contact.measure = 1e-8;
      RigidGradient& gradient = made.rigid.emplace_back();
      gradient.linear = contact.area * Vec3::UnitY();
      made.friction.add(Vec3::UnitY(), Vec3(double(p), 0.5, 0), contact.area, 1e-4, {0, 0});
      made.friction.finish();
      pairs[p].begin(made, {{&a, &b}, {0, 2}}, 0.5);
      EXPECT_EQ(pairs[p].cells().size(), 1u);
    }
  }
  CellConstraint& cell(std::size_t pair) { return pairs[pair].cells().front(); }
  void keep(const std::vector<double>& impulses) {
    for (std::size_t p = 0; p < pairs.size(); ++p)
      cell(p).impulse = Vec4(impulses[p], 0, 0, 0);
    memory.keep(pairs, bodies, BlockVector::Zero(12), kept_step);
  }
};

// One that presses hard beside one that hardly touches: each begins where it was.
TEST(MultiplierMemory, KeepsPiecesOfABodyApart) {
  PairsOfPieces found({{0, 0}, {0, 1}, {2, 1}});
  const std::vector<double> impulses{3, 0.01, 0.5}; // N s
  found.keep(impulses);
  std::vector<double> state;
  found.memory.save(state);
  MultiplierMemory restored;
  restored.restore(state);
  for (const MultiplierMemory* memory : {&found.memory, &restored})
    for (std::size_t p = 0; p < impulses.size(); ++p) {
      memory->guess(found.pairs[p], kept_step);
      EXPECT_NEAR(found.cell(p).guess[0], impulses[p], 1e-12 * impulses[p]) << "pair " << p;
    }
}

TEST(MultiplierMemory, KnowsNothingOfAPieceThatIsNew) {
  PairsOfPieces found({{0, 0}, {0, 1}});
  found.keep({3, 1});
  PairsOfPieces later({{0, 2}});
  later.cell(0).guess = Vec4::Ones();
  found.memory.guess(later.pairs[0], kept_step);
  EXPECT_TRUE(later.cell(0).guess.isZero(0));
}

// A cell that slides may end a step with friction and no pressure. If it is tiny, its friction by area is
// vast.
TEST(MultiplierMemory, GuessesNoMoreFrictionThanPressureAllows) {
  PairsOfPieces found({{0, 0}});
  CellConstraint& cell = found.cell(0);
  const double area = cell.area;
  for (const double pressed : {0.0, 1e-9, 1e-3}) {
    cell.area = 1e-20;
    cell.impulse = Vec4(pressed, 0.003, 0.004, 0); // N s
    found.memory.keep(found.pairs, found.bodies, BlockVector::Zero(12), kept_step);
    cell.area = area;
    found.memory.guess(found.pairs[0], kept_step);
    EXPECT_NEAR(cell.guess[0], pressed, 1e-12);
    EXPECT_LE(cell.guess.tail<3>().norm(), cell.friction * cell.guess[0] * (1 + 1e-12));
    EXPECT_NEAR(4 * cell.guess[1], 3 * cell.guess[2], 1e-15); // the direction stays
  }
}

} // namespace
} // namespace lamina
