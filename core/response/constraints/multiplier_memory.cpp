#include "core/response/constraints/multiplier_memory.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamina {

namespace {

/// The middle of what touches: it moves with the bodies, and not with the pixels.
Vec3 middle_of(const PairConstraints& pair) {
  Vec3 sum = Vec3::Zero();
  double area = 0;
  for (const CellConstraint& cell : pair.cells()) {
    sum += cell.area * cell.point;
    area += cell.area;
  }
  return area > 0 ? Vec3(sum / area) : Vec3::Zero();
}

} // namespace

void MultiplierMemory::guess(PairConstraints& pair, double h) const {
  const auto found = pairs_.find(key_of(pair));
  if (found == pairs_.end() || found->second.cells.empty()) {
    for (CellConstraint& cell : pair.cells())
      cell.guess.setZero();
    return;
  }
  const Vec3 middle = middle_of(pair);
  for (CellConstraint& cell : pair.cells()) {
    const Kept* nearest = nullptr;
    double least = std::numeric_limits<double>::infinity();
    for (const Kept& kept : found->second.cells)
      if (const double away = (cell.point - middle - kept.place).squaredNorm(); away < least) {
        least = away;
        nearest = &kept;
      }
    const double impulse = h * cell.area;
    cell.guess[0] = impulse * nearest->normal;
    if (!cell.rubs())
      continue;
    cell.guess[1] = impulse * cell.tangent[0].dot(nearest->sliding);
    cell.guess[2] = impulse * cell.tangent[1].dot(nearest->sliding);
    cell.guess[3] = impulse * nearest->turning;
  }

  // The pressure of a small cell must not become the force of a large one.
  double sum = 0;
  for (const CellConstraint& cell : pair.cells())
    sum += cell.guess[0];
  if (const double most = h * found->second.load; sum > most)
    for (CellConstraint& cell : pair.cells())
      cell.guess *= most / sum;

  // Friction that a cell had from the round before may be more than its own pressure allows.
  for (CellConstraint& cell : pair.cells()) {
    const double most = cell.friction * cell.guess[0], along = cell.guess.tail<3>().norm();
    if (along > most)
      cell.guess.tail<3>() *= most / along;
  }
}

double MultiplierMemory::load(const std::array<std::uint32_t, 2>& body) const {
  const auto found = pairs_.find(Key{body});
  return found == pairs_.end() ? 0 : found->second.load;
}

void MultiplierMemory::keep(std::span<const PairConstraints> pairs, std::span<Body* const> bodies,
                            const BlockVector& motion, double h) {
  std::erase_if(pairs_, [bodies](const auto& entry) {
    const auto [a, b] = entry.first.body;
    return !bodies[a]->asleep() && !bodies[b]->asleep();
  });
  for (const PairConstraints& pair : pairs) {
    if (pair.cells().empty())
      continue;
    Pair& made = pairs_[key_of(pair)];
    const Vec3 middle = middle_of(pair);
    for (const CellConstraint& cell : pair.cells()) {
      const double share = 1 / (h * cell.area);
      made.load += cell.impulse[0] / h;
      made.cells.push_back({cell.point - middle, share * cell.impulse[0],
                            share * (cell.impulse[1] * cell.tangent[0] + cell.impulse[2] * cell.tangent[1]),
                            share * cell.impulse[3]});
    }
    made.touching = pair.touching();
    if (pair.bodies().rigid() && (!pair.lost() || pair.touching()))
      find_last(pair, motion, h, made.last);
  }
}

void MultiplierMemory::keep_touching(const std::array<std::uint32_t, 2>& body, std::vector<LastCell> cells) {
  Pair& pair = pairs_[Key{body}];
  pair.last = std::move(cells);
  pair.touching = true;
}

void MultiplierMemory::find_last(const PairConstraints& pair, const BlockVector& motion, double h,
                                 std::vector<LastCell>& last) {
  std::vector<Vec4> velocities(pair.cells().size());
  pair.get_velocities(motion, velocities);
  for (std::size_t c = 0; c < pair.cells().size(); ++c) {
    const CellConstraint& cell = pair.cells()[c];
    const Vec4& u = velocities[c];
    if (h * u.segment<2>(1).norm() < std::sqrt(cell.area))
      last.push_back({cell.point, cell.normal, cell.area, cell.depth - h * u[0], cell.radius, cell.friction});
  }
}

void MultiplierMemory::save(std::vector<double>& state) const {
  for (const auto& [key, pair] : pairs_) {
    state.insert(state.end(), key.body.begin(), key.body.end());
    state.insert(state.end(), key.piece.begin(), key.piece.end());
    state.insert(state.end(),
                 {pair.load, double(pair.touching), double(pair.cells.size()), double(pair.last.size())});
    for (const Kept& cell : pair.cells) {
      state.insert(state.end(), cell.place.data(), cell.place.data() + 3);
      state.push_back(cell.normal);
      state.insert(state.end(), cell.sliding.data(), cell.sliding.data() + 3);
      state.push_back(cell.turning);
    }
    for (const LastCell& cell : pair.last) {
      state.insert(state.end(), cell.point.data(), cell.point.data() + 3);
      state.insert(state.end(), cell.normal.data(), cell.normal.data() + 3);
      state.insert(state.end(), {cell.area, cell.depth, cell.radius, cell.friction});
    }
  }
}

void MultiplierMemory::restore(std::span<const double> state) {
  constexpr std::size_t head = 8, each = 8, each_last = 10;
  pairs_.clear();
  while (state.size() >= head) {
    const auto whole = [&state](std::size_t i) { return static_cast<std::uint32_t>(state[i]); };
    Pair& pair = pairs_[Key{{whole(0), whole(1)}, {whole(2), whole(3)}}];
    pair.load = state[4];
    pair.touching = state[5] > 0;
    const std::size_t count = whole(6), last = whole(7);
    state = state.subspan(head);
    for (std::size_t i = 0; i < count && state.size() >= each; ++i, state = state.subspan(each))
      pair.cells.push_back(
          {{state[0], state[1], state[2]}, state[3], {state[4], state[5], state[6]}, state[7]});
    for (std::size_t i = 0; i < last && state.size() >= each_last; ++i, state = state.subspan(each_last))
      pair.last.push_back({{state[0], state[1], state[2]},
                           {state[3], state[4], state[5]},
                           state[6],
                           state[7],
                           state[8],
                           state[9]});
  }
}

} // namespace lamina
