#include "core/bench/bench.h"

#include "core/base/error.h"
#include "core/bench/models.h"
#include "core/bench/targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace lamina::bench {
namespace {

using ::testing::HasSubstr;

/// Peers that answer at once with what they are told to.
struct FakePeers : PeerSource {
  std::vector<PeerDescription> list{{"exact", "1", false, PeerBodies::pair, "volume", "", "", ""},
                                    {"wrong", "1", false, PeerBodies::pair, "volume", "", "", ""},
                                    {"broken", "1", true, PeerBodies::pair, "pairs", "", "", ""},
                                    {"absent", "", true, PeerBodies::pair, "pairs", "", "", "not built"}};
  std::set<std::string> asked;

  const std::vector<PeerDescription>& peers() const override { return list; }
  PeerSample measure(const std::string& peer, const PeerTask& task) override {
    asked.insert(peer);
    if (peer == "broken")
      throw std::runtime_error("it broke");
    MovedPair pair(task.pose);
    pair.move(task.repetition);
    const double volume = pair.exact_volume();
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
  const BenchResult result = run_bench({{16}, {"cpu"}, {1}, 2, 0, 0}, &peers, {});
  ASSERT_EQ(result.cases.size(), 6u); // two poses, three samplings
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
  EXPECT_EQ(row_of(result, "exact").times.spread().median, 5);
  EXPECT_THAT(row_of(result, "wrong").refused, HasSubstr("volume"));
  EXPECT_EQ(row_of(result, "wrong").times.spread().count, 0u);
  EXPECT_EQ(row_of(result, "broken").refused, "it broke");
}

TEST(Bench, EndsWhereItIsAskedTo) {
  EXPECT_THROW(
      run_bench({{16}, {"cpu"}, {1}, 1000, 0, 0}, nullptr, [](double, const std::string&) { return false; }),
      Cancelled);
}

TEST(Bench, ABackendThatThereIsNotIsNamed) {
  EXPECT_THROW(run_bench({{16}, {"abacus"}, {1}, 1, 0, 0}, nullptr, {}), InputError);
}

TEST(MovedPair, IsWhereItsRepetitionPutsItWhateverCameBefore) {
  for (const PairPose pose : pair_poses) {
    MovedPair once(pose), often(pose);
    once.move(3);
    for (const int repetition : {0, 7, 3})
      often.move(repetition);
    EXPECT_EQ(once.bunny().single_positions, often.bunny().single_positions);
    EXPECT_EQ(once.cube().single_positions, often.cube().single_positions);
    often.move(4);
    EXPECT_NE(once.bunny().single_positions, often.bunny().single_positions);
    EXPECT_NE(once.cube().single_positions, often.cube().single_positions);
  }
}

TEST(MovedPair, MovesInTheWavesThatTheTargetsAreStatedFor) {
  MovedPair pair(PairPose::deep), still(PairPose::deep);
  const int r = 5;
  pair.move(r);
  for (std::size_t i = 0; i < pair.bunny().vertex_positions().size(); i += 997) {
    const Vec3& p = timed_bunny(0).rest->vertices[i];
    const Vec3 there = p + 0.002 * Vec3(std::sin(9 * p.y() + 0.37 * r), std::sin(8 * p.z() + 0.48 * r),
                                        std::sin(7 * p.x() + 0.26 * r));
    // Rounding of three numbers of at most 1 in single precision.
    EXPECT_LT((pair.bunny().vertex_positions()[i] - there).norm(), 1e-7);
  }
  const Vec3 shift = 0.003 * Vec3(std::sin(0.7 * r), std::sin(0.7 * r + 1), std::sin(0.7 * r + 2));
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_LT((pair.cube().vertex_positions()[i] - still.cube().vertex_positions()[i] - shift).norm(), 2e-7);
}

CaseResult timed(const DetectionCase& wanted, double milliseconds) {
  CaseResult row;
  row.wanted = wanted;
  row.totals.add(0, milliseconds);
  return row;
}

PeerResult timed_peer(const std::string& peer, int resolution, double milliseconds) {
  PeerResult row;
  row.peer = peer;
  row.resolution = resolution;
  row.times.add(0, milliseconds);
  return row;
}

TEST(Ratios, AreComparedWithTheirTargets) {
  const DetectionCase ours{PairPose::shallow, 128, true, "cpu", 1};
  DetectionCase two = ours, pixels = ours;
  two.threads = 2;
  pixels.pixels = true;
  DetectionCase own = pixels;
  own.as_f08 = false;
  BenchResult result;
  result.cases = {timed(ours, 2), timed(two, 1), timed(pixels, 2.5), timed(own, 4)};
  for (const int threads : {1, 2}) {
    result.sharing.push_back({PairPose::shallow, threads, {}});
    result.sharing.back().times.add(0, threads == 1 ? 3 : 2);
  }
  result.peers = {timed_peer("cgal", 0, 50), timed_peer("embree", 16, 1), timed_peer("embree", 128, 13)};

  std::map<std::string, Ratio> found;
  for (const Ratio& ratio : ratios_of(result, true))
    EXPECT_TRUE(found.emplace(ratio.what, ratio).second) << ratio.what << " is there twice";
  ASSERT_EQ(found.size(), 5u);
  EXPECT_EQ(found.at("one thread / two, nothing shared").value.median, 1.5);
  EXPECT_FALSE(found.at("one thread / two, nothing shared").has_target()) << "it is the machine's";
  EXPECT_EQ(found.at("cgal / ours").value.median, 25);
  EXPECT_FALSE(found.at("cgal / ours").reached()); // of 30
  EXPECT_EQ(found.at("embree / ours").value.median, 6.5);
  EXPECT_TRUE(found.at("embree / ours").reached()); // of 6
  EXPECT_EQ(found.at("one thread / two").value.median, 2);
  EXPECT_TRUE(found.at("one thread / two").reached());
  EXPECT_EQ(found.at("own defaults / as F08").value.median, 1.6);
  EXPECT_FALSE(found.at("own defaults / as F08").reached()); // at most 1.5
}

MethodResult timed_method(const MethodCase& wanted, double milliseconds) {
  MethodResult row;
  row.wanted = wanted;
  row.totals.add(0, milliseconds);
  return row;
}

TEST(Ratios, OfOtherMethodsAreThoseOfPeersThatDoTheLike) {
  BenchResult result;
  result.methods = {timed_method({MethodScene::deep, "proximity"}, 5),
                    timed_method({MethodScene::deep, "raytraced"}, 20),
                    timed_method({MethodScene::tori, "proximity"}, 20),
                    timed_method({MethodScene::tori, "raytraced"}, 4),
                    timed_method({MethodScene::pinched, "proximity"}, 2),
                    timed_method({MethodScene::deep, "proximity", 2}, 3)};
  result.peers = {timed_peer("fcl", 0, 10), timed_peer("embree", 16, 10), timed_peer("embree-inward", 0, 2)};
  result.peers[0].pose = result.peers[1].pose = PairPose::deep;
  result.peers[2].tori = true;

  const std::vector<Ratio> ratios = ratios_of(result, true);
  ASSERT_EQ(ratios.size(), 3u);
  EXPECT_EQ(ratios[0].what, "fcl / proximity");
  EXPECT_EQ(ratios[0].bodies(), "deep");
  EXPECT_EQ(ratios[0].value.median, 2);
  EXPECT_FALSE(ratios[0].reached()); // of 3
  EXPECT_EQ(ratios[1].what, "raytraced / embree-inward");
  EXPECT_EQ(ratios[1].bodies(), "tori");
  EXPECT_EQ(ratios[1].value.median, 2);
  EXPECT_FALSE(ratios[1].reached()); // at most 1.3
  EXPECT_EQ(ratios[2].bodies(), "pinched");
  EXPECT_EQ(ratios[2].value.median, 2); // ms
  EXPECT_TRUE(ratios[2].reached());
}

TEST(MethodRuns, FindContactsInEveryScene) {
  for (const MethodScene scene :
       {MethodScene::shallow, MethodScene::deep, MethodScene::tori, MethodScene::pinched})
    for (const char* method : {"proximity", "raytraced"}) {
      MethodRun run({scene, method});
      const auto bodies = bodies_of(scene);
      bodies->move(3);
      const auto phases = run.detect(*bodies);
      EXPECT_EQ(run.problem(*bodies), "") << name_of(scene) << ", " << method;
      EXPECT_NEAR(phases[0] + phases[1], phases[2], 1e-9 * phases[2]) << "milliseconds";
    }
}

TEST(MethodRuns, TellOtherContactsFromTheSame) {
  PairContacts p;
  p.contacts.push_back({});
  p.gradient.push_back({1, Vec3::UnitX()});
  std::vector<PairContacts> one{p}, other{p};
  EXPECT_TRUE(same_contacts(one, other));
  other[0].gradient[0].value.y() = 1e-300;
  EXPECT_FALSE(same_contacts(one, other));
  EXPECT_FALSE(same_contacts(one, {}));
}

TEST(Ratios, OfTheLargePairAreItsRefitItsGrowthAndItsMemory) {
  const DetectionCase small{PairPose::deep, 128, true, "cpu", 1};
  DetectionCase large = small;
  large.subdivisions = large_subdivisions;
  BenchResult result;
  result.cases = {timed(small, 2), timed(large, 96)};
  result.cases[0].triangles = 1000;
  result.cases[1].triangles = 64000;
  for (const int subdivisions : {0, large_subdivisions}) {
    PeerResult refit = timed_peer("embree-refit", 0, subdivisions == 0 ? 3 : 480);
    refit.pose = PairPose::deep;
    refit.subdivisions = subdivisions;
    result.peers.push_back(refit);
  }
  result.memory = {{large, 1'000'000, 32'000'000, 8'000'000, 50'000'000}};

  std::map<std::pair<std::string, int>, Ratio> found;
  for (const Ratio& ratio : ratios_of(result, true))
    EXPECT_TRUE(found.emplace(std::pair(ratio.what, ratio.subdivisions), ratio).second) << ratio.what;
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found.at({"embree-refit / ours", 0}).value.median, 1.5);
  EXPECT_FALSE(found.at({"embree-refit / ours", 0}).has_target());
  const Ratio& refit = found.at({"embree-refit / ours", large_subdivisions});
  EXPECT_EQ(refit.value.median, 5);
  EXPECT_TRUE(refit.reached());          // of 5
  EXPECT_FALSE(refit.stretch_reached()); // of 9
  const Ratio& growth = found.at({"time a triangle, large / 69k", large_subdivisions});
  EXPECT_EQ(growth.value.median, 0.75);
  EXPECT_TRUE(growth.reached());         // at most 1.2
  EXPECT_TRUE(growth.stretch_reached()); // at most 1
  const Ratio& memory = found.at({"memory / allowed", large_subdivisions});
  EXPECT_EQ(memory.value.median, 0.5); // of 32 MB and 32 B a triangle
  EXPECT_TRUE(memory.reached());
}

TEST(Ratios, OfAFullRunHaveAsManyTargetsAsThereAre) {
  BenchResult result;
  for (const PairPose pose : pair_poses) {
    for (const int subdivisions : {0, large_subdivisions})
      for (const int resolution : subdivisions == 0 ? std::vector<int>{16, 128} : std::vector<int>{128})
        for (const int threads : {1, 2})
          for (const auto& [as_f08, pixels] : {std::pair{true, false}, {true, true}, {false, true}}) {
            result.cases.push_back(
                timed({pose, resolution, as_f08, "cpu", threads, subdivisions, pixels}, 1));
            result.cases.back().triangles = 1000;
          }
    for (const auto& [peer, subdivisions, resolution] :
         {std::tuple{"cgal", 0, 0}, {"embree", 0, 16}, {"embree", 0, 128}, {"embree-refit", 3, 0}}) {
      result.peers.push_back(timed_peer(peer, resolution, 1));
      result.peers.back().pose = pose;
      result.peers.back().subdivisions = subdivisions;
    }
    for (const int subdivisions : {0, large_subdivisions})
      result.memory.push_back({{pose, 128, true, "cpu", 1, subdivisions}, 1000, 1000, 10, 1000});
  }
  for (const MethodScene scene :
       {MethodScene::shallow, MethodScene::deep, MethodScene::tori, MethodScene::pinched})
    for (const char* method : {"proximity", "raytraced"})
      result.methods.push_back(timed_method({scene, method}, 1));
  for (const PairPose pose : pair_poses)
    for (const char* peer : {"fcl", "bullet"}) {
      result.peers.push_back(timed_peer(peer, 0, 1));
      result.peers.back().pose = pose;
    }
  result.peers.push_back(timed_peer("embree-inward", 0, 1));
  result.peers.back().tori = true;
  const std::vector<Ratio> ratios = ratios_of(result, true);
  EXPECT_EQ(std::count_if(ratios.begin(), ratios.end(), [](const Ratio& r) { return r.has_target(); }),
            number_of_targets());
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
  EXPECT_EQ(with.front().value.median, without.front().value.median);
}

TEST(Ratios, LeaveOutWhatWasRefused) {
  const DetectionCase ours{PairPose::shallow, 16, true, "cpu", 1};
  BenchResult result;
  result.cases.emplace_back().wanted = ours;
  result.cases.front().refused = "wrong";
  result.peers = {timed_peer("cgal", 0, 50)};
  EXPECT_TRUE(ratios_of(result, true).empty());
}

} // namespace
} // namespace lamina::bench
