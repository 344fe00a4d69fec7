#include "core/response/constraints/rounds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lamina {

namespace {

/// Of the friction between two bodies: limits that change less stay.
constexpr double limits_stay = 0.01;
/// Of `holds`: a slip that changes less stays.
constexpr double slips_stay = 0.1;
/// Rounds more than wanted from which friction has discs, and from which these keep their size.
constexpr int discs_after = 1, kept_discs_after = 5;
/// What ρ grows by where λ has not settled. Where bodies deform it makes conjugate gradients slow, so that it
/// grows late.
constexpr double growth_rigid = 3, growth_deforming = 2;
constexpr int growth_after_rigid = 0, growth_after_deforming = 8;
/// Rounds more than wanted at most.
constexpr int most_more = 28;
/// Rounds after which complementarity has come so much nearer, or it never will: what must move cannot.
constexpr int patience = 8;
constexpr double progress = 0.9;
/// Of `holds`: λ has settled where another round would change u by less.
constexpr double settles = 0.5;

} // namespace

void Rounds::begin(int wanted, double largest_stiffness, bool rigid) {
  wanted_ = wanted;
  largest_stiffness_ = largest_stiffness;
  rigid_ = rigid;
  made_ = 0;
  given_up_ = false;
  slips_.clear();
  before_ = std::numeric_limits<double>::infinity();
}

/// Whether normal parts hold, and friction stays as it is.
bool Rounds::look(std::span<PairConstraints> pairs, std::span<const Vec4> velocities) {
  bool stays = true;
  complementarity_ = 0;
  const Vec4* next = velocities.data();
  for (const PairConstraints& pair : pairs) {
    double change = 0, friction = 0;
    for (const CellConstraint& cell : pair.cells()) {
      const Vec4& u = *next++;
      const double lacks = cell.separation - u[0];
      complementarity_ = std::max(complementarity_, cell.impulse[0] > 0 ? std::abs(lacks) : lacks);
      const double limit = cell.friction * cell.impulse[0];
      if (cell.slides) {
        change += std::abs(limit - cell.limit);
        friction += std::max(limit, cell.limit);
      } else {
        stays = stays && std::abs(cell.friction * u.tail<3>().norm() - cell.slip) < slips_stay * holds;
      }
    }
    stays = stays && change <= limits_stay * friction;
  }
  return stays && complementarity_ < holds;
}

void Rounds::go_on(CellConstraint& cell, const Vec4& u, Slip& slip) const {
  const int more = made_ - wanted_;
  const double change = cell.friction * u.tail<3>().norm() - cell.slip;
  slip.share = change * slip.change < 0 ? 0.5 * slip.share : std::min(1.0, 2 * slip.share);
  slip.change = change;
  cell.slip += slip.share * change;
  if (more < kept_discs_after)
    cell.limit = cell.friction * cell.impulse[0];
  cell.slides = cell.slides || more >= discs_after;

  const double unsettled = (cell.impulse - cell.guess).norm() / cell.stiffness;
  cell.guess = cell.impulse;
  if (unsettled > settles * holds && more >= (rigid_ ? growth_after_rigid : growth_after_deforming) &&
      cell.stiffness < largest_stiffness_)
    cell.stiffness *= rigid_ ? growth_rigid : growth_deforming;
}

/// Whether constraints may come to hold at all. Where rigid bodies are forced into each other they do not,
/// and λ would grow in every round.
bool Rounds::is_hopeless() {
  if (made_ <= wanted_ || (made_ - wanted_) % patience != 0)
    return false;
  const double before = std::exchange(before_, complementarity_);
  return complementarity_ > progress * before;
}

bool Rounds::next(std::span<PairConstraints> pairs, std::span<const Vec4> velocities) {
  ++made_;
  if (look(pairs, velocities) || (made_ >= wanted_ && complementarity_ < holds))
    return false;
  given_up_ = given_up_ || made_ >= wanted_ + most_more || is_hopeless();
  if (given_up_)
    return false;
  slips_.resize(velocities.size());
  std::size_t number = 0;
  for (PairConstraints& pair : pairs)
    for (CellConstraint& cell : pair.cells()) {
      go_on(cell, velocities[number], slips_[number]);
      ++number;
    }
  return true;
}

} // namespace lamina
