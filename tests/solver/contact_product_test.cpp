// Products by vectors of four numbers, beside the same sums number by number: the same bits.

#include "core/solver/contact_product.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace lamina {
namespace {

using contact_product::Lanes;

constexpr std::uint32_t locals = 12;

class ContactProducts : public testing::Test {
protected:
  double number() { return number_(random_); }
  std::uint32_t local() { return static_cast<std::uint32_t>(random_() % locals); }
  Lanes lanes() { return {number(), number(), number(), 0}; }
  Vec3 vec3() { return {number(), number(), number()}; }
  Mat3 mat3() {
    Mat3 m;
    m << vec3(), vec3(), vec3();
    return m;
  }
  std::vector<Lanes> vectors() {
    std::vector<Lanes> made(locals);
    for (Lanes& one : made)
      one = lanes();
    return made;
  }
  static void expect_same(const std::vector<Lanes>& found, const std::vector<Vec3>& expected) {
    for (std::size_t i = 0; i < locals; ++i)
      for (Eigen::Index k = 0; k < 3; ++k)
        EXPECT_EQ(found[i][k], expected[i][k]) << i << ' ' << k;
  }
  static std::vector<Vec3> heads(const std::vector<Lanes>& all) {
    std::vector<Vec3> made;
    for (const Lanes& one : all)
      made.push_back(one.head<3>());
    return made;
  }

  std::mt19937 random_{3};
  std::uniform_real_distribution<double> number_{-1, 1};
};

TEST_F(ContactProducts, OfRows) {
  std::vector<double> coefficients;
  std::vector<std::uint32_t> end, of_entries;
  std::vector<Lanes> entries;
  for (std::uint32_t row = 0; row < 40; ++row) {
    for (std::uint32_t e = 0; e < row % 7; ++e) {
      entries.push_back(lanes());
      of_entries.push_back(local());
    }
    end.push_back(static_cast<std::uint32_t>(entries.size()));
    coefficients.push_back(row % 5 == 0 ? 0 : number());
  }
  const std::vector<Lanes> x = vectors();
  std::vector<Lanes> y = vectors();
  std::vector<Vec3> expected = heads(y);
  const Range range{10, 40};
  for (std::uint32_t r = range.begin; r < range.end; ++r) {
    Vec3 sum = Vec3::Zero();
    for (std::uint32_t e = end[r - 1]; e < end[r]; ++e)
      for (Eigen::Index k = 0; k < 3; ++k)
        sum[k] += entries[e][k] * x[of_entries[e]][k];
    const double dot = coefficients[r] * (sum[0] + sum[1] + sum[2]);
    for (std::uint32_t e = end[r - 1]; e < end[r]; ++e)
      for (Eigen::Index k = 0; k < 3; ++k)
        expected[of_entries[e]][k] += dot * entries[e][k];
  }
  contact_product::add_rows({coefficients.data(), end.data(), entries.data(), of_entries.data()}, range,
                            x.data(), y.data());
  expect_same(y, expected);
}

TEST_F(ContactProducts, OfSamples) {
  std::vector<contact_product::Sample> samples;
  std::vector<contact_product::Scalar> scalars;
  std::vector<contact_product::Twist> twists;
  std::vector<contact_product::General> general;
  const std::vector<Lanes> x = vectors();
  std::vector<Lanes> y = vectors();
  std::vector<Vec3> expected = heads(y);
  const std::vector<Vec3> v = heads(x);
  const double factor = 0.7;
  for (std::uint32_t s = 0; s < 30; ++s) {
    const std::size_t first_scalar = scalars.size(), first_twist = twists.size(),
                      first_general = general.size();
    for (std::uint32_t i = 0; i < s % 4; ++i)
      scalars.push_back({number(), local()});
    for (std::uint32_t i = 0; i < s % 3; ++i)
      twists.push_back({number(), vec3(), local(), local()});
    for (std::uint32_t i = 0; i < s % 2; ++i)
      general.push_back({mat3(), local()});
    samples.push_back({{lanes(), lanes(), lanes()},
                       static_cast<std::uint32_t>(scalars.size()),
                       static_cast<std::uint32_t>(twists.size()),
                       static_cast<std::uint32_t>(general.size())});
    if (s < 4)
      continue; // not of the range
    Vec3 velocity = Vec3::Zero();
    for (std::size_t i = first_scalar; i < scalars.size(); ++i)
      velocity += scalars[i].value * v[scalars[i].local];
    for (std::size_t i = first_twist; i < twists.size(); ++i) {
      const auto& twist = twists[i];
      velocity += twist.value * v[twist.linear] + v[twist.angular].cross(twist.arm);
    }
    for (std::size_t i = first_general; i < general.size(); ++i) {
      const Vec3 more = general[i].value * v[general[i].local];
      velocity += more;
    }
    velocity *= factor;
    const auto& weight = samples.back().weight;
    const Vec3 force = weight[0].head<3>() * velocity[0] + weight[1].head<3>() * velocity[1] +
                       weight[2].head<3>() * velocity[2];
    for (std::size_t i = first_scalar; i < scalars.size(); ++i)
      expected[scalars[i].local] += scalars[i].value * force;
    for (std::size_t i = first_twist; i < twists.size(); ++i) {
      expected[twists[i].linear] += twists[i].value * force;
      expected[twists[i].angular] -= force.cross(twists[i].arm);
    }
    for (std::size_t i = first_general; i < general.size(); ++i) {
      const Vec3 more = general[i].value.transpose() * force;
      expected[general[i].local] += more;
    }
  }
  contact_product::add_samples({samples.data(), scalars.data(), twists.data(), general.data(), factor},
                               {4, 30}, x.data(), y.data());
  expect_same(y, expected);
}

} // namespace
} // namespace lamina
