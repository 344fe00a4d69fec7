#include "core/bench/bench.h"

#include "core/base/error.h"
#include "core/bench/exact_volume.h"
#include "core/bench/targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace lamina::bench {
namespace {

using ::testing::HasSubstr;

/// Peers that answer at once with what they are told to.
struct FakePeers : PeerSource {
  std::vector<PeerDescription> list{{"exact", "1", false, "volume", "", ""},
                                    {"wrong", "1", false, "volume", "", ""},
                                    {"broken", "1", true, "pairs", "", ""},
                                    {"absent", "", true, "pairs", "", ""}};
  std::set<std::string> asked;

  const std::vector<PeerDescription>& peers() const override { return list; }
  PeerSample measure(const std::string& peer, PairPose pose, int, int repetition) override {
    asked.insert(peer);
    if (peer == "broken")
      throw std::runtime_error("it broke");
    MovedPair pair(pose);
    pair.move(repetition);
    const double volume = exact_shared_volume(pair.bunny(), pair.cube());
    return {5, peer == "exact" ? volume : 1.01 * volume};
  }
};

const PeerResult& row_of(const BenchResult& result, const std::string& peer) {
  for (const PeerResult& row : result.peers)
    if (row.peer == peer)
      return row;
  throw std::runtime_error("no row for " + peer);
}

TEST(Bench, TakesEveryCaseAndEveryPeerThatIsThereAndRefusesWrongOnes) {
  FakePeers peers;
  const BenchResult result = run_bench({{16}, {"cpu"}, {1}, 2, 0}, &peers, {});
  ASSERT_EQ(result.cases.size(), 4u); // two poses, two samplings
  for (const CaseResult& row : result.cases) {
    EXPECT_EQ(row.refused, "");
    EXPECT_GT(row.fragments, 0u);
    for (const Spread& phase : row.milliseconds) {
      EXPECT_EQ(phase.count, 2u);
      EXPECT_LE(phase.lower, phase.median);
      EXPECT_LE(phase.median, phase.upper);
    }
  }

  EXPECT_EQ(peers.asked, (std::set<std::string>{"exact", "wrong", "broken"}));
  EXPECT_EQ(row_of(result, "exact").refused, "");
  EXPECT_EQ(row_of(result, "exact").milliseconds.median, 5);
  EXPECT_THAT(row_of(result, "wrong").refused, HasSubstr("volume"));
  EXPECT_EQ(row_of(result, "wrong").milliseconds.count, 0u);
  EXPECT_EQ(row_of(result, "broken").refused, "it broke");
}

TEST(Bench, EndsWhereItIsAskedTo) {
  EXPECT_THROW(
      run_bench({{16}, {"cpu"}, {1}, 1000, 0}, nullptr, [](double, const std::string&) { return false; }),
      Cancelled);
}

TEST(Bench, ABackendThatThereIsNotIsNamed) {
  EXPECT_THROW(run_bench({{16}, {"abacus"}, {1}, 1, 0}, nullptr, {}), InputError);
}

TEST(MovedPair, IsWhereItsRepetitionPutsItWhateverCameBefore) {
  for (const PairPose pose : pair_poses) {
    MovedPair once(pose), often(pose);
    once.move(3);
    for (const int repetition : {0, 7, 3})
      often.move(repetition);
    EXPECT_EQ(once.bunny().positions, often.bunny().positions);
    EXPECT_EQ(once.cube().positions, often.cube().positions);
    often.move(4);
    EXPECT_NE(once.bunny().positions, often.bunny().positions);
    EXPECT_NE(once.cube().positions, often.cube().positions);
  }
}

CaseResult timed(const DetectionCase& wanted, double median) {
  CaseResult row;
  row.wanted = wanted;
  row.milliseconds.back() = {1, median, median, median};
  return row;
}

PeerResult timed_peer(const std::string& peer, int resolution, double median) {
  PeerResult row;
  row.peer = peer;
  row.resolution = resolution;
  row.milliseconds = {1, median, median, median};
  return row;
}

TEST(Ratios, AreComparedWithTheirTargets) {
  const DetectionCase ours{PairPose::shallow, 128, true, "cpu", 1};
  DetectionCase two = ours, own = ours;
  two.threads = 2;
  own.as_f08 = false;
  BenchResult result;
  result.cases = {timed(ours, 2), timed(two, 1), timed(own, 4)};
  result.peers = {timed_peer("cgal", 0, 50), timed_peer("embree", 16, 1), timed_peer("embree", 128, 13)};

  std::map<std::string, Ratio> found;
  for (const Ratio& ratio : ratios_of(result, true))
    EXPECT_TRUE(found.emplace(ratio.what, ratio).second) << ratio.what << " is there twice";
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found.at("cgal / ours").value, 25);
  EXPECT_FALSE(found.at("cgal / ours").reached()); // of 30
  EXPECT_EQ(found.at("embree / ours").value, 6.5);
  EXPECT_TRUE(found.at("embree / ours").reached()); // of 6
  EXPECT_EQ(found.at("one thread / two").value, 2);
  EXPECT_TRUE(found.at("one thread / two").reached());
  EXPECT_EQ(found.at("own defaults / as F08").value, 2);
  EXPECT_FALSE(found.at("own defaults / as F08").reached()); // at most 1.5
}

TEST(Ratios, HaveNoTargetsForAnotherMesh) {
  const DetectionCase ours{PairPose::shallow, 16, true, "cpu", 1};
  BenchResult result;
  result.cases = {timed(ours, 2)};
  result.peers = {timed_peer("cgal", 0, 50)};
  const std::vector<Ratio> with = ratios_of(result, true), without = ratios_of(result, false);
  ASSERT_EQ(with.size(), 1u);
  ASSERT_EQ(without.size(), 1u);
  EXPECT_TRUE(with.front().has_target());
  EXPECT_FALSE(without.front().has_target());
  EXPECT_EQ(with.front().value, without.front().value);
}

TEST(Ratios, LeaveOutWhatWasRefused) {
  const DetectionCase ours{PairPose::shallow, 16, true, "cpu", 1};
  BenchResult result;
  result.cases = {timed(ours, 0)};
  result.cases.front().milliseconds = {};
  result.cases.front().refused = "wrong";
  result.peers = {timed_peer("cgal", 0, 50)};
  EXPECT_TRUE(ratios_of(result, true).empty());
}

} // namespace
} // namespace lamina::bench
