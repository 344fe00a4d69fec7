#include "gpu/opengl/peeling/layer_peeler.h"

#include "core/contact/clock.h"
#include "gpu/opengl/gl_api.h"

#include <algorithm>
#include <limits>

namespace lamina::gpu {

namespace {

/// Triangles that PeeledCrossing::place can name.
constexpr std::size_t most_triangles = (std::size_t{1} << 30) - 2;

unsigned made_image(unsigned format, int width, int height) {
  unsigned id = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &id);
  glTextureStorage2D(id, 1, format, width, height);
  glTextureParameteri(id, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTextureParameteri(id, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  return id;
}

void fill(unsigned buffer, const void* from, std::size_t bytes) {
  glNamedBufferData(buffer, static_cast<GLsizeiptr>(bytes), from, GL_STREAM_DRAW);
}

} // namespace

LayerPeeler::LayerPeeler(const std::string& renderer, const PeelingSettings& settings)
    : renderer_(renderer), settings_(settings),
      program_(renderer, "that peels layers",
               {{GL_VERTEX_SHADER, std::string(opengl_stage_text("peeling_vertex.glsl"))},
                {GL_FRAGMENT_SHADER, std::string(opengl_stage_text("peeling_fragment.glsl"))}}) {
  for (unsigned* buffer : {&positions_, &indices_, &rows_})
    glCreateBuffers(1, buffer);
  glCreateVertexArrays(1, &vertex_array_);
  glEnableVertexArrayAttrib(vertex_array_, 0);
  glVertexArrayAttribFormat(vertex_array_, 0, 3, GL_FLOAT, GL_FALSE, 0);
  glVertexArrayAttribBinding(vertex_array_, 0, 0);
  glVertexArrayVertexBuffer(vertex_array_, 0, positions_, 0, 3 * sizeof(float));
  glVertexArrayElementBuffer(vertex_array_, indices_);
  glCreateQueries(GL_ANY_SAMPLES_PASSED, 1, &query_);
  // Depths as they are: no detour over −1 to 1.
  glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
  glEnable(GL_DEPTH_TEST);
  glEnable(GL_DEPTH_CLAMP);
  glDepthRangef(0, deepest);
  glEnable(GL_SCISSOR_TEST);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  check("making what layers are peeled with");
}

void LayerPeeler::take_triangles(std::span<const Surface* const> surfaces) {
  const auto same = [](const auto& known, const Surface* surface) { return known == surface->triangles; };
  if (std::equal(known_.begin(), known_.end(), surfaces.begin(), surfaces.end(), same))
    return;
  known_.clear();
  first_index_.clear();
  std::vector<std::uint32_t> indices;
  for (const Surface* surface : surfaces) {
    known_.push_back(surface->triangles);
    first_index_.push_back(static_cast<std::uint32_t>(indices.size()));
    if (surface->triangles)
      for (const Triangle& t : *surface->triangles)
        indices.insert(indices.end(), {t[0], t[1], t[2]});
    if (indices.size() > 3 * most_triangles)
      throw ldi::DeviceError("the scene has too many triangles for one batch");
  }
  fill(indices_, indices.data(), indices.size() * sizeof(std::uint32_t));
  check("sending triangles to it");
}

void LayerPeeler::take_pair(const std::array<std::uint32_t, 2>& surface, std::size_t vertices_of_first,
                            std::span<const float> positions) {
  for (std::size_t body = 0; body < 2; ++body)
    bodies_[body] = {first_index_[surface[body]],
                     static_cast<std::uint32_t>(3 * known_[surface[body]]->size()),
                     body == 0 ? 0 : static_cast<std::uint32_t>(vertices_of_first)};
  fill(positions_, positions.data(), positions.size_bytes());
  check("sending vertices to it");
}

void LayerPeeler::make_images(int width, int height) {
  if (width <= width_ && height <= height_)
    return;
  width_ = std::max(width, width_);
  height_ = std::max(height, height_);
  glDeleteTextures(2, layers_.data());
  glDeleteTextures(1, &depths_);
  glDeleteFramebuffers(2, framebuffers_.data());
  depths_ = made_image(GL_DEPTH_COMPONENT32F, width_, height_);
  glCreateFramebuffers(2, framebuffers_.data());
  for (std::size_t k = 0; k < 2; ++k) {
    layers_[k] = made_image(GL_RG32UI, width_, height_);
    glNamedFramebufferTexture(framebuffers_[k], GL_COLOR_ATTACHMENT0, layers_[k], 0);
    glNamedFramebufferTexture(framebuffers_[k], GL_DEPTH_ATTACHMENT, depths_, 0);
    if (glCheckNamedFramebufferStatus(framebuffers_[k], GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      throw ldi::DeviceError("OpenGL renderer " + renderer_ + ": cannot draw into images of whole numbers");
  }
  check("making images of " + std::to_string(width_) + " × " + std::to_string(height_) + " pixels");
}

void LayerPeeler::set_view(const PeeledView& view) {
  const unsigned id = program_.id();
  glProgramUniform3i(id, 0, view.u, view.v, view.d);
  glProgramUniform2f(id, 1, view.shear, view.shift);
  glProgramUniform3f(id, 2, 1.0f / static_cast<float>(view.width), 1.0f / static_cast<float>(view.height),
                     1.0f / (view.farthest - view.nearest));
  glProgramUniform1f(id, 3, view.nearest);
  glProgramUniform1i(id, 5, view.columns);
  fill(rows_, view.row_begin.data(), view.row_begin.size() * sizeof(std::int32_t));
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, rows_);
  glViewport(0, 0, view.width, view.height);
  glScissor(0, 0, view.width, view.height);
  glUseProgram(id);
  glBindVertexArray(vertex_array_);
}

/// False if there was nothing left to draw.
bool LayerPeeler::draw_layer(std::size_t image, bool first) {
  if (++passes_ == settings_.losing_pass)
    throw ldi::DeviceError("OpenGL renderer " + renderer_ + ": drawing a layer failed: the context was lost");
  const std::array<unsigned, 4> nothing{};
  const float far = 1;
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffers_[image]);
  glClearNamedFramebufferuiv(framebuffers_[image], GL_COLOR, 0, nothing.data());
  glClearNamedFramebufferfv(framebuffers_[image], GL_DEPTH, 0, &far);
  glBindTextureUnit(0, layers_[1 - image]);
  glProgramUniform1i(program_.id(), 4, first);
  glBeginQuery(GL_ANY_SAMPLES_PASSED, query_);
  for (std::uint32_t body = 0; body < 2; ++body) {
    const Drawn& drawn = bodies_[body];
    glProgramUniform1ui(program_.id(), 6, body);
    const GLenum mode = passes_ == settings_.failing_pass ? GL_INVALID_INDEX : GL_TRIANGLES;
    glDrawElementsBaseVertex(mode, static_cast<GLsizei>(drawn.indices), GL_UNSIGNED_INT,
                             reinterpret_cast<const void*>(std::size_t{4} * drawn.first_index),
                             static_cast<GLint>(drawn.first_vertex));
  }
  glEndQuery(GL_ANY_SAMPLES_PASSED);
  unsigned drawn = 0;
  glGetQueryObjectuiv(query_, GL_QUERY_RESULT, &drawn);
  check("drawing a layer");
  return drawn;
}

void LayerPeeler::read_layer(std::size_t image, const PeeledView& view) {
  crossings_.resize(static_cast<std::size_t>(view.width) * static_cast<std::size_t>(view.height));
  glGetTextureSubImage(layers_[image], 0, 0, 0, 0, view.width, view.height, 1, GL_RG_INTEGER, GL_UNSIGNED_INT,
                       static_cast<GLsizei>(crossings_.size() * sizeof(PeeledCrossing)), crossings_.data());
  check("reading a layer");
}

double LayerPeeler::peel(const PeeledView& view, std::uint32_t most_layers,
                         const std::function<void(std::span<const PeeledCrossing>)>& layer) {
  make_images(view.width, view.height);
  set_view(view);
  double drawing = 0;
  for (std::uint32_t pass = 0; pass < most_layers; ++pass) {
    Clock clock;
    const std::size_t image = pass % 2;
    const bool found = draw_layer(image, pass == 0);
    drawing += clock.lap();
    if (!found)
      break;
    read_layer(image, view);
    layer(crossings_);
  }
  return drawing;
}

} // namespace lamina::gpu
