#include "core/body/block_product.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace lamina {
namespace {

/// Numbers between −1 and 1, the same in every run.
class RandomNumbers {
public:
  double next() { return between_(engine_); }
  std::vector<double> some(std::size_t count) {
    std::vector<double> made(count);
    for (double& value : made)
      value = next();
    return made;
  }
  Mat3 block() {
    return Mat3::NullaryExpr([this](Eigen::Index, Eigen::Index) { return next(); });
  }

private:
  std::mt19937 engine_{7};
  std::uniform_real_distribution<double> between_{-1, 1};
};

/// As many blocks as asked for, of which each is coupled with some later ones.
SymmetricBlocks some_blocks(std::uint32_t count, RandomNumbers& numbers) {
  std::vector<SymmetricBlocks::Edge> edges;
  for (std::uint32_t a = 0; a < count; ++a)
    for (std::uint32_t b = a + 1; b < count; b += 1 + a % 3)
      edges.push_back({a, b});
  SymmetricBlocks matrix;
  matrix.set_pattern(count, edges);
  for (std::uint32_t i = 0; i < count; ++i)
    matrix.diagonal(i) = numbers.block();
  for (std::size_t slot = 0; slot < matrix.edge_count(); ++slot)
    matrix.upper(slot) = numbers.block();
  return matrix;
}

TEST(BlockProduct, HasTheBitsOfTheReference) {
  RandomNumbers numbers;
  for (const std::uint32_t count : {0u, 1u, 2u, 3u, 20u}) {
    const SymmetricBlocks matrix = some_blocks(count, numbers);
    const std::vector<double> x = numbers.some(3 * count), masses = numbers.some(count);
    std::vector<double> expected = numbers.some(3 * count), y = expected;
    for (std::size_t i = 0; i < y.size(); ++i)
      expected[i] += masses[i / 3] * x[i];
    matrix.add_product(0.37, x.data(), expected.data());
    add_block_product(matrix, masses, 0.37, x.data(), y.data());
    EXPECT_EQ(y, expected) << count << " blocks";
  }
}

// And leaves alone what lies behind the last block.
TEST(BlockProduct, MultipliesBlocksOneByOne) {
  RandomNumbers numbers;
  for (const std::size_t count : {0u, 1u, 2u, 5u}) {
    std::vector<Mat3> blocks;
    for (std::size_t i = 0; i < count; ++i)
      blocks.push_back(numbers.block());
    const std::vector<double> x = numbers.some(3 * count);
    std::vector<double> y(3 * count + 1, 42.0);
    multiply_blocks(blocks, x.data(), y.data());
    for (std::size_t i = 0; i < count; ++i)
      for (int k = 0; k < 3; ++k) {
        const Mat3& b = blocks[i];
        EXPECT_EQ(y[3 * i + static_cast<std::size_t>(k)],
                  b(k, 0) * x[3 * i] + b(k, 1) * x[3 * i + 1] + b(k, 2) * x[3 * i + 2]);
      }
    EXPECT_EQ(y.back(), 42.0);
  }
}

} // namespace
} // namespace lamina
