#include "ui/render/contacts/contact_quads.h"

#include "ui/render/overlay/colour_ramp.h"
#include "ui/render/overlay/overlay_lines.h"
#include "ui/render/picking/pick_evidence.h"

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

using Ink = std::array<std::uint8_t, 4>;

/// Each bit of a surface is drawn by the direction that sees it best: no normal of unit length is further
/// from all three than this cosine, with a little to spare so that no seam stays open.
constexpr double least_cosine = 0.55;

/// Share of their side that contact pixels keep where the skin is to be seen between them.
constexpr float shrunk = 0.55f;

/// A quad about a point, its corners in the order of a strip.
Quad make_quad(const Eigen::Vector3f& centre, const Eigen::Vector3f& half_u, const Eigen::Vector3f& half_v,
               const Ink& ink) {
  const Eigen::Vector3f sum = half_u + half_v, difference = half_u - half_v;
  const auto corner = [&](const Eigen::Vector3f& at) {
    return QuadCorner{{at.x(), at.y(), at.z()}, {ink[0], ink[1], ink[2], ink[3]}};
  };
  return {corner(centre - sum), corner(centre + difference), corner(centre - difference),
          corner(centre + sum)};
}

/// Makes the quads of one pair's pixels, which have the same sides in each direction.
class PixelQuads {
public:
  PixelQuads(const PairContacts& contacts, const Vec3& origin, float scale)
      : contacts_(contacts), origin_(origin) {
    for (int axis = 0; axis < 3; ++axis) {
      const PixelSides sides = pixel_sides(contacts.region, axis);
      half_u_[axis] = scale * sides.half_u.cast<float>();
      half_v_[axis] = scale * sides.half_v.cast<float>();
    }
  }
  Quad quad(const ContactPixelPair& pixel, int end, const Ink& ink) const {
    const int axis = pixel.axis % 3;
    return make_quad((pixel_position(contacts_, pixel, end) - origin_).cast<float>(), half_u_[axis],
                     half_v_[axis], ink);
  }

private:
  const PairContacts& contacts_;
  Vec3 origin_;
  std::array<Eigen::Vector3f, 3> half_u_, half_v_;
};

/// The scale that pixels are drawn at.
float scale_of(const ViewOptions& options) {
  return of_contacts(options.skin) ? shrunk : 1;
}

/// Makes room for both ends of all pixels, as far as they are shown.
void reserve(std::vector<Quad>& quads, const Snapshot& snapshot) {
  std::size_t count = quads.size();
  for (const PairState& pair : snapshot.pairs)
    count += 2 * images_of(pair.contacts).pixels.size();
  quads.reserve(std::min(count, most_quads));
}

/// Whether two pixel pairs lie in one column.
bool same_column(const ContactPixelPair& a, const ContactPixelPair& b) {
  return a.axis == b.axis && a.pixel == b.pixel;
}

/// Where the triangles of a body are now.
class WorldTriangles {
public:
  WorldTriangles(const Snapshot& snapshot, std::uint32_t body) {
    if (!snapshot.infos || body >= snapshot.infos->size() || body >= snapshot.bodies.size())
      return;
    mesh_ = (*snapshot.infos)[body].mesh.get();
    state_ = &snapshot.bodies[body];
    turn_ = state_->mesh_pose.orientation.toRotationMatrix();
  }

  /// Unit normal; zero where there is no such triangle or it has no area.
  Vec3 normal(std::uint32_t triangle) const {
    if (!mesh_ || triangle >= mesh_->mesh.triangles.size())
      return Vec3::Zero();
    const std::vector<Vec3>& vertices = state_->positions ? *state_->positions : mesh_->mesh.vertices;
    const Triangle& t = mesh_->mesh.triangles[triangle];
    if (std::max({t[0], t[1], t[2]}) >= vertices.size())
      return Vec3::Zero();
    const Vec3 across = (vertices[t[1]] - vertices[t[0]]).cross(vertices[t[2]] - vertices[t[0]]);
    const double length = across.norm();
    if (!(length > 0))
      return Vec3::Zero();
    return state_->positions ? Vec3(across / length) : Vec3(turn_ * across / length);
  }

private:
  const PreparedMesh* mesh_ = nullptr;
  const BodyState* state_ = nullptr;
  Mat3 turn_ = Mat3::Identity();
};

/// A half side of a pixel, moved along the axis into the plane with this normal.
Vec3 into_plane(const Vec3& side, const Vec3& axis, const Vec3& normal) {
  return side - axis * (side.dot(normal) / axis.dot(normal));
}

void add_skin_of_pair(std::vector<Quad>& quads, const Snapshot& snapshot, const PairState& pair,
                      const PairSkinValues& values, double top, const Vec3& origin) {
  const PairContacts& contacts = pair.contacts;
  const std::array<WorldTriangles, 2> triangles{WorldTriangles(snapshot, contacts.body[0]),
                                                WorldTriangles(snapshot, contacts.body[1])};
  std::array<PixelSides, 3> sides;
  for (int axis = 0; axis < 3; ++axis)
    sides[static_cast<std::size_t>(axis)] = pixel_sides(contacts.region, axis);
  const std::vector<ContactPixelPair>& pixels = images_of(contacts).pixels;
  for (std::size_t i = 0; i < std::min(pixels.size(), values.size()) && quads.size() + 2 <= most_quads; ++i) {
    const ContactPixelPair& pixel = pixels[i];
    const std::size_t direction = pixel.axis % 3;
    const Vec3 axis = contacts.region.axes.col(pixel.axis % 3);
    for (std::size_t end = 0; end < 2; ++end) {
      const Vec3 normal = triangles[pixel.body[end] & 1].normal(pixel.triangle[end]);
      if (std::abs(normal.dot(axis)) < least_cosine)
        continue;
      const Vec3 half_u = into_plane(sides[direction].half_u, axis, normal);
      const Vec3 half_v = into_plane(sides[direction].half_v, axis, normal);
      quads.push_back(
          make_quad((pixel_position(contacts, pixel, static_cast<int>(end)) - origin).cast<float>(),
                    half_u.cast<float>(), half_v.cast<float>(),
                    ink_of(ramp_colour(top > 0 ? values[i][end] / top : 0), 0)));
    }
  }
}

} // namespace

Ink ink_of(const Colour& colour, float rim) {
  const auto byte = [](float part) {
    return static_cast<std::uint8_t>(std::lround(255 * std::clamp(part, 0.0f, 1.0f)));
  };
  return {byte(colour[0]), byte(colour[1]), byte(colour[2]), byte(rim)};
}

void add_pixel_quads(std::vector<Quad>& quads, const Snapshot& snapshot, const ViewOptions& options,
                     const Vec3& origin) {
  reserve(quads, snapshot);
  std::array<Ink, 3> inks;
  for (std::size_t axis = 0; axis < 3; ++axis)
    inks[axis] = ink_of(axis_colours()[axis], 1);
  for (const PairState& pair : snapshot.pairs) {
    const PixelQuads make(pair.contacts, origin, scale_of(options));
    const std::array<std::uint8_t, 3> colours = colours_of_axes(pair.contacts.region, options.world_axes);
    for (const ContactPixelPair& pixel : images_of(pair.contacts).pixels) {
      if (quads.size() + 2 > most_quads)
        return;
      for (int end = 0; end < 2; ++end)
        quads.push_back(make.quad(pixel, end, inks[colours[pixel.axis % 3u]]));
    }
  }
}

void add_marked_quads(std::vector<Quad>& quads, const Snapshot& snapshot, const ViewOptions& options,
                      const Vec3& origin) {
  const std::optional<PixelReference> hovered = pixel_of(options.hovered);
  const ContactPixelPair* pixel = hovered ? find_pixel(snapshot, *hovered) : nullptr;
  if (!pixel)
    return;
  const PixelQuads make(snapshot.pairs[hovered->pair].contacts, origin, scale_of(options));
  for (int end = 0; end < 2; ++end)
    quads.push_back(make.quad(*pixel, end, ink_of(marked_colour, 1)));
}

void add_layer_quads(std::vector<Quad>& quads, const Snapshot& snapshot, const ViewOptions& options,
                     const Vec3& origin) {
  reserve(quads, snapshot);
  const int axis = std::clamp(options.layer_axis, 0, 2);
  for (const PairState& pair : snapshot.pairs) {
    const PairContacts& contacts = pair.contacts;
    const PixelQuads make(contacts, origin, scale_of(options));
    const std::vector<ContactPixelPair>& pixels = images_of(contacts).pixels;
    int layer = 0;
    for (std::size_t i = 0; i < pixels.size() && quads.size() + 2 <= most_quads; ++i) {
      const ContactPixelPair& pixel = pixels[i];
      layer = i > 0 && same_column(pixels[i - 1], pixel) ? layer + 2 : 0;
      if (pixel.axis != axis)
        continue;
      for (int end = 0; end < 2; ++end)
        if (options.layer <= 0 || options.layer == layer + end + 1)
          quads.push_back(
              make.quad(pixel, end, ink_of(layer_colour(static_cast<std::size_t>(layer + end)), 1)));
    }
  }
}

void add_skin_quads(std::vector<Quad>& quads, const Snapshot& snapshot, const SkinValues& values, double top,
                    const Vec3& origin) {
  reserve(quads, snapshot);
  for (std::size_t pair = 0; pair < std::min(values.size(), snapshot.pairs.size()); ++pair)
    add_skin_of_pair(quads, snapshot, snapshot.pairs[pair], values[pair], top, origin);
}

Colour layer_colour(std::size_t layer) {
  constexpr std::size_t enough = 21; // after so many colours come again, as on devices
  return palette_colour(layer % enough);
}

std::array<std::uint8_t, 3> colours_of_axes(const Region& region, bool world_axes) {
  std::array<std::uint8_t, 3> best{0, 1, 2}, order = best;
  if (!world_axes)
    return best;
  const auto agreement = [&] {
    double sum = 0;
    for (int axis = 0; axis < 3; ++axis)
      sum += std::abs(region.axes(order[std::size_t(axis)], axis));
    return sum;
  };
  double most = agreement();
  while (std::next_permutation(order.begin(), order.end()))
    if (const double here = agreement(); here > most) {
      most = here;
      best = order;
    }
  return best;
}

std::size_t layer_count(const Snapshot& snapshot, int axis) {
  std::size_t most = 0, layer = 0;
  for (const PairState& pair : snapshot.pairs) {
    const std::vector<ContactPixelPair>& pixels = images_of(pair.contacts).pixels;
    for (std::size_t i = 0; i < pixels.size(); ++i) {
      layer = i > 0 && same_column(pixels[i - 1], pixels[i]) ? layer + 2 : 0;
      if (pixels[i].axis == axis)
        most = std::max(most, layer + 2);
    }
  }
  return most;
}

const std::array<Colour, 3>& axis_colours() {
  static constexpr std::array<Colour, 3> colours{
      {{0.902f, 0.157f, 0.157f}, {0.133f, 0.659f, 0.220f}, {0.180f, 0.345f, 0.949f}}};
  return colours;
}

} // namespace lamina
