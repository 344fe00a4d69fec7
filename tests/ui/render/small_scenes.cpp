#include "tests/ui/render/small_scenes.h"
#include "core/contact/ldi/image_evidence.h"

#include <cmath>

namespace lamina::test {

TriangleMesh round_sphere(double radius, int rings, int around) {
  TriangleMesh mesh;
  const auto ring_vertex = [&](int ring, int step) {
    return static_cast<std::uint32_t>(1 + (ring - 1) * around + step % around);
  };
  mesh.vertices.push_back(Vec3(0, radius, 0));
  for (int ring = 1; ring < rings; ++ring)
    for (int step = 0; step < around; ++step) {
      const double down = M_PI * ring / rings, turn = 2 * M_PI * step / around;
      mesh.vertices.push_back(
          radius * Vec3(std::sin(down) * std::sin(turn), std::cos(down), std::sin(down) * std::cos(turn)));
    }
  mesh.vertices.push_back(Vec3(0, -radius, 0));
  const auto last = static_cast<std::uint32_t>(mesh.vertices.size() - 1);
  for (int step = 0; step < around; ++step) {
    mesh.triangles.push_back({0, ring_vertex(1, step), ring_vertex(1, step + 1)});
    mesh.triangles.push_back({last, ring_vertex(rings - 1, step + 1), ring_vertex(rings - 1, step)});
    for (int ring = 1; ring + 1 < rings; ++ring) {
      const std::uint32_t a = ring_vertex(ring, step), b = ring_vertex(ring, step + 1);
      const std::uint32_t c = ring_vertex(ring + 1, step), d = ring_vertex(ring + 1, step + 1);
      mesh.triangles.push_back({a, c, b});
      mesh.triangles.push_back({b, c, d});
    }
  }
  return mesh;
}

TriangleMesh plain_box(const Vec3& size) {
  TriangleMesh mesh;
  for (int corner = 0; corner < 8; ++corner)
    mesh.vertices.push_back(
        0.5 * size.cwiseProduct(Vec3(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1)));
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

TriangleMesh plain_sheet(double side) {
  const double h = 0.5 * side;
  TriangleMesh mesh;
  mesh.vertices = {{-h, 0, -h}, {h, 0, -h}, {-h, 0, h}, {h, 0, h}};
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}};
  return mesh;
}

std::shared_ptr<PreparedMesh> prepared(TriangleMesh mesh) {
  auto result = std::make_shared<PreparedMesh>();
  result->shown_triangles = mesh.triangles.size();
  result->mesh = std::move(mesh);
  result->report.accepted = true;
  return result;
}

std::shared_ptr<PreparedMesh> thick_ground(double side, double thickness) {
  TriangleMesh sheet = plain_sheet(side);
  TriangleMesh solid = plain_box(Vec3(side, thickness, side));
  for (const Vec3& vertex : solid.vertices)
    sheet.vertices.push_back(vertex - Vec3(0, 0.5 * thickness, 0));
  for (const Triangle& t : solid.triangles)
    sheet.triangles.push_back({t[0] + 4, t[1] + 4, t[2] + 4});
  auto result = prepared(std::move(sheet));
  result->shown_triangles = 2;
  result->sidedness = Sidedness::one_sided;
  return result;
}

Snapshot snapshot_of(const std::vector<Placed>& bodies) {
  Snapshot snapshot;
  auto infos = std::make_shared<std::vector<BodyInfo>>();
  for (const Placed& placed : bodies) {
    BodyInfo info;
    info.kind = placed.kind;
    info.mass = placed.kind == BodyKind::rigid ? 1 : 0;
    info.mesh = placed.mesh;
    info.colour = placed.colour;
    infos->push_back(info);
    BodyState state;
    state.id = static_cast<std::uint32_t>(snapshot.bodies.size());
    state.pose.position = state.mesh_pose.position = placed.position;
    snapshot.bodies.push_back(state);
  }
  snapshot.infos = infos;
  return snapshot;
}

Region plain_region(const Vec3& minimum, const Vec3& size, const std::array<int, 3>& pixels) {
  Region region;
  region.minimum = minimum;
  region.size = size;
  region.pixels = pixels;
  return region;
}

PairState pixel_layer(const Region& region, int axis) {
  PairState pair;
  pair.contacts.region = region;
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  for (int row = 0; row < region.pixels[v]; ++row)
    for (int column = 0; column < region.pixels[u]; ++column) {
      ContactPixelPair pixel{};
      Vec3 lower = region.minimum;
      lower[u] += region.size[u] * (column + 0.5) / region.pixels[u];
      lower[v] += region.size[v] * (row + 0.5) / region.pixels[v];
      pixel.lower = region.axes * lower;
      pixel.length = region.size[axis];
      pixel.axis = static_cast<std::uint8_t>(axis);
      pixel.pixel = {static_cast<std::uint16_t>(column), static_cast<std::uint16_t>(row)};
      pair.contacts.evidence.add<ImageEvidence>().pixels.push_back(pixel);
    }
  return pair;
}

PairState tile_layer(const Region& region, int axis, int tiles) {
  using Reach = std::array<double, 2>;
  const std::array<int, 2> along{(axis + 1) % 3, (axis + 2) % 3};
  const auto reach = [&](int k) { return Reach{0, region.size[k]}; };
  std::vector<std::array<Reach, 2>> rectangles{{reach(along[0]), reach(along[1])}};
  unsigned state = 7;
  while (rectangles.size() < static_cast<std::size_t>(tiles)) {
    state = state * 1664525u + 1013904223u;
    const std::size_t i = (state >> 8) % rectangles.size();
    const std::size_t side = rectangles.size() % 3 == 0 ? 1 : 0;
    std::array<Reach, 2> rest = rectangles[i];
    rest[side][0] = rectangles[i][side][1] = 0.5 * (rest[side][0] + rest[side][1]);
    rectangles.push_back(rest);
  }
  PairState pair;
  pair.contacts.region = region;
  ImageEvidence& images = pair.contacts.evidence.add<ImageEvidence>();
  for (std::size_t i = 0; i < rectangles.size(); ++i) {
    ContactPixelPair pixel{};
    PixelExtent extent{};
    Vec3 lower = region.minimum;
    for (std::size_t k = 0; k < 2; ++k) {
      const auto& [low, high] = rectangles[i][k];
      const double column = i % 3 == 2 ? low - 0.25 * (high - low) : 0.5 * (low + high);
      lower[along[k]] += column;
      extent.low[k] = static_cast<float>(low - column);
      extent.high[k] = static_cast<float>(high - column);
    }
    extent.tile = std::sqrt((extent.high[0] - extent.low[0]) * (extent.high[1] - extent.low[1]));
    pixel.lower = region.axes * lower;
    pixel.length = region.size[axis];
    pixel.axis = static_cast<std::uint8_t>(axis);
    images.pixels.push_back(pixel);
    images.extents.push_back(extent);
  }
  return pair;
}

} // namespace lamina::test
