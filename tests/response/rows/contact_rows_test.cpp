#include "core/response/rows/contact_rows.h"

#include "core/body/nodal_body.h"
#include "core/body/rigid_body.h"
#include "core/body/soft_body.h"
#include "core/response/rows/relative_motion.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>

namespace lamina {
namespace {

using test::body_of;

std::unique_ptr<Body> soft_box(const Vec3& size) {
  SceneBody description = body_of("soft", make_box(size, 100), BodyKind::soft);
  description.lattice_cells = 3;
  return std::make_unique<NodalBody>(description, soft_parts(description));
}

std::unique_ptr<Body> rigid_box(const Vec3& at) {
  return std::make_unique<RigidBody>(body_of("rigid", make_box({1, 1, 1}), BodyKind::rigid, {at}));
}

/// Two bodies, or one with itself, and contacts between them with arbitrary gradients over their vertices.
class Pair {
public:
  Pair(std::unique_ptr<Body> a, std::unique_ptr<Body> b) : a_(std::move(a)), b_(std::move(b)) {
    const auto blocks = static_cast<std::uint32_t>(a_->block_count());
    bodies_ = {{a_.get(), b_ ? b_.get() : a_.get()}, {0, b_ ? blocks : 0}};
    blocks_ = blocks + (b_ ? b_->block_count() : 0);
    contacts_.body = {0, b_ ? 1u : 0u};
    for (const MeasureKind kind : {MeasureKind::volume, MeasureKind::depth, MeasureKind::volume})
      add(kind);
    rows_.begin(contacts_, bodies_);
  }

  ContactRows& rows() { return rows_; }
  PairContacts& contacts() { return contacts_; }
  const PairBodies& bodies() const { return bodies_; }
  const Body& side(int k) const { return *bodies_.body[k]; }

  BlockVector anything() {
    BlockVector v(3 * static_cast<Eigen::Index>(blocks_));
    std::generate(v.begin(), v.end(), [this] { return number(); });
    return v;
  }
  double number() { return std::uniform_real_distribution<double>(-1, 1)(random_); }
  Vec3 vector() { return {number(), number(), number()}; }

private:
  void add(MeasureKind kind) {
    Contact contact;
    contact.kind = kind;
    contact.measure = 0.01;
    contact.area = 0.3;
    contact.cell = static_cast<int>(contacts_.contacts.size());
    for (int k = 0; k < (b_ ? 2 : 1); ++k) {
      const auto begin = static_cast<std::uint32_t>(contacts_.gradient.size());
      for (std::uint32_t vertex = 0; vertex < 5; ++vertex)
        contacts_.gradient.push_back({vertex, vector()});
      contact.gradient[static_cast<std::size_t>(k)] = {begin, begin + 5};
    }
    contacts_.contacts.push_back(contact);
  }

  std::mt19937 random_{3};
  std::unique_ptr<Body> a_, b_;
  PairBodies bodies_;
  std::size_t blocks_ = 0;
  PairContacts contacts_;
  ContactRows rows_;
};

/// f · G v = v · Gᵀ f, up to the rounding of some products.
void expect_adjoint(Pair& pair) {
  for (std::size_t row = 0; row < pair.rows().size(); ++row) {
    const BlockVector v = pair.anything();
    BlockVector force = BlockVector::Zero(v.size());
    const double f = 1 + pair.number();
    pair.rows().apply(row, f, force);
    EXPECT_GT(force.norm(), 0);
    EXPECT_NEAR(f * pair.rows().rate(row, v), v.dot(force), 1e-12 * v.norm() * force.norm());
  }
}

TEST(ContactRows, OfAVelocityAndOfAForceAreAdjoint) {
  Pair rigid(rigid_box({0, 0, 0}), rigid_box({0.2, 0.9, 0.1}));
  Pair mixed(rigid_box({0, 0, 0}), soft_box({1, 1, 1}));
  Pair soft(soft_box({1, 1, 1}), soft_box({1, 2, 1}));
  Pair self(soft_box({1, 1, 1}), nullptr);
  for (Pair* pair : {&rigid, &mixed, &soft, &self})
    expect_adjoint(*pair);
}

TEST(ContactRows, OfRigidGradientsAreAdjointToo) {
  Pair pair(rigid_box({0, 0, 0}), rigid_box({0.2, 0.9, 0.1}));
  for (std::size_t c = 0; c < pair.contacts().contacts.size(); ++c)
    pair.contacts().rigid.push_back({pair.vector(), pair.vector()});
  pair.rows().begin(pair.contacts(), pair.bodies());
  expect_adjoint(pair);
  // What moves as one changes no measure.
  BlockVector together(12);
  const Vec3 linear = pair.vector(), angular = pair.vector();
  for (int k = 0; k < 2; ++k)
    together.segment<6>(6 * k) << linear + angular.cross(*pair.side(k).twist_centre()), angular;
  for (std::size_t row = 0; row < pair.rows().size(); ++row)
    EXPECT_NEAR(pair.rows().rate(row, together), 0, 1e-14);
}

TEST(ContactRows, ReportForcesOfWhateverPressures) {
  Pair pair(rigid_box({0, 0, 0}), soft_box({1, 1, 1}));
  const std::vector<double> pressures{3, 0, 7};
  BlockVector expected = BlockVector::Zero(pair.anything().size());
  for (std::size_t row = 0; row < pressures.size(); ++row)
    pair.rows().apply(row, -pressures[row], expected);
  PairOutcome outcome;
  for (std::size_t row = 0; row < pressures.size(); ++row)
    add_force(pair.rows().gradient(row), pressures[row], pair.rows().bodies(), outcome);
  // The same sums in another order.
  EXPECT_NEAR((outcome.force[0] - expected.head<3>()).norm(), 0, 1e-13);
  EXPECT_NEAR((outcome.torque[0] - expected.segment<3>(3)).norm(), 0, 1e-13);
  Vec3 on_nodes = Vec3::Zero();
  for (Eigen::Index at = 6; at < expected.size(); at += 3)
    on_nodes += expected.segment<3>(at);
  EXPECT_NEAR((outcome.force[1] - on_nodes).norm(), 0, 1e-12);
  EXPECT_EQ(outcome.torque[1], Vec3(Vec3::Zero()));
}

TEST(ContactRows, AreAsDeepAsTheContactMayBe) {
  Pair pair(rigid_box({0, 0, 0}), rigid_box({0.2, 0.9, 0.1}));
  pair.contacts().contacts[0].depth_limit = 0.005;
  pair.rows().begin(pair.contacts(), pair.bodies());
  EXPECT_DOUBLE_EQ(pair.rows().measure(0), 0.005 * 0.3);
  EXPECT_DOUBLE_EQ(pair.rows().measure(1), 0.01 * 0.3); // a depth, spread over its area
  EXPECT_DOUBLE_EQ(pair.rows().measure(2), 0.01);
}

TEST(RelativeMotion, OfTwoRigidBodiesIsTheirTwistTakenToThePoint) {
  Pair pair(rigid_box({0, 0, 0}), rigid_box({0.2, 0.9, 0.1}));
  const Vec3 origin = pair.vector(), point = pair.vector();
  const BlockVector v = pair.anything();
  std::vector<BlockJacobian> jacobian;
  relative_jacobian(pair.bodies(), {0, 0}, {}, {0, 1}, point, jacobian);
  Vec3 sliding = Vec3::Zero();
  for (const BlockJacobian& part : jacobian)
    sliding += part.value * v.segment<3>(3 * static_cast<Eigen::Index>(part.block));
  const Twist twist = relative_twist(pair.bodies(), origin) * rigid_velocity(pair.bodies(), v);
  const Vec3 expected = twist.head<3>() + Vec3(twist.tail<3>()).cross(point - origin);
  EXPECT_NEAR((sliding - expected).norm(), 0, 1e-14);
}

} // namespace
} // namespace lamina
