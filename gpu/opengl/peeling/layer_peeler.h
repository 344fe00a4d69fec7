#pragma once

#include "gpu/opengl/gl_program.h"
#include "gpu/opengl/peeling/peeled_view.h"
#include "gpu/opengl/peeling/peeling_device.h"

#include "core/shape/surface.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lamina::gpu {

/// Depth of what lies farthest; images are cleared to 1, behind which nothing is drawn.
inline constexpr float deepest = 0.5f;

/// One crossing of a column as the driver gives it.
struct PeeledCrossing {
  std::uint32_t place; ///< body << 31 | (triangle + 1) << 1 | the column leaves the body; 0: none
  float depth;         ///< 0 to `deepest` along the column

  int body() const { return static_cast<int>(place >> 31); }
  std::uint32_t triangle() const { return (place >> 1 & 0x3fffffffu) - 1; }
  bool entering() const { return !(place & 1); }
};

/// Triangles of the two bodies of a pair drawn layer by layer: depth peeling (Everitt, as in F08 section 4).
/// Each pass keeps what is nearest behind the layer before, and the last one is empty. To be used with the
/// context current that it was made in, and to go with that.
class LayerPeeler {
public:
  /// Throws DeviceError with the driver's words.
  LayerPeeler(const std::string& renderer, const PeelingSettings& settings);

  /// Takes over the triangles of all surfaces, if they are others than before.
  void take_triangles(std::span<const Surface* const> surfaces);
  /// Sets the pair that is looked at from now on: indices of two surfaces, and the positions of their
  /// vertices. Positions are in pixels along the axes of the region, three numbers a vertex, those of the
  /// first body first.
  void take_pair(const std::array<std::uint32_t, 2>& surface, std::size_t vertices_of_first,
                 std::span<const float> positions);

  /// Draws `view` up to so many times and calls `layer` with the pixels of each layer, nearest first. Seconds
  /// of drawing; what else passes is `layer` and the way of the images to it.
  double peel(const PeeledView& view, std::uint32_t most_layers,
              const std::function<void(std::span<const PeeledCrossing>)>& layer);

private:
  struct Drawn {
    std::uint32_t first_index, indices, first_vertex;
  };

  void make_images(int width, int height);
  void set_view(const PeeledView& view);
  bool draw_layer(std::size_t image, bool first);
  void read_layer(std::size_t image, const PeeledView& view);
  void check(const std::string& what) const { gl_check(renderer_, what); }

  std::string renderer_;
  PeelingSettings settings_;
  std::uint64_t passes_ = 0;
  GlProgram program_;
  unsigned positions_ = 0, indices_ = 0, rows_ = 0, vertex_array_ = 0, query_ = 0;
  std::vector<std::shared_ptr<const std::vector<Triangle>>> known_; ///< triangles that were taken
  std::vector<std::uint32_t> first_index_;                          ///< per surface
  std::array<Drawn, 2> bodies_{};
  int width_ = 0, height_ = 0;             ///< of the images
  std::array<unsigned, 2> layers_{};       ///< the one before and this one, by turns
  std::array<unsigned, 2> framebuffers_{}; ///< that write to them
  unsigned depths_ = 0;                    ///< of the pass under way
  std::vector<PeeledCrossing> crossings_;
};

} // namespace lamina::gpu
