// Other libraries at the same work as `lamina bench`, in a process of its own: CGAL is partly GPL and changes
// how numbers are rounded. Never installed.
//
// Standard input has one request a line, standard output one answer. "peers" is answered by a line for the
// mesh, a line for each peer, its fields parted by tabs, and "end"; "PEER BODIES SUBDIVISIONS PIXELS
// REPETITION" by milliseconds and the peer's result, or by a sentence on what went wrong.

#include "benchmarks/peers/peer.h"
#include "core/bench/bench.h"
#include "core/bench/models.h"

#include <chrono>
#include <cstdio>
#include <exception>
#include <iostream>
#include <map>
#include <sstream>
#include <tuple>

#include <unistd.h>

namespace lamina::bench {
namespace {

/// Answers go to what standard output was; words of the libraries go to standard error instead.
std::FILE* take_standard_output() {
  const int own = ::dup(1);
  ::dup2(2, 1);
  return ::fdopen(own, "w");
}

const char* word_of(PeerBodies bodies) {
  return bodies == PeerBodies::large_pair ? "large" : bodies == PeerBodies::tori ? "tori" : "small";
}

class Server {
public:
  explicit Server(std::FILE* answers) : answers_(answers) {}

  void describe() {
    std::fprintf(answers_, "mesh\t%s\t%zu\n", bunny().name.c_str(), bunny().triangles.size());
    for (const Peer& peer : peers_) {
      const PeerDescription& d = peer.description;
      std::fprintf(answers_, "peer\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", d.name.c_str(), d.version.c_str(),
                   d.sampled ? "sampled" : "whole", word_of(d.bodies), d.result.c_str(), d.yields.c_str(),
                   d.lacks.c_str(), d.version.empty() ? d.absence.c_str() : "there");
    }
    std::fputs("end\n", answers_);
  }

  void measure(const std::string& request) {
    std::istringstream stream(request);
    std::string name, pose_name;
    int subdivisions = 0, resolution = 0, repetition = 0;
    stream >> name >> pose_name >> subdivisions >> resolution >> repetition;
    const Peer* peer = nullptr;
    for (const Peer& candidate : peers_)
      if (candidate.make && candidate.description.name == name)
        peer = &candidate;
    if (!stream || !peer || subdivisions < 0 || subdivisions > large_subdivisions || resolution < 0 ||
        resolution > 4096) {
      std::fputs("no such request\n", answers_);
      return;
    }

    if (peer->description.bodies == PeerBodies::tori)
      time(*peer, "tori", subdivisions, resolution, repetition, [] { return bodies_of(MethodScene::tori); });
    else
      time(*peer, pose_name, subdivisions, resolution, repetition, [&] {
        const PairPose pose = pose_name == name_of(PairPose::deep) ? PairPose::deep : PairPose::shallow;
        return std::make_unique<MovedPair>(pose, subdivisions);
      });
  }

private:
  template <class Make>
  void time(const Peer& peer, const std::string& name, int subdivisions, int resolution, int repetition,
            const Make& make) {
    using Clock = std::chrono::steady_clock;
    std::unique_ptr<MovedBodies>& bodies = bodies_[{name, subdivisions}];
    if (!bodies)
      bodies = make();
    bodies->move(repetition);
    bodies->refit();
    std::unique_ptr<PeerWork>& work = works_[{peer.description.name, name, subdivisions}];
    if (!work)
      work = peer.make(*bodies);
    work->take(*bodies);
    const auto begin = Clock::now();
    const double result = work->work(resolution);
    const std::chrono::duration<double, std::milli> time = Clock::now() - begin;
    std::fprintf(answers_, "%.9g %.17g\n", time.count(), result);
  }

  std::FILE* answers_;
  std::vector<Peer> peers_ = [] {
    std::vector<Peer> all;
    for (const auto make :
         {embree_peer, embree_refit_peer, embree_inward_peer, cgal_peer, fcl_peer, bullet_peer, opengl_peer})
      all.push_back(make());
    return all;
  }();
  std::map<std::pair<std::string, int>, std::unique_ptr<MovedBodies>> bodies_; ///< by name and subdivisions
  std::map<std::tuple<std::string, std::string, int>, std::unique_ptr<PeerWork>> works_;
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
