#pragma once

#include "core/base/progress.h"
#include "core/bench/peer.h"

#include <filesystem>

#include <sys/types.h>

namespace lamina {

/// The program lamina-peers at work: one request a line, one answer a line. Ended with this object.
class PeerProcess : public bench::PeerSource {
public:
  /// Starts it and asks which peers it has. Throws InputError, saying how to come by it, if it is not there,
  /// and std::runtime_error if it does not answer or reads another mesh than this program.
  PeerProcess();
  ~PeerProcess() override;
  PeerProcess(const PeerProcess&) = delete;
  PeerProcess& operator=(const PeerProcess&) = delete;

  const std::vector<bench::PeerDescription>& peers() const override { return peers_; }
  /// Throws Cancelled once Ctrl+C was pressed.
  bench::PeerSample measure(const std::string& peer, bench::PairPose pose, int resolution,
                            int repetition) override;

private:
  void stop();
  void start(const std::filesystem::path& program);
  void send(const std::string& line);
  std::string receive();
  void read_descriptions();

  pid_t id_ = -1;
  int socket_ = -1;
  std::string unread_;
  std::vector<bench::PeerDescription> peers_;
};

} // namespace lamina
