#pragma once

#include "core/bench/line_process.h"
#include "core/bench/peer.h"

namespace lamina {

/// The program lamina-peers at work: one request a line, one answer a line. Ended with this object.
class PeerProcess : public bench::PeerSource {
public:
  /// Starts it and asks which peers it has. Throws InputError, saying how to come by it, if it is not there,
  /// and std::runtime_error if it does not answer or reads another mesh than this program.
  PeerProcess();

  const std::vector<bench::PeerDescription>& peers() const override { return peers_; }
  /// Throws Cancelled once Ctrl+C was pressed.
  bench::PeerSample measure(const std::string& peer, const bench::PeerTask& task) override;

private:
  void read_descriptions();

  bench::LineProcess process_;
  std::vector<bench::PeerDescription> peers_;
};

} // namespace lamina
