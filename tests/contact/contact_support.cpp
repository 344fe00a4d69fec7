#include "tests/contact/contact_support.h"

#include "core/response/detection_request.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace lamina::test {

Surface surface_of(const TriangleMesh& mesh, const Pose& pose, bool rigid) {
  Surface surface;
  surface.triangles = std::make_shared<const std::vector<Triangle>>(mesh.triangles);
  surface.rest = std::make_shared<const std::vector<Vec3>>(mesh.vertices);
  surface.positions.resize(mesh.vertices.size());
  move_to(surface, pose);
  if (!rigid) {
    surface.rest = nullptr;
    surface.axes.reset();
  }
  return surface;
}

void move_to(Surface& surface, const Pose& pose) {
  const Mat3 axes = pose.orientation.toRotationMatrix();
  for (int axis = 0; axis < 3; ++axis) {
    for (int k = 0; k < 3; ++k)
      surface.place.axes[axis][k] = axes(axis, k);
    surface.place.origin[axis] = pose.position[axis];
  }
  surface.axes = axes;
  surface.bounds = {};
  for (std::size_t i = 0; i < surface.positions.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis)
      surface.positions[i][axis] = world_coordinate(surface.place, (*surface.rest)[i].data(), axis);
    surface.bounds.include(surface.positions[i]);
  }
}

TriangleMesh box_between(const Vec3& low, const Vec3& high) {
  TriangleMesh mesh;
  for (int k = 0; k < 8; ++k)
    mesh.vertices.push_back({k & 1 ? high[0] : low[0], k & 2 ? high[1] : low[1], k & 4 ? high[2] : low[2]});
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

TriangleMesh together(const std::vector<TriangleMesh>& meshes) {
  TriangleMesh all;
  for (const TriangleMesh& mesh : meshes) {
    const std::uint32_t first = static_cast<std::uint32_t>(all.vertices.size());
    all.vertices.insert(all.vertices.end(), mesh.vertices.begin(), mesh.vertices.end());
    for (const Triangle& t : mesh.triangles)
      all.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  }
  return all;
}

TriangleMesh shifted(TriangleMesh mesh, const Vec3& offset) {
  for (Vec3& vertex : mesh.vertices)
    vertex += offset;
  return mesh;
}

TriangleMesh placed(TriangleMesh mesh, const Pose& pose) {
  for (Vec3& vertex : mesh.vertices)
    vertex = pose * vertex;
  return mesh;
}

TriangleMesh inside_out(TriangleMesh mesh) {
  for (Triangle& t : mesh.triangles)
    std::swap(t[1], t[2]);
  return mesh;
}

Settings whole_pair(int resolution) {
  Settings settings;
  settings.simulation.threads = 1;
  settings.response.law = ContactLaw::f08;
  settings.contact.ldi.resolution = resolution;
  return settings;
}

Settings as_in_f08(int resolution) {
  Settings settings = whole_pair(resolution);
  settings.contact.ldi.flat_resolution = resolution;
  settings.contact.ldi.axes = AxesChoice::world;
  settings.contact.ldi.region = RegionChoice::overlap;
  settings.contact.ldi.rows = RowChoice::unstaggered;
  return settings;
}

Settings anchored(double pixel_size) {
  Settings settings = as_in_f08(16);
  settings.contact.ldi.resolution_mode = ResolutionMode::pixel_size;
  settings.contact.ldi.pixel_size = pixel_size;
  return settings;
}

PairContacts detect(const Surface& a, const Surface& b, const Settings& settings, const CameraView& camera) {
  const std::array<const Surface*, 2> surfaces = {&a, &b};
  const std::array<BodyPair, 1> pairs = {BodyPair{0, 1}};
  std::vector<PairContacts> results;
  make_contact_method(settings.contact)->detect(detection_input(surfaces, pairs, settings, camera), results);
  return results.at(0);
}

PairContacts detect_self(Surface surface, const Settings& settings) {
  surface.self_contact = true;
  const std::array<const Surface*, 1> surfaces = {&surface};
  const std::array<BodyPair, 1> pairs = {BodyPair{0, 0}};
  std::vector<PairContacts> results;
  make_contact_method(settings.contact)->detect(detection_input(surfaces, pairs, settings), results);
  return results.at(0);
}

std::vector<Vec3> gradient_of(const PairContacts& contacts, int body, const Surface& surface) {
  std::vector<Vec3> gradient(surface.positions.size(), Vec3::Zero());
  for (const Contact& contact : contacts.contacts) {
    const Range range = contact.gradient[static_cast<std::size_t>(body)];
    for (std::uint32_t i = range.begin; i < range.end; ++i)
      gradient.at(contacts.gradient.at(i).vertex) += contacts.gradient[i].value;
  }
  return gradient;
}

Vec3 sum(const std::vector<Vec3>& vectors) {
  Vec3 total = Vec3::Zero();
  for (const Vec3& v : vectors)
    total += v;
  return total;
}

double sum_of_norms(const std::vector<Vec3>& vectors) {
  double total = 0;
  for (const Vec3& v : vectors)
    total += v.norm();
  return total;
}

double Dice::within(double low, double high) {
  return low + (high - low) * (static_cast<double>(engine_()) / 4294967296.0);
}

Quat Dice::turn() {
  Vec3 axis = vector(1);
  return Quat(Eigen::AngleAxisd(within(0, 3), axis.normalized()));
}

double winding_about(const TriangleMesh& mesh, const Vec3& place) {
  double angle = 0;
  for (const Triangle& t : mesh.triangles) {
    const Vec3 a = mesh.vertices[t[0]] - place, b = mesh.vertices[t[1]] - place,
               c = mesh.vertices[t[2]] - place;
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    angle += 2 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return angle / (4 * std::numbers::pi);
}

Push push_on(const PairContacts& found, std::size_t side, const Surface& surface,
             std::span<const Vec3> nodes) {
  Push push;
  const std::size_t vertices = surface.positions.size();
  for (const Contact& contact : found.contacts)
    for (std::uint32_t i = contact.gradient[side].begin; i < contact.gradient[side].end; ++i) {
      const auto [index, value] = found.gradient[i];
      const Vec3& at = index < vertices ? surface.positions[index] : nodes[index - vertices];
      const Vec3 part = -contact.weight * contact.depth() * contact.spread() * value;
      push.force += part;
      push.torque += at.cross(part);
      push.size += part.norm();
    }
  return push;
}

} // namespace lamina::test
