#include "core/body/node_factor.h"

#include <Eigen/OrderingMethods>

namespace lamina {

namespace {

/// Inverses of single nodes take about as many iterations as the square root of the ratio of the stiffest
/// motion to the softest, so a few hundred beyond this.
constexpr double badly_conditioned = 1e4;

/// Operations of a factorisation over those of one iteration, up to which it pays: bodies so badly
/// conditioned take a quarter to four times as many iterations.
constexpr double most_iterations = 500;
/// Of more nodes only to look at the pattern takes long.
constexpr std::size_t most_nodes = 20000;

using Graph = Eigen::SparseMatrix<float>;

/// Which nodes are coupled, in an order that leaves few others to fill in.
Graph ordered_graph(const SymmetricBlocks& pattern) {
  std::vector<Eigen::Triplet<float>> entries;
  for (std::size_t i = 0; i < pattern.size(); ++i)
    entries.emplace_back(static_cast<int>(i), static_cast<int>(i), 1.0f);
  pattern.for_each_upper([&](std::size_t a, std::size_t b, const Mat3&) {
    entries.emplace_back(static_cast<int>(a), static_cast<int>(b), 1.0f);
    entries.emplace_back(static_cast<int>(b), static_cast<int>(a), 1.0f);
  });
  const auto size = static_cast<Eigen::Index>(pattern.size());
  Graph graph(size, size), ordered;
  graph.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> back;
  Eigen::AMDOrdering<int>()(graph.selfadjointView<Eigen::Lower>(), back);
  const Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> there = back.inverse();
  ordered = graph.twistedBy(there);
  return ordered;
}

} // namespace

/// Blocks of each column of the factor are counted row by row along the elimination tree (Liu 1990).
bool NodeFactor::affordable(const SymmetricBlocks& pattern) {
  if (pattern.size() > most_nodes)
    return false;
  constexpr double in_a_block = 27, in_a_product = 9;
  const double iteration = 2 * in_a_product * static_cast<double>(pattern.size() + 2 * pattern.edge_count());
  const Graph graph = ordered_graph(pattern);
  std::vector<int> parent(pattern.size(), -1), reached(pattern.size(), -1);
  std::vector<double> below(pattern.size(), 0.0);
  double operations = 0;
  for (int row = 0; row < graph.outerSize(); ++row) {
    reached[static_cast<std::size_t>(row)] = row;
    for (Graph::InnerIterator entry(graph, row); entry; ++entry)
      for (auto k = static_cast<std::size_t>(entry.index()); static_cast<int>(k) < row && reached[k] != row;
           k = static_cast<std::size_t>(parent[k])) {
        if (parent[k] < 0)
          parent[k] = row;
        reached[k] = row;
        operations += in_a_block * (2 * below[k]++ + 1);
      }
    if (operations > most_iterations * iteration)
      return false;
  }
  return true;
}

bool NodeFactor::worth_it(double stiffness_over_mass, double h, double damping) {
  return h * (h + damping) * stiffness_over_mass > badly_conditioned;
}

void NodeFactor::factor(const SymmetricBlocks& stiffness, double factor, std::span<const double> masses,
                        std::span<const Mat3> contact, std::span<const std::uint8_t> held) {
  entries_.clear();
  held_.assign(held.begin(), held.end());
  const auto add = [this](std::size_t a, std::size_t b, const Mat3& block) {
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 3; ++column)
        if (const std::size_t i = 3 * a + static_cast<std::size_t>(row),
            j = 3 * b + static_cast<std::size_t>(column);
            i >= j)
          entries_.emplace_back(static_cast<int>(i), static_cast<int>(j), block(row, column));
  };
  for (std::size_t i = 0; i < masses.size(); ++i)
    add(i, i,
        held_[i] ? Mat3(Mat3::Identity())
                 : Mat3(masses[i] * Mat3::Identity() + factor * stiffness.diagonal(i) + contact[i]));
  // The pattern stays, whoever is held.
  stiffness.for_each_upper([&](std::size_t a, std::size_t b, const Mat3& block) {
    add(b, a, held_[a] || held_[b] ? Mat3(Mat3::Zero()) : Mat3(factor * block.transpose()));
  });
  const auto size = static_cast<Eigen::Index>(3 * masses.size());
  matrix_.resize(size, size);
  matrix_.setFromTriplets(entries_.begin(), entries_.end());
  if (!analysed_)
    factors_.analyzePattern(matrix_);
  analysed_ = true;
  factors_.factorize(matrix_);
}

void NodeFactor::solve(const Eigen::Ref<const BlockVector>& r, Eigen::Ref<BlockVector> z) const {
  z = factors_.solve(r);
  for (std::size_t i = 0; i < held_.size(); ++i)
    if (held_[i])
      z.segment<3>(3 * static_cast<Eigen::Index>(i)).setZero();
}

} // namespace lamina
