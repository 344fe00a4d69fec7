#pragma once

#include "core/mesh/prepare.h"
#include "ui/render/bodies/vertex_normals.h"
#include "ui/render/gl/gl_objects.h"

#include <optional>
#include <span>

namespace lamina {

/// The shown triangles of a mesh on the GPU. Positions there are relative to `centre`, so that a mesh far
/// from its own origin keeps its detail in single precision.
class GpuMesh {
public:
  explicit GpuMesh(const PreparedMesh& mesh);

  /// Moves the surface of a body that deforms; `centre` moves with it.
  void update(std::span<const Vec3> positions);

  /// Numbers to colour the surface by, one for each vertex of the mesh; none for the body's own colour. What
  /// is below zero or not a number counts as zero.
  void colour_by(std::span<const float> values);

  const Vec3& centre() const { return centre_; }
  /// Draws `count` instances from record `first` of the instance buffer, with whatever program is in use.
  void draw(const GlObject& instances, std::size_t first, std::size_t count) const;

private:
  void upload(std::span<const Vec3> positions);

  SmoothVertices smooth_;
  Vec3 centre_ = Vec3::Zero();
  int index_count_ = 0;
  float first_inner_ = 0; ///< triangle, see PreparedMesh; beyond all of a whole mesh
  bool coloured_ = false; ///< by values
  GlObject vertices_, indices_, values_, vertex_array_;
};

/// One drawn body: rows of world from mesh, and colour with emphasis as surface.vert declares them.
struct SurfaceInstance {
  float rows[12];
  float colour[4];
};

} // namespace lamina
