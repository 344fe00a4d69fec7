#include "core/response/constraints/cell_products.h"

#include <algorithm>

namespace lamina {

namespace {

Eigen::Index at(std::uint32_t block) {
  return 3 * static_cast<Eigen::Index>(block);
}

} // namespace

std::size_t CellProducts::place_of(std::uint32_t block) const {
  const PairBodies& bodies = pair_->bodies();
  const int side = bodies.side_of(block);
  return block - bodies.first_block[static_cast<std::size_t>(side)] +
         (side == 1 ? bodies.body[0]->block_count() : 0);
}

std::uint32_t CellProducts::local_of(std::uint32_t block, Numbers& numbers) {
  std::uint32_t& number = numbers[place_of(block)];
  if (number == 0) {
    blocks_.push_back(block);
    number = static_cast<std::uint32_t>(blocks_.size());
  }
  return number - 1;
}

/// Nodes do not turn, so that slips are one share of their velocity along both tangents.
void CellProducts::lay_cell(const CellConstraint& cell, std::span<const PairConstraints::BlockRows> rows,
                            Numbers& numbers) {
  for (const auto& [block, of_block] : rows) {
    const Body& body = *pair_->bodies().body[static_cast<std::size_t>(pair_->bodies().side_of(block))];
    if (!body.moves())
      continue;
    const std::uint32_t local = local_of(block, numbers);
    if (body.cluster_size() == 1) {
      const double share = of_block.row(1) * cell.tangent[0];
      nodes_.push_back({{of_block(0, 0), of_block(0, 1), of_block(0, 2), share}, local});
      continue;
    }
    PartBlock& made = part_blocks_.emplace_back();
    made.local = local;
    for (int k = 0; k < 3; ++k)
      made.column[k] << of_block.col(k).head<3>(), 0;
  }
  const auto lanes = [](const Vec3& v) { return Lanes(v[0], v[1], v[2], 0); };
  cells_.push_back({{lanes(cell.tangent[0]), lanes(cell.tangent[1])},
                    static_cast<std::uint32_t>(nodes_.size()),
                    static_cast<std::uint32_t>(part_blocks_.size()),
                    false,
                    {}});
}

void CellProducts::begin(const PairConstraints& pair) {
  pair_ = &pair;
  blocks_.clear();
  cells_.clear();
  nodes_.clear();
  part_blocks_.clear();
  if (pair.cells().empty())
    return;
  const PairBodies& bodies = pair.bodies();
  if (bodies.rigid()) {
    const auto rigid = bodies.rigid_blocks();
    blocks_.assign(rigid.begin(), rigid.end());
    return;
  }
  // All nought between calls: filling it for each pair would take the time of pieces times nodes.
  thread_local Numbers numbers;
  const std::size_t count =
      bodies.body[0]->block_count() + (bodies.self() ? 0 : bodies.body[1]->block_count());
  if (numbers.size() < count)
    numbers.resize(count, 0);
  for (std::size_t c = 0; c < pair.cells().size(); ++c)
    lay_cell(pair.cells()[c], pair.rows(c), numbers);
  for (const std::uint32_t block : blocks_)
    numbers[place_of(block)] = 0;
}

void CellProducts::set_slopes(std::span<const Eigen::Matrix4d> slopes) {
  if (cells_.empty() && !blocks_.empty())
    rigid_ = pair_->sum_of_slopes(slopes);
  any_active_ = false;
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    cells_[c].active = slopes[c].trace() != 0;
    any_active_ = any_active_ || cells_[c].active;
    for (int k = 0; k < 3; ++k)
      cells_[c].slope[k] << slopes[c].col(k).head<3>(), 0;
  }
}

void CellProducts::multiply_rigid(const BlockVector& x, std::span<Vec3> forces) const {
  Eigen::Matrix<double, 12, 1> own;
  for (int k = 0; k < 4; ++k)
    own.segment<3>(3 * k) = x.segment<3>(at(blocks_[static_cast<std::size_t>(k)]));
  const Eigen::Matrix<double, 12, 1> product = rigid_.lazyProduct(own);
  for (int k = 0; k < 4; ++k)
    forces[static_cast<std::size_t>(k)] = product.segment<3>(3 * k);
}

void CellProducts::multiply(const BlockVector& x, std::span<Vec3> forces) const {
  if (cells_.empty()) {
    if (!blocks_.empty())
      multiply_rigid(x, forces);
    return;
  }
  if (!any_active_) {
    std::fill(forces.begin(), forces.end(), Vec3::Zero());
    return;
  }
  thread_local std::vector<Lanes> velocities, products;
  velocities.resize(blocks_.size());
  products.assign(blocks_.size(), Lanes::Zero());
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const double* of_block = x.data() + at(blocks_[i]);
    velocities[i] = Lanes(of_block[0], of_block[1], of_block[2], 0);
  }

  const Node* node = nodes_.data();
  const PartBlock* part = part_blocks_.data();
  for (const Cell& cell : cells_) {
    const Node* const nodes_end = nodes_.data() + cell.nodes_end;
    const PartBlock* const parts_end = part_blocks_.data() + cell.part_blocks_end;
    if (!cell.active) {
      node = nodes_end;
      part = parts_end;
      continue;
    }
    Lanes opening = Lanes::Zero(), slip = Lanes::Zero(), u = Lanes::Zero();
    for (const Node* n = node; n != nodes_end; ++n) {
      opening += n->opening_and_share.cwiseProduct(velocities[n->local]);
      slip += n->opening_and_share[3] * velocities[n->local];
    }
    for (const PartBlock* p = part; p != parts_end; ++p) {
      const Lanes& v = velocities[p->local];
      u += p->column[0] * v[0] + p->column[1] * v[1] + p->column[2] * v[2];
    }
    u += Lanes(opening.sum(), slip.dot(cell.tangent[0]), slip.dot(cell.tangent[1]), 0);

    const Lanes impulse = cell.slope[0] * u[0] + cell.slope[1] * u[1] + cell.slope[2] * u[2];
    const Lanes rubbing = impulse[1] * cell.tangent[0] + impulse[2] * cell.tangent[1];
    for (; node != nodes_end; ++node)
      products[node->local] += impulse[0] * node->opening_and_share + node->opening_and_share[3] * rubbing;
    for (; part != parts_end; ++part)
      products[part->local] +=
          Lanes(part->column[0].dot(impulse), part->column[1].dot(impulse), part->column[2].dot(impulse), 0);
  }
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    forces[i] = products[i].head<3>();
}

void CellProducts::diagonal(std::span<Mat3> own) const {
  std::fill(own.begin(), own.end(), Mat3::Zero());
  const Node* node = nodes_.data();
  for (const Cell& cell : cells_) {
    const Node* const nodes_end = nodes_.data() + cell.nodes_end;
    if (!cell.active) {
      node = nodes_end;
      continue;
    }
    Mat3 slope, tangents;
    slope << cell.slope[0].head<3>(), cell.slope[1].head<3>(), cell.slope[2].head<3>();
    tangents << Vec3::Zero(), cell.tangent[0].head<3>(), cell.tangent[1].head<3>();
    for (; node != nodes_end; ++node) {
      Mat3 rows = node->opening_and_share[3] * tangents; // one column a row of J
      rows.col(0) = node->opening_and_share.head<3>();
      own[node->local] += rows * slope * rows.transpose();
    }
  }
}

} // namespace lamina
