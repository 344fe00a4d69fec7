#include "benchmarks/peers/opengl_layers.h"

#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

#include <array>
#include <stdexcept>

namespace lamina::bench {

namespace {

constexpr const char* vertex_text = R"(#version 450 core
layout(location = 0) in vec3 position;
layout(location = 0) uniform ivec3 axes;
layout(location = 1) uniform vec3 origin; // along the axes
layout(location = 2) uniform vec3 scale;
void main() {
  vec3 p = vec3(position[axes.x], position[axes.y], position[axes.z]);
  gl_Position = vec4(2 * (p - origin) * scale - 1, 1);
}
)";

// The window's x, y and depth are right-handed, so that a face whose normal points along the column is front.
constexpr const char* fragment_text = R"(#version 450 core
layout(binding = 0) uniform sampler2D layer_before;
layout(location = 3) uniform bool first;
layout(location = 0) out uvec2 crossing;
void main() {
  if (!first && gl_FragCoord.z <= texelFetch(layer_before, ivec2(gl_FragCoord.xy), 0).x)
    discard;
  crossing = uvec2(uint(gl_PrimitiveID + 1) << 1 | uint(gl_FrontFacing), floatBitsToUint(gl_FragCoord.z));
}
)";

unsigned compiled(unsigned kind, const char* text) {
  const unsigned shader = glCreateShader(kind);
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  return shader;
}

GlObject made_program() {
  GlObject program(GlKind::program, glCreateProgram());
  for (const auto& [kind, text] :
       {std::pair{GL_VERTEX_SHADER, vertex_text}, std::pair{GL_FRAGMENT_SHADER, fragment_text}}) {
    const unsigned shader = compiled(kind, text);
    glAttachShader(program.id(), shader);
    glDeleteShader(shader);
  }
  glLinkProgram(program.id());
  int linked = 0;
  glGetProgramiv(program.id(), GL_LINK_STATUS, &linked);
  if (!linked)
    throw std::runtime_error("the OpenGL driver cannot build the shaders that peel layers");
  return program;
}

GlObject made_texture(unsigned format, int size) {
  unsigned id = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &id);
  glTextureStorage2D(id, 1, format, size, size);
  glTextureParameteri(id, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  return {GlKind::texture, id};
}

Vec3 along(const LayerView& view, const Vec3& p) {
  return {p[view.u], p[view.v], p[view.d]};
}

} // namespace

LayerPeeler::LayerPeeler(std::span<const Triangle> triangles, std::size_t vertices)
    : count_(static_cast<int>(3 * triangles.size())) {
  context_.make_current();
  program_ = made_program();
  positions_ = make_buffer();
  indices_ = make_buffer();
  vertex_array_ = make_vertex_array();
  glNamedBufferStorage(positions_.id(), static_cast<GLsizeiptr>(3 * sizeof(float) * vertices), nullptr,
                       GL_DYNAMIC_STORAGE_BIT);
  glNamedBufferStorage(indices_.id(), static_cast<GLsizeiptr>(triangles.size_bytes()), triangles.data(), 0);
  add_float_attribute(vertex_array_, 0, 0, 3, 0);
  glVertexArrayVertexBuffer(vertex_array_.id(), 0, positions_.id(), 0, 3 * sizeof(float));
  glVertexArrayElementBuffer(vertex_array_.id(), indices_.id());
  unsigned query = 0;
  glCreateQueries(GL_ANY_SAMPLES_PASSED, 1, &query);
  query_ = {GlKind::query, query};
}

std::string LayerPeeler::version() const {
  const auto text = [](unsigned name) {
    return std::string(reinterpret_cast<const char*>(glGetString(name)));
  };
  const std::string version = text(GL_VERSION);
  return version.substr(0, version.find(' ')) + ", " + text(GL_RENDERER);
}

void LayerPeeler::upload(std::span<const float> positions) {
  context_.make_current();
  glNamedBufferSubData(positions_.id(), 0, static_cast<GLsizeiptr>(positions.size_bytes()), positions.data());
}

void LayerPeeler::make_images(int resolution) {
  if (resolution == resolution_)
    return;
  resolution_ = resolution;
  layer_ = made_texture(GL_RG32UI, resolution);
  for (std::size_t k = 0; k < 2; ++k) {
    depths_[k] = made_texture(GL_DEPTH_COMPONENT32F, resolution);
    framebuffers_[k] = make_framebuffer();
    glNamedFramebufferTexture(framebuffers_[k].id(), GL_COLOR_ATTACHMENT0, layer_.id(), 0);
    glNamedFramebufferTexture(framebuffers_[k].id(), GL_DEPTH_ATTACHMENT, depths_[k].id(), 0);
    if (glCheckNamedFramebufferStatus(framebuffers_[k].id(), GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      throw std::runtime_error("the OpenGL driver cannot draw into images of whole numbers");
  }
  fragments_.resize(static_cast<std::size_t>(resolution) * static_cast<std::size_t>(resolution));
}

int LayerPeeler::peel(const LayerView& view,
                      const std::function<void(std::span<const LayerFragment>)>& layer) {
  context_.make_current();
  make_images(view.resolution);
  const Vec3 origin = along(view, view.box.min), size = along(view, view.box.size());
  glUseProgram(program_.id());
  glUniform3i(0, view.u, view.v, view.d);
  glUniform3f(1, static_cast<float>(origin[0]), static_cast<float>(origin[1]), static_cast<float>(origin[2]));
  glUniform3f(2, static_cast<float>(1 / size[0]), static_cast<float>(1 / size[1]),
              static_cast<float>(1 / size[2]));
  glViewport(0, 0, view.resolution, view.resolution);
  glEnable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glBindVertexArray(vertex_array_.id());

  for (int pass = 0;; ++pass) {
    const std::size_t now = static_cast<std::size_t>(pass) % 2;
    const std::array<unsigned, 4> nothing{};
    const float far = 1;
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffers_[now].id());
    glClearNamedFramebufferuiv(framebuffers_[now].id(), GL_COLOR, 0, nothing.data());
    glClearNamedFramebufferfv(framebuffers_[now].id(), GL_DEPTH, 0, &far);
    glBindTextureUnit(0, depths_[1 - now].id());
    glUniform1i(3, pass == 0);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, query_.id());
    glDrawElements(GL_TRIANGLES, count_, GL_UNSIGNED_INT, nullptr);
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    unsigned drawn = 0;
    glGetQueryObjectuiv(query_.id(), GL_QUERY_RESULT, &drawn);
    if (!drawn)
      return pass;
    glGetTextureImage(layer_.id(), 0, GL_RG_INTEGER, GL_UNSIGNED_INT,
                      static_cast<int>(fragments_.size() * sizeof(LayerFragment)), fragments_.data());
    layer(fragments_);
  }
}

} // namespace lamina::bench
