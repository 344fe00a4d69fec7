// Other libraries at the same work as `lamina bench`, in a process of its own: CGAL is partly GPL and changes
// how numbers are rounded. Never installed.
//
// Standard input has one request a line, standard output one answer. "peers" is answered by a line for the
// mesh, a line for each peer, its fields parted by tabs, and "end"; "PEER POSE PIXELS REPETITION" by
// milliseconds and the peer's result, or by a sentence on what went wrong.

#include "benchmarks/peers/peer.h"
#include "core/bench/models.h"

#include <chrono>
#include <cstdio>
#include <exception>
#include <iostream>
#include <map>
#include <sstream>

#include <unistd.h>

namespace lamina::bench {
namespace {

/// Answers go to what standard output was; words of the libraries go to standard error instead.
std::FILE* take_standard_output() {
  const int own = ::dup(1);
  ::dup2(2, 1);
  return ::fdopen(own, "w");
}

class Server {
public:
  explicit Server(std::FILE* answers) : answers_(answers) {}

  void describe() {
    std::fprintf(answers_, "mesh\t%s\t%zu\n", bunny().name.c_str(), bunny().triangles.size());
    for (const Peer& peer : peers_) {
      const PeerDescription& d = peer.description;
      std::fprintf(answers_, "peer\t%s\t%s\t%s\t%s\t%s\t%s\n", d.name.c_str(), d.version.c_str(),
                   d.sampled ? "sampled" : "whole", d.result.c_str(), d.yields.c_str(), d.lacks.c_str());
    }
    std::fputs("end\n", answers_);
  }

  void measure(const std::string& request) {
    using Clock = std::chrono::steady_clock;
    std::istringstream stream(request);
    std::string name, pose_name;
    int resolution = 0, repetition = 0;
    stream >> name >> pose_name >> resolution >> repetition;
    const Peer* peer = nullptr;
    for (const Peer& candidate : peers_)
      if (candidate.make && candidate.description.name == name)
        peer = &candidate;
    if (!stream || !peer || resolution < 0 || resolution > 4096) {
      std::fputs("no such request\n", answers_);
      return;
    }

    const PairPose pose = pose_name == "deep" ? PairPose::deep : PairPose::shallow;
    MovedPair& pair = *pairs_.try_emplace(pose, std::make_unique<MovedPair>(pose)).first->second;
    pair.move(repetition);
    pair.refit();
    std::unique_ptr<PeerWork>& work = works_[{name, pose}];
    if (!work)
      work = peer->make(pair);
    work->take(pair);
    const auto begin = Clock::now();
    const double result = work->work(resolution);
    const std::chrono::duration<double, std::milli> time = Clock::now() - begin;
    std::fprintf(answers_, "%.9g %.17g\n", time.count(), result);
  }

private:
  std::FILE* answers_;
  std::vector<Peer> peers_ = [] {
    std::vector<Peer> all;
    for (const auto make : {embree_peer, cgal_peer, fcl_peer, bullet_peer})
      all.push_back(make());
    return all;
  }();
  std::map<PairPose, std::unique_ptr<MovedPair>> pairs_;
  std::map<std::pair<std::string, PairPose>, std::unique_ptr<PeerWork>> works_;
};

void serve() {
  std::FILE* answers = take_standard_output();
  if (!answers)
    throw std::runtime_error("lamina-peers: cannot write to standard output");
  Server server(answers);
  for (std::string line; std::getline(std::cin, line);) {
    try {
      line == "peers" ? server.describe() : server.measure(line);
    } catch (const std::exception& error) {
      std::fprintf(answers, "failed: %s\n", error.what());
    }
    std::fflush(answers);
  }
}

} // namespace
} // namespace lamina::bench

int main() {
  try {
    lamina::bench::serve();
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
