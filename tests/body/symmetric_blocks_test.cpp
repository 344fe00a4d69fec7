// A sparse matrix whose rows are renewed, beside one whose pattern is laid anew.

#include "core/math/symmetric_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace lamina {
namespace {

using Edge = SymmetricBlocks::Edge;

/// A graph whose nodes are doubled, dropped and coupled otherwise, with the matrix that follows it.
class ChangingMatrix {
public:
  explicit ChangingMatrix(std::uint32_t nodes) : nodes_(nodes) {
    for (std::uint32_t i = 0; i < 4 * nodes; ++i)
      add_edge();
    const std::vector<Edge> listed(edges_.begin(), edges_.end());
    matrix.set_pattern(nodes, listed);
    fill(std::vector<std::uint8_t>(nodes, 1));
  }

  void change() {
    std::vector<std::uint32_t> before, now(nodes_);
    for (std::uint32_t i = 0; i < nodes_; ++i) {
      const bool dropped = random_() % 30 == 0;
      if (random_() % 30 == 0)
        before.push_back(SymmetricBlocks::none);
      now[i] = dropped ? SymmetricBlocks::none : static_cast<std::uint32_t>(before.size());
      if (!dropped)
        before.push_back(i);
    }
    nodes_ = static_cast<std::uint32_t>(before.size());
    std::set<Edge> kept;
    std::vector<std::uint8_t> is_anew(nodes_, 0);
    for (const Edge& e : edges_)
      if (now[e[0]] != SymmetricBlocks::none && now[e[1]] != SymmetricBlocks::none)
        kept.insert({now[e[0]], now[e[1]]});
      else
        for (const std::uint32_t node : e)
          if (now[node] != SymmetricBlocks::none)
            is_anew[now[node]] = 1;
    edges_ = std::move(kept);
    for (std::uint32_t i = 0; i < nodes_; ++i)
      if (before[i] == SymmetricBlocks::none) {
        is_anew[i] = 1;
        for (int k = 0; k < 4; ++k)
          for (const std::uint32_t node : add_edge(i))
            is_anew[node] = 1;
      }
    std::vector<std::uint32_t> anew;
    for (std::uint32_t i = 0; i < nodes_; ++i)
      if (is_anew[i])
        anew.push_back(i);
    // In any order, either way round, and those of other rows among them.
    std::vector<Edge> listed(edges_.begin(), edges_.end());
    listed.insert(listed.end(), edges_.begin(), edges_.end());
    std::shuffle(listed.begin(), listed.end(), random_);
    std::swap(listed[0][0], listed[0][1]);
    renumber_expected(now);
    matrix.renew_pattern(before, anew, listed);
    expect_zeros(anew);
    fill(is_anew);
  }

  void expect_as_laid_anew() const {
    SymmetricBlocks anew;
    const std::vector<Edge> listed(edges_.begin(), edges_.end());
    anew.set_pattern(nodes_, listed);
    ASSERT_EQ(matrix.size(), anew.size());
    EXPECT_EQ(matrix.edge_count(), anew.edge_count());
    std::vector<Edge> found;
    matrix.for_each_upper([&](std::size_t a, std::size_t b, const Mat3& block) {
      const Edge edge{static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)};
      found.push_back(edge);
      ASSERT_TRUE(expected_.count(edge)) << a << ' ' << b;
      EXPECT_EQ(block, expected_.at(edge)) << a << ' ' << b;
    });
    EXPECT_EQ(found, listed);
    for (std::uint32_t i = 0; i < nodes_; ++i)
      EXPECT_EQ(matrix.diagonal(i), expected_.at({i, i})) << i;
  }

  SymmetricBlocks matrix;

private:
  Edge add_edge() { return add_edge(static_cast<std::uint32_t>(random_() % nodes_)); }
  Edge add_edge(std::uint32_t a) {
    const auto b = static_cast<std::uint32_t>((a + 1 + random_() % (nodes_ - 1)) % nodes_);
    const Edge edge{std::min(a, b), std::max(a, b)};
    edges_.insert(edge);
    return edge;
  }

  void renumber_expected(const std::vector<std::uint32_t>& now) {
    std::map<Edge, Mat3> kept;
    for (const auto& [edge, block] : expected_)
      if (now[edge[0]] != SymmetricBlocks::none && now[edge[1]] != SymmetricBlocks::none)
        kept[{now[edge[0]], now[edge[1]]}] = block;
    expected_ = std::move(kept);
  }

  void expect_zeros(const std::vector<std::uint32_t>& rows) {
    for (const std::uint32_t row : rows)
      EXPECT_EQ(matrix.diagonal(row), Mat3(Mat3::Zero()));
    for (const Edge& e : edges_)
      if (std::binary_search(rows.begin(), rows.end(), e[0])) {
        EXPECT_EQ(matrix.upper(matrix.slot(e[0], e[1])), Mat3(Mat3::Zero()));
      }
  }

  /// With numbers of their own.
  void fill(const std::vector<std::uint8_t>& rows) {
    for (std::uint32_t i = 0; i < nodes_; ++i)
      if (rows[i])
        expected_[{i, i}] = matrix.diagonal(i) = Mat3::Constant(next_++);
    for (const Edge& e : edges_)
      if (rows[e[0]])
        expected_[e] = matrix.upper(matrix.slot(e[0], e[1])) = Mat3::Constant(next_++);
  }

  std::mt19937 random_{7};
  std::uint32_t nodes_;
  std::set<Edge> edges_;
  std::map<Edge, Mat3> expected_;
  double next_ = 1;
};

TEST(SymmetricBlocks, RowsThatAreRenewedAreAsLaidAnew) {
  ChangingMatrix changing(60);
  int closed = 0;
  for (int event = 0; event < 200; ++event) {
    SCOPED_TRACE(event);
    const std::size_t before = changing.matrix.arrays().upper.size();
    changing.change();
    closed += changing.matrix.arrays().upper.size() < before ? 1 : 0;
    changing.expect_as_laid_anew();
    if (testing::Test::HasFailure())
      return;
    ASSERT_LE(3 * changing.matrix.arrays().upper.size(), 4 * changing.matrix.edge_count());
  }
  EXPECT_GT(closed, 3) << "gaps between rows";
}

} // namespace
} // namespace lamina
