#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

namespace lamina {

enum class GlKind { buffer, vertex_array, texture, framebuffer, renderbuffer, program, query };

/// Owns one OpenGL object by its name. Made and destroyed with the same context (or one that shares) current.
class GlObject {
public:
  GlObject() = default;
  GlObject(GlKind kind, unsigned id);
  GlObject(GlObject&& other) noexcept : kind_(other.kind_), id_(std::exchange(other.id_, 0)) {}
  GlObject& operator=(GlObject&& other) noexcept {
    std::swap(kind_, other.kind_);
    std::swap(id_, other.id_);
    return *this;
  }
  ~GlObject();

  unsigned id() const { return id_; }
  explicit operator bool() const { return id_ != 0; }

  static long count(); ///< how many there are in the process, in all contexts

private:
  GlKind kind_ = GlKind::buffer;
  unsigned id_ = 0;
};

GlObject make_buffer();
GlObject make_vertex_array();
GlObject make_framebuffer();

/// Replaces what a buffer holds; the old storage stays with draws under way.
void fill_buffer(const GlObject& buffer, const void* data, std::size_t bytes);

/// Compiles and links the shaders of two files of assets/shaders, each after frame.glsl; "#define …" lines in
/// `defines` choose a variant, and those with SHADOWS see shadow.glsl. Throws std::runtime_error with the
/// driver's words; our shaders are our own, so only a lacking driver does that.
GlObject make_program(std::string_view vertex_file, std::string_view fragment_file,
                      std::string_view defines = {});

/// The same of a compute shader, which sees nothing of frame.glsl.
GlObject make_compute_program(std::string_view file, std::string_view defines = {});

/// Mixes what is drawn with what is there by the alpha of what is drawn. The picture itself stays opaque, so
/// that whoever shows or reads it has nothing shine through.
void blend_over();

/// The text of a file of assets/shaders, compiled in; defined by a generated source.
std::string_view shader_text(std::string_view file);

/// Makes a vertex array read floats of `count` components from a buffer binding.
/// Vertex data are at binding 0, data of each instance at binding 1.
void add_float_attribute(const GlObject& vertex_array, unsigned location, unsigned binding, int count,
                         std::size_t offset);

} // namespace lamina
