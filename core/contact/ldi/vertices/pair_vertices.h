#pragma once

#include "core/contact/ldi/contacts/contact_list.h"
#include "core/contact/ldi/vertices/layer_stages.h"
#include "core/contact/ldi/vertices/outside_cells.h"
#include "core/contact/ldi/vertices/vertex_evidence.h"
#include "core/contact/ldi/vertices/vertex_surface.h"
#include "core/contact/ldi/vertices/way_out.h"
#include "core/contact/method.h"

#include <array>
#include <vector>

namespace lamina::ldi {

/// A vertex that lies within the other body.
struct VertexJoint {
  std::uint32_t vertex;
  Vec3 position;
  VertexWay way;
  double area; ///< m²: what the contact stands for
};

/// Takes one pair after another from region to contacts; all memory is kept for the next pair.
class PairVertices {
public:
  /// Fills `result`, which was begun with points and vertices, on up to `threads` threads, the same whatever
  /// their number. Those of a's vertices come first; of particles, in the order of
  /// cells. `own_bounds` as for overlap_box.
  PairSeconds detect(const VertexSurface& a, const VertexSurface& b, const std::array<Box, 2>& own_bounds,
                     const DetectionInput& input, const LayerStages& stages, int threads,
                     PairContacts& result);

private:
  struct Tested {
    Vec3 position;
    std::uint32_t vertex;
  };
  /// What some vertices of one body came to.
  struct Share {
    std::vector<VertexJoint> joints;
    std::uint64_t inside = 0, disputed = 0;
  };

  bool choose_region(const std::array<Box, 2>& own_bounds, const DetectionInput& input,
                     const LayerStages& stages);
  bool choose_region_of_particles(std::size_t solid, const std::array<Box, 2>& own_bounds,
                                  const DetectionInput& input);
  void draw_layers(std::size_t solid, const LayerStages& stages, std::uint32_t limit, int threads);
  void look_up(std::size_t side, int threads);
  void look_up(std::size_t side, std::size_t begin, std::size_t end, Share& share) const;
  void take_vertices(std::size_t side);
  void sort_particles();
  bool find_area(std::size_t side, VertexJoint& joint) const;
  void add_contacts(std::size_t side, PairContacts& result) const;

  std::array<const VertexSurface*, 2> surfaces_{};
  PreparedPair pair_;
  std::array<FragmentList, 3> lists_;
  std::array<SolidLayers, 3> layers_;
  OutsideCells cells_of_solid_;
  std::size_t tested_count_ = 0;           ///< vertices of one body that lie in the region
  std::vector<Tested> tested_;             ///< of those, which may be inside
  std::vector<Tested> sorted_;             ///< memory of sorting them
  std::vector<std::uint32_t> cells_;       ///< where particles lie
  std::vector<std::uint32_t> cell_begins_; ///< of sorted particles
  std::vector<Share> shares_;              ///< more than those in use after larger surfaces
  std::size_t used_shares_ = 0;
};

} // namespace lamina::ldi
