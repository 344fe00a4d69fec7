#pragma once

#include "core/bench/moved_bodies.h"
#include "core/bench/moved_pair.h"

#include <vector>

namespace lamina::bench {

/// Any bodies, all of which wave as the bunny of MovedPair does, their positions kept in single precision.
class WavedBodies : public MovedBodies {
public:
  /// `self`: each may touch itself.
  WavedBodies(const std::vector<TriangleMesh>& meshes, bool self);
  WavedBodies(const WavedBodies&) = delete;
  WavedBodies& operator=(const WavedBodies&) = delete;

  void move(int repetition) override;
  void refit() override;
  std::span<const Surface* const> surfaces() const override { return pointers_; }
  /// Not known: no number.
  double exact_volume() const override;

private:
  std::vector<TimedMesh> meshes_;
  std::vector<Surface> surfaces_;
  std::vector<const Surface*> pointers_;
};

} // namespace lamina::bench
