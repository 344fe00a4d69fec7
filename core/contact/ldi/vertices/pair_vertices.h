#pragma once

#include "core/contact/ldi/contacts/contact_list.h"
#include "core/contact/ldi/vertices/layer_stages.h"
#include "core/contact/ldi/vertices/vertex_evidence.h"
#include "core/contact/ldi/vertices/way_out.h"
#include "core/contact/method.h"

#include <array>
#include <vector>

namespace lamina::ldi {

/// A vertex that lies within the other body.
struct VertexJoint {
  std::uint32_t vertex;
  VertexWay way;
  double area; ///< m²: what the contact stands for
};

/// Takes one pair after another from region to contacts; all memory is kept for the next pair.
class PairVertices {
public:
  /// Fills `result`, which was begun with points and vertices, on up to `threads` threads, the same whatever
  /// their number. Contacts come in the order of vertices, those of a first. `own_bounds` as for overlap_box.
  PairSeconds detect(const VertexSurface& a, const VertexSurface& b, const std::array<Box, 2>& own_bounds,
                     const DetectionInput& input, const LayerStages& stages, int threads,
                     PairContacts& result);

private:
  /// What some neighbouring vertices of one body came to.
  struct Share {
    std::vector<VertexJoint> joints;
    std::uint64_t tested = 0, inside = 0, disputed = 0;
  };

  bool choose_region(const std::array<Box, 2>& own_bounds, const DetectionInput& input,
                     const LayerStages& stages);
  bool choose_region_of_particles(std::size_t solid, const std::array<Box, 2>& own_bounds,
                                  const DetectionInput& input);
  void draw_layers(std::size_t solid, const LayerStages& stages, std::uint32_t limit, int threads);
  void look_up(std::size_t side, int threads);
  void look_up(std::size_t side, std::uint32_t begin, std::uint32_t end, Share& share) const;
  bool find_area(std::size_t side, VertexJoint& joint) const;
  void add_contacts(std::size_t side, PairContacts& result) const;

  std::array<const VertexSurface*, 2> surfaces_{};
  PreparedPair pair_;
  std::array<FragmentList, 3> lists_;
  std::array<SolidLayers, 3> layers_;
  std::vector<Share> shares_; ///< more than those in use after larger surfaces
  std::size_t used_shares_ = 0;
};

} // namespace lamina::ldi
