#include "ui/render/contacts/gpu_contact_quads.h"

#include "core/contact/ldi/gpu_contact_buffer.h"
#include "ui/render/contacts/contact_quads.h"
#include "ui/render/contacts/pixel_sizes.h"
#include "ui/render/gl/gl_api.h"
#include "ui/render/picking/pick_evidence.h"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <vector>

namespace lamina {
namespace {

/// A pair of bodies as pixel_quads.comp declares it.
struct BodyPairOfQuads {
  double axes[9];
  float sums[9], differences[9];
  std::uint32_t begin, end;
  std::uint32_t first, colours;
};
static_assert(sizeof(BodyPairOfQuads) == 160 && sizeof(QuadCorner) == 16 && sizeof(ContactPixelPair) == 112,
              "pixel_quads.comp lays these out byte for byte");

constexpr unsigned quad_group = 64;
/// As many groups as every driver takes at a time.
constexpr std::uint32_t most_listed_pixels = 65535 * quad_group;
constexpr std::size_t ink_count = 21; ///< after so many layers their colours come again

BodyPairOfQuads describe(const Region& region, const Range& range, PixelColour colour,
                         const PixelSizes& sizes) {
  BodyPairOfQuads pair{};
  // A device knows no tiles.
  constexpr auto no_kink = static_cast<std::uint8_t>(KinkKind::unknown);
  const std::array<std::uint8_t, 3> colours =
      colour == PixelColour::size     ? inks_of_sizes(sizes, region)
      : colour == PixelColour::reason ? std::array{no_kink, no_kink, no_kink}
                                      : colours_of_axes(region, colour == PixelColour::world_axes);
  pair.colours = std::uint32_t(colours[0] | colours[1] << 8 | colours[2] << 16);
  pair.begin = range.begin;
  pair.end = range.end;
  for (int axis = 0; axis < 3; ++axis) {
    const PixelSides sides = pixel_sides(region, axis);
    const Eigen::Vector3f half_u = sides.half_u.cast<float>(), half_v = sides.half_v.cast<float>();
    const Eigen::Vector3f sum = half_u + half_v, difference = half_u - half_v;
    for (int k = 0; k < 3; ++k) {
      pair.axes[3 * axis + k] = region.axes(k, axis);
      pair.sums[3 * axis + k] = sum[k];
      pair.differences[3 * axis + k] = difference[k];
    }
  }
  return pair;
}

/// In the order in which their pixels lie on the device.
std::vector<BodyPairOfQuads> describe_pairs(const Snapshot& snapshot, PixelColour colour,
                                            const PixelSizes& sizes) {
  std::vector<BodyPairOfQuads> pairs;
  std::uint32_t first = 0;
  for (std::size_t p = 0; p < snapshot.pairs.size(); ++p)
    if (const Range& range = gpu_contacts_in(snapshot.device_evidence)->of_pair[p]; range.size() > 0) {
      pairs.push_back(describe(snapshot.pairs[p].contacts.region, range, colour, sizes));
      pairs.back().first = first;
      first += range.size();
    }
  std::sort(pairs.begin(), pairs.end(),
            [](const BodyPairOfQuads& a, const BodyPairOfQuads& b) { return a.begin < b.begin; });
  return pairs;
}

std::size_t pixels_of(const std::vector<BodyPairOfQuads>& pairs) {
  std::size_t count = 0;
  for (const BodyPairOfQuads& pair : pairs)
    count += pair.end - pair.begin;
  return count;
}

std::array<std::uint32_t, ink_count> inks_of(bool layers, PixelColour colour) {
  static_assert(ink_count == pixel_inks);
  const auto of_pixels = inks_of_pixels(colour);
  std::array<std::uint32_t, ink_count> inks{};
  for (std::size_t i = 0; i < ink_count; ++i)
    inks[i] = std::bit_cast<std::uint32_t>(layers ? ink_of(layer_colour(i), 1) : of_pixels[i]);
  return inks;
}

} // namespace

bool GpuContactQuads::ready() {
  if (program_ || refused_)
    return !refused_;
  try {
    program_ = make_compute_program("pixel_quads.comp");
    pairs_ = make_buffer();
    found_ = make_buffer();
  } catch (const std::runtime_error&) {
    refused_ = true;
  }
  return !refused_;
}

std::size_t GpuContactQuads::fill(QuadBatch& batch, std::size_t more, const Snapshot& snapshot,
                                  const ViewOptions& options, const Vec3& origin, const PixelSizes& sizes) {
  const GpuContactBuffer& buffer = *gpu_contacts_in(snapshot.device_evidence)->buffer;
  const std::vector<BodyPairOfQuads> pairs = describe_pairs(snapshot, options.pixel_colour, sizes);
  const unsigned name = pairs.back().end <= most_listed_pixels && ready() ? buffer.begin_drawing() : 0;
  if (name == 0)
    return 0;
  const std::size_t pixels = std::min(pixels_of(pairs), most_quads / 2);
  fill_buffer(pairs_, pairs.data(), pairs.size() * sizeof pairs[0]);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, name);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, pairs_.id());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, batch.make_room(2 * pixels + more));
  glUseProgram(program_.id());
  glUniform1ui(0, pairs.back().end);
  glUniform1ui(1, static_cast<std::uint32_t>(pairs.size()));
  glUniform1ui(26, static_cast<std::uint32_t>(pixels));
  run(options, origin, pairs.back().end);
  for (unsigned binding = 0; binding < 4; ++binding)
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, 0);
  buffer.end_drawing();
  return 2 * pixels;
}

void GpuContactQuads::run(const ViewOptions& options, const Vec3& origin, std::uint32_t pixels) {
  const bool layers = options.contact_view == ContactView::layers;
  layers_ = 0;
  fill_buffer(found_, &layers_, sizeof layers_);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, found_.id());

  glUniform1i(2, layers ? std::clamp(options.layer_axis, 0, 2) : -1);
  glUniform1i(3, options.layer);
  glUniform3d(4, origin.x(), origin.y(), origin.z());
  const std::array<std::uint32_t, ink_count> inks = inks_of(layers, options.pixel_colour);
  glUniform1uiv(5, static_cast<int>(inks.size()), inks.data());
  glDispatchCompute((pixels + quad_group - 1) / quad_group, 1, 1);
  glMemoryBarrier(GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
  glUseProgram(0);
  if (layers)
    glGetNamedBufferSubData(found_.id(), 0, sizeof layers_, &layers_);
}

} // namespace lamina
