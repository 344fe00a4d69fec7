#pragma once

#include "tests/ui/render/pictures/picture_support.h"
#include "ui/render/pictures/ray_tracer.h"

#include <memory>

namespace lamina::test {

/// Pictures of one size from one eye, drawn and by rays, of bodies alone: without grid and shadows.
class DrawnAndTraced : public Drawing {
protected:
  DrawnAndTraced(const ViewSize& picture_size, const Vec3& eye) : size(picture_size) {
    view.grid = view.shadows = false;
    view.quality = Quality::low;
    CameraView from;
    from.eye = eye;
    camera = Camera(from);
  }
  Image drawn(const Snapshot& snapshot) {
    return renderer->render(snapshot, camera, view, size.width, size.height);
  }
  Image traced(std::shared_ptr<const Snapshot> snapshot) {
    RayTracer tracer;
    tracer.show(std::move(snapshot), camera, ray_traced_options(view), size);
    return tracer.whole(size, 1);
  }

  ViewSize size;
  ViewOptions view;
  Camera camera;
};

} // namespace lamina::test
