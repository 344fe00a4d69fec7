#include "tests/contact/ldi/vertices/vertices_support.h"

#include "core/mesh/nearest_on_triangle.h"

#include <cmath>
#include <limits>

namespace lamina::test {

Settings vertices_settings(int resolution) {
  Settings settings = whole_pair(resolution);
  settings.response.law = ContactLaw::cells;
  settings.contact.ldi.measure = LdiMeasure::vertices;
  return settings;
}

Surface particles_at(const std::vector<Vec3>& positions) {
  TriangleMesh points;
  points.vertices = positions;
  for (std::uint32_t i = 0; i < positions.size(); ++i)
    points.triangles.push_back({i, i, i});
  return surface_of(points, {}, false);
}

std::vector<Vec3> places_within(const Box& box, std::size_t count, unsigned seed) {
  Dice dice(seed);
  std::vector<Vec3> places;
  for (std::size_t i = 0; i < count; ++i)
    places.push_back(box.centre() + 0.5 * box.size().cwiseProduct(dice.vector(1)));
  return places;
}

double distance_to(const TriangleMesh& mesh, const Vec3& place) {
  double least = std::numeric_limits<double>::infinity();
  for (const Triangle& t : mesh.triangles) {
    const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    const Eigen::Vector2d on = nearest_on_triangle(place, a, b, c).barycentric;
    least = std::min(least, (a + on[0] * (b - a) + on[1] * (c - a) - place).norm());
  }
  return least;
}

std::vector<FoundVertex> found_vertices(const PairContacts& found, std::size_t side) {
  std::vector<FoundVertex> vertices;
  for (const ContactPointPair& point : points_of(found).points) {
    if (point.body[0] != side)
      continue;
    const Contact& contact = found.contacts.at(point.contact);
    const VertexGradient& entry = found.gradient.at(contact.gradient[side].begin);
    vertices.push_back({entry.vertex, contact.measure, -entry.value, contact.area});
  }
  return vertices;
}

double largest_pixel(const PairContacts& found) {
  double largest = 0;
  for (int k = 0; k < 3; ++k)
    largest = std::max(largest, found.region.size[k] / found.region.pixels[static_cast<std::size_t>(k)]);
  return largest;
}

} // namespace lamina::test
