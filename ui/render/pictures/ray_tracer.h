#pragma once

#include "core/picture/ray_picture.h"
#include "core/simulation/snapshot.h"
#include "ui/render/bodies/shown_shape.h"
#include "ui/render/bodies/vertex_normals.h"
#include "ui/render/camera/camera.h"
#include "ui/render/overlay/shown_scales.h"
#include "ui/render/pictures/image.h"
#include "ui/render/view_options.h"

#include <atomic>
#include <map>
#include <memory>
#include <vector>

namespace lamina {

struct Frame;

/// What ray-traced pictures show of what is asked for: bodies, floors, ground grid and cut. Contacts, forces,
/// skin colours, insides and lines are left out.
ViewOptions ray_traced_options(const ViewOptions& options);

/// Makes ray-traced pictures of snapshots (core/picture), with the colours, light, ground and background of
/// those that SceneRenderer draws. It sends rays into the trees that contact detection has
/// (Snapshot::trees). Where that has none, it makes one for each mesh of rigid bodies, and one for each body
/// that deforms. These are kept, and refitted to what moves. Needs no OpenGL; not shared between threads.
class RayTracer {
public:
  /// After so many passes a picture gets no finer.
  static constexpr int most_passes = 16;
  /// How many passes a quality is worth, of a picture that is made at once.
  static constexpr int passes_of(Quality quality) {
    return quality == Quality::high ? most_passes : quality == Quality::medium ? 4 : 1;
  }
  /// So many pixels a picture has at most that shall come soon.
  static constexpr int quick_pixels = 640 * 480;

  /// What is to be seen, and how; the snapshot must stay until the next call.
  void show(std::shared_ptr<const Snapshot> snapshot, const Camera& camera, const ViewOptions& options,
            ViewSize size);
  /// Begins a picture of it, of a size that need not be that which is shown: lines of the grid are the
  /// thinner the smaller it is.
  void begin(ViewSize size);
  /// Makes it finer by a pass (picture::RayPicture::add_pass); of many, the first shows most.
  bool add_pass(const std::atomic<bool>* stop = nullptr);

  /// A picture of so many passes.
  Image whole(ViewSize size, int passes);

  int passes() const { return picture_.passes(); }
  ViewSize size() const { return {picture_.width(), picture_.height()}; }
  Image image() const;
  const ShownScales& scales() const { return scales_; }

  /// How many trees it has built, and how many refits it has made of its own ones and of copies.
  std::uint64_t trees_built() const { return built_; }
  std::uint64_t trees_refitted() const { return refitted_; }
  /// How many surfaces of what is shown are seen by a tree of contact detection, or a copy of one.
  std::size_t trees_shared() const { return shared_; }

private:
  /// Of rigid bodies that share a mesh: its shown triangles at rest.
  struct Rest {
    std::unique_ptr<bvh::HitTree> tree; ///< once it is needed
    SmoothVertices smooth;
  };
  /// Of a body that deforms.
  struct Deforming {
    std::shared_ptr<const PreparedMesh> mesh;
    std::shared_ptr<const std::vector<Vec3>> shown; ///< what the rest was made of
    std::shared_ptr<const SurfaceTree> copied;      ///< what the tree is a copy of, if any
    std::unique_ptr<std::vector<Vec3>> positions;   ///< the same, in memory that stays
    std::unique_ptr<bvh::HitTree> tree;
    Box bounds; ///< of those positions
    SmoothVertices smooth;
  };

  bool add_rigid(std::size_t body, picture::SeenSurface& surface);
  bool add_deforming(std::size_t body, picture::SeenSurface& surface);
  void set_look(Frame& frame, const ViewOptions& options);

  std::shared_ptr<const Snapshot> snapshot_;
  Camera camera_;
  ViewSize size_;
  ShownShapes shapes_;
  PerMesh<Rest> rest_;
  std::map<std::size_t, Deforming> deforming_;
  picture::RayScene scene_;
  picture::Look look_;
  picture::PixelRays rays_;
  picture::RayPicture picture_;
  ShownScales scales_;
  float line_width_ = 1; ///< pixels of what is shown
  std::uint64_t built_ = 0, refitted_ = 0;
  std::size_t shared_ = 0;
};

/// The largest size of the same shape with no more than that many pixels.
ViewSize size_within(ViewSize size, int pixels);

/// Scaled to this size, smoothly.
Image scaled_to(const Image& image, ViewSize size);

/// The rays of a camera, those of Camera::ray.
picture::PixelRays pixel_rays(const Camera& camera, ViewSize size);

} // namespace lamina
