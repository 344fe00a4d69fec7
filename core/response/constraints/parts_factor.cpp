#include "core/response/constraints/parts_factor.h"

#include <algorithm>
#include <limits>

namespace lamina {

namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

Eigen::Index at(std::uint32_t block) {
  return 3 * static_cast<Eigen::Index>(block);
}

bool column_first(const std::array<std::uint32_t, 2>& a, const std::array<std::uint32_t, 2>& b) {
  return std::array{a[1], a[0]} < std::array{b[1], b[0]};
}

} // namespace

/// Bones that a clamp holds do not move.
void PartsFactor::find_parts(const BlockSystem& system) {
  part_of_block_.assign(system.size() / 3, none);
  first_block_.clear();
  free_.setOnes(static_cast<Eigen::Index>(system.size()));
  system.filter(free_);
  for (std::size_t i = 0; i < system.bodies().size(); ++i) {
    const Body& body = *system.bodies()[i];
    if (body.cluster_size() != 2)
      continue;
    for (std::uint32_t b = 0; b < body.block_count(); b += 2) {
      const std::uint32_t block = system.first_block(i) + b;
      if (free_[at(block)] == 0)
        continue;
      part_of_block_[block] = part_of_block_[block + 1] = static_cast<std::uint32_t>(first_block_.size());
      first_block_.push_back(block);
    }
  }
}

/// Where a body deforms, the parts of each cell, pair by pair. Blocks ascend, and so do parts.
void PartsFactor::find_cell_parts() {
  cell_parts_.clear();
  parts_of_cell_.clear();
  for (const PairConstraints& pair : pairs_)
    for (std::size_t c = 0; c < pair.cells().size() && !pair.bodies().rigid(); ++c) {
      const auto begin = static_cast<std::uint32_t>(cell_parts_.size());
      for (const auto& [block, rows] : pair.rows(c)) {
        const std::uint32_t part = part_of_block_[block];
        if (part == none)
          continue;
        if (cell_parts_.size() == begin || cell_parts_.back().part != part)
          cell_parts_.push_back({part, CellTwistRows::Zero()});
        cell_parts_.back().rows.middleCols<3>(block == first_block_[part] ? 0 : 3) = rows;
      }
      parts_of_cell_.push_back({begin, static_cast<std::uint32_t>(cell_parts_.size())});
    }
}

std::uint32_t PartsFactor::number_of(std::uint32_t a, std::uint32_t b) const {
  const BlockCholesky::Place place{std::max(a, b), std::min(a, b)};
  return static_cast<std::uint32_t>(std::lower_bound(places_.begin(), places_.end(), place, column_first) -
                                    places_.begin());
}

void PartsFactor::find_pattern(double h, const BlockSystem& system) {
  places_.clear();
  const auto add = [this](std::uint32_t a, std::uint32_t b) {
    if (a != none && b != none)
      places_.push_back({std::max(a, b), std::min(a, b)});
  };
  couplings_.clear();
  for (std::size_t i = 0; i < system.bodies().size(); ++i) {
    const std::size_t before = couplings_.size();
    if (system.bodies()[i]->moves())
      system.bodies()[i]->couplings(h, couplings_);
    for (std::size_t k = before; k < couplings_.size(); ++k) {
      couplings_[k].row += system.first_block(i);
      couplings_[k].column += system.first_block(i);
      add(part_of_block_[couplings_[k].row], part_of_block_[couplings_[k].column]);
    }
  }
  for (const PairConstraints& pair : pairs_)
    if (!pair.cells().empty() && pair.bodies().rigid())
      add(part_of_block_[pair.bodies().rigid_blocks()[0]], part_of_block_[pair.bodies().rigid_blocks()[2]]);
  for (const Range& parts : parts_of_cell_)
    for (std::uint32_t a = parts.begin; a < parts.end; ++a)
      for (std::uint32_t b = a + 1; b < parts.end; ++b)
        add(cell_parts_[a].part, cell_parts_[b].part);
  std::sort(places_.begin(), places_.end(), column_first);
  places_.erase(std::unique(places_.begin(), places_.end()), places_.end());

  own_below_.assign(places_.size(), Mat6::Zero());
  for (const ClusterCoupling& coupling : couplings_) {
    const std::uint32_t row = part_of_block_[coupling.row], column = part_of_block_[coupling.column];
    if (row != none && column != none)
      own_below_[number_of(row, column)] = row > column ? coupling.matrix : Mat6(coupling.matrix.transpose());
  }
}

void PartsFactor::begin(double h, const BlockSystem& system, std::span<const PairConstraints> pairs) {
  pairs_ = pairs;
  find_parts(system);
  if (empty())
    return;
  own_.clear();
  for (const std::uint32_t block : first_block_)
    own_.push_back(system.cluster(block));
  find_cell_parts();
  find_pattern(h, system);
  factors_.analyse(static_cast<std::uint32_t>(first_block_.size()), places_);
}

void PartsFactor::add_rigid_pair(const PairConstraints& pair, std::span<const Eigen::Matrix4d> slopes) {
  const Eigen::Matrix<double, 12, 12> sum = pair.sum_of_slopes(slopes);
  const auto blocks = pair.bodies().rigid_blocks();
  const std::uint32_t a = part_of_block_[blocks[0]], b = part_of_block_[blocks[2]];
  if (a != none)
    diagonal_[a] += sum.topLeftCorner<6, 6>();
  if (b != none)
    diagonal_[b] += sum.bottomRightCorner<6, 6>();
  if (a != none && b != none)
    below_[number_of(a, b)] += a < b ? Mat6(sum.bottomLeftCorner<6, 6>()) : Mat6(sum.topRightCorner<6, 6>());
}

void PartsFactor::add_cell(std::span<const CellPart> parts, const Eigen::Matrix4d& slope) {
  if (slope.trace() == 0)
    return;
  for (std::size_t a = 0; a < parts.size(); ++a) {
    const CellTwistRows weighted = slope.lazyProduct(parts[a].rows);
    diagonal_[parts[a].part] += parts[a].rows.transpose().lazyProduct(weighted);
    for (std::size_t b = a + 1; b < parts.size(); ++b)
      below_[number_of(parts[b].part, parts[a].part)] += parts[b].rows.transpose().lazyProduct(weighted);
  }
}

void PartsFactor::factor(std::span<const Eigen::Matrix4d> slopes) {
  diagonal_ = own_;
  below_ = own_below_;
  const Range* parts = parts_of_cell_.data();
  for (const PairConstraints& pair : pairs_) {
    const std::size_t count = pair.cells().size();
    if (count > 0 && pair.bodies().rigid())
      add_rigid_pair(pair, slopes.first(count));
    for (std::size_t c = 0; c < count && !pair.bodies().rigid(); ++c, ++parts)
      add_cell(std::span(cell_parts_).subspan(parts->begin, parts->size()), slopes[c]);
    slopes = slopes.subspan(count);
  }
  factors_.factor(diagonal_, below_);
}

void PartsFactor::solve(const BlockVector& r, BlockVector& x) {
  solution_.resize(static_cast<Eigen::Index>(6 * first_block_.size()));
  for (std::size_t i = 0; i < first_block_.size(); ++i)
    solution_.segment<6>(static_cast<Eigen::Index>(6 * i)) = r.segment<6>(at(first_block_[i]));
  factors_.solve(solution_);
  for (std::size_t i = 0; i < first_block_.size(); ++i)
    x.segment<6>(at(first_block_[i])) = solution_.segment<6>(static_cast<Eigen::Index>(6 * i));
}

} // namespace lamina
