#include "benchmarks/peers/peer.h"
#include "core/bench/detection_case.h"
#include "core/contact/ldi/device/device_method.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/response/detection_request.h"
#include "gpu/opengl/peeling/peeling_device.h"

#include <cstdlib>
#include <stdexcept>

namespace lamina::bench {

namespace {

class OpenglWork : public PeerWork {
public:
  OpenglWork() : method_(ldi::make_device_method(gpu::make_peeling_device())) {}

  std::string renderer() const { return method_->device(); }

  void take(const MovedBodies& bodies) override { bodies_ = &bodies; }

  double work(int resolution) override {
    DetectionCase wanted;
    wanted.resolution = resolution;
    method_->detect(detection_input(bodies_->surfaces(), without_pixels_, settings_of(wanted)), results_);
    if (const std::optional<BackendFallback> fallback = method_->fallback())
      throw std::runtime_error(fallback->reason);
    return images_of(results_.front()).volume;
  }

private:
  std::unique_ptr<ContactMethod> method_;
  const MovedBodies* bodies_ = nullptr;
  std::array<BodyPair, 1> without_pixels_{{{0, 1, false}}};
  std::vector<PairContacts> results_;
};

} // namespace

Peer opengl_peer() {
  Peer peer{opengl_description(),
            [](const MovedBodies&) -> std::unique_ptr<PeerWork> { return std::make_unique<OpenglWork>(); }};
  // Mesa's software renderer draws on this thread then; graphics cards do not care.
  ::setenv("LP_NUM_THREADS", "0", 0);
  try {
    peer.description.version = "4.5, " + OpenglWork().renderer();
  } catch (const std::exception& error) {
    peer.description.absence = error.what();
  }
  return peer;
}

} // namespace lamina::bench
