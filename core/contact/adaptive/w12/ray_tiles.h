#pragma once

#include "core/contact/adaptive/tile_tree.h"
#include "core/contact/adaptive/w12/error_image.h"
#include "core/contact/adaptive/w12/ray.h"

#include <cstddef>
#include <vector>

namespace lamina::adaptive::w12 {

struct RayTilesOptions {
  int resolution = 32;   ///< of the error image: pixels along each side of the region
  bool coarsen = true;   ///< pixels of the pyramid are one tile where that is within the tolerance
  bool transient = true; ///< transient edges count, and tiles are cast again for them
};

/// Tiles of one view direction as W12 makes them: pixels of the error image are cut into tiles as large as
/// its polynomials allow (section 4.3), or gathered where one tile will do. A tile that turns out to have
/// transient edges is cast again with 4×4 rays (section 5).
///
///     ┌───────┬───┬─┬─┐    The tolerance is shared among pixels in proportion to their area. If there
///     │       │   │ │ │    would be more than half of the tiles that there may be, all get more of it,
///     │       ├───┼─┼─┤    so that the other half is left for transient edges.
///     │       │   │ │ │
///     └───────┴───┴─┴─┘
///
/// The volume of a tile is its area times the length that its ray is within both bodies. Its bound is the
/// strict sum over the edges and transient edges over it, whichever form the tiles were made by; the error
/// bar of them all is the printed sum where that is less. Nothing is kept from step to step, and nothing
/// depends on threads. Memory is reused.
class RayTiles {
public:
  using Leaf = TileTree::Leaf;

  /// Makes the error image. Keeps the pointers.
  void begin(const std::array<const ViewSurface*, 2>& bodies, const ViewPlane& plane,
             const RayTilesOptions& options);
  /// Makes the tiles anew, by the strict form if the limits are rigorous. A relative tolerance is of the
  /// volume that was found the last time; with none, as many tiles are made as there may be.
  ViewVolume refine(const TileLimits& limits);
  /// Bodies that a ray was within twice. Bounds are infinite then.
  const std::array<bool, 2>& seen_twice() const { return ray_.seen_twice(); }
  const ErrorImage& image() const { return image_; }
  int resolution() const { return options_.resolution; } ///< of the image
  /// m³: the error in the printed form, of the tiles that were made the last time.
  double printed_error() const { return printed_; }

  /// Calls visit(Leaf, TileWork::Faces) for tiles in the order in which they were made.
  template <class Visit>
  void for_each_leaf(const Visit& visit) const {
    for (const Cast& cast : casts_)
      if (!cast.again)
        visit(cast.leaf, TileWork::Faces{image_.lists().of(cast.faces), {}});
  }

private:
  struct Cast {
    Leaf leaf; ///< with the strict bound
    FaceLists::Of faces;
    double printed = 0;     ///< m·units²
    bool transient = false; ///< some of its error is of transient edges
    bool again = false;     ///< others were cast in its place
  };
  /// Calls cut(pixel, tolerance, counts) for the pixels that are used.
  template <class Cut>
  void plan(ErrorForm form, double density, const Cut& cut) const;
  std::size_t count_tiles(ErrorForm form, double density) const;
  double affordable(ErrorForm form, double density, std::size_t most) const;
  /// `planned`: what the image says of the tile; negative: as its own edges say.
  void cast(const Tile& tile, const FaceLists::Of& over, double planned);
  double error_of(const Cast& cast, ErrorForm form) const;
  void cast_again(ErrorForm form, double density, std::size_t most);
  ViewVolume add_up();

  std::array<const ViewSurface*, 2> bodies_{};
  const ViewPlane* plane_ = nullptr;
  RayTilesOptions options_;
  ErrorImage image_;
  std::array<std::size_t, 2> image_lists_{}; ///< how long they are without those of tiles
  Ray ray_;
  std::vector<Cast> casts_;
  std::size_t rays_ = 0;
  double volume_ = 0, printed_ = 0; ///< m³, that were found the last time
};

} // namespace lamina::adaptive::w12
