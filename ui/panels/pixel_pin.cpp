#include "ui/panels/pixel_pin.h"

#include "ui/panels/pointer_tip.h"

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

const PreparedMesh* mesh_of(const Snapshot& snapshot, std::uint32_t body) {
  const bool known = snapshot.infos && body < snapshot.infos->size() && body < snapshot.bodies.size();
  return known ? (*snapshot.infos)[body].mesh.get() : nullptr;
}

// A point of a skin, from its vertices wherever they are.
std::optional<Vec3> skin_point(const TriangleMesh& mesh, const std::vector<Vec3>& vertices,
                               std::uint32_t triangle, const std::array<float, 2>& barycentric) {
  if (triangle >= mesh.triangles.size())
    return {};
  const Triangle& t = mesh.triangles[triangle];
  if (std::max({t[0], t[1], t[2]}) >= vertices.size())
    return {};
  const double b = double(barycentric[0]), c = double(barycentric[1]);
  return Vec3((1 - b - c) * vertices[t[0]] + b * vertices[t[1]] + c * vertices[t[2]]);
}

bool moves(const Snapshot& snapshot, std::uint32_t body) {
  return (*snapshot.infos)[body].kind != BodyKind::fixed;
}

// The end whose point is followed: the one pointed at, unless only the other one's body moves.
std::size_t followed_end(const Snapshot& snapshot, const PairContacts& contacts,
                         const ContactPixelPair& pixel, std::size_t pointed_at) {
  const auto body_at = [&](std::size_t end) { return contacts.body[pixel.body[end] & 1]; };
  const std::size_t other = 1 - pointed_at;
  return moves(snapshot, body_at(pointed_at)) || !moves(snapshot, body_at(other)) ? pointed_at : other;
}

std::uint8_t nearest_axis(const Mat3& axes, const Vec3& direction) {
  Eigen::Index axis = 0;
  (axes.transpose() * direction).cwiseAbs().maxCoeff(&axis);
  return std::uint8_t(axis);
}

} // namespace

std::optional<PixelPin> pin_pixel(const Snapshot& snapshot, const PixelReference& reference) {
  const ContactPixelPair* pixel = find_pixel(snapshot, reference);
  if (!pixel)
    return {};
  const PairContacts& contacts = snapshot.pairs[reference.pair].contacts;
  if (!mesh_of(snapshot, contacts.body[0]) || !mesh_of(snapshot, contacts.body[1]))
    return {};
  const std::size_t end = followed_end(snapshot, contacts, *pixel, reference.end == 0 ? 0 : 1);
  PixelPin pin;
  pin.bodies = contacts.body;
  pin.followed = contacts.body[pixel->body[end] & 1];
  pin.triangle = pixel->triangle[end];
  pin.barycentric = pixel->barycentric[end];
  const Vec3 axis = contacts.region.axes.col(pixel->axis % 3);
  pin.direction = snapshot.bodies[pin.followed].mesh_pose.orientation.conjugate() * axis;
  if (!pinned_point(snapshot, pin))
    return {};
  return pin;
}

std::optional<PixelReference> find_pinned(const Snapshot& snapshot, const PixelPin& pin) {
  const PreparedMesh* prepared = mesh_of(snapshot, pin.followed);
  if (!prepared)
    return {};
  const TriangleMesh& mesh = prepared->mesh;
  const auto point = skin_point(mesh, mesh.vertices, pin.triangle, pin.barycentric);
  if (!point)
    return {};
  const Vec3 direction = snapshot.bodies[pin.followed].mesh_pose.orientation * pin.direction;
  std::optional<PixelReference> nearest;
  for (std::uint32_t p = 0; p < snapshot.pairs.size(); ++p) {
    const PairContacts& contacts = snapshot.pairs[p].contacts;
    if (contacts.body != pin.bodies)
      continue;
    const std::vector<ContactPixelPair>& pixels = images_of(contacts).pixels;
    const std::uint8_t axis = nearest_axis(contacts.region.axes, direction);
    const PixelSides sides = pixel_sides(contacts.region, axis);
    double least = 4 * (sides.half_u.squaredNorm() + sides.half_v.squaredNorm());
    for (std::uint32_t i = 0; i < pixels.size(); ++i) {
      const ContactPixelPair& pixel = pixels[i];
      if (pixel.axis % 3 != axis)
        continue;
      for (std::size_t end = 0; end < 2; ++end) {
        if (contacts.body[pixel.body[end] & 1] != pin.followed)
          continue;
        const auto at = skin_point(mesh, mesh.vertices, pixel.triangle[end], pixel.barycentric[end]);
        const double squared = at ? (*at - *point).squaredNorm() : least;
        if (squared < least) {
          least = squared;
          nearest = PixelReference{p, i, int(end)};
        }
      }
    }
  }
  return nearest;
}

std::optional<Vec3> pinned_point(const Snapshot& snapshot, const PixelPin& pin) {
  const PreparedMesh* prepared = mesh_of(snapshot, pin.followed);
  if (!prepared)
    return {};
  const BodyState& state = snapshot.bodies[pin.followed];
  const auto point = skin_point(prepared->mesh, state.positions ? *state.positions : prepared->mesh.vertices,
                                pin.triangle, pin.barycentric);
  if (!point || state.positions)
    return point;
  return state.mesh_pose * *point;
}

PixelReading read_pixel(const PairState& pair, const ContactPixelPair& pixel) {
  return {pixel.length, pixel_pressure(pair, pixel), force_share(pair, pixel)};
}

} // namespace lamina
