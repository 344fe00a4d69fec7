#include "ui/render/gl/gl_objects.h"

#include "ui/render/gl/gl_api.h"

#include <atomic>
#include <stdexcept>
#include <string>

namespace lamina {
namespace {

std::atomic<long> objects{0};

/// Compiles one shader; the caller deletes it.
unsigned compile(unsigned type, std::string_view file, std::string_view defines) {
  const bool fragment = type == GL_FRAGMENT_SHADER;
  const bool shadows = fragment && defines.find("SHADOWS") != std::string_view::npos;
  std::string text = "#version 450 core\n";
  text += fragment ? "#define FRAGMENT\n" : "";
  text += defines;
  text += type == GL_COMPUTE_SHADER ? std::string_view() : shader_text("frame.glsl");
  text += shadows ? shader_text("shadow.glsl") : std::string_view();
  text += shader_text(file);
  const char* start = text.c_str();
  const unsigned shader = glCreateShader(type);
  glShaderSource(shader, 1, &start, nullptr);
  glCompileShader(shader);
  int compiled = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  if (!compiled) {
    std::string log(4096, '\0');
    int length = 0;
    glGetShaderInfoLog(shader, static_cast<int>(log.size()), &length, log.data());
    log.resize(static_cast<std::size_t>(length));
    glDeleteShader(shader);
    throw std::runtime_error("the OpenGL driver refuses the shader " + std::string(file) + ": " + log);
  }
  return shader;
}

void destroy(GlKind kind, unsigned id) {
  switch (kind) {
  case GlKind::buffer:
    return glDeleteBuffers(1, &id);
  case GlKind::vertex_array:
    return glDeleteVertexArrays(1, &id);
  case GlKind::texture:
    return glDeleteTextures(1, &id);
  case GlKind::framebuffer:
    return glDeleteFramebuffers(1, &id);
  case GlKind::renderbuffer:
    return glDeleteRenderbuffers(1, &id);
  case GlKind::program:
    return glDeleteProgram(id);
  case GlKind::query:
    return glDeleteQueries(1, &id);
  }
}

} // namespace

GlObject::GlObject(GlKind kind, unsigned id) : kind_(kind), id_(id) {
  objects += id_ != 0;
}

GlObject::~GlObject() {
  if (id_ == 0)
    return;
  destroy(kind_, id_);
  --objects;
}

long GlObject::count() {
  return objects;
}

GlObject make_buffer() {
  unsigned id = 0;
  glCreateBuffers(1, &id);
  return {GlKind::buffer, id};
}

GlObject make_vertex_array() {
  unsigned id = 0;
  glCreateVertexArrays(1, &id);
  return {GlKind::vertex_array, id};
}

GlObject make_framebuffer() {
  unsigned id = 0;
  glCreateFramebuffers(1, &id);
  return {GlKind::framebuffer, id};
}

void fill_buffer(const GlObject& buffer, const void* data, std::size_t bytes) {
  glNamedBufferData(buffer.id(), static_cast<GLsizeiptr>(bytes), data, GL_STREAM_DRAW);
}

namespace {

/// Links what is attached; `files` are for the message.
void link(const GlObject& program, const std::string& files) {
  glLinkProgram(program.id());
  int linked = 0;
  glGetProgramiv(program.id(), GL_LINK_STATUS, &linked);
  if (linked)
    return;
  std::string log(4096, '\0');
  int length = 0;
  glGetProgramInfoLog(program.id(), static_cast<int>(log.size()), &length, log.data());
  log.resize(static_cast<std::size_t>(length));
  throw std::runtime_error("the OpenGL driver cannot link " + files + ": " + log);
}

} // namespace

GlObject make_program(std::string_view vertex_file, std::string_view fragment_file,
                      std::string_view defines) {
  const unsigned vertex = compile(GL_VERTEX_SHADER, vertex_file, defines);
  unsigned fragment = 0;
  try {
    fragment = compile(GL_FRAGMENT_SHADER, fragment_file, defines);
  } catch (...) {
    glDeleteShader(vertex);
    throw;
  }
  GlObject program(GlKind::program, glCreateProgram());
  glAttachShader(program.id(), vertex);
  glAttachShader(program.id(), fragment);
  glDeleteShader(vertex);
  glDeleteShader(fragment);
  link(program, std::string(vertex_file) + " and " + std::string(fragment_file));
  return program;
}

GlObject make_compute_program(std::string_view file, std::string_view defines) {
  GlObject program(GlKind::program, glCreateProgram());
  const unsigned shader = compile(GL_COMPUTE_SHADER, file, defines);
  glAttachShader(program.id(), shader);
  glDeleteShader(shader);
  link(program, std::string(file));
  return program;
}

void add_float_attribute(const GlObject& vertex_array, unsigned location, unsigned binding, int count,
                         std::size_t offset) {
  glEnableVertexArrayAttrib(vertex_array.id(), location);
  glVertexArrayAttribFormat(vertex_array.id(), location, count, GL_FLOAT, GL_FALSE,
                            static_cast<unsigned>(offset));
  glVertexArrayAttribBinding(vertex_array.id(), location, binding);
}

void blend_over() {
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
}

} // namespace lamina
