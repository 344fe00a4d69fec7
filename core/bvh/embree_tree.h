#pragma once

#include "core/bvh/hit_tree.h"

#include <memory>

namespace lamina::bvh {

/// Embree's device, shared by all trees. Made without a number of threads, since Embree would hold the whole
/// process to it. Throws std::runtime_error if Embree does not start.
class EmbreeDevice {
public:
  EmbreeDevice();
  ~EmbreeDevice();
  EmbreeDevice(const EmbreeDevice&) = delete;
  EmbreeDevice& operator=(const EmbreeDevice&) = delete;

  struct Handle;
  Handle& handle() const { return *handle_; }

private:
  std::unique_ptr<Handle> handle_;
};

/// A bounding volume hierarchy of Embree over one surface: built once for its triangles, and refitted when
/// they move. Embree has single precision, so it only finds triangles whose boxes the ray meets. Boxes are
/// rounded outwards by more than single precision loses anywhere on the way, about the middle of the surface.
/// RayTest decides in double precision.
class EmbreeTree : public HitTree {
public:
  /// The device must outlive the tree.
  explicit EmbreeTree(const EmbreeDevice& device);
  ~EmbreeTree() override;
  EmbreeTree(const EmbreeTree&) = delete;
  EmbreeTree& operator=(const EmbreeTree&) = delete;

  /// Throws std::runtime_error if Embree cannot, for want of memory.
  void build(std::span<const Triangle> triangles, std::span<const Vec3> positions,
             const Box& bounds) override;
  void refit(const Box& bounds) override;
  Hit first_hit(const Ray& ray) const override;

private:
  struct Scene;
  std::unique_ptr<Scene> scene_;
};

} // namespace lamina::bvh
