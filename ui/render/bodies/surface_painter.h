#pragma once

#include "ui/render/bodies/gpu_mesh.h"
#include "ui/render/bodies/shown_shape.h"
#include "ui/render/bodies/skin_field.h"
#include "ui/render/frame.h"

#include <array>
#include <map>
#include <vector>

namespace lamina {

/// Whether a floor lies in the plane of the ground grid.
bool in_grid_plane(const ShownShape& shape, const Pose& pose, const Frame& frame);

/// Of a rectangle, from its middle to its edges, m, own frame; endless along its normal, and of any other
/// floor.
std::array<float, 3> edges_of(const ShownShape& shape);

/// Draws bodies: lit solids, see-through ghosts, and floors that fade out. Bodies that share a mesh share its
/// copy on the GPU, and are drawn in one call.
class SurfacePainter {
public:
  void setup();
  /// Takes the bodies of a snapshot; must come before any render of a picture.
  /// `skin_top` is the value at the upper end of the colours of bodies that are coloured all over.
  void upload(const Snapshot& snapshot, const ViewOptions& options, const Frame& frame, ShownShapes& shapes,
              bool ghosts, double skin_top, VertexAreas& areas);

  /// Depth of everything that throws a shadow, into the framebuffer that is bound.
  void render_casters(const Eigen::Matrix4f& projection) const;
  /// Depth of all bodies but floors as the eye sees them, into the framebuffer that is bound.
  void render_depths(const Frame& frame) const;
  /// Floors, with the ground grid in those that lie in its plane if `grid` says so. See-through ones lie a
  /// little deeper than they are, so that the grid is seen on them.
  void render_floors(const Frame& frame, bool grid) const;
  /// What floors leave of the ground grid to be drawn by itself.
  enum class GridLeft { all, around_floors, none };
  GridLeft grid_left() const { return grid_left_; }
  /// All other bodies: opaque, or as ghosts if upload was told so.
  void render_bodies(const Frame& frame) const;
  /// The bodies to be outlined, both sides of them, by the program in use: small ones last. A uniform of that
  /// gets the number of each, 1 to 255, over 255.
  void render_outlined(int number_uniform) const;
  const Box& outlined_bounds() const { return outlined_bounds_; } ///< world; empty without any

private:
  struct Draw {
    const GpuMesh* mesh;
    std::size_t first, count; ///< instances
    SurfaceRole role;
    bool gridded;                     ///< a floor that the ground grid lies in
    std::array<float, 3> half_size{}; ///< of a floor with an edge, m, own frame; endless along its normal
  };
  /// A mesh of its own, and what of a snapshot it shows.
  struct Deforming {
    std::shared_ptr<const PreparedMesh> topology; ///< of the body, or the surface that it came with
    GpuMesh mesh;
    std::shared_ptr<const std::vector<Vec3>> positions = nullptr;
    std::shared_ptr<const void> coloured = nullptr; ///< what holds the values that colour it
    SkinColour skin = SkinColour::none;
  };
  const GpuMesh& gpu_mesh(const Snapshot& snapshot, std::size_t body, SkinColour skin, VertexAreas& areas);
  using PieceNumbers = std::shared_ptr<const std::vector<std::uint32_t>>; ///< of vertices
  static void colour_by_piece(Deforming& shown, const PieceNumbers& pieces);
  const GpuMesh& shared_mesh(const std::shared_ptr<const PreparedMesh>& mesh, SkinColour skin,
                             VertexAreas& areas);
  void use_solid_program(const GlObject& program) const;
  void render(const Draw& draw, bool both_sides = false) const;
  void render_ghost(const Draw& draw, const Frame& frame, bool capped) const;

  std::array<GlObject, 3> solids_, floors_, ghost_floors_; ///< programs: without, with, with softer shadows
  GlObject ghost_program_, depth_program_, instances_;
  /// Of bodies that keep their shape.
  struct Shared {
    GpuMesh mesh;
    bool by_sampling = false;
  };
  PerMesh<Shared> meshes_;
  std::map<std::size_t, Deforming> deforming_;
  std::vector<Draw> draws_;
  struct Outlined {
    Draw draw;
    double size; ///< m
  };
  std::vector<Outlined> outlined_;
  Box outlined_bounds_;
  bool ghosts_ = false;
  double skin_top_ = 0;
  bool by_piece_ = false;
  bool contact_surfaces_ = false;
  GridLeft grid_left_ = GridLeft::all;
};

} // namespace lamina
