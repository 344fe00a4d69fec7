#include "ui/render/contacts/gpu_contact_solids.h"

#include "core/contact/ldi/gpu_contact_buffer.h"
#include "ui/render/contacts/volume_solid.h"
#include "ui/render/gl/gl_api.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace lamina {
namespace {

static_assert(sizeof(SolidColumns) == 232 && sizeof(SolidCorner) == 20 && sizeof(ContactPixelPair) == 112,
              "solid_quads.comp lays these out byte for byte");

constexpr unsigned solid_group = 64;
/// As many groups as every driver takes at a time.
constexpr std::uint32_t most_solid_pixels = 65535 * solid_group;

/// Three a pair that has pixels on the device, the direction that shows it best first; pairs in the order in
/// which their pixels lie there.
std::vector<SolidColumns> describe_columns(const Snapshot& snapshot, const Vec3& origin) {
  std::vector<SolidColumns> all;
  std::uint32_t first = 0;
  for (std::size_t p = 0; p < snapshot.pairs.size(); ++p) {
    const Range& range = gpu_contacts_in(snapshot.device_evidence)->of_pair[p];
    const PairContacts& contacts = snapshot.pairs[p].contacts;
    for (const int axis : solid_axes(contacts.region)) {
      if (range.size() == 0)
        continue;
      all.push_back(solid_columns(contacts.region, axis, pair_colour(contacts.body), origin));
      all.back().begin = range.begin;
      all.back().end = range.end;
      all.back().first = first;
    }
    first += range.size();
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const SolidColumns& a, const SolidColumns& b) { return a.begin < b.begin; });
  return all;
}

void run(const GlObject& program, std::uint32_t pixels, std::uint32_t pairs, std::uint32_t most) {
  glUseProgram(program.id());
  glUniform1ui(0, pixels);
  glUniform1ui(1, pairs);
  glUniform1ui(2, most);
  glDispatchCompute((pixels + solid_group - 1) / solid_group, 1, 1);
}

std::size_t most_bytes() {
  GLint64 bytes = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &bytes);
  return static_cast<std::size_t>(bytes);
}

} // namespace

bool GpuContactSolids::ready() {
  if (sum_ || refused_)
    return !refused_;
  try {
    count_ = make_compute_program("solid_quads.comp", "#define COUNT\n");
    write_ = make_compute_program("solid_quads.comp");
    columns_ = make_buffer();
    counts_ = make_buffer();
    sum_ = make_compute_program("exclusive_scan.comp");
  } catch (const std::runtime_error&) {
    refused_ = true;
  }
  return !refused_;
}

std::size_t GpuContactSolids::fill(QuadBatch& batch, std::size_t more, const Snapshot& snapshot,
                                   const Vec3& origin) {
  const GpuContactBuffer& buffer = *gpu_contacts_in(snapshot.device_evidence)->buffer;
  const std::vector<SolidColumns> columns = describe_columns(snapshot, origin);
  const std::uint32_t pixels = columns.back().end, pairs = static_cast<std::uint32_t>(columns.size() / 3);
  const unsigned name = pixels <= most_solid_pixels && ready() ? buffer.begin_drawing() : 0;
  if (name == 0)
    return 0;
  fill_buffer(columns_, columns.data(), columns.size() * sizeof columns[0]);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, name);
  std::uint32_t quads = std::min<std::uint32_t>(count(pixels, pairs), most_solid_quads);
  if ((quads + more) * sizeof(SolidQuad) > most_bytes())
    quads = 0;
  if (quads > 0) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, batch.make_room(quads + more));
    run(write_, pixels, pairs, quads);
    glMemoryBarrier(GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
  }
  for (unsigned binding = 0; binding < 4; ++binding)
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, 0);
  glUseProgram(0);
  buffer.end_drawing();
  return quads;
}

/// Of quads; leaves how many are before those of each pixel.
std::uint32_t GpuContactSolids::count(std::uint32_t pixels, std::uint32_t pairs) {
  fill_buffer(counts_, nullptr, (std::size_t{pixels} + 1) * sizeof(std::uint32_t));
  const std::uint32_t none = 0;
  glClearNamedBufferData(counts_.id(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &none);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, columns_.id());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, counts_.id());
  run(count_, pixels, pairs, 0);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  glUseProgram(sum_.id());
  glUniform1ui(0, pixels);
  glDispatchCompute(1, 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
  std::uint32_t quads = 0;
  glGetNamedBufferSubData(counts_.id(), static_cast<GLintptr>(std::size_t{pixels} * sizeof quads),
                          sizeof quads, &quads);
  return quads;
}

} // namespace lamina
