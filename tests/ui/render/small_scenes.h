#pragma once

#include "core/simulation/snapshot.h"

#include <memory>
#include <vector>

namespace lamina::test {

/// A sphere about the origin with its poles on the y axis; vertices lie on the sphere.
TriangleMesh round_sphere(double radius, int rings = 48, int around = 96);
/// A box about the origin with twelve triangles.
TriangleMesh plain_box(const Vec3& size);
/// A square sheet in the plane y = 0, facing up.
TriangleMesh plain_sheet(double side);

std::shared_ptr<PreparedMesh> prepared(TriangleMesh mesh);
/// A sheet that is the top of a thick solid: two triangles are shown, the rest is its skirt.
std::shared_ptr<PreparedMesh> thick_ground(double side, double thickness);

struct Placed {
  std::shared_ptr<const PreparedMesh> mesh;
  Vec3 position = Vec3::Zero();
  std::optional<std::array<float, 3>> colour;
  BodyKind kind = BodyKind::rigid;
};
/// A snapshot of bodies of 1 kg at rest, up is y.
Snapshot snapshot_of(const std::vector<Placed>& bodies);

/// A pair with contact pixels that fill the region's box in one view direction: lower ends on its lower side.
PairState pixel_layer(const Region& region, int axis);
/// A pair whose contact pixels differ in size: they fill the region's box in one view direction as the layer
/// does. Tiles are cut in halves along one side or the other; the columns of every third lie outside of it.
PairState tile_layer(const Region& region, int axis, int tiles);
/// A region along the world's axes.
Region plain_region(const Vec3& minimum, const Vec3& size, const std::array<int, 3>& pixels);

} // namespace lamina::test
