#include "ui/render/contacts/contact_quads.h"

#include "ui/render/contacts/pixel_layers.h"
#include "ui/render/contacts/pixel_sizes.h"
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

/// Makes the quads of one pair's pixels.
class PixelQuads {
public:
  PixelQuads(const PairContacts& contacts, const Vec3& origin, float scale)
      : rectangles_(contacts), origin_(origin), scale_(scale) {}
  Quad quad(std::size_t pixel, int end, const Ink& ink) const {
    const PixelSides sides = rectangles_.sides(pixel);
    return make_quad((rectangles_.middle(pixel, end) - origin_).cast<float>(),
                     scale_ * sides.half_u.cast<float>(), scale_ * sides.half_v.cast<float>(), ink);
  }

private:
  PixelRectangles rectangles_;
  Vec3 origin_;
  float scale_;
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

/// A way in the plane of a pixel, moved along the axis into the plane with this normal.
Vec3 into_plane(const Vec3& side, const Vec3& axis, const Vec3& normal) {
  return side - axis * (side.dot(normal) / axis.dot(normal));
}

void add_skin_of_pair(std::vector<Quad>& quads, const Snapshot& snapshot, const PairState& pair,
                      const PairSkinValues& values, double top, const Vec3& origin) {
  const PairContacts& contacts = pair.contacts;
  const std::array<WorldTriangles, 2> triangles{WorldTriangles(snapshot, contacts.body[0]),
                                                WorldTriangles(snapshot, contacts.body[1])};
  const PixelRectangles rectangles(contacts);
  const std::vector<ContactPixelPair>& pixels = images_of(contacts).pixels;
  for (std::size_t i = 0; i < std::min(pixels.size(), values.size()) && quads.size() + 2 <= most_quads; ++i) {
    const ContactPixelPair& pixel = pixels[i];
    const Vec3 axis = contacts.region.axes.col(pixel.axis % 3);
    for (std::size_t end = 0; end < 2; ++end) {
      const Vec3 normal = triangles[pixel.body[end] & 1].normal(pixel.triangle[end]);
      if (std::abs(normal.dot(axis)) < least_cosine)
        continue;
      const PixelSides sides = rectangles.sides(i);
      const Vec3 column = pixel_position(contacts, pixel, static_cast<int>(end));
      const Vec3 aside = rectangles.middle(i, static_cast<int>(end)) - column;
      quads.push_back(make_quad((column + into_plane(aside, axis, normal) - origin).cast<float>(),
                                into_plane(sides.half_u, axis, normal).cast<float>(),
                                into_plane(sides.half_v, axis, normal).cast<float>(),
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
                     const Vec3& origin, const PixelSizes& sizes) {
  reserve(quads, snapshot);
  const std::array<Ink, pixel_inks> inks = inks_of_pixels(options.pixel_colour);
  for (const PairState& pair : snapshot.pairs) {
    const PixelQuads make(pair.contacts, origin, scale_of(options));
    const PixelRectangles rectangles(pair.contacts);
    const std::array<std::uint8_t, 3> colours =
        colours_of_axes(pair.contacts.region, options.pixel_colour == PixelColour::world_axes);
    const std::vector<ContactPixelPair>& pixels = images_of(pair.contacts).pixels;
    for (std::size_t i = 0; i < pixels.size(); ++i) {
      if (quads.size() + 2 > most_quads)
        return;
      const Ink& ink =
          inks[options.pixel_colour == PixelColour::size     ? ink_of_size(sizes, rectangles.tile_side(i))
               : options.pixel_colour == PixelColour::reason ? static_cast<std::uint8_t>(rectangles.kink(i))
                                                             : colours[pixels[i].axis % 3u]];
      for (int end = 0; end < 2; ++end)
        quads.push_back(make.quad(i, end, ink));
    }
  }
}

void add_marked_quads(std::vector<Quad>& quads, const Snapshot& snapshot, const ViewOptions& options,
                      const Vec3& origin) {
  const std::optional<PixelReference> hovered = pixel_of(options.hovered);
  if (!hovered || !find_pixel(snapshot, *hovered))
    return;
  const PixelQuads make(snapshot.pairs[hovered->pair].contacts, origin, scale_of(options));
  for (int end = 0; end < 2; ++end)
    quads.push_back(make.quad(hovered->pixel, end, ink_of(marked_colour, 1)));
}

void add_layer_quads(std::vector<Quad>& quads, const Snapshot& snapshot, const ViewOptions& options,
                     const Vec3& origin) {
  reserve(quads, snapshot);
  const int axis = std::clamp(options.layer_axis, 0, 2);
  for (const PairState& pair : snapshot.pairs) {
    const PairContacts& contacts = pair.contacts;
    const PixelQuads make(contacts, origin, scale_of(options));
    const std::vector<ContactPixelPair>& pixels = images_of(contacts).pixels;
    const std::vector<int> layers = layers_of(contacts);
    for (std::size_t i = 0; i < pixels.size() && quads.size() + 2 <= most_quads; ++i)
      for (int end = 0; end < 2 && pixels[i].axis == axis; ++end)
        if (options.layer <= 0 || options.layer == layers[i] + end + 1)
          quads.push_back(make.quad(i, end, ink_of(layer_colour(std::size_t(layers[i] + end)), 1)));
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
  int most = 0;
  for (const PairState& pair : snapshot.pairs) {
    const std::vector<ContactPixelPair>& pixels = images_of(pair.contacts).pixels;
    const std::vector<int> layers = layers_of(pair.contacts);
    for (std::size_t i = 0; i < pixels.size(); ++i)
      if (pixels[i].axis == axis)
        most = std::max(most, layers[i] + 2);
  }
  return static_cast<std::size_t>(most);
}

const std::array<Colour, 3>& axis_colours() {
  static constexpr std::array<Colour, 3> colours{
      {{0.902f, 0.157f, 0.157f}, {0.133f, 0.659f, 0.220f}, {0.180f, 0.345f, 0.949f}}};
  return colours;
}

} // namespace lamina
