#pragma once

#include "core/math/types.h"
#include "core/mesh/mesh.h"
#include "ui/render/egl_context.h"
#include "ui/render/gl_objects.h"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace lamina::bench {

/// One crossing of a column as the graphics card gives it.
struct LayerFragment {
  std::uint32_t
      triangle; ///< index plus one in the upper 31 bits, lowest bit: the column leaves the body; 0: none
  float depth;  ///< 0 to 1 along the column
};

/// The box that is looked at in one direction: pixels across `u` and `v`, columns along `d`.
struct LayerView {
  int u = 0, v = 0, d = 0; ///< axes of the world, right-handed
  Box box;
  int resolution = 0; ///< along u and v
};

/// Triangles drawn layer by layer with OpenGL, without a display: depth peeling, F08's way. Each pass
/// keeps what is nearest behind the layer before, and ends when a query counts no fragment.
class LayerPeeler {
public:
  /// Throws std::runtime_error saying what is missing.
  LayerPeeler(std::span<const Triangle> triangles, std::size_t vertices);

  std::string version() const;                   ///< of OpenGL, and the driver's name
  void upload(std::span<const float> positions); ///< three a vertex
  /// Calls `layer` with all pixels of each layer, nearest first, rows along v. Returns how many there were.
  int peel(const LayerView& view, const std::function<void(std::span<const LayerFragment>)>& layer);

private:
  void make_images(int resolution);

  EglContext context_;
  int count_ = 0; ///< of indices
  GlObject program_, positions_, indices_, vertex_array_, query_;
  int resolution_ = 0;
  GlObject layer_;                       ///< of the pass under way
  std::array<GlObject, 2> depths_;       ///< of the layer before and of this one
  std::array<GlObject, 2> framebuffers_; ///< that write to them
  std::vector<LayerFragment> fragments_;
};

} // namespace lamina::bench
