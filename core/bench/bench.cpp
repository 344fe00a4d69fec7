#include "core/bench/bench.h"

#include "core/bench/contender.h"

#include <utility>

namespace lamina::bench {

namespace {

constexpr const char* own_backend = "cpu";

/// Those that are there, for these bodies.
std::vector<const PeerDescription*> present(PeerSource* peers, PeerBodies bodies) {
  std::vector<const PeerDescription*> all;
  if (peers)
    for (const PeerDescription& peer : peers->peers())
      if (!peer.version.empty() && peer.bodies == bodies)
        all.push_back(&peer);
  return all;
}

void add_methods(std::vector<std::unique_ptr<Contender>>& contenders, const BenchPlan& plan,
                 MethodScene scene) {
  for (const char* method : {"proximity", "raytraced"})
    for (const int threads : plan.threads)
      contenders.push_back(method_contender({scene, method, threads}));
}

/// What only methods are timed on that measure depths or gaps.
std::vector<Stand> method_stands_of(const BenchPlan& plan, PeerSource* peers) {
  std::vector<Stand> stands;
  for (const MethodScene scene : {MethodScene::tori, MethodScene::pinched}) {
    Stand& stand = stands.emplace_back();
    stand.bodies = bodies_of(scene);
    add_methods(stand.contenders, plan, scene);
    if (scene == MethodScene::tori)
      for (const PeerDescription* peer : present(peers, PeerBodies::tori))
        stand.contenders.push_back(peer_contender(*peers, *peer, {PairPose::shallow, 0, 0, 0, true}));
  }
  return stands;
}

/// The bunny as scanned: every case of the plan and every peer.
std::vector<Stand> stands_of(const BenchPlan& plan, PeerSource* peers) {
  std::vector<Stand> stands;
  for (const PairPose pose : pair_poses) {
    Stand& stand = stands.emplace_back();
    stand.bodies = std::make_unique<MovedPair>(pose);
    // What is compared stands close together: ratios are taken turn by turn.
    for (const PeerDescription* peer : present(peers, PeerBodies::pair))
      if (!peer->sampled)
        stand.contenders.push_back(peer_contender(*peers, *peer, {pose, 0, 0}));
    add_methods(stand.contenders, plan, pose == PairPose::deep ? MethodScene::deep : MethodScene::shallow);
    for (const int resolution : plan.resolutions) {
      for (const PeerDescription* peer : present(peers, PeerBodies::pair))
        if (peer->sampled)
          stand.contenders.push_back(peer_contender(*peers, *peer, {pose, 0, resolution}));
      for (const auto& [as_f08, pixels] : {std::pair{true, false}, {true, true}, {false, true}})
        for (const std::string& backend : plan.backends)
          for (const int threads : plan.threads)
            stand.contenders.push_back(
                case_contender({pose, resolution, as_f08, backend, threads, 0, pixels}));
    }
    for (const int threads : plan.threads)
      stand.contenders.push_back(sharing_contender(pose, threads));
  }
  return stands;
}

/// The subdivided bunny: our own backend and the peers that are meant for it.
std::vector<Stand> large_stands_of(const BenchPlan& plan, PeerSource* peers) {
  std::vector<Stand> stands;
  for (const PairPose pose : pair_poses) {
    Stand& stand = stands.emplace_back();
    stand.bodies = std::make_unique<MovedPair>(pose, large_subdivisions);
    for (const int threads : plan.threads)
      stand.contenders.push_back(
          case_contender({pose, large_resolution, true, own_backend, threads, large_subdivisions}));
    for (const PeerDescription* peer : present(peers, PeerBodies::large_pair))
      stand.contenders.push_back(
          peer_contender(*peers, *peer, {pose, large_subdivisions, peer->sampled ? large_resolution : 0}));
  }
  return stands;
}

} // namespace

BenchResult run_bench(const BenchPlan& plan, PeerSource* peers, const Progress& progress) {
  BenchResult result;
  const bool large = plan.large_repetitions > 0;
  {
    const std::vector<Stand> stands = stands_of(plan, peers);
    take_turns(stands, plan.warm_up, plan.repetitions, {progress, 0, large ? 0.45 : 0.9, ""});
    report_all(stands, result);
  }
  {
    const std::vector<Stand> stands = method_stands_of(plan, peers);
    take_turns(stands, plan.warm_up, plan.repetitions,
               {progress, large ? 0.45 : 0.9, large ? 0.5 : 1, "other methods, "});
    report_all(stands, result);
  }
  if (large) {
    const std::vector<Stand> stands = large_stands_of(plan, peers);
    take_turns(stands, 1, plan.large_repetitions, {progress, 0.5, 1, "large pair, "});
    report_all(stands, result);
  }
  for (const int subdivisions : large ? std::vector<int>{0, large_subdivisions} : std::vector<int>{0})
    for (const PairPose pose : pair_poses)
      result.memory.push_back(memory_of({pose, large_resolution, true, own_backend, 1, subdivisions}));
  return result;
}

} // namespace lamina::bench
